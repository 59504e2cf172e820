// Sorting, with orders that were worked out manually: several values, no value, `missing`,
// `unmapped_type`, and `search_after`.
import type { Sort } from '@isobar/query-language/aggregation.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { smallIndex } from '../testing/small-index.ts';
import { leading } from './sort.ts';
import { sortKeys } from './sort-keys.ts';

const MAPPING = {
  code: { type: 'keyword' },
  n: { type: 'integer' },
  x: { type: 'double' },
  day: { type: 'date' },
  flag: { type: 'boolean' },
  place: { type: 'geo_point' },
  text: { type: 'text' },
} as const;
const day = (d: number) => `2004-01-0${d}T00:00:00Z`;
const DOCS = [
  { id: 'a', code: 'm', n: [1, 9], x: 0.5, day: day(2), flag: true, text: 'rain snow snow' },
  { id: 'b', code: ['k', 'z'], n: 4, x: 2.5, day: day(1), flag: false, text: 'rain rain snow' },
  { id: 'c', n: 6, day: day(3), text: 'rain rain rain' },
  { id: 'd', code: 'm', x: 1.5, flag: true, text: 'snow' },
];
const index = smallIndex(MAPPING, DOCS);
afterAll(index.close);

const ask = (sort: unknown, more: object = {}) =>
  index.ask({ ...(sort === undefined ? {} : { sort }), ...more }).hits.hits;
const order = (sort: unknown, more: object = {}) =>
  ask(sort, more)
    .map(({ _id }) => _id)
    .join('');
const shown = (sort: unknown, id: string) => ask(sort).find(({ _id }) => _id === id)?.sort;

it.each([
  ['n', 'abcd'],
  [[{ n: 'desc' }], 'acbd'],
  [[{ n: { order: 'desc', mode: 'min' } }], 'cbad'],
  [[{ n: { order: 'asc', mode: 'max' } }], 'bcad'],
  [[{ n: { order: 'DESC', missing: '_first' } }], 'dacb'],
  [[{ n: { missing: 5 } }], 'abdc'],
  // counts as 4 in a field of whole numbers; equal documents keep their order
  [[{ n: { missing: 4.9 } }], 'abdc'],
  [[{ n: { order: 'desc', missing: 5 } }], 'acdb'],
  [[{ n: { missing: '5' } }], 'abdc'],
  [[{ x: { missing: 2 } }], 'adcb'],
  [[{ x: { order: 'desc', missing: 0.5 } }], 'bdac'],
  [[{ day: { missing: '2004-01-02' } }], 'badc'],
  [[{ day: { missing: '2004-01-02T12:00' } }], 'badc'],
  [[{ flag: { missing: 'false' } }], 'bcad'],
  [[{ flag: { missing: 'true' } }], 'bacd'],
  [[{ flag: 'desc' }], 'adbc'],
  [[{ code: { missing: 'l' } }], 'bcad'],
  [[{ code: { missing: 'm', order: 'desc' } }], 'bacd'],
  [[{ code: { order: 'asc', missing: '_first' } }], 'cbad'],
  ['_doc', 'abcd'],
  [[{ _doc: 'desc' }], 'dcba'],
  [['flag', { n: 'desc' }], 'badc'],
  [[{ nosuch: { unmapped_type: 'long' } }, { x: 'desc' }], 'bdac'],
])('%j', (sort, ids) => {
  expect(order(sort)).toBe(ids);
});

it('the order of hits sorts by score, the best first by default, and by further keys', () => {
  const query = { match: { text: 'rain' } };
  expect(order('_score', { query })).toBe('cba');
  expect(order([{ _score: 'asc' }], { query })).toBe('abc');
  expect(order(undefined, { query })).toBe('cba');
  expect(order(['_score', { n: 'desc' }], { query: { match_all: {} } })).toBe('acbd');
  expect(order([{ flag: 'desc' }, '_score'], { query })).toBe('abc');
});

it('as many keys as are asked for, where they fit into no one number', () => {
  const docs = Array.from({ length: 40 }, (_, i) => ({
    id: `d${i}`,
    ...Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`k${k}`, k === 11 ? -i : 0])),
    own: i * 100_003,
  }));
  const names = Array.from({ length: 12 }, (_, k) => `k${k}`);
  const mapping = Object.fromEntries(
    [...names, 'own'].map((name) => [name, { type: 'integer' } as const]),
  );
  const wide = smallIndex(mapping, docs);
  const sort = [...names.slice(0, 11), '_score', { _score: 'asc' }, 'k11'];
  const first = (query: object) => wide.ask({ query, sort, size: 3 }).hits.hits;
  expect(first({ match_all: {} }).map(({ _id }) => _id)).toEqual(['d39', 'd38', 'd37']);
  const some = { ids: { values: ['d3', 'd1', 'd2'] } };
  expect(first(some).map(({ _id }) => _id)).toEqual(['d3', 'd2', 'd1']);
  wide.close();
});

