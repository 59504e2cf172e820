// Buckets of values over thousands of documents, where counts are cached and sorted otherwise than
// over few: as counting one by one gives them.
import { afterAll, describe, expect, it } from 'vitest';
import { smallIndex } from '../testing/small-index.ts';

const MAPPING = {
  code: { type: 'keyword' },
  n: { type: 'integer' },
  list: { type: 'keyword' },
  group: { type: 'keyword' },
  kind: { type: 'keyword' },
} as const;
interface Doc extends Record<string, unknown> {
  readonly id: string;
  readonly code?: string;
  /** The same for all documents with one code; also documents without a code have one. */
  readonly kind: string;
  readonly n: number;
  readonly list: readonly string[];
  readonly group: string;
}
const codeOf = (i: number) => (i % 2 === 0 ? 'aa' : i % 3 === 0 ? 'ab' : i % 5 === 0 ? 'b' : 'c');
const DOCS: Doc[] = Array.from({ length: 3000 }, (_, i) => ({
  id: `d${i}`,
  ...(i % 10 === 9 ? { kind: 'a' } : { code: codeOf(i), kind: codeOf(i).slice(0, 1) }),
  n: (i * 7) % 4,
  list: i % 4 === 3 ? [] : [`l${i % 3}`, `l${i % 7}`],
  group: `g${(i * 13) % 50}`,
}));
const index = smallIndex(MAPPING, DOCS, ['group']);
afterAll(index.close);

interface Counted {
  readonly key: string | number;
  readonly count: number;
  readonly groups: number;
  readonly first: string;
}
type Field = 'code' | 'n' | 'list';

/** By value, in the order of keys. */
function countedBy(field: Field, docs: readonly Doc[]): Counted[] {
  const found = new Map<string | number, Doc[]>();
  for (const doc of docs)
    for (const value of new Set([doc[field] ?? []].flat()))
      found.set(value, [...(found.get(value) ?? []), doc]);
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => ({
      ...{ key, count: own.length, first: own[0]?.id ?? '' },
      groups: new Set(own.map(({ group }) => group)).size,
    }));
}

interface Shown {
  readonly sum_other_doc_count: number;
  readonly buckets: readonly {
    readonly key: string | number;
    readonly doc_count: number;
    readonly groups: { readonly value: number };
    readonly first?: { readonly hits: { readonly hits: readonly { readonly _id: string }[] } };
  }[];
}
const groups = { cardinality: { field: 'group' } };
const first = { top_hits: { size: 1 } };

const asked = (aggs: object, query: object = { match_all: {} }) =>
  index.ask({ size: 0, query, aggs }).aggregations as unknown as Record<string, Shown>; // as asked

const rows = (shown: Shown | undefined) =>
  shown?.buckets.map(({ key, doc_count, groups: { value } }) => [key, doc_count, value]);
const rowsOf = (counted: readonly Counted[]) =>
  counted.map(({ key, count, groups: value }) => [key, count, value]);

const ORDERS: readonly [object, (a: Counted, b: Counted) => number][] = [
  [{ _count: 'desc' }, (a, b) => b.count - a.count],
  [{ _count: 'asc' }, (a, b) => a.count - b.count],
  [{ _key: 'desc' }, (a, b) => (a.key < b.key ? 1 : -1)],
  [{ groups: 'asc' }, (a, b) => a.groups - b.groups],
  [{ groups: 'desc' }, (a, b) => b.groups - a.groups],
];
const QUERIES: readonly [object, (doc: Doc) => boolean][] = [
  [{ match_all: {} }, () => true],
  [{ term: { n: 2 } }, ({ n }) => n === 2],
  [{ terms: { code: ['aa', 'c'] } }, ({ code }) => code === 'aa' || code === 'c'],
];

