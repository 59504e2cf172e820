// A filter among aggregations gives what the same filter gives as a query, at the first time, when
// all is counted, as at later ones, when only the values are looked at that it keeps.
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { smallIndex } from '../testing/small-index.ts';

const MAPPING = {
  code: { type: 'keyword' },
  kind: { type: 'keyword' },
  free: { type: 'keyword' },
  list: { type: 'keyword' },
  n: { type: 'integer' },
  group: { type: 'keyword' },
} as const;
const codeOf = (i: number) => `${'aabc'[i % 4]}${i % 3}`;
/**
 * `kind` follows from `code`, but for documents without a code in the first index; `free` and `n`
 * follow from nothing.
 */
const docs = (isStrict: boolean) =>
  Array.from({ length: 240 }, (_, i) => ({
    id: `d${i}`,
    ...(i % 10 === 9
      ? isStrict
        ? {}
        : { kind: 'a' }
      : { code: codeOf(i), kind: codeOf(i).slice(0, 1) }),
    ...(i % 7 === 0 ? {} : { free: `f${(i * 13) % 5}` }),
    list: i % 4 === 3 ? [] : [`l${i % 3}`, `l${i % 5}`],
    n: (i * 7) % 4,
    group: `g${(i * 13) % 20}`,
  }));
const indexes = [true, false].map((isStrict) => smallIndex(MAPPING, docs(isStrict), ['group']));
afterAll(() => {
  for (const { close } of indexes) close();
});

const VALUES = { code: ['a0', 'a1', 'b0', 'c2', 'zz'], kind: ['a', 'b', 'c'] } as const;
const some = (field: string, values: readonly unknown[]) => {
  const value = fc.constantFrom(...values);
  return fc.oneof(
    value.map((one) => ({ term: { [field]: one } })),
    fc.array(value, { minLength: 1, maxLength: 3 }).map((all) => ({ terms: { [field]: all } })),
  );
};
const leaf = fc.oneof(
  { weight: 4, arbitrary: some('code', VALUES.code) },
  { weight: 4, arbitrary: some('kind', VALUES.kind) },
  { weight: 3, arbitrary: some('free', ['f0', 'f1', 'f4', 'no']) },
  some('list', ['l0', 'l1', 'l4']),
  some('n', [0, 1, 3]),
  some('nowhere', ['x']),
  fc.constantFrom('a', 'b', 'a1').map((start) => ({ prefix: { code: start } })),
  fc.constantFrom('code', 'free').map((field) => ({ exists: { field } })),
  fc.constant({ match_all: {} }),
);
const clauses = fc.array(leaf, { maxLength: 2 });
const filters = fc.oneof(
  leaf,
  fc
    .record({ must: clauses, should: clauses, must_not: clauses })
    .map((bool) => ({ bool: { ...bool, filter: [] } })),
);
const fields = fc.constantFrom('code', 'code', 'code', 'kind', 'free', 'list', 'n', 'n');
const terms = fc
  .tuple(fields, fc.boolean(), fc.constantFrom({}, {}, {}, { min_doc_count: 3 }, { missing: 'a' }))
  .map(([field, hasGroups, more]) => ({
    terms: { field, size: 50, ...(field === 'n' ? {} : more) },
    ...(hasGroups ? { aggs: { groups: { cardinality: { field: 'group' } } } } : {}),
  }));

it('a filter keeps the same values and counts whenever it is asked for, and as a query', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...indexes),
      filters,
      fc.dictionary(fc.constantFrom('one', 'two'), terms, { minKeys: 1 }),
      (index, filter, aggs) => {
        const { hits, aggregations } = index.ask({ query: filter, size: 0, aggs });
        const expected = { doc_count: hits.total?.value, ...aggregations };
        for (let time = 0; time < 2; time++) {
          const among = index.ask({ size: 0, aggs: { kept: { filter, aggs } } });
          expect(among.aggregations?.kept, `time ${time}`).toEqual(expected);
        }
      },
    ),
    { numRuns: 400 },
  );
});
