// Aggregations over five documents, computed manually: lists of values, `missing`, dates and truth
// values as texts.
import { afterAll, expect, it } from 'vitest';
import { smallIndex } from '../testing/small-index.ts';

const MAPPING = {
  code: { type: 'keyword' },
  n: { type: 'integer' },
  list: { type: 'integer' },
  day: { type: 'date' },
  flag: { type: 'boolean' },
  text: { type: 'text' },
  group: { type: 'keyword' },
} as const;
const DAYS = ['2004-01-01', '2004-01-03', '2004-02-01'].map((day) => `${day}T00:00:00.000Z`);
const DOCS = [
  { id: 'd0', code: 'a', n: 2, list: [1, 5], day: DAYS[0], flag: true, group: 'g1', text: 'rain' },
  { id: 'd1', code: 'b', n: 4, list: [5, 6], day: DAYS[1], flag: false, group: 'g1', text: 'snow' },
  { id: 'd2', code: ['a', 'b'], n: 4, list: 11, day: DAYS[2], flag: true, group: 'g2' },
  { id: 'd3', n: 9, list: [], group: 'g2', text: 'rain rain' },
  { id: 'd4', code: 'c', list: [1, 2], group: 'g3', text: 'rain' },
];
const index = smallIndex(MAPPING, DOCS, ['group']);
afterAll(index.close);

function of(aggs: object, query: object = { match_all: {} }): Record<string, unknown> {
  return { ...index.ask({ size: 0, query, aggs }).aggregations };
}
const one = (agg: object) => of({ it: agg }).it;
const keys = (of: unknown) =>
  (of as { buckets: { key: unknown; doc_count: number }[] }).buckets.map(
    ({ key, doc_count }) => [key, doc_count] as const,
  );
const at = (day: string | undefined) => Date.parse(day ?? '');

it('numbers of single values are counted with and without what stands for none', () => {
  const stats = { count: 4, min: 2, max: 9, avg: 4.75, sum: 19 };
  expect(one({ stats: { field: 'n' } })).toEqual(stats);
  expect(one({ stats: { field: 'n', missing: 1 } })).toEqual({
    ...{ count: 5, min: 1, max: 9, avg: 4, sum: 20 },
  });
  expect(one({ value_count: { field: 'n', missing: 1 } })).toEqual({ value: 5 });
  expect(one({ value_count: { field: 'list' } })).toEqual({ value: 7 });
  expect(one({ value_count: { field: 'list', missing: 1 } })).toEqual({ value: 8 });
  expect(one({ stats: { field: 'list', missing: 20 } })).toMatchObject({ count: 8, max: 20 });
  expect(one({ value_count: { field: 'nosuch' } })).toEqual({ value: 0 });
  expect(one({ value_count: { field: 'nosuch', missing: 1 } })).toEqual({ value: 5 });
  expect(one({ sum: { field: 'nosuch', missing: 3 } })).toEqual({ value: 15 });
  expect(one({ sum: { field: 'nosuch' } })).toEqual({ value: 0 });
  expect(one({ min: { field: 'nosuch' } })).toEqual({ value: null });
  expect(() => one({ sum: { field: 'code' } })).toThrow('not supported for aggregation [sum]');
});

it('numbers of dates and truth values are shown as texts, too', () => {
  expect(one({ min: { field: 'day' } })).toEqual({
    value: at(DAYS[0]),
    value_as_string: DAYS[0],
  });
  expect(one({ stats: { field: 'day', missing: '2005-01-01' } })).toMatchObject({
    count: 5,
    min_as_string: DAYS[0],
    max_as_string: '2005-01-01T00:00:00.000Z',
  });
  expect(one({ max: { field: 'flag' } })).toEqual({ value: 1, value_as_string: 'true' });
  expect(one({ min: { field: 'flag' } })).toEqual({ value: 0, value_as_string: 'false' });
  expect(one({ stats: { field: 'flag' } })).toMatchObject({
    ...{ count: 3, sum: 2, min_as_string: false, max_as_string: true, avg_as_string: true },
  });
  const none = of({ it: { stats: { field: 'day' } } }, { match_none: {} }).it;
  expect(none).toEqual({ count: 0, min: null, max: null, avg: null, sum: 0 });
});