it('nothing that has no order', () => {
  expect(() => order('nosuch')).toThrow('No mapping found for [nosuch]');
  expect(() => order('place')).toThrow("can't sort on the places of [place]");
  for (const [field, missing] of [
    ['n', 'many'],
    ['day', 'yesterday'],
    ['flag', 'perhaps'],
  ] as const)
    expect(() => order([{ [field]: { missing } }])).toThrow('cannot be compared');
});

it('the sort returns pages of equal documents in the order of the whole list', () => {
  const words = ['rain', 'rain snow', 'rain rain snow', 'snow snow'];
  const docs = Array.from({ length: 700 }, (_, i) => ({
    id: `d${i}`,
    text: words[(i * 5) % 4],
    ...(i % 7 === 0 ? {} : { code: `c${(i * 11) % 6}` }),
    n: i % 3,
  }));
  const many = smallIndex({ code: MAPPING.code, text: MAPPING.text, n: MAPPING.n }, docs);
  const query = { match: { text: 'rain snow' } };
  const ids = (sort: unknown, from: number, size: number) =>
    many.ask({ query, sort, from, size }).hits.hits.map(({ _id }) => _id);
  for (const first of [
    { code: 'asc' },
    { code: 'desc' },
    { code: { order: 'asc', missing: '_first' } },
    { code: { order: 'asc', missing: 'c0' } },
    { code: { order: 'desc', missing: 'c5' } },
    { n: 'desc' },
  ]) {
    const sort = [first, '_score', { n: 'desc' }];
    const whole = ids(sort, 0, 700);
    expect(new Set(whole).size).toBe(700);
    for (const [from, size] of [
      [0, 1],
      [0, 100],
      [95, 10],
      [230, 20],
      [690, 20],
    ] as const)
      expect(ids(sort, from, size), JSON.stringify([first, from])).toEqual(
        whole.slice(from, from + size),
      );
  }
  many.close();
});

describe('of a long list', () => {
  // c1 to c6, a hundred documents each, and a hundred without.
  const docs = Array.from({ length: 700 }, (_, i) => ({
    ...{ id: `d${i}`, n: i, ...(i % 7 === 0 ? {} : { code: `c${i % 7}` }) },
  }));
  const long = smallIndex({ code: MAPPING.code, n: MAPPING.n }, docs);
  const all = Int32Array.from(docs, (_, i) => i);
  afterAll(long.close);
  const led = (sort: Sort, wanted: number, list = all) =>
    leading(list, sortKeys(sort, long.segment), wanted);
  const withRest = (rests: readonly number[]) => all.filter((i) => rests.includes(i % 7));

  it.each<[Sort, number, number[]]>([
    ['code', 1, [1]],
    ['code', 100, [1]],
    [['code', 'n'], 101, [1, 2]],
    [['code', 'n'], 300, [1, 2, 3]],
    [{ code: 'desc' }, 101, [6, 5]],
    [{ code: { order: 'desc', missing: '_first' } }, 101, [0, 6]],
    [{ code: { order: 'asc', missing: '_first' } }, 1, [0]],
    [{ code: { order: 'asc', missing: 'c1' } }, 1, [0, 1]], // those that are equal stay together
    [{ code: { order: 'desc', missing: 'c6' } }, 1, [6, 0]],
  ])('by %j at least %i come before all others', (sort, wanted, rests) => {
    expect(led(sort, wanted)).toEqual(withRest(rests));
  });

  it('the order of a long list is null where reading all documents would be quicker', () => {
    expect(led('code', 301)).toBeNull(); // more than half
    // just half
    expect(led('code', 300, withRest([1, 2, 3, 4, 5, 6]))).toEqual(withRest([1, 2, 3]));
    expect(led('code', 1, all.subarray(0, 511))).toBeNull();
    expect(led('code', 1, all.subarray(0, 512))).toHaveLength(73);
    expect(led('n', 1)).toBeNull(); // as many values as documents
    expect(led('_doc', 1)).toBeNull();
  });
});

it('the values that it was sorted by', () => {
  expect(shown(['n', { n: 'desc' }, 'code', 'day', '_doc'], 'a')).toEqual([
    ...[1, 9, 'm', Date.parse(day(2)), 0],
  ]);
  expect(shown([{ code: 'desc' }, 'x', 'flag'], 'b')).toEqual(['z', 2.5, 0]);
});

