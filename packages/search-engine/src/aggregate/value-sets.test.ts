// Counting by value sets gives the same as counting value by value, up to the largest number of
// values that still fits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SegmentBuilder } from '../build/build.ts';
import { search } from '../search.ts';
import { openSegment } from '../segment/segment.ts';

it.each([1, 30, 31, 32, 40])(
  'valueSets counts documents and groups of %i values in lists',
  (different) => {
    const docs = Array.from({ length: 2000 }, (_, i) => ({
      id: String(i),
      group: i % 11 === 0 ? undefined : `g${(i * 7) % 60}`,
      code: Array.from({ length: i % 4 }, (_, k) => `v${(i * 13 + k * k * 5) % different}`),
    }));
    const expected = new Map<string, { count: number; groups: Set<string> }>();
    for (const { code, group } of docs)
      for (const value of new Set(code)) {
        const found = expected.get(value) ?? { count: 0, groups: new Set() };
        found.count++;
        if (group) found.groups.add(group);
        expected.set(value, found);
      }
    expect(counted(docs)).toEqual(
      [...expected].map(([key, { count, groups }]) => [key, count, groups.size]).sort(),
    );
  },
);

type Codes = { buckets: { key: string; doc_count: number; groups: { value: number } }[] };

function counted(docs: readonly object[]): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-value-sets-'));
  const path = join(folder, 'one.segment');
  const mapping = { group: { type: 'keyword' }, code: { type: 'keyword' } } as const;
  const builder = new SegmentBuilder(path, mapping, ['group']);
  for (const doc of docs) builder.add(JSON.stringify(doc));
  const segment = openSegment(builder.finish());
  rmSync(folder, { recursive: true });
  const aggs = {
    codes: {
      terms: { field: 'code', size: 100 },
      aggs: { groups: { cardinality: { field: 'group' } } },
    },
  };
  const body = { size: 0, aggs };
  const reply = search(segment, 'test', body, { milliseconds: 60_000, now: 0 });
  const codes = reply.aggregations?.codes as unknown as Codes; // as asked
  return codes.buckets.map(({ key, doc_count, groups }) => [key, doc_count, groups.value]).sort();
}
