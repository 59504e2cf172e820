// Plots of days as documents, and requests that find some of them: for every reader of quicklooks.
import type { Document } from '../../search-index.ts';
import type { ReaderSubject } from '../search-reader-suite.ts';

/** Datastream -> its variables that are drawn, in the order of their names. */
export const DRAWN: Readonly<Record<string, readonly string[]>> = {
  'nsametC1.b1': ['temp'],
  'sgpmetE13.b1': ['rh_mean', 'temp'],
};
/** Each datastream has files of 40 days from 2019-01-01 on. */
export const DAYS = 40;

const dayOf = (n: number): string =>
  new Date(Date.UTC(2019, 0, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '');
const plot = (ds: string, vn: string, dated: string): Document => ({
  id: `${ds}.${vn}.${dated}`,
  url: `/services/quicklooks/plots/${ds}/${vn}/${dated}.svg`,
  dated,
  vn,
  ds,
  month: dated.slice(0, 6),
});
const idOf = (ds: string, vn: string, ...days: number[]) =>
  days.map((n) => `${ds}.${vn}.${dayOf(n)}`);

const NSA = 'nsametC1.b1';
const SGP = 'sgpmetE13.b1';
const of = (ds: string, more: object = {}) => ({
  bool: {
    filter: [
      { term: { 'ds.keyword': ds } },
      ...Object.entries(more).map(([field, value]) => ({ term: { [`${field}.keyword`]: value } })),
    ],
  },
});

const WHOLE = { doc_count_error_upper_bound: 0, sum_other_doc_count: 0 } as const;
/** Buckets of the two months of a datastream with so many variables. */
const monthsOf = (variables: number) => ({
  ...WHOLE,
  buckets: [
    { key: '201901', doc_count: 31 * variables },
    { key: '201902', doc_count: 9 * variables },
  ],
});

export const PLOTS: ReaderSubject = {
  index: 'quicklooks',
  mapping: {
    url: { type: 'text' },
    dated: { type: 'text' },
    vn: { type: 'text' },
    ds: { type: 'text' },
    month: { type: 'text' },
  },
  documents: Array.from({ length: DAYS }, (_, n) =>
    Object.entries(DRAWN).flatMap(([ds, names]) => names.map((vn) => plot(ds, vn, dayOf(n)))),
  ).flat(),
  within: { query: of(SGP, { month: '201902' }) },
  cases: [
    {
      name: 'a month of a variable',
      body: { query: of(SGP, { vn: 'temp', month: '201902' }), size: 20 },
      ids: idOf(SGP, 'temp', 31, 32, 33, 34, 35, 36, 37, 38, 39),
      total: 9,
    },
    {
      name: 'all of a day, in their order',
      body: { query: of(SGP, { dated: '20190110' }) },
      ids: [...idOf(SGP, 'rh_mean', 9), ...idOf(SGP, 'temp', 9)],
      total: 2,
    },
    {
      name: 'several of each',
      body: {
        query: {
          bool: {
            must: [
              { terms: { 'ds.keyword': [SGP, NSA] } },
              { terms: { 'dated.keyword': ['20190102', '20190208', '20200101'] } },
              { match_phrase: { vn: 'temp' } },
            ],
          },
        },
      },
      ids: [
        ...idOf(NSA, 'temp', 1),
        ...idOf(SGP, 'temp', 1),
        ...idOf(NSA, 'temp', 38),
        ...idOf(SGP, 'temp', 38),
      ],
    },
    {
      name: 'a query string',
      body: {
        query: {
          query_string: { query: 'ds:"nsametC1.b1" AND vn:temp AND dated:(20190131 OR 20190201)' },
        },
      },
      ids: idOf(NSA, 'temp', 30, 31),
    },
    {
      name: 'what contradicts itself',
      body: { query: of(SGP, { month: '201901', dated: '20190201' }) },
      ids: [],
      total: 0,
    },
    { name: 'nothing of no month', body: { query: of(SGP, { month: 'soon' }) }, ids: [], total: 0 },
    {
      name: 'nothing of a datastream that is not there',
      body: { query: of('enametC1.b1', { month: '201901' }) },
      ids: [],
      total: 0,
    },
    {
      name: 'the last first, page by page',
      body: {
        query: of(SGP, { month: '201902' }),
        sort: [{ 'dated.keyword': { order: 'desc' } }, { 'vn.keyword': 'asc' }],
        from: 1,
        size: 2,
      },
      ids: [...idOf(SGP, 'temp', 39), ...idOf(SGP, 'rh_mean', 38)],
      total: 18,
    },
    {
      name: 'one of each variable',
      body: {
        query: of(SGP, { month: '201901' }),
        sort: [{ 'dated.keyword': 'desc' }],
        collapse: { field: 'vn.keyword' },
      },
      ids: [...idOf(SGP, 'rh_mean', 30), ...idOf(SGP, 'temp', 30)],
      total: 62,
      fields: [{ 'vn.keyword': ['rh_mean'] }, { 'vn.keyword': ['temp'] }],
    },
    {
      name: 'everything, the first days first',
      body: { query: { match_all: {} }, size: 4 },
      ids: [
        ...idOf(NSA, 'temp', 0),
        ...idOf(SGP, 'rh_mean', 0),
        ...idOf(SGP, 'temp', 0),
        ...idOf(NSA, 'temp', 1),
      ],
      total: 3 * DAYS,
    },
    {
      name: 'a datastream without a time, far into it',
      body: {
        query: of(SGP),
        sort: [{ 'dated.keyword': 'desc' }, { 'url.keyword': 'desc' }],
        from: 77,
        size: 5,
      },
      ids: [...idOf(SGP, 'rh_mean', 1), ...idOf(SGP, 'temp', 0), ...idOf(SGP, 'rh_mean', 0)],
      total: 2 * DAYS,
    },
    {
      name: 'a month without a datastream',
      body: {
        query: { term: { 'month.keyword': '201902' } },
        sort: ['vn.keyword', { 'ds.keyword': 'desc' }],
        from: 9,
        size: 10,
      },
      ids: [...idOf(SGP, 'temp', 31, 32, 33, 34, 35, 36, 37, 38, 39), ...idOf(NSA, 'temp', 31)],
      total: 27,
    },
    {
      name: 'more than ten datastreams',
      body: {
        query: {
          bool: {
            filter: [
              {
                terms: {
                  'ds.keyword': [SGP, ...Array.from({ length: 11 }, (_, n) => `sgpmetE${n}.b1`)],
                },
              },
              { term: { 'dated.keyword': '20190103' } },
            ],
          },
        },
      },
      ids: [...idOf(SGP, 'rh_mean', 2), ...idOf(SGP, 'temp', 2)],
    },
    {
      name: 'which datastreams have plots, of which months and variables',
      body: {
        size: 0,
        aggs: {
          datastreams: {
            terms: { field: 'ds.keyword', order: { _key: 'asc' } },
            aggs: {
              months: { terms: { field: 'month.keyword', order: { _key: 'asc' } } },
              variables: { cardinality: { field: 'vn.keyword' } },
            },
          },
        },
      },
      ids: [],
      total: 3 * DAYS,
      aggregations: {
        datastreams: {
          ...WHOLE,
          buckets: [
            { key: NSA, doc_count: DAYS, months: monthsOf(1), variables: { value: 1 } },
            { key: SGP, doc_count: 2 * DAYS, months: monthsOf(2), variables: { value: 2 } },
          ],
        },
      },
    },
    {
      name: 'numbers of a part, of chosen values, and of what is there no matter the query',
      body: {
        query: of(SGP, { month: '201901' }),
        size: 0,
        aggs: {
          variables: { terms: { field: 'vn.keyword', size: 1 } },
          only: { terms: { field: 'vn.keyword', include: ['temp'] }, meta: { as: 'asked' } },
          days: { value_count: { field: 'dated.keyword' } },
          second: { filter: { term: { 'dated.keyword': '20190102' } } },
          both: {
            filters: { filters: { none: of(NSA), temp: { term: { 'vn.keyword': 'temp' } } } },
          },
          everything: { global: {}, aggs: { months: { cardinality: { field: 'month.keyword' } } } },
          without: { missing: { field: 'vn.keyword' } },
        },
      },
      ids: [],
      total: 62,
      aggregations: {
        variables: {
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: 31,
          buckets: [{ key: 'rh_mean', doc_count: 31 }],
        },
        only: { ...WHOLE, buckets: [{ key: 'temp', doc_count: 31 }], meta: { as: 'asked' } },
        days: { value: 62 },
        second: { doc_count: 2 },
        both: { buckets: { none: { doc_count: 0 }, temp: { doc_count: 31 } } },
        everything: { doc_count: 3 * DAYS, months: { value: 2 } },
        without: { doc_count: 0 },
      },
    },
    {
      name: 'the days with most plots, the latest of the same number first',
      body: {
        size: 0,
        query: { term: { 'month.keyword': '201902' } },
        aggs: {
          days: {
            terms: {
              field: 'dated.keyword',
              order: [{ _count: 'desc' }, { _key: 'desc' }],
              size: 2,
            },
          },
        },
      },
      ids: [],
      aggregations: {
        days: {
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: 21,
          buckets: [
            { key: '20190209', doc_count: 3 },
            { key: '20190208', doc_count: 3 },
          ],
        },
      },
    },
    {
      name: 'a narrower page than what is counted',
      body: {
        query: of(SGP, { month: '201901' }),
        post_filter: of(SGP, { vn: 'temp' }),
        size: 1,
        aggs: { variables: { cardinality: { field: 'vn.keyword' } } },
      },
      ids: idOf(SGP, 'temp', 0),
      total: 31,
      aggregations: { variables: { value: 2 } },
    },
    {
      name: 'what comes after a hit',
      body: {
        query: { match_all: {} },
        sort: [{ 'dated.keyword': 'desc' }, 'vn.keyword'],
        search_after: ['20190110', 'rh_mean'],
        size: 3,
      },
      ids: [...idOf(NSA, 'temp', 9), ...idOf(SGP, 'temp', 9), ...idOf(SGP, 'rh_mean', 8)],
      sort: [
        ['20190110', 'temp'],
        ['20190110', 'temp'],
        ['20190109', 'rh_mean'],
      ],
      total: 3 * DAYS,
    },
    {
      name: 'what comes after an address',
      body: {
        query: of(SGP),
        sort: 'url.keyword',
        search_after: [`/services/quicklooks/plots/${SGP}/rh_mean/20190208.svg`],
        size: 3,
      },
      ids: [...idOf(SGP, 'rh_mean', 39), ...idOf(SGP, 'temp', 0, 1)],
    },
    {
      name: 'parts of the source',
      body: { query: of(NSA, { dated: '20190101' }), _source: ['dated', 'v*'] },
      sources: [{ dated: '20190101', vn: 'temp' }],
    },
  ],
  unfit: [
    {
      name: 'a sort by a field that is not there',
      body: { query: of(SGP, { month: '201901' }), sort: 'nosuch' },
    },
    {
      name: 'one of each of what is not there',
      body: { query: of(SGP, { month: '201901' }), collapse: { field: 'nosuch' } },
    },
  ],
  unsupported: [
    {
      name: 'what is not to be',
      body: { query: { bool: { filter: [of(SGP, { month: '201901' })], must_not: [of(NSA)] } } },
    },
    {
      name: 'beginnings',
      body: { query: { bool: { filter: [of(SGP), { prefix: { 'dated.keyword': '2019' } }] } } },
    },
    {
      name: 'alternatives of different fields',
      body: { query: { query_string: { query: `ds:"${SGP}" OR vn:temp` } } },
    },
    {
      name: 'numbers by pattern',
      body: { aggs: { a: { terms: { field: 'vn.keyword', include: 't.*' } } } },
    },
    {
      name: 'values that no plot has',
      body: { aggs: { a: { terms: { field: 'vn.keyword', min_doc_count: 0 } } } },
    },
    { name: 'numbers of addresses', body: { aggs: { a: { terms: { field: 'url.keyword' } } } } },
    {
      name: 'marks',
      body: { query: of(SGP, { month: '201901' }), highlight: { fields: { vn: {} } } },
    },
    { name: 'a least score', body: { query: of(SGP, { month: '201901' }), min_score: 0 } },
  ],
};
