// An index of a few documents, asked as the services ask it.
import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { SegmentBuilder } from '../build/build.ts';
import { search } from '../search.ts';
import { openSegment } from '../segment/segment.ts';
import type { Doc } from './reference.ts';

/**
 * `ask` takes the body of a search as it comes over the wire. Throws what validation or the engine
 * refuses.
 */
export function smallIndex(mapping: Mapping, docs: readonly Doc[], groups: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-small-index-'));
  const builder = new SegmentBuilder(join(folder, 'one.segment'), mapping, groups);
  for (const doc of docs) builder.add(JSON.stringify(doc));
  const data = builder.finish();
  const segment = openSegment(data);
  rmSync(folder, { recursive: true });
  return {
    segment,
    ask(input: unknown): SearchReply {
      const body = parseSearchBody(input);
      if (!body.ok) throw new Error(`${body.problem.path}: ${body.problem.reason}`);
      return search(segment, 'test', body.body, { milliseconds: 60_000, now: 0 });
    },
    close: () => closeSync(data.file),
  };
}
