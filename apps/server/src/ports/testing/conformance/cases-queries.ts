// Queries of the body, one a line.

export const QUERIES: readonly object[] = [
  { match_all: {} },
  { match_all: { boost: 2.5 } },
  { match_none: {} },
  { match: { title: 'cloud' } },
  { match: { title: 'Cloud RADAR' } },
  { match: { title: { query: 'cloud radar', operator: 'and' } } },
  { match: { title: { query: 'cloud radar lidar', minimum_should_match: 2 } } },
  { match: { title: { query: 'cloud radar lidar', minimum_should_match: '66%' } } },
  { match: { title: { query: 'cloud radar lidar', minimum_should_match: '-1' } } },
  { match: { title: { query: 'cloud radar', boost: 3 } } },
  { match: { title: '' } },
  { match: { title: { query: '--', zero_terms_query: 'all' } } },
  { match: { code: 'C d' } },
  { match: { n: 5 } },
  { match: { n: '5' } },
  { match: { flag: true } },
  { match: { day: '2003-03-12' } },
  { match: { 'title.keyword': 'cloud cloud cloud' } },
  { match: { nosuch: 'x' } },
  { match: { n: 'five' } },
  { match: { n: { query: 'five', lenient: true } } },
  { match_phrase: { title: 'cloud base height' } },
  { match_phrase: { title: 'base cloud' } },
  { match_phrase: { title: { query: 'cloud height', slop: 1 } } },
  { match_phrase: { title: { query: 'height cloud', slop: 3 } } },
  { match_phrase: { body: { query: 'rain millimeters', slop: 4 } } },
  { match_phrase: { tags: 'cloud mask' } },
  { match_phrase: { code: 'C d' } },
  { match_phrase: { title: 'cloud' } },
  { multi_match: { query: 'cloud radar', fields: ['title', 'body'] } },
  { multi_match: { query: 'cloud radar', fields: ['title^3', 'body'], operator: 'and' } },
  { multi_match: { query: 'cloud radar', fields: ['title', 'body'], type: 'most_fields' } },
  {
    multi_match: {
      query: 'radar rain',
      fields: ['title', 'body'],
      type: 'cross_fields',
      operator: 'and',
    },
  },
  {
    multi_match: {
      query: 'radar rain',
      fields: ['title', 'body', 'code'],
      type: 'cross_fields',
      operator: 'and',
    },
  },
  { multi_match: { query: 'cloud base', fields: ['title', 'body'], type: 'phrase' } },
  { multi_match: { query: 'cloud base', fields: ['title', 'body'], tie_breaker: 0.3 } },
  { multi_match: { query: 'cloud A', fields: ['t*', 'code'] } },
  { multi_match: { query: 'cloud', fields: ['*'], lenient: true } },
  { term: { title: 'cloud' } },
  { term: { title: 'Cloud' } },
  { term: { code: 'A' } },
  { term: { code: { value: 'A', boost: 2 } } },
  { term: { code: { value: 'A', case_insensitive: true } } },
  { term: { code: '' } },
  { term: { code: '😀' } },
  { term: { 'title.keyword': 'Cloud radar moments' } },
  { term: { n: 3 } },
  { term: { n: '3' } },
  { term: { n: 3.5 } },
  { term: { many: 2 } },
  { term: { x: 0.75 } },
  { term: { flag: true } },
  { term: { flag: 'false' } },
  { term: { flag: 'yes' } },
  { term: { day: '2003-03-12T02:30:00Z' } },
  { term: { day: '2003-03-12' } },
  { term: { 'o.in': 'B' } },
  { term: { _id: 'd7' } },
  { term: { unmapped: 'found' } },
  { terms: { code: ['A', 'zz', 'none'] } },
  { terms: { n: [1, 2, 3] } },
  { terms: { title: ['radar', 'lidar'] } },
  { terms: { code: [] } },
  { terms: { code: ['B'], boost: 4 } },
  { terms: { day: ['2003-03-12T02:30:00Z', '2004-04-13T03:30:00Z'] } },
  { range: { n: { gt: 2 } } },
  { range: { n: { gte: 2, lt: 8 } } },
  { range: { n: { gte: 2, lte: null } } },
  { range: { n: {} } },
  { range: { x: { lte: -0.25 } } },
  { range: { many: { gte: 5 } } },
  { range: { code: { gte: 'B', lt: 'b' } } },
  { range: { title: { gt: 'm', lt: 's' } } },
  { range: { day: { gte: '2003', lt: '2006' } } },
  { range: { day: { gt: '2003-03-12', lte: '2006-06-15' } } },
  { range: { day: { gte: '2003-03-12||-1M/M', lt: '2003-03-12||+1M/M' } } },
  { range: { day: { gte: 1047436200000 } } },
  { range: { day: { lt: 'now-10y/y' } } },
  { range: { day: { gte: 'yesterday' } } },
  { range: { n: { gte: 0, boost: 2 } } },
  { exists: { field: 'title' } },
  { exists: { field: 'code' } },
  { exists: { field: 'many' } },
  { exists: { field: 'geo' } },
  { exists: { field: 'nosuch' } },
  { exists: { field: 'title.keyword' } },
  { prefix: { code: 'sgp' } },
  { prefix: { title: 'clo' } },
  { prefix: { title: 'Clo' } },
  { prefix: { code: { value: 'SGP', case_insensitive: true } } },
  { prefix: { code: '' } },
  { wildcard: { code: 'sgp.*' } },
  { wildcard: { code: '?' } },
  { wildcard: { code: { value: '*D', case_insensitive: true } } },
  { wildcard: { code: { wildcard: 'C?d', boost: 2 } } },
  { wildcard: { title: '*DAR' } },
  { wildcard: { 'title.keyword': '*cloud*' } },
  { ids: { values: ['d3', 'd1', 'nothing'] } },
  { ids: { values: [] } },
  { bool: {} },
  { bool: { must: { match: { title: 'cloud' } } } },
  { bool: { must: [{ match: { title: 'cloud' } }, { term: { flag: true } }] } },
  { bool: { filter: [{ match: { title: 'cloud' } }] } },
  { bool: { filter: { match: { title: 'cloud' } }, should: { term: { flag: true } } } },
  { bool: { should: [{ match: { title: 'cloud' } }, { match: { body: 'rain' } }] } },
  {
    bool: {
      should: [{ match: { title: 'cloud' } }, { match: { body: 'rain' } }],
      minimum_should_match: 2,
    },
  },
  { bool: { should: [{ term: { n: 1 } }, { term: { n: 2 } }], minimum_should_match: 0 } },
  { bool: { must: { match_all: {} }, should: { match: { title: 'cloud' } } } },
  { bool: { must: { match_all: {} }, minimum_should_match: 1 } },
  { bool: { must_not: { exists: { field: 'n' } } } },
  {
    bool: {
      must: { match: { title: 'cloud' } },
      must_not: [{ term: { code: 'A' } }, { range: { n: { lt: 0 } } }],
    },
  },
  {
    bool: {
      must: {
        bool: { should: [{ term: { code: 'A' } }, { bool: { must: { term: { code: 'B' } } } }] },
      },
    },
  },
  { bool: { must: { match: { title: 'cloud' } }, boost: 2 } },
  { constant_score: { filter: { match: { title: 'cloud' } } } },
  { constant_score: { filter: { match: { title: 'cloud' } }, boost: 1.5 } },
  {
    geo_bounding_box: {
      geo: { top_left: { lat: 60, lon: -120 }, bottom_right: { lat: -10, lon: 30 } },
    },
  },
  { geo_bounding_box: { geo: { top_left: [-120, 60], bottom_right: [30, -10] } } },
  { geo_bounding_box: { geo: { top_right: '60,30', bottom_left: '-10,-120' } } },
  { geo_bounding_box: { geo: { top: 50, left: 150, bottom: -50, right: -100 } } },
  {
    geo_shape: {
      geo: {
        shape: {
          type: 'polygon',
          coordinates: [
            [
              [-100, -40],
              [60, -45],
              [40, 50],
              [-90, 60],
              [-100, -40],
            ],
          ],
        },
      },
    },
  },
  {
    geo_shape: {
      geo: {
        shape: {
          type: 'envelope',
          coordinates: [
            [-50, 50],
            [100, -50],
          ],
        },
        relation: 'intersects',
      },
    },
  },
  {
    geo_shape: {
      area: {
        shape: {
          type: 'polygon',
          coordinates: [
            [
              [-100, -40],
              [60, -45],
              [40, 50],
              [-90, 60],
              [-100, -40],
            ],
          ],
        },
      },
    },
  },
  {
    geo_shape: {
      area: {
        shape: {
          type: 'envelope',
          coordinates: [
            [-50, 50],
            [100, -50],
          ],
        },
      },
    },
  },
  { geo_shape: { area: { shape: { type: 'point', coordinates: [-140.1, -45.2] } } } },
  {
    geo_shape: {
      area: {
        shape: {
          type: 'linestring',
          coordinates: [
            [-150, -50],
            [150, 60],
          ],
        },
      },
    },
  },
  ...[
    [-100, 30, -90, 40],
    [150, -40, -100, 40],
    [150, -40, 260, 40],
    [-210, -40, -100, 40],
    [-170, -60, 170, 60],
    [-95, -60, 95, 60],
    [-180, -90, 180, 90],
  ].flatMap(([west = 0, south = 0, east = 0, north = 0]) => {
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return [ring, ring.toReversed()].flatMap((coordinates) =>
      ['geo', 'area'].map((field) => ({
        geo_shape: { [field]: { shape: { type: 'polygon', coordinates: [coordinates] } } },
      })),
    );
  }),
  {
    geo_shape: {
      geo: {
        shape: {
          type: 'polygon',
          coordinates: [
            [
              [0, 0],
              [10, 0],
              [10, 10],
            ],
          ],
        },
      },
    },
  },
  {
    geo_shape: {
      geo: {
        shape: {
          type: 'polygon',
          coordinates: [
            [
              [0, 0],
              [10, 0],
              [10, 10],
              [0, 10],
            ],
          ],
        },
      },
    },
  },
  ...[
    'dd/MM/yyyy',
    'yyyyMMdd',
    'yyyy-MM-dd HH:mm:ss',
    'yyyyMMdd||strict_date',
    'MMM d, uuuu',
    'yy.M.d',
  ].flatMap((format) =>
    ['04/05/2003', '20030405', '2003-04-05 03:30:00', '2003-04-05', 'Apr 5, 2003', '03.4.5'].map(
      (value) => ({ range: { day: { gte: value, format } } }),
    ),
  ),
  { range: { day: { gte: 1_049_500_000, lt: '1081122400', format: 'epoch_second' } } },
  { range: { day: { gte: '2003', lte: '2005', format: 'yyyy' } } },
  { range: { day: { lte: '2005-04', format: 'yyyy-MM' } } },
  { range: { day: { gt: '04.05.2003||+1M/M', lte: 'now', format: 'dd.MM.yyyy' } } },
  { range: { day: { gte: '20030405T033000Z', format: 'basic_date_time_no_millis' } } },
  { range: { day: { gte: '2003-04-05', format: 'yyyy-QQQQQQ' } } },
  { range: { day: { gte: '31/02/2003', format: 'dd/MM/yyyy' } } },
  { exists: { field: 'ta*' } },
  { exists: { field: 'n*' } },
  { exists: { field: 'zz*' } },
  { exists: { field: 't*', boost: 2 } },
  { multi_match: { query: 'cloud ra', fields: ['title', 'code'], type: 'phrase_prefix' } },
  { simple_query_string: { query: 'cloud', flags: 'ALL', fields: ['title'] } },
  { bool: { must_not: { term: { part: 'g1_1' } }, minimum_should_match: 2 } },
  ...[
    'title:cloud AND nosuch:1',
    'title:cloud nosuch:1',
    '+title:cloud +nosuch:"a b"',
    '+title:cloud +nosuch:(a b)',
    '+title:cloud -nosuch:a',
    'title:cloud AND nos\\*:a',
    '+title:cloud +title:"--"',
    '+title:cloud +nosuch:[1 TO 2]',
    '+title:cloud +nosuch:a*',
    '+title:cloud +nosuch:*',
    'NOT nosuch:a',
  ].map((query) => ({ query_string: { query } })),
  { query_string: { query: 'cloud', fields: ['nosuch'] } },
  { query_string: { query: 'cloud OR title:cloud', default_field: 'nosuch' } },
  { simple_query_string: { query: 'cloud', fields: ['nosuch'] } },
  { simple_query_string: { query: 'cloud + -rain', fields: ['nosuch'] } },
  { multi_match: { query: 'cloud', fields: ['nosuch', 'no*'] } },
  ...[
    'cloud radar base',
    '(cloud radar) base height',
    'cloud radar "base height" from',
    'cloud radar (base height) NOT from',
    '+cloud radar base',
    'cloud',
  ].flatMap((query) =>
    [{ fields: ['title'] }, { fields: ['title', 'body'], type: 'cross_fields' }].flatMap((rules) =>
      ['67%', 2, -1].map((minimum_should_match) => ({
        query_string: { query, ...rules, minimum_should_match },
      })),
    ),
  ),
];
