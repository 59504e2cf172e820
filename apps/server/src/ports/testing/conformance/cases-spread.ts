// Aggregations that page through combinations of values, cut into ranges, or describe a spread: one
// a line.

const of = (...sources: object[]) => ({ composite: { sources, size: 100 } });
const terms = (name: string, field: string, more: object = {}) => ({
  [name]: { terms: { field, ...more } },
});
const years = (more: object = {}) => ({
  y: { date_histogram: { field: 'day', calendar_interval: 'year', ...more } },
});
const high = { high: { max: { field: 'n' } }, first: { top_hits: { size: 1, _source: 'id' } } };

export const SPREAD: readonly object[] = [
  { a: { composite: { sources: [terms('c', 'code')] } } },
  { a: { composite: { sources: [terms('c', 'code')], size: 3 } } },
  { a: { composite: { sources: [terms('c', 'code')], size: 3, after: { c: 'C d' } } } },
  { a: { composite: { sources: [terms('c', 'code')], size: 3, after: { c: 'Cx' } } } },
  { a: { composite: { sources: [terms('c', 'code')], size: 3, after: { c: '😀' } } } },
  { a: { composite: { sources: [terms('c', 'code')], size: 3, after: { c: 'zzz😀' } } } },
  { a: of(terms('c', 'code', { order: 'desc' })) },
  { a: { composite: { sources: [terms('c', 'code', { order: 'desc' })], after: { c: 'a' } } } },
  { a: of(terms('c', 'code', { missing_bucket: true })) },
  { a: of(terms('c', 'code', { missing_bucket: true, order: 'desc' })) },
  { a: of(terms('c', 'code', { missing_bucket: true, missing_order: 'last' })) },
  { a: of(terms('c', 'code', { missing_bucket: true, missing_order: 'first', order: 'desc' })) },
  {
    a: {
      composite: {
        sources: [terms('c', 'code', { missing_bucket: true })],
        size: 2,
        after: { c: null },
      },
    },
  },
  { a: { composite: { sources: [terms('c', 'code')], after: { c: null } } } },
  { a: of(terms('p', 'part'), terms('f', 'flag')) },
  { a: of(terms('p', 'part', { order: 'desc' }), terms('n', 'n')) },
  {
    a: {
      composite: {
        sources: [terms('p', 'part'), terms('n', 'n')],
        size: 4,
        after: { p: 'g1_1', n: 3 },
      },
    },
  },
  {
    a: {
      composite: { sources: [terms('p', 'part'), terms('n', 'n')], size: 4, after: { p: 'g1_1' } },
    },
  },
  { a: of(terms('t', 'tags.keyword'), terms('m', 'many')) },
  { a: { ...of(terms('t', 'tags.keyword')), aggs: high } },
  { a: { ...of(terms('p', 'part'), years()), aggs: { high: { max: { field: 'n' } } } } },
  { a: of(years()) },
  { a: of(years({ format: 'yyyy' })) },
  { a: of(years({ order: 'desc', missing_bucket: true })) },
  { a: { composite: { sources: [years({ format: 'yyyy' })], size: 2, after: { y: '2003' } } } },
  { a: { composite: { sources: [years()], size: 2, after: { y: 1072915200000 } } } },
  { a: of({ y: { date_histogram: { field: 'days', fixed_interval: '365d' } } }) },
  { a: of({ h: { histogram: { field: 'x', interval: 1.5 } } }) },
  { a: of({ h: { histogram: { field: 'n', interval: 5, order: 'desc' } } }, terms('f', 'flag')) },
  {
    a: {
      composite: {
        sources: [{ h: { histogram: { field: 'n', interval: 5 } } }],
        size: 1,
        after: { h: 0 },
      },
    },
  },
  { a: of(terms('d', 'day')) },
  { a: of(terms('x', 'x')) },
  { a: of(terms('c', 'nosuch')) },
  { a: of(terms('c', 'nosuch', { missing_bucket: true }), terms('f', 'flag')) },
  { a: of(terms('c', 'title')) },
  { a: of(terms('c', 'code'), terms('c', 'part')) },
  { a: of({ h: { histogram: { field: 'code', interval: 5 } } }) },
  { a: { composite: { sources: [] } } },
  { a: { terms: { field: 'part' }, aggs: { b: of(terms('c', 'code')) } } },

  { a: { range: { field: 'n', ranges: [{ to: 0 }, { from: 0, to: 5 }, { from: 5 }] } } },
  { a: { range: { field: 'n', ranges: [{ from: 5 }, { from: 0, to: 5 }, { to: 8 }, {}] } } },
  {
    a: {
      range: {
        field: 'x',
        ranges: [{ from: -0.25, to: 1.5 }, { from: 1e7, to: 1e10 }, { to: 0.0001 }],
      },
    },
  },
  {
    a: {
      range: {
        field: 'many',
        ranges: [
          { from: 1, to: 2 },
          { from: 1, to: 7, key: 'most' },
        ],
      },
    },
  },
  {
    a: {
      range: { field: 'many', keyed: true, ranges: [{ to: 2 }, { from: 1, to: 7, key: 'most' }] },
    },
  },
  {
    a: {
      range: {
        field: 'n',
        ranges: [
          { from: 3, to: 3 },
          { from: 5, to: 1 },
        ],
      },
    },
  },
  { a: { range: { field: 'n', ranges: [{ from: 0 }] }, aggs: high } },
  { a: { range: { field: 'nosuch', ranges: [{ from: 0 }] } } },
  { a: { range: { field: 'code', ranges: [{ from: 0 }] } } },
  { a: { range: { field: 'n', ranges: [] } } },
  { a: { date_range: { field: 'day', ranges: [{ to: '2004-01-01' }, { from: '2004-01-01' }] } } },
  {
    a: {
      date_range: {
        field: 'day',
        ranges: [{ from: '2003', to: '2006-03' }, { from: 1072915200000 }],
      },
    },
  },
  {
    a: {
      date_range: { field: 'day', format: 'yyyy-MM', ranges: [{ from: '2003-02', to: '2005-01' }] },
    },
  },
  {
    a: {
      date_range: {
        field: 'days',
        keyed: true,
        ranges: [
          { to: '2004-02-29T12:00:00Z' },
          { key: 'leap', from: '2004-02-29', to: '2004-02-29||+1d' },
        ],
      },
    },
  },
  {
    a: {
      date_range: { field: 'day', ranges: [{ from: '2004-06-15||/y', to: '2006-06-15||/y' }] },
      aggs: high,
    },
  },
  { a: { date_range: { field: 'day', ranges: [{ from: 'nonsense' }] } } },
  {
    a: {
      filter: { term: { flag: true } },
      aggs: { r: { range: { field: 'n', ranges: [{ to: 3 }] } } },
    },
  },
  {
    a: {
      terms: { field: 'part', size: 3 },
      aggs: { r: { range: { field: 'x', ranges: [{ to: 1 }, { from: 1 }] } } },
    },
  },

  { a: { extended_stats: { field: 'n' } } },
  { a: { extended_stats: { field: 'x', sigma: 3 } } },
  { a: { extended_stats: { field: 'many', sigma: 0 } } },
  { a: { extended_stats: { field: 'n', missing: 2 } } },
  { a: { extended_stats: { field: 'nosuch' } } },
  { a: { extended_stats: { field: 'code' } } },
  { a: { filter: { term: { part: 'nothing' } }, aggs: { e: { extended_stats: { field: 'n' } } } } },
  { a: { filter: { ids: { values: ['d2'] } }, aggs: { e: { extended_stats: { field: 'n' } } } } },
  {
    a: {
      terms: { field: 'part', order: { 'e.std_deviation': 'desc' } },
      aggs: { e: { extended_stats: { field: 'x' } } },
    },
  },

  { a: { percentiles: { field: 'n' } } },
  { a: { percentiles: { field: 'x', percents: [0, 10, 33.3, 50, 66.6, 90, 99.9, 100] } } },
  { a: { percentiles: { field: 'many', percents: [95, 5], keyed: false } } },
  { a: { percentiles: { field: 'n', missing: 100, percents: [50, 90] } } },
  { a: { percentiles: { field: 'day', percents: [50] } } },
  { a: { percentiles: { field: 'nosuch' } } },
  { a: { percentiles: { field: 'code' } } },
  { a: { percentiles: { field: 'n', percents: [101] } } },
  {
    a: {
      filter: { ids: { values: ['d2', 'd3'] } },
      aggs: { p: { percentiles: { field: 'n', percents: [1, 25, 50, 75, 99] } } },
    },
  },
  {
    a: {
      terms: { field: 'part', size: 3 },
      aggs: { p: { percentiles: { field: 'x', percents: [25, 50] } } },
    },
  },
  { a: { percentile_ranks: { field: 'n', values: [-9, -4, 0, 12, 99] } } },
  { a: { percentile_ranks: { field: 'x', values: [1, 0], keyed: false } } },
  { a: { percentile_ranks: { field: 'nosuch', values: [1] } } },
  {
    a: {
      filter: { ids: { values: ['d2'] } },
      aggs: { p: { percentile_ranks: { field: 'n', values: [5, 6, 7] } } },
    },
  },
];