describe.each<Field>(['code', 'n', 'list'])('terms of %s', (field) => {
  it.each(ORDERS)(
    'in the order %j count documents and groups, also what is not shown',
    (order, compare) => {
      for (const [query, isIn] of QUERIES) {
        const all = countedBy(field, DOCS.filter(isIn)).sort(compare);
        for (const size of [2, 100]) {
          const { it: found } = asked(
            { it: { terms: { field, size, order }, aggs: { groups } } },
            query,
          );
          expect(rows(found), JSON.stringify(query)).toEqual(rowsOf(all.slice(0, size)));
          const others = all.slice(size).reduce((sum, { count }) => sum + count, 0);
          expect(found?.sum_other_doc_count).toBe(others);
        }
      }
    },
  );

  it('terms show the first document of each value, in any order of searches', () => {
    for (const [query, isIn] of [...QUERIES, ...QUERIES]) {
      const own = DOCS.filter(isIn);
      const { it: found } = asked(
        { it: { terms: { field, size: 9 }, aggs: { groups, first } } },
        query,
      );
      const firsts = found?.buckets.map((one) => [one.key, one.first?.hits.hits[0]?._id]);
      const expected = countedBy(field, own).sort((a, b) => b.count - a.count);
      expect(firsts).toEqual(expected.map((one) => [one.key, one.first]));
    }
  });

  it('terms have only values with enough documents', () => {
    const all = countedBy(field, DOCS);
    const least = all.map(({ count }) => count).sort((a, b) => b - a)[1] ?? 0;
    const terms = { field, min_doc_count: least, order: { _key: 'asc' } };
    const { it: found } = asked({ it: { terms, aggs: { groups } } });
    expect(rows(found)).toEqual(rowsOf(all.filter(({ count }) => count >= least)));
  });
});

it.each([
  [{ include: 'a.*' }, (key: string) => key.startsWith('a')],
  [{ exclude: 'a.*' }, (key: string) => !key.startsWith('a')],
  [{ include: ['aa', 'c', 'zz'] }, (key: string) => key === 'aa' || key === 'c'],
  [{ include: 'a.*', exclude: ['ab'] }, (key: string) => key.startsWith('a') && key !== 'ab'],
])('terms with %j have those values alone, also where one stands for none', (choice, isChosen) => {
  const isIn = ({ key }: Counted) => isChosen(String(key));
  const all = countedBy('code', DOCS).filter(isIn);
  const order = { _key: 'asc' };
  const aggs = { groups };
  expect(rows(asked({ it: { terms: { field: 'code', order, ...choice }, aggs } }).it)).toEqual(
    rowsOf(all),
  );
  for (const missing of ['aa', 'a-none', 'none']) {
    const filled = DOCS.map((doc) => ({ code: missing, ...doc }));
    const expected = countedBy('code', filled).filter(isIn);
    const terms = { field: 'code', order, missing, ...choice };
    expect(rows(asked({ it: { terms, aggs } }).it), missing).toEqual(rowsOf(expected));
  }
});

it.each<[object, (doc: Doc) => boolean]>([
  [{ terms: { code: ['aa', 'b'] } }, ({ code }) => code === 'aa' || code === 'b'],
  [{ bool: { must_not: [{ term: { code: 'aa' } }] } }, ({ code }) => code !== 'aa'],
  [{ prefix: { code: 'a' } }, ({ code }) => code?.startsWith('a') === true],
  [{ exists: { field: 'code' } }, ({ code }) => code !== undefined],
  [{ term: { kind: 'a' } }, ({ kind }) => kind === 'a'],
  [
    {
      bool: {
        should: [{ term: { code: 'aa' } }, { term: { code: 'b' } }, { prefix: { code: 'a' } }],
        minimum_should_match: 2,
      },
    },
    ({ code }) => code === 'aa',
  ],
])('a filter by values, %j, counts the same when it was asked before', (filter, isIn) => {
  for (const [query, isFound] of QUERIES.slice(0, 2)) {
    const own = DOCS.filter((doc) => isFound(doc) && isIn(doc));
    const codes = { terms: { field: 'code', order: { _key: 'asc' } }, aggs: { groups, first } };
    const expected = countedBy('code', own);
    for (let times = 0; times < 3; times++) {
      const found = asked({ it: { filter, aggs: { codes } } }, query) as unknown as Record<
        string,
        { readonly doc_count: number; readonly codes: Shown }
      >;
      expect(found.it?.doc_count).toBe(own.length);
      expect(rows(found.it?.codes)).toEqual(rowsOf(expected));
      expect(found.it?.codes.buckets.map((one) => one.first?.hits.hits[0]?._id)).toEqual(
        expected.map((one) => one.first),
      );
    }
  }
});

it('values of few documents among very many values are in the order of their keys', () => {
  const codes = Array.from({ length: 600 }, (_, i) => `c${999 - i}`);
  const many = smallIndex(
    { code: { type: 'keyword' } },
    codes.map((code, i) => ({ id: `d${i}`, code })),
  );
  const ids = { values: ['d3', 'd400', 'd17', 'd599'] };
  const aggs = { it: { terms: { field: 'code' } } };
  const answer = many.ask({ query: { ids }, aggs });
  many.close();
  expect(answer.aggregations?.it).toMatchObject({
    buckets: ['c400', 'c599', 'c982', 'c996'].map((key) => ({ key, doc_count: 1 })),
  });
});
