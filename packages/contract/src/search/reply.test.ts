// What the portal reads of a search reply: what is there, and nothing where it is not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { belowOf, bucketsOf, listOf, numberOf, textOf, topHitsOf } from './reply.ts';

const REPLY = {
  sites: {
    buckets: [
      { key: 'sgp', doc_count: 3, groups: { value: 2 } },
      { key: 5, doc_count: 1 },
    ],
  },
  types: { buckets: { a: { doc_count: 4 }, b: { doc_count: 0 } } },
  nameless: { buckets: [{ doc_count: 2 }] },
  count: { value: 7 },
  none: { value: null },
  tops: { hits: { hits: [{ _id: '1', _source: { name: 'x' } }, { _id: '2' }] } },
  inner: { doc_count: 1, count: { value: 8 } },
};

it('buckets are read in their order, listed or by name, with what is below them', () => {
  expect(bucketsOf(REPLY, 'sites').map(({ key, count }) => [key, count])).toEqual([
    ['sgp', 3],
    ['5', 1],
  ]);
  expect(numberOf(bucketsOf(REPLY, 'sites')[0]?.below, 'groups')).toBe(2);
  expect(bucketsOf(REPLY, 'types').map(({ key, count }) => [key, count])).toEqual([
    ['a', 4],
    ['b', 0],
  ]);
  expect(bucketsOf(REPLY, 'nameless')).toMatchObject([{ key: '', count: 2 }]);
  expect(bucketsOf(REPLY, 'count')).toEqual([]);
});

it('numbers, documents and what is below one bucket are read, and null is no number', () => {
  expect([numberOf(REPLY, 'count'), numberOf(REPLY, 'none'), numberOf(REPLY, 'sites')]).toEqual([
    ...[7, null, null],
  ]);
  expect(topHitsOf(REPLY, 'tops')).toEqual([{ name: 'x' }, {}]);
  expect(topHitsOf(REPLY, 'count')).toEqual([]);
  expect(numberOf(belowOf(REPLY, 'inner'), 'count')).toBe(8);
});

it('without aggregations there is none of them', () => {
  expect([bucketsOf(undefined, 'a'), topHitsOf(undefined, 'a')]).toEqual([[], []]);
  expect([numberOf(undefined, 'a'), belowOf(undefined, 'a')]).toEqual([null, undefined]);
  expect([bucketsOf(REPLY, 'a'), numberOf(REPLY, 'a'), belowOf(REPLY, 'a')]).toEqual([
    ...[[], null, undefined],
  ]);
});

it('fields of a document are texts, in lists or not, and absent ones empty', () => {
  const source = { site_code: 'sgp', name: ['a', 5], priority: 0, facility_name: null };
  expect(listOf(source, 'name')).toEqual(['a', '5']);
  expect([textOf(source, 'name'), textOf(source, 'site_code')]).toEqual(['a', 'sgp']);
  expect([textOf(source, 'priority'), textOf(source, 'facility_name')]).toEqual(['0', '']);
  expect([listOf(source, 'description'), textOf(source, 'description')]).toEqual([[], '']);
});

const bucket = z.looseObject({
  key: z.optional(z.union([z.string(), z.number()])),
  doc_count: z.number(),
});
const listed = z.object({ buckets: z.array(bucket) });
const named = z.object({ buckets: z.record(z.string(), bucket) });
const metric = z.object({ value: z.nullable(z.number()) });
const hit = z.object({
  _id: z.string(),
  _source: z.optional(z.record(z.string(), z.unknown())),
});
const tops = z.object({ hits: z.object({ hits: z.array(hit) }) });
const leaf = fc.constantFrom<unknown>(undefined, null, 0, 7, 'sgp', '', true);
const { reply } = fc.letrec<{ value: unknown; reply: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('reply'),
  ),
  reply: fc.dictionary(
    fc.constantFrom('buckets', 'key', 'doc_count', 'value', 'hits', '_id', '_source'),
    tie('value'),
    { maxKeys: 4 },
  ),
}));
/** Schemas leave out a member of this name; what the portal reads has it. */
const NAME = fc.string().filter((name) => name !== '__proto__');
const near = fc.oneof(
  reply,
  fc.record({ buckets: fc.array(fc.record({ key: leaf, doc_count: leaf })) }),
  fc.record({ buckets: fc.dictionary(NAME, fc.record({ doc_count: fc.nat() })) }),
  fc.record({ value: leaf }),
  fc.record({
    hits: fc.record({ hits: fc.array(fc.record({ _id: leaf, _source: fc.oneof(leaf, reply) })) }),
  }),
);

it('replies of any form are read as schemas read them', () => {
  fc.assert(
    fc.property(near, (one) => {
      const all = { a: one };
      const list = listed.safeParse(one);
      const byName = named.safeParse(one);
      const buckets = list.success
        ? list.data.buckets.map((each) => ({ key: String(each.key ?? ''), ...rest(each) }))
        : Object.entries(byName.data?.buckets ?? {}).map(([key, each]) => ({
            key,
            ...rest(each),
          }));
      expect(bucketsOf(all, 'a')).toEqual(buckets);
      expect(numberOf(all, 'a')).toBe(metric.safeParse(one).data?.value ?? null);
      const hits = tops.safeParse(one).data?.hits.hits ?? [];
      expect(topHitsOf(all, 'a')).toEqual(hits.map(({ _source = {} }) => _source));
    }),
    { numRuns: 2000 },
  );
});
const rest = (each: z.infer<typeof bucket>) => ({ count: each.doc_count, below: each });
