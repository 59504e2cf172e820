// What the portal reads of a search reply: what is there, and nothing where it is not.
import { expect, it } from 'vitest';
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