it('numbers have a variance, deviation and bounds of deviation', () => {
  const values = [2, 4, 4, 9];
  const mean = 4.75;
  const about = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(about / 4);
  const sampling = Math.sqrt(about / 3);
  expect(one({ extended_stats: { field: 'n' } })).toEqual({
    ...{ count: 4, min: 2, max: 9, avg: mean, sum: 19, sum_of_squares: 117 },
    ...{ variance: about / 4, variance_population: about / 4, variance_sampling: about / 3 },
    std_deviation: deviation,
    std_deviation_population: deviation,
    std_deviation_sampling: sampling,
    std_deviation_bounds: {
      upper: mean + 2 * deviation,
      lower: mean - 2 * deviation,
      upper_population: mean + 2 * deviation,
      lower_population: mean - 2 * deviation,
      upper_sampling: mean + 2 * sampling,
      lower_sampling: mean - 2 * sampling,
    },
  });
  expect(one({ extended_stats: { field: 'n', sigma: 3, missing: 2 } })).toMatchObject({
    count: 5,
    sum_of_squares: 121,
  });
  const single = of({ it: { extended_stats: { field: 'n' } } }, { term: { code: 'a' } });
  expect(single.it).toMatchObject({ count: 2, variance: 1, variance_sampling: 2 });
  const alone = of({ it: { extended_stats: { field: 'n' } } }, { ids: { values: ['d0'] } });
  expect(alone.it).toMatchObject({
    ...{ count: 1, variance: 0, variance_sampling: 'NaN', std_deviation_sampling: 'NaN' },
    std_deviation_bounds: { upper: 2, lower: 2, upper_sampling: 'NaN', lower_sampling: 'NaN' },
  });
  const none = of({ it: { extended_stats: { field: 'n' } } }, { match_none: {} });
  expect(none.it).toMatchObject({
    ...{ count: 0, sum_of_squares: null, variance: null, std_deviation_sampling: null },
    std_deviation_bounds: { upper: null, lower_sampling: null },
  });
});

it('numbers of lists are those of each value', () => {
  const ranks = { field: 'list', values: [6, 5], keyed: false };
  expect(one({ percentile_ranks: ranks })).toEqual({
    values: [
      { key: 5, value: expect.closeTo((100 * (3 + 1)) / 7, 9) },
      { key: 6, value: expect.closeTo((100 * (5 + 0.5)) / 7, 9) },
    ],
  });
  const percents = { field: 'list', percents: [100, 0, 50], keyed: false, missing: 0 };
  expect(one({ percentiles: percents })).toEqual({
    values: [
      { key: 0, value: 0 },
      { key: 50, value: 5 },
      { key: 100, value: 11 },
    ],
  });
  expect(one({ percentiles: { field: 'day', percents: [50] } })).toEqual({
    values: { '50.0': at(DAYS[1]), '50.0_as_string': DAYS[1] },
  });
  expect(one({ percentiles: { field: 'nosuch', missing: 3, percents: [50] } })).toEqual({
    values: { '50.0': 3 },
  });
  expect(one({ percentiles: { field: 'nosuch', percents: [50] } })).toEqual({
    values: { '50.0': null },
  });
});

