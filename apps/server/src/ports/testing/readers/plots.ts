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
    { name: 'everything', body: {} },
    { name: 'a datastream without a time', body: { query: of(SGP) } },
    {
      name: 'a month without a datastream',
      body: { query: { term: { 'month.keyword': '201901' } } },
    },
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
      name: 'more than ten datastreams',
      body: {
        query: {
          bool: {
            filter: [
              { terms: { 'ds.keyword': Array.from({ length: 11 }, (_, n) => `sgpmetE${n}.b1`) } },
              { term: { 'month.keyword': '201901' } },
            ],
          },
        },
      },
    },
    {
      name: 'numbers of them',
      body: {
        query: of(SGP, { month: '201901' }),
        aggs: { a: { terms: { field: 'vn.keyword' } } },
      },
    },
    {
      name: 'a narrower page',
      body: { query: of(SGP, { month: '201901' }), post_filter: of(SGP, { vn: 'temp' }) },
    },
    {
      name: 'marks',
      body: { query: of(SGP, { month: '201901' }), highlight: { fields: { vn: {} } } },
    },
    { name: 'a least score', body: { query: of(SGP, { month: '201901' }), min_score: 0 } },
    {
      name: 'what comes after a hit',
      body: {
        query: of(SGP, { month: '201901' }),
        sort: 'dated.keyword',
        search_after: ['20190110'],
      },
    },
  ],
};
