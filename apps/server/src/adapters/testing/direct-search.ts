// Runs the engine in the thread of the test, where a debugger, a profiler and changes of the code
// take effect; leaves no files.
import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SegmentBuilder } from '@isobar/search-engine/build/build.ts';
import { Refusal } from '@isobar/search-engine/language/refusal.ts';
import { searchText } from '@isobar/search-engine/search.ts';
import { openSegment, type Segment } from '@isobar/search-engine/segment/segment.ts';
import { noSuchIndex, type SearchIndex, SearchRefused } from '../../ports/search-index.ts';

export function openDirectSearch(): Pick<SearchIndex, 'search' | 'replace' | 'close'> {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-direct-'));
  const served = new Map<string, { readonly segment: Segment; readonly file: number }>();
  const forget = (index: string) => {
    const former = served.get(index);
    if (former) closeSync(former.file);
    served.delete(index);
  };
  return {
    async replace(index, mapping, groupFields, documents) {
      const builder = new SegmentBuilder(join(folder, index), mapping, groupFields);
      for await (const one of documents) builder.add(JSON.stringify(one));
      const data = builder.finish();
      forget(index);
      const segment = openSegment(data);
      served.set(index, { segment, file: data.file });
      return { documents: segment.documents };
    },
    async search(index, body) {
      const { segment } = served.get(index) ?? {};
      if (!segment) throw noSuchIndex(index);
      try {
        const text = searchText(segment, index, body, { milliseconds: 60_000, now: Date.now() });
        return JSON.parse(Buffer.from(text).toString()); // our own reply
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new SearchRefused(error.status, error.type, error.message);
      }
    },
    async close() {
      for (const index of [...served.keys()]) forget(index);
      rmSync(folder, { recursive: true });
    },
  };
}
