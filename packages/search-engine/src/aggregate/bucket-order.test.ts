// The order of buckets, by each rule and by several; and orders that name nothing below the
// buckets.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Budget } from '../language/refusal.ts';
import { inOrder, readOrder } from './bucket-order.ts';

const INNER = {
  low: { min: { field: 'n' } },
  high: { max: { field: 'n' } },
  middle: { avg: { field: 'n' } },
  all: { stats: { field: 'n' } },
  shares: { percentiles: { field: 'n' } },
  'a.b': { sum: { field: 'n' } },
  good: { filter: { match_all: {} }, aggs: { groups: { cardinality: { field: 'g' } } } },
};
const bucket = (key: string | number, count: number, value: number | null = null) => ({
  ...{ key, count },
  results: {
    ...{ low: { value }, high: { value }, middle: { value }, all: { max: value } },
    ...{ 'a.b': { value }, good: { doc_count: count, groups: { value } } },
  },
});
const BUCKETS = [bucket('a', 1, 5), bucket('b', 3, null), bucket('c', 3, 9)];
type Order = Parameters<typeof readOrder>[0];

const keys = (order: Order, buckets = BUCKETS, ascending = false) =>
  inOrder(buckets, readOrder(order, INNER), ({ key }) => key, new Budget(60_000), ascending).map(
    ({ key }) => key,
  );

it.each<[Order, string]>([
  [undefined, 'bca'],
  [{ _count: 'desc' }, 'bca'],
  [{ _count: 'DESC' }, 'bca'],
  [{ _count: 'asc' }, 'abc'],
  [{ _key: 'desc' }, 'cba'],
  [{ _key: 'asc' }, 'abc'],
  [{ _term: 'desc' }, 'cba'],
  [[{ _count: 'desc' }, { _key: 'desc' }], 'cba'],
  [{ high: 'desc' }, 'cab'],
  [{ high: 'asc' }, 'bac'],
  [{ low: 'asc' }, 'acb'],
  [{ low: 'desc' }, 'bca'],
  [{ middle: 'asc' }, 'acb'],
  [{ middle: 'desc' }, 'cab'],
  [{ 'middle.value': 'desc' }, 'cab'],
  [{ 'all.max': 'desc' }, 'cab'],
  [{ 'a.b': 'desc' }, 'cab'],
  [{ 'a.b.value': 'asc' }, 'acb'],
  [{ good: 'asc' }, 'abc'],
  [{ 'good.doc_count': 'desc' }, 'bca'],
  [{ 'good>groups': 'desc' }, 'cab'],
  [{ 'good>groups.value': 'asc' }, 'acb'],
])(
  'by %j the buckets are in the order %s, also where they come by their keys',
  (order, expected) => {
    expect(keys(order).join('')).toBe(expected);
    expect(keys(order, BUCKETS, true).join('')).toBe(expected);
  },
);

it.each<[Order]>([
  [{ nosuch: 'asc' }],
  [{ 'low>x': 'asc' }],
  [{ all: 'asc' }],
  [{ shares: 'asc' }],
  [{ 'good.value': 'asc' }],
  [{ 'nosuch>groups': 'asc' }],
  [{ 'constructor.name': 'asc' }],
  [{ 'shares.50': 'asc' }],
])('an order by %j is refused', (order) => {
  expect(() => readOrder(order, INNER)).toThrow(/Invalid aggregation order path/);
});

it('only the aggregations that an order names are needed for it', () => {
  const order: Order = [
    { 'good>groups': 'desc' },
    { good: 'asc' },
    { _key: 'asc' },
    { low: 'asc' },
  ];
  expect(readOrder(order, INNER).needs).toEqual(['good', 'low']);
  expect(readOrder(undefined, undefined).needs).toEqual([]);
});

it('numbers are in the order of numbers, and texts in that of their code points', () => {
  expect(keys({ _key: 'asc' }, [bucket(10, 1), bucket(9, 1)])).toEqual([9, 10]);
  expect(keys({ _key: 'asc' }, [bucket('10', 1), bucket('9', 1)])).toEqual(['10', '9']);
});

it('many buckets by a whole number are where comparing them one by one would put them', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 30 });
  fc.assert(
    fc.property(counts, fc.constantFrom<'asc' | 'desc'>('asc', 'desc'), (all, direction) => {
      const buckets = all.map((count, n) => bucket(n, count));
      const order: Record<string, 'asc' | 'desc'>[] = [{ _count: direction }];
      expect(keys(order, buckets, true)).toEqual(keys([...order, { _key: 'asc' }], buckets));
    }),
  );
  const large = [bucket(0, 2 ** 32), bucket(1, 1.5), bucket(2, 7)];
  expect(keys({ _count: 'asc' }, large, true)).toEqual([1, 2, 0]);
});
