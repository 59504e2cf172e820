// Aggregations as requests write them: what is taken up to each limit, and what is refused beyond
// it, at its place.
import { expect, it } from 'vitest';
import { aggregations, highlight, sort, sourceFilter } from './aggregation.ts';

type Schema = typeof aggregations | typeof highlight | typeof sort | typeof sourceFilter;
const problem = (schema: Schema, input: unknown) => {
  const [issue] = schema.safeParse(input).error?.issues ?? [];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
};
const it_ = (content: object, below: object = {}) => ({ it: { ...content, ...below } });
const filled = (length: number, item: unknown) => Array.from({ length }, () => item);
const TERMS = { terms: { field: 'f' } };
const composite = (sources: unknown, more: object = {}) => it_({ composite: { sources, ...more } });
const SOURCE = { a: { terms: { field: 'f' } } };
const OTHER = { b: { histogram: { field: 'n', interval: 5 } } };
const range = (ranges: unknown) => it_({ range: { field: 'n', ranges } });

it.each<object>([
  {},
  it_(TERMS),
  it_({
    terms: { field: 'f', size: 1, order: { _count: 'desc' }, include: 'a.*', exclude: ['a', 1] },
  }),
  it_({ terms: { field: 'f', size: 10_000, order: filled(8, { _key: 'asc' }), min_doc_count: 0 } }),
  it_({ terms: { field: 'f', shard_size: 1, missing: 'none' } }),
  it_({ cardinality: { field: 'f', precision_threshold: 0 } }),
  it_({ top_hits: { size: 1, from: 0 } }),
  it_({ top_hits: { size: 1000, from: 10_000 } }),
  it_(TERMS, { aggs: it_(TERMS) }),
  it_(TERMS, { aggregations: it_(TERMS), meta: { a: 1 } }),
  it_({ global: {} }, { aggs: it_(TERMS) }),
  composite([SOURCE]),
  composite([SOURCE, OTHER], { size: 10_000, after: { a: null, b: 5 } }),
  composite([
    { a: { date_histogram: { field: 'd', calendar_interval: 'day', time_zone: 'UTC' } } },
  ]),
  composite([
    { a: { terms: { field: 'f', order: 'DESC', missing_bucket: true, missing_order: 'first' } } },
  ]),
  range([{ to: 5 }, { from: 5, key: 'rest' }]),
  it_({
    date_range: { field: 'd', ranges: [{ from: 'now-1d', to: 5 }], format: 'yyyy', keyed: true },
  }),
  it_({ extended_stats: { field: 'n', sigma: 0 } }),
  it_({ percentiles: { field: 'n', percents: [0, 100], tdigest: { compression: 1 } } }),
  it_({ percentile_ranks: { field: 'n', values: [1] } }),
])('the aggregations %j are taken as they are, again and again', (input) => {
  for (let time = 0; time < 2; time++) {
    expect(problem(aggregations, input)).toBeNull();
    expect(aggregations.parse(input)).toEqual(input);
  }
});

it('bounds that an older client writes as null are none, and sizes may be texts', () => {
  expect(aggregations.parse(range([{ from: null, to: 5 }]))).toEqual(range([{ to: 5 }]));
  expect(aggregations.parse(it_({ terms: { field: 'f', size: '5' } }))).toEqual(
    it_({ terms: { field: 'f', size: 5 } }),
  );
});