it.each([
  ['n', 2 ** 63, -(2 ** 63)],
  ['x', 'Infinity', '-Infinity'],
  ['day', 2 ** 63, -(2 ** 63)],
  ['flag', 2 ** 31 - 1, -(2 ** 31)],
  ['code', null, null],
] as const)('that it has no %s', (field, high, low) => {
  const index = smallIndex({ [field]: MAPPING[field] }, [{ id: 'e' }]);
  const told = (order: string, missing: string | number) =>
    index.ask({ sort: [{ [field]: { order, missing } }] }).hits.hits[0]?.sort;
  expect(told('asc', '_last')).toEqual([high]);
  expect(told('desc', '_first')).toEqual([high]);
  expect(told('asc', '_first')).toEqual([low]);
  expect(told('desc', '_last')).toEqual([low]);
  index.close();
});

it.each([
  ['long', 2 ** 63],
  ['integer', 2 ** 31 - 1],
  ['byte', 2 ** 31 - 1],
  ['date', 2 ** 63],
  ['float', 'Infinity'],
  ['keyword', null],
])('what a missing %s is, where no document has the field', (unmapped_type, value) => {
  expect(shown([{ nosuch: { unmapped_type } }], 'a')).toEqual([value]);
  expect(shown([{ nosuch: { unmapped_type, missing: 3 } }], 'a')).toEqual([3]);
});

const following = (sort: unknown, values: readonly unknown[], more: object = {}) =>
  order(sort, { search_after: values, ...more });

it('values that a document has, or none', () => {
  expect(following(['n', '_doc'], [4, 1])).toBe('cd');
  expect(following(['n', '_doc'], [4, 0])).toBe('bcd');
  expect(following(['n', '_doc'], [5, 9])).toBe('cd');
  expect(following([{ n: 'desc' }, '_doc'], [6, 2])).toBe('bd');
  expect(following([{ n: 'desc' }, { _doc: 'desc' }], [6, 3])).toBe('cbd');
  expect(following([{ n: 'desc' }, '_doc'], [5, 0])).toBe('bd');
  expect(following([{ x: 'asc' }, '_doc'], [1.6, 0])).toBe('bc');
  expect(following(['day', '_doc'], [day(2), 0])).toBe('cd');
  expect(following(['day', '_doc'], [Date.parse(day(2)), 0])).toBe('cd');
  expect(following(['flag', '_doc'], [true, 0])).toBe('dc');
  expect(following(['flag', '_doc'], [1, 0])).toBe('dc');
  expect(following(['code', '_doc'], ['l', 9])).toBe('adc');
  expect(following([{ nosuch: { unmapped_type: 'long' } }, '_doc'], [2 ** 63, 1])).toBe('cd');
});

it('documents without a value, as replies show them', () => {
  const sort = (field: string, missing: string) => [{ [field]: { missing } }, '_doc'];
  expect(following(sort('n', '_first'), [-(2 ** 63), 3])).toBe('abc');
  expect(following(sort('n', '_first'), [-(2 ** 63), 2])).toBe('dabc');
  expect(following(sort('n', '_last'), [2 ** 63, 2])).toBe('d');
  expect(following(sort('n', '_last'), [2 ** 63, 3])).toBe('');
  // 9 is the largest value; `d`, which has none, comes after it
  expect(following(sort('n', '_last'), [9, 9])).toBe('d');
  expect(following(sort('x', '_first'), ['-Infinity', 2])).toBe('adb');
  expect(following(sort('x', '_first'), ['-Infinity', 1])).toBe('cadb');
  expect(following(sort('x', '_last'), ['Infinity', 1])).toBe('c');
  expect(following(sort('x', '_last'), ['Infinity', 2])).toBe('');
  expect(following(sort('flag', '_first'), [-(2 ** 31), 2])).toBe('bad');
  expect(following(sort('flag', '_last'), [2 ** 31 - 1, 1])).toBe('c');
  expect(following(sort('flag', '_last'), [2 ** 31 - 1, 2])).toBe('');
  expect(following(sort('code', '_last'), [null, 1])).toBe('c');
  expect(following(sort('code', '_first'), [null, 2])).toBe('bad');
});

it('a score', () => {
  const query = { match: { text: 'rain' } };
  const hits = ask(['_score', '_doc'], { query });
  const scores = hits.map((hit) => hit.sort?.[0]);
  expect(following(['_score', '_doc'], [scores[1], 1], { query })).toBe('a');
  expect(following(['_score', '_doc'], [scores[1], 0], { query })).toBe('ba');
  expect(following([{ _score: 'asc' }, '_doc'], [scores[1], 1], { query })).toBe('c');
});

it('as many values as keys, that fit them', () => {
  expect(() => following(['n', '_doc'], [4])).toThrow('1 value(s) but sort has 2');
  expect(() => following(['n', '_doc'], ['many', 1])).toThrow('cannot be compared');
  expect(() => following(['day', '_doc'], ['yesterday', 1])).toThrow('cannot be compared');
});