it('distinct values count the replacement of a missing value only where no document has it', () => {
  const distinct = (content: object) => one({ cardinality: content });
  expect(distinct({ field: 'code' })).toEqual({ value: 3 });
  expect(distinct({ field: 'code', missing: 'a' })).toEqual({ value: 3 });
  expect(distinct({ field: 'code', missing: 'z' })).toEqual({ value: 4 });
  expect(distinct({ field: 'n', missing: 4 })).toEqual({ value: 3 });
  expect(distinct({ field: 'n', missing: 5 })).toEqual({ value: 4 });
  expect(distinct({ field: 'day', missing: '2004-02-01' })).toEqual({ value: 3 });
  expect(distinct({ field: 'day', missing: '2004-02-02' })).toEqual({ value: 4 });
  expect(distinct({ field: 'flag', missing: 'true' })).toEqual({ value: 2 });
  expect(() => distinct({ field: 'day', missing: 'soon' })).toThrow('[soon] is no date');
  expect(distinct({ field: 'group', missing: 'g4' })).toEqual({ value: 3 }); // all have one
  expect(distinct({ field: 'nosuch' })).toEqual({ value: 0 });
  expect(distinct({ field: 'nosuch', missing: 'a' })).toEqual({ value: 1 });
  const none = of({ it: { cardinality: { field: 'nosuch', missing: 'a' } } }, { match_none: {} });
  expect(none.it).toEqual({ value: 0 });
  // 4 is a value of another document, but of none of those that the query finds.
  const few = { bool: { must_not: { term: { n: 4 } } } };
  expect(of({ it: { cardinality: { field: 'n', missing: 4 } } }, few).it).toEqual({ value: 3 });
});

it('below buckets, too', () => {
  const terms = { field: 'group', order: { _key: 'asc' } };
  const aggs = { codes: { cardinality: { field: 'code', missing: 'z' } } };
  const groups = { cardinality: { field: 'group', missing: 'g9' } };
  const { it } = of({ it: { terms, aggs } }) as { it: { buckets: object[] } };
  expect(it.buckets).toMatchObject([
    { key: 'g1', codes: { value: 2 } },
    { key: 'g2', codes: { value: 3 } },
    { key: 'g3', codes: { value: 1 } },
  ]);
  const below = one({ terms: { field: 'code' }, aggs: { groups } });
  expect(below).toMatchObject({
    buckets: [
      { key: 'a', groups: { value: 2 } },
      { key: 'b', groups: { value: 2 } },
      { key: 'c', groups: { value: 1 } },
    ],
  });
});

it('buckets of values show dates and truth values as texts, and notes beside them', () => {
  const meta = { why: 'a note' };
  expect(one({ terms: { field: 'day', size: 1 }, meta })).toEqual({
    meta,
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: 2,
    buckets: [{ key: at(DAYS[0]), key_as_string: DAYS[0], doc_count: 1 }],
  });
  const aggs = { first: { top_hits: { size: 1, _source: false }, meta } };
  expect(one({ terms: { field: 'flag' }, aggs })).toMatchObject({
    buckets: [
      {
        ...{ key: 1, key_as_string: 'true', doc_count: 2 },
        first: { meta, hits: { total: { value: 2, relation: 'eq' }, hits: [{ _id: 'd0' }] } },
      },
      { key: 0, key_as_string: 'false', doc_count: 1 },
    ],
  });
});

it('buckets of values show their first document, also those that only stand for others, and none where there is none', () => {
  const aggs = { first: { top_hits: { size: 1, _source: false } } };
  const firsts = (terms: object, query?: object) =>
    JSON.stringify(of({ it: { terms, aggs } }, query)).match(/"_id":"\w+"|"doc_count":\d/g);
  const byKey = { order: { _key: 'asc' } };
  expect(firsts({ field: 'code', missing: 'z', ...byKey })).toEqual([
    ...['"doc_count":2', '"_id":"d0"', '"doc_count":2', '"_id":"d1"'],
    ...['"doc_count":1', '"_id":"d4"', '"doc_count":1', '"_id":"d3"'],
  ]);
  const onlyLast = { ids: { values: ['d4'] } };
  expect(firsts({ field: 'code', min_doc_count: 0, ...byKey }, onlyLast)).toEqual([
    ...['"doc_count":0', '"doc_count":0', '"doc_count":1', '"_id":"d4"'],
  ]);
});

