// How wrong the counts of a list of values may be on a cluster, which we say as a cluster would
// although ours are exact.
import { expect, it } from 'vitest';
import { smallIndex } from '../testing/small-index.ts';

it('the error bound is unknown where a shard may leave out values, but in the order of keys or of most documents', () => {
  const docs = Array.from({ length: 12 }, (_, n) => ({ id: `d${n}`, n, twice: n % 6 }));
  const twelve = smallIndex({ n: { type: 'integer' }, twice: { type: 'integer' } }, docs);
  const rare = { _count: 'asc' };
  const bound = (terms: object, below = 12, inner = {}) => {
    const query = { range: { n: { lt: below } } };
    const aggs = { it: { terms: { field: 'n', size: 1, order: rare, ...terms }, ...inner } };
    const { it } = twelve.ask({ size: 0, query, aggs }).aggregations as {
      it: { doc_count_error_upper_bound: number };
    };
    return it.doc_count_error_upper_bound;
  };
  for (const more of [{}, { missing: 99 }]) {
    expect([10, 11, 12].map((values) => bound(more, values))).toEqual([0, -1, -1]); // 1 * 1.5 + 10
    expect([1, 2].map((size) => bound({ size, ...more }))).toEqual([-1, 0]);
    expect([11, 12, 13].map((shard_size) => bound({ shard_size, ...more }))).toEqual([-1, -1, 0]);
    expect(bound({ size: 12, shard_size: 1, ...more })).toBe(-1);
    expect(bound({ size: 13, shard_size: 1, ...more })).toBe(0);
    for (const order of [{ _count: 'desc' }, { _key: 'asc' }, { _key: 'desc' }])
      expect(bound({ order, ...more })).toBe(0);
  }
  const inner = { aggs: { most: { max: { field: 'n' } } } };
  for (const direction of ['asc', 'desc'])
    expect(bound({ order: { most: direction } }, 12, inner)).toBe(-1);
  const twice = { field: 'twice', shard_size: 6 };
  expect([1, 2].map((min_doc_count) => bound({ ...twice, min_doc_count }))).toEqual([-1, 0]);
  twelve.close();
});