it.each<[unknown, RegExp]>([
  ['x', /^: expected aggregations by name$/],
  [[], /^: expected aggregations by name$/],
  [{ 'a>b': TERMS }, /^a>b: invalid aggregation name$/],
  [{ 'a[0]': TERMS }, /invalid aggregation name$/],
  [{ ['x'.repeat(257)]: TERMS }, /invalid aggregation name$/],
  [{ '': TERMS }, /invalid aggregation name$/],
  [{ it: 5 }, /^it: expected an aggregation, an object$/],
  [{ it: {} }, /^it: expected an aggregation of one kind, got 0$/],
  [it_({ ...TERMS, global: {} }), /^it: expected an aggregation of one kind, got 2$/],
  [it_({ nosuch: {} }), /^it\.nosuch: unknown or unsupported aggregation \[nosuch\]$/],
  [it_({ toString: {} }), /^it\.toString: unknown or unsupported aggregation/],
  [it_(TERMS, { meta: 5 }), /^it\.meta: expected an object$/],
  [
    it_(TERMS, { aggs: {}, aggregations: {} }),
    /^it\.aggregations: aggs and aggregations are the same/,
  ],
  [
    it_({ avg: { field: 'n' } }, { aggs: it_(TERMS) }),
    /^it\.aggs: aggregation \[avg\] cannot have/,
  ],
  [
    it_({ avg: { field: 'n' } }, { aggregations: it_(TERMS) }),
    /^it\.aggregations: aggregation \[avg\]/,
  ],
  [it_(TERMS, { aggs: { deep: { global: {} } } }), /^it\.aggs\.deep: global is allowed at the top/],
  [it_(TERMS, { aggs: { deep: composite([SOURCE]).it } }), /^it\.aggs\.deep: composite is allowed/],
  [it_(TERMS, { aggs: { deep: { nosuch: {} } } }), /^it\.aggs\.deep\.nosuch: unknown/],
  [it_({ terms: { field: '' } }), /^it\.terms\.field: /],
  [it_({ terms: { field: 'f', size: 0 } }), /^it\.terms\.size: /],
  [it_({ terms: { field: 'f', size: 10_001 } }), /^it\.terms\.size: /],
  [it_({ terms: { field: 'f', size: 'many' } }), /^it\.terms\.size: /],
  [it_({ terms: { field: 'f', order: { _count: 'up' } } }), /^it\.terms\.order/],
  [it_({ terms: { field: 'f', order: filled(9, { _key: 'asc' }) } }), /^it\.terms\.order/],
  [it_({ terms: { field: 'f', include: 'x'.repeat(1025) } }), /^it\.terms\.include/],
  [it_({ terms: { field: 'f', exclude: filled(10_001, 'a') } }), /^it\.terms\.exclude/],
  [it_({ terms: { field: 'f', min_doc_count: -1 } }), /^it\.terms\.min_doc_count: /],
  [it_({ terms: { field: 'f', shard_size: 0 } }), /^it\.terms\.shard_size: /],
  [it_({ terms: { field: 'f', other: 1 } }), /^it\.terms: /],
  [it_({ cardinality: { field: 'f', precision_threshold: -1 } }), /^it\.cardinality/],
  [it_({ top_hits: { size: 0 } }), /^it\.top_hits\.size: /],
  [it_({ top_hits: { size: 1001 } }), /^it\.top_hits\.size: /],
  [it_({ top_hits: { from: 10_001 } }), /^it\.top_hits\.from: /],
  [composite([]), /^it\.composite\.sources: /],
  [composite(filled(9, SOURCE)), /^it\.composite\.sources: /],
  [composite([SOURCE, { a: OTHER.b }]), /^it\.composite\.sources: a name occurs twice$/],
  [composite([{}]), /^it\.composite\.sources\.0: expected exactly one name$/],
  [composite([{ ...SOURCE, ...OTHER }]), /^it\.composite\.sources\.0: expected exactly one name$/],
  [composite([SOURCE], { size: 0 }), /^it\.composite\.size: /],
  [
    composite([SOURCE], { after: {} }),
    /^it\.composite\.after: has a value for each of the sources/,
  ],
  [composite([SOURCE], { after: { b: 1 } }), /^it\.composite\.after: has a value for each/],
  [composite([SOURCE], { after: { a: 1, b: 1 } }), /^it\.composite\.after: has a value for each/],
  [composite([{ a: { histogram: { field: 'n', interval: 0 } } }]), /^it\.composite\.sources\.0\.a/],
  [composite([{ a: { date_histogram: { field: 'd' } } }]), /^it\.composite\.sources\.0\.a/],
  [
    composite([
      { a: { date_histogram: { field: 'd', calendar_interval: '1d', fixed_interval: '1d' } } },
    ]),
    /^it\.composite\.sources\.0\.a/,
  ],
  [range([]), /^it\.range\.ranges: /],
  [range(filled(1001, { to: 1 })), /^it\.range\.ranges: /],
  [range([{ to: 'x' }]), /^it\.range\.ranges\.0\.to/],
  [range([5]), /^it\.range\.ranges\.0: /],
  [range(5), /^it\.range\.ranges: /],
  [range([{ key: 'x'.repeat(257) }]), /^it\.range\.ranges\.0\.key: /],
  [it_({ extended_stats: { field: 'n', sigma: -1 } }), /^it\.extended_stats\.sigma: /],
  [it_({ percentiles: { field: 'n', percents: [101] } }), /^it\.percentiles\.percents\.0: /],
  [it_({ percentiles: { field: 'n', percents: [-1] } }), /^it\.percentiles\.percents\.0: /],
  [it_({ percentiles: { field: 'n', percents: [] } }), /^it\.percentiles\.percents: /],
  [it_({ percentile_ranks: { field: 'n', values: [] } }), /^it\.percentile_ranks\.values: /],
])('aggregations beyond a limit are refused at their place: case %#', (input, expected) => {
  expect(problem(aggregations, input)).toMatch(expected);
});

it.each<[Schema, unknown, unknown]>([
  [sort, '_score', '_score'],
  [sort, [{ a: 'asc' }, { b: { order: 'DESC', missing: '_last', mode: 'min' } }], undefined],
  [sort, { a: 'asc', b: 'asc' }, null],
  [sort, {}, null],
  [sort, { a: 'up' }, null],
  [sort, { a: { mode: 'avg' } }, null],
  [sort, filled(16, '_score'), undefined],
  [sort, filled(17, '_score'), null],
  [sourceFilter, false, false],
  [sourceFilter, 'a.*', 'a.*'],
  [sourceFilter, { includes: 'a', excludes: ['b'] }, undefined],
  [sourceFilter, { include: 'a', exclude: ['b'] }, { includes: 'a', excludes: ['b'] }],
  [sourceFilter, { include: 'a', includes: 'b' }, null],
  [sourceFilter, { other: 'a' }, null],
  [highlight, { fields: { a: {} } }, { fields: { a: {} } }],
  [
    highlight,
    { fields: [{ a: {} }, { b: { fragment_size: 0 } }] },
    { fields: { a: {}, b: { fragment_size: 0 } } },
  ],
  [highlight, { pre_tags: ['<b>'], post_tags: ['</b>'], fields: {} }, undefined],
  [highlight, { pre_tags: [], fields: {} }, null],
  [highlight, { post_tags: filled(9, 'x'), fields: {} }, null],
  [highlight, { fields: { a: { fragment_size: 10_001 } } }, null],
  [highlight, { fields: { a: { number_of_fragments: 101 } } }, null],
  [highlight, { fields: { a: { type: 'unified' } } }, null],
  [highlight, { fields: [5] }, null],
  [highlight, {}, null],
])(
  'orders, parts of documents and highlights are read or refused: case %#',
  (schema, input, expected) => {
    if (expected === null) expect(problem(schema, input)).not.toBeNull();
    else expect(schema.parse(input)).toEqual(expected ?? input);
  },
);