it('buckets of a field that the index does not have hold those for which something stands', () => {
  const aggs = { n: { sum: { field: 'n' } } };
  const asked = (more: object) => one({ terms: { field: 'nosuch', ...more }, aggs });
  expect(asked({})).toMatchObject({ buckets: [] });
  expect(asked({ missing: 'x' })).toMatchObject({
    buckets: [{ key: 'x', doc_count: 5, n: { value: 19 } }],
  });
  expect(asked({ missing: 7, min_doc_count: 5 })).toMatchObject({ buckets: [{ key: 7 }] });
  expect(asked({ missing: true, min_doc_count: 6 })).toMatchObject({ buckets: [] });
  const none = of({ it: { terms: { field: 'nosuch', missing: 'x' } } }, { match_none: {} });
  expect(none.it).toMatchObject({ buckets: [] });
});

it('buckets of steps count a document once, however many of its values fall into one', () => {
  const aggs = { ids: { top_hits: { size: 5, _source: false, sort: { _doc: 'asc' } } } };
  const steps = { field: 'list', interval: 5, min_doc_count: 1 };
  expect(keys(one({ histogram: steps, aggs }))).toEqual([
    [0, 2],
    [5, 2],
    [10, 1],
  ]);
  expect(keys(one({ histogram: { ...steps, offset: 1, missing: 3 } }))).toEqual([
    [1, 4],
    [6, 1],
    [11, 1],
  ]);
  expect(keys(one({ histogram: { field: 'n', interval: 2 } }))).toEqual([
    [2, 1],
    [4, 2],
    [6, 0],
    [8, 1],
  ]);
  expect(keys(one({ histogram: { field: 'n', interval: 2, min_doc_count: 2 } }))).toEqual([[4, 2]]);
  const wide = { field: 'n', interval: 5, extended_bounds: { min: -5, max: 14 } };
  expect(keys(one({ histogram: wide }))).toEqual([
    [-5, 0],
    [0, 3],
    [5, 1],
    [10, 0],
  ]);
  const order = { histogram: { ...steps, order: { _count: 'desc' } } };
  expect(keys(one(order)).map(([key]) => key)).toEqual([0, 5, 10]);
  expect(keys(one({ histogram: { field: 'nosuch', interval: 5 } }))).toEqual([]);
  expect(() => one({ histogram: { field: 'code', interval: 5 } })).toThrow('[keyword]');
});

it('buckets of months hold what stands for no date', () => {
  const months = { field: 'day', calendar_interval: 'month', missing: '2004-02-15' };
  expect(one({ date_histogram: { ...months, format: 'yyyy-MM' } })).toMatchObject({
    buckets: [
      { key_as_string: '2004-01', doc_count: 2 },
      { key_as_string: '2004-02', doc_count: 3 },
    ],
  });
  const nowhere = { date_histogram: { ...months, field: 'nosuch' } };
  expect(one(nowhere)).toEqual({ buckets: [] });
});

it('buckets of ranges begin at a bound and end before one, in their order', () => {
  const ranges = [{ from: 4 }, { to: 4 }, { from: 2, to: 9, key: 'middle' }, { from: 2, to: 4 }];
  expect(one({ range: { field: 'n', ranges } })).toEqual({
    buckets: [
      { key: '*-4.0', to: 4, doc_count: 1 },
      { key: '2.0-4.0', from: 2, to: 4, doc_count: 1 },
      { key: 'middle', from: 2, to: 9, doc_count: 3 },
      { key: '4.0-*', from: 4, doc_count: 3 },
    ],
  });
  expect(one({ range: { field: 'n', keyed: true, ranges: [{ from: 9, to: 2 }] } })).toEqual({
    buckets: { '9.0-2.0': { from: 9, to: 2, doc_count: 0 } },
  });
  const dates = { field: 'day', format: 'yyyy-MM', ranges: [{ from: '2004-01', to: '2004-02' }] };
  expect(one({ date_range: dates })).toEqual({
    buckets: [
      {
        key: '2004-01-2004-02',
        ...{ from: at(DAYS[0]), from_as_string: '2004-01' },
        ...{ to: at(DAYS[2]), to_as_string: '2004-02', doc_count: 2 },
      },
    ],
  });
  expect(one({ range: { field: 'nosuch', ranges: [{ to: 1e7 }, { from: 2.5e-4 }] } })).toEqual({
    buckets: [
      { key: '*-1.0E7', to: 1e7, doc_count: 0 },
      { key: '2.5E-4-*', from: 2.5e-4, doc_count: 0 },
    ],
  });
  for (const [kind, field] of [
    ['range', 'code'],
    ['range', 'day'],
    ['date_range', 'n'],
  ] as const)
    expect(() => one({ [kind]: { field, ranges: [{ to: 1 }] } })).toThrow(`[${kind}]`);
});

