// Aggregations, one a line.

const distinct = { cardinality: { field: 'group.keyword' } };
const below = { groups: distinct };

export const AGGREGATIONS: readonly object[] = [
  { a: { terms: { field: 'code' } } },
  { a: { terms: { field: 'code', size: 3 } } },
  { a: { terms: { field: 'code', size: 50, order: { _key: 'asc' } } } },
  { a: { terms: { field: 'code', order: { _key: 'desc' } } } },
  { a: { terms: { field: 'code', order: { _count: 'asc' } } } },
  { a: { terms: { field: 'code', order: [{ _count: 'desc' }, { _key: 'desc' }] } } },
  { a: { terms: { field: 'title.keyword', size: 4 } } },
  { a: { terms: { field: 'tags.keyword' } } },
  { a: { terms: { field: 'n', size: 5 } } },
  { a: { terms: { field: 'many', order: { _key: 'asc' } } } },
  { a: { terms: { field: 'x', size: 3, order: { _key: 'desc' } } } },
  { a: { terms: { field: 'flag' } } },
  { a: { terms: { field: 'day', size: 2 } } },
  { a: { terms: { field: 'nosuch' } } },
  { a: { terms: { field: 'title' } } },
  { a: { terms: { field: 'code', missing: 'none' } } },
  { a: { terms: { field: 'code', missing: 'A' }, aggs: below } },
  { a: { terms: { field: 'n', missing: -99, size: 3 } } },
  { a: { terms: { field: 'code', min_doc_count: 4 } } },
  { a: { terms: { field: 'code', min_doc_count: 0, size: 20, order: { _key: 'asc' } } } },
  { a: { terms: { field: 'code', include: ['A', 'B', 'nothing'] } } },
  { a: { terms: { field: 'code', include: 'sgp.*' } } },
  { a: { terms: { field: 'code', include: '[A-Z]|zz?' } } },
  { a: { terms: { field: 'code', exclude: ['A', ''] } } },
  { a: { terms: { field: 'code', include: '.+', exclude: '[a-z].*' } } },
  { a: { terms: { field: 'n', include: [1, 2, 3] } } },
  { a: { terms: { field: 'code', order: { groups: 'desc' } }, aggs: below } },
  { a: { terms: { field: 'tags.keyword', size: 2, order: { groups: 'asc' } }, aggs: below } },
  {
    a: {
      terms: { field: 'code', order: [{ 'groups.value': 'desc' }, { _key: 'desc' }] },
      aggs: below,
    },
  },
  {
    a: {
      terms: { field: 'code', size: 20, order: { high: 'desc' } },
      aggs: { high: { max: { field: 'n' } } },
    },
  },
  {
    a: {
      terms: { field: 'code', size: 20, order: { low: 'asc' } },
      aggs: { low: { min: { field: 'x' } } },
    },
  },
  {
    a: {
      terms: { field: 'code', size: 20, order: { total: 'asc' } },
      aggs: { total: { sum: { field: 'n' } } },
    },
  },
  {
    a: {
      terms: { field: 'code', size: 20, order: { 's.max': 'desc' } },
      aggs: { s: { stats: { field: 'n' } } },
    },
  },
  {
    a: {
      terms: { field: 'code', size: 20, order: { 'some>groups': 'desc' } },
      aggs: { some: { filter: { term: { flag: true } }, aggs: below } },
    },
  },
  {
    a: {
      terms: { field: 'code', size: 20, order: { some: 'desc' } },
      aggs: { some: { filter: { term: { flag: true } } } },
    },
  },
  { a: { terms: { field: 'code', order: { nothing: 'desc' } } } },
  {
    a: {
      terms: { field: 'group.keyword' },
      aggs: {
        parts: { terms: { field: 'part' }, aggs: { codes: { terms: { field: 'code', size: 2 } } } },
      },
    },
  },
  {
    a: {
      terms: { field: 'part' },
      aggs: { one: { top_hits: { size: 1, _source: ['title', 'n'] } } },
    },
  },
  {
    a: {
      terms: { field: 'part' },
      aggs: { one: { top_hits: { size: 2, sort: [{ n: 'desc' }, { day: 'asc' }], _source: 'n' } } },
    },
  },
  {
    a: {
      terms: { field: 'code' },
      aggs: {
        parts: { cardinality: { field: 'part' } },
        titles: { cardinality: { field: 'title.keyword' } },
      },
    },
  },
  { a: distinct },
  { a: { cardinality: { field: 'tags.keyword' } } },
  { a: { cardinality: { field: 'n' } } },
  { a: { cardinality: { field: 'many' } } },
  { a: { cardinality: { field: 'day' } } },
  { a: { cardinality: { field: 'code', missing: 'A' } } },
  { a: { cardinality: { field: 'code', missing: 'other' } } },
  { a: { cardinality: { field: 'nosuch' } } },
  { a: { cardinality: { field: 'n', precision_threshold: 20000 } } },
  { a: { top_hits: {} } },
  { a: { top_hits: { size: 2, from: 1, sort: [{ x: 'asc' }], _source: false } } },
  {
    a: {
      top_hits: { size: 1, sort: ['n'], track_scores: true, _source: { excludes: ['o', 'body'] } },
    },
  },
  { a: { filter: { match: { title: 'cloud' } } } },
  {
    a: {
      filter: { match: { title: 'cloud' } },
      aggs: { codes: { terms: { field: 'code', size: 2 } } },
    },
  },
  {
    a: {
      filters: {
        filters: { cloud: { match: { title: 'cloud' } }, rain: { match: { body: 'rain' } } },
      },
    },
  },
  {
    a: {
      filters: { filters: [{ match: { title: 'cloud' } }, { exists: { field: 'x' } }] },
      aggs: below,
    },
  },
  { a: { filters: { filters: { cloud: { match: { title: 'cloud' } } }, other_bucket: true } } },
  {
    a: {
      filters: { filters: { cloud: { match: { title: 'cloud' } } }, other_bucket_key: 'rest' },
      aggs: below,
    },
  },
  { a: { missing: { field: 'code' } } },
  { a: { missing: { field: 'title.keyword' }, aggs: { n: { avg: { field: 'n' } } } } },
  { a: { missing: { field: 'nosuch' } } },
  { a: { global: {} } },
  { a: { global: {}, aggs: { all: { top_hits: { size: 70, _source: false } } } } },
  {
    a: {
      global: {},
      aggs: {
        best: {
          top_hits: { size: 3, _source: false, sort: ['_score', { part: 'asc' }, { n: 'desc' }] },
        },
        first: { top_hits: { size: 3, _source: false, sort: [{ part: 'desc' }] } },
      },
    },
  },
  { a: { global: {}, aggs: { codes: { terms: { field: 'code', size: 2 }, aggs: below } } } },
  {
    a: { min: { field: 'n' } },
    b: { max: { field: 'n' } },
    c: { sum: { field: 'n' } },
    d: { avg: { field: 'n' } },
  },
  { a: { min: { field: 'day' } }, b: { max: { field: 'day' } } },
  { a: { stats: { field: 'x' } } },
  { a: { stats: { field: 'many' } } },
  { a: { stats: { field: 'day' } } },
  { a: { stats: { field: 'flag' } } },
  { a: { stats: { field: 'nosuch' } } },
  { a: { sum: { field: 'x', missing: 10 } } },
  { a: { max: { field: 'n', missing: 100 } } },
  { a: { min: { field: 'code' } } },
  {
    a: { value_count: { field: 'code' } },
    b: { value_count: { field: 'many' } },
    c: { value_count: { field: 'nosuch' } },
  },
  { a: { max: { field: 'n' }, meta: { unit: 'm', list: [1] } } },
  { a: { date_histogram: { field: 'day', calendar_interval: 'year' } } },
  { a: { date_histogram: { field: 'day', calendar_interval: '1M', min_doc_count: 1 } } },
  {
    a: {
      date_histogram: {
        field: 'day',
        calendar_interval: 'quarter',
        min_doc_count: 2,
        format: 'yyyy-MM',
      },
    },
  },
  {
    a: {
      date_histogram: {
        field: 'day',
        calendar_interval: 'week',
        min_doc_count: 1,
        format: "yyyy'W'MM/dd",
      },
    },
  },
  {
    a: {
      date_histogram: {
        field: 'day',
        calendar_interval: 'day',
        min_doc_count: 1,
        order: { _key: 'desc' },
      },
    },
  },
  { a: { date_histogram: { field: 'day', fixed_interval: '365d' } } },
  { a: { date_histogram: { field: 'day', fixed_interval: '12h', min_doc_count: 3 } } },
  {
    a: { date_histogram: { field: 'days', calendar_interval: 'year', order: { _count: 'desc' } } },
  },
  { a: { date_histogram: { field: 'day', calendar_interval: 'year', offset: '+3d' } } },
  { a: { date_histogram: { field: 'day', calendar_interval: 'year', missing: '1999-05-05' } } },
  {
    a: {
      date_histogram: {
        field: 'day',
        calendar_interval: 'year',
        extended_bounds: { min: '1999', max: '2012' },
      },
    },
  },
  { a: { date_histogram: { field: 'day', calendar_interval: 'year' }, aggs: below } },
  { a: { date_histogram: { field: 'day', calendar_interval: 'fortnight' } } },
  { a: { histogram: { field: 'n', interval: 5 } } },
  { a: { histogram: { field: 'n', interval: 3, min_doc_count: 1 } } },
  { a: { histogram: { field: 'x', interval: 0.5, min_doc_count: 2 } } },
  { a: { histogram: { field: 'many', interval: 2, offset: 1 } } },
  { a: { histogram: { field: 'n', interval: 4, order: { _count: 'desc' } }, aggs: below } },
  { a: { histogram: { field: 'n', interval: 4, missing: 50, min_doc_count: 1 } } },
  { a: { histogram: { field: 'n', interval: 5, extended_bounds: { min: -20, max: 30 } } } },
  ...[
    'MMM yyyy',
    'EEE d. MMMM',
    'yy/M/d H:m:s.S',
    'epoch_second',
    'basic_date',
    "yyyy-MM-dd'T'HH:mmX||yyyy",
  ].map((format) => ({
    a: { date_histogram: { field: 'day', calendar_interval: 'day', min_doc_count: 2, format } },
  })),
  {
    a: {
      date_histogram: {
        field: 'day',
        calendar_interval: 'year',
        extended_bounds: { min: '1999||/y', max: '2009||+2y/y' },
      },
    },
  },
  {},
  { a: { missing: { field: 'title' } } },
  { a: { terms: { field: 'geo' } } },
  { a: { filter: { match_all: {} }, aggs: { b: { global: {} } } } },
  {
    a: {
      terms: { field: 'part', order: { 'b.doc_count': 'desc' } },
      aggs: { b: { filter: { exists: { field: 'n' } } } },
    },
  },
  {
    a: {
      terms: { field: 'part', order: { 'b._count': 'desc' } },
      aggs: { b: { filter: { exists: { field: 'n' } } } },
    },
  },
  {
    a: {
      top_hits: { size: 2, sort: ['part'], _source: { include: ['n', 'co*'], exclude: 'code' } },
    },
  },
  { a: { top_hits: { size: 0 } } },
];