it('buckets of filters have one for the rest', () => {
  const filters = { rain: { term: { text: 'rain' } }, a: { term: { code: 'a' } } };
  const count = (doc_count: number) => ({ doc_count });
  expect(one({ filters: { filters } })).toEqual({
    buckets: { rain: count(3), a: count(2) },
  });
  expect(one({ filters: { filters, other_bucket: true } })).toEqual({
    buckets: { rain: count(3), a: count(2), _other_: count(1) },
  });
  expect(one({ filters: { filters, other_bucket_key: 'rest' } })).toEqual({
    buckets: { rain: count(3), a: count(2), rest: count(1) },
  });
  const anonymous = { filters: Object.values(filters), other_bucket: true };
  expect(one({ filters: anonymous })).toEqual({ buckets: [count(3), count(2), count(1)] });
});

it('buckets of combinations count a document once in each, and below each', () => {
  const sources = [
    { c: { terms: { field: 'code', order: 'desc' } } },
    { l: { histogram: { field: 'list', interval: 5 } } },
  ];
  const aggs = { ids: { value_count: { field: 'group' } } };
  const whole = one({ composite: { sources, size: 20 }, aggs }) as {
    after_key: object;
    buckets: { key: { c: string; l: number }; doc_count: number; ids: { value: number } }[];
  };
  expect(whole.buckets.map(({ key, ids }) => [key.c, key.l, ids.value])).toEqual([
    ['c', 0, 1],
    ['b', 5, 1],
    ['b', 10, 1],
    ['a', 0, 1],
    ['a', 5, 1],
    ['a', 10, 1],
  ]);
  expect(whole.after_key).toEqual({ c: 'a', l: 10 });
  const after = { c: 'b', l: 5 };
  const rest = one({ composite: { sources, size: 2, after } });
  expect(keys(rest).map(([key]) => key)).toEqual([
    { c: 'b', l: 10 },
    { c: 'a', l: 0 },
  ]);
});

const hits = (top_hits: object, query: object = { match: { text: 'rain' } }) =>
  (of({ it: { top_hits: { _source: false, ...top_hits } } }, query).it as { hits: object }).hits;

it('the best documents of a bucket come by score, with the best of all of them, wherever the page begins', () => {
  const whole = hits({}) as { max_score: number; hits: { _id: string; _score: number }[] };
  expect(whole.hits.map(({ _id }) => _id)).toEqual(['d3', 'd0', 'd4']);
  expect(whole.max_score).toBe(whole.hits[0]?._score);
  expect(hits({ from: 1, size: 1 })).toEqual({
    total: { value: 3, relation: 'eq' },
    max_score: whole.max_score,
    hits: [whole.hits[1]],
  });
});

it('the best documents of a bucket come in their order where all score the same, and without a score when they are sorted', () => {
  const everything = { match_all: {} };
  expect(hits({ size: 1 }, everything)).toEqual({
    total: { value: 5, relation: 'eq' },
    max_score: 1,
    hits: [{ _index: 'test', _id: 'd0', _score: 1 }],
  });
  expect(hits({ size: 1, sort: [{ n: 'desc' }] })).toEqual({
    total: { value: 3, relation: 'eq' },
    max_score: null,
    hits: [{ _index: 'test', _id: 'd3', _score: null, sort: [9] }],
  });
  expect(hits({ size: 1, sort: [{ n: 'desc' }], track_scores: true })).toMatchObject({
    max_score: expect.any(Number),
  });
  expect(hits({ size: 1 }, { match_none: {} })).toMatchObject({ max_score: null, hits: [] });
});
