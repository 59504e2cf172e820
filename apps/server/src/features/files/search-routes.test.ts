// The file index over HTTP, searched in threads of its own.

import type { SearchError, SearchReply } from '@isobar/query-language/result.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fileListingBody,
  fileListingReply,
  scanCountsBody,
  scanCountsReply,
} from '../../../../portal/src/parts/selection/file-listing.ts';
import type { Http } from '../../platform/http/http.ts';
import { dayFiles, storeFiles, unusualFile } from '../../store/testing/some-files.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { fileServer } from './testing/file-server.ts';

let store: TemporaryStore;
let http: Http<string>;
beforeAll(async () => {
  store = await temporaryStore();
  await storeFiles(store.db, [
    ...dayFiles('sgpmetE13.b1', 400),
    ...dayFiles('nsaradarC1.b1', 12, ['ppi', 'rhi']),
    unusualFile('lamp-series', 'profile.nc', 1_546_300_800),
  ]);
  http = await fileServer(store);
});
afterAll(async () => {
  await http.app.close();
  await store.close();
});

const get = async (url: string) => {
  const reply = await http.app.inject({ url });
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  return { status: reply.statusCode, body: reply.json<SearchReply>() };
};
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();
const post = (url: string, payload: unknown) =>
  http.app.inject({ method: 'POST', url, payload: payload as object });

it('a store that is away is 503, without a word of where it was', async () => {
  const away = { ...store, address: { url: 'postgres://ada:secret@127.0.0.1:9/isobar' } };
  const alone = await fileServer(away);
  try {
    for (const path of ['_search', '_count', '']) {
      const reply = await alone.app.inject({ url: `/services/file_info/${path}` });
      expect(reply.statusCode).toBe(503);
      expect(reply.body).not.toMatch(/secret|127\.0\.0\.1|ECONN|\.ts:/);
    }
  } finally {
    await alone.app.close();
  }
});

it('[P076] [P081] [P099] [P100] the file index answers bodies in the envelope of the search services', async () => {
  for (const url of ['/services/file_info', '/services/file_info/_search']) {
    const reply = await post(url, {
      query: { term: { 'datastream.keyword': 'nsaradarC1.b1' } },
      size: 1,
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      took: expect.any(Number),
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: {
        total: { value: 12, relation: 'eq' },
        max_score: 1,
        hits: [
          {
            _index: 'file_info',
            _id: 'nsaradarC1.b1.20190101.000000.nc',
            _score: 1,
            _source: {
              file_name: 'nsaradarC1.b1.20190101.000000.nc',
              file_size: 1000,
              datastream: 'nsaradarC1.b1',
              start_date: '2019-01-01T00:00:00Z',
              end_date: '2019-01-01T23:59:59Z',
              scan_name: 'ppi',
            },
          },
        ],
      },
    });
  }
  const odd = await get('/services/file_info/_search?q=datastream:lamp-series&_source=file_name');
  expect(odd.body.hits.hits[0]).toMatchObject({
    _id: 'lamp-series/profile.nc',
    _source: { file_name: 'profile.nc' },
  });
});

it('[P019] [P020] [P021] [C011] [C021] [P085] the file index lists the files of a datastream for the portal', async () => {
  const list = async (clauses: readonly string[] = [], from = '0') => {
    const q = ['datastream:"sgpmetE13.b1"', ...clauses].join(' AND ');
    const asked = { size: '50', from, sort: 'file_name.keyword:desc', q };
    const { status, body } = await get(`/services/file_info?${query(asked)}`);
    expect(status).toBe(200);
    return body.hits;
  };
  const all = await list([], '50');
  expect(all.total?.value).toBe(400);
  expect(all.hits).toHaveLength(50);
  expect(all.hits[0]).toMatchObject({
    _score: null,
    sort: ['sgpmetE13.b1.20191216.000000.nc'],
    _source: { file_name: 'sgpmetE13.b1.20191216.000000.nc', file_size: 1349 },
  });
  expect((await list(['file_name.keyword:*20190203*'])).hits).toHaveLength(1);
  const window = [
    'end_date:["2019-03-01T00:00:00Z" TO *]',
    'start_date:[* TO "2019-03-04T23:59:59Z"]',
  ];
  expect((await list(window)).total?.value).toBe(4);
});

it('tags what it lists, and answers 304 until the files change', async () => {
  const url = '/services/file_info/_search?q=datastream:nsaradarC1.b1&size=2';
  const { headers } = await http.app.inject({ url });
  const again = (more = '') =>
    http.app.inject({ url: url + more, headers: { 'if-none-match': String(headers.etag) } });
  expect((await again()).statusCode).toBe(304);
  expect((await again('&from=1')).statusCode).toBe(200);
  await sql`update files set size = size + 1 where datastream = 'nsaradarC1.b1'`.execute(store.db);
  expect((await again()).statusCode).toBe(200);
  await sql`update files set size = size - 1 where datastream = 'nsaradarC1.b1'`.execute(store.db);
  expect((await again()).statusCode).toBe(304);
});

it('the file index reads dates as a request says that they are written', async () => {
  const count = async (bounds: object) => {
    const reply = await post('/services/file_info/_count', {
      query: { range: { start_date: bounds } },
    });
    return reply.json<{ count?: number; error?: { reason: string } }>();
  };
  const days = { gte: '20190102', lte: '20190103', format: 'yyyyMMdd' };
  expect((await count(days)).count).toBe(4);
  expect((await count({ ...days, format: 'dd/MM/yyyy' })).error?.reason).toMatch(/dd\/MM\/yyyy/);
  expect((await count({ lt: 1_546_387_200, format: 'epoch_second' })).count).toBe(3);
});

it('[P022] [P023] [P092] sums the sizes of a selection and counts its files', async () => {
  const within = (from: string, to: string) => ({
    bool: {
      filter: [
        { range: { start_date: { lte: `${to}T23:59:59Z` } } },
        { range: { end_date: { gte: `${from}T00:00:00Z` } } },
      ],
    },
  });
  const should = [within('2019-01-01', '2019-01-02'), within('2019-01-09', '2019-01-31')];
  const filter = [
    { term: { 'datastream.keyword': 'nsaradarC1.b1' } },
    { bool: { should, minimum_should_match: 1 } },
    { terms: { 'scan_name.keyword': ['ppi'] } },
  ];
  const body = {
    query: { bool: { filter } },
    size: 0,
    aggs: {
      size: { sum: { field: 'file_size' } },
      files: { cardinality: { field: 'file_name.keyword' } },
    },
  };
  const reply = await post('/services/file_info', body);
  expect(reply.json()).toMatchObject({
    hits: { total: { value: 3 }, hits: [] },
    aggregations: { size: { value: 1000 + 1008 + 1010 }, files: { value: 3 } },
  });
});

it('[P082] [P083] [P087] [P094] [P095] the file index answers addresses with any size up to 5000 and only the parts asked for', async () => {
  const { body } = await get(
    `/services/file_info/_search?${query({
      q: 'file_name.keyword:sgpmetE13.b1.2019*',
      size: '5000',
      filter_path: 'hits.hits._source',
      _source: 'file_name',
    })}`,
  );
  expect(Object.keys(body)).toEqual(['hits']);
  expect(body.hits.hits).toHaveLength(365);
  expect(body.hits.hits[364]).toEqual({
    _source: { file_name: 'sgpmetE13.b1.20191231.000000.nc' },
  });
  const both = await post('/services/file_info/_search?size=0&filter_path=hits.total.value', {
    query: { match_all: {} },
    size: 10,
  });
  expect(both.json()).toEqual({ hits: { total: { value: 413 } } });
  const strict = 'datastream:sgpmetE13.b1 file_name:*0101*';
  for (const [operator, count] of [
    ['OR', 401],
    ['AND', 2],
  ] as const) {
    const { body: counted } = await get(
      `/services/file_info/_search?${query({ q: strict, default_operator: operator, size: '0' })}`,
    );
    expect(counted.hits.total?.value).toBe(count);
  }
});

it('[P089] the file index aggregates and sorts on keyword fields', async () => {
  const reply = await post('/services/file_info/_search', {
    size: 0,
    sort: [{ 'file_name.keyword': 'asc' }],
    aggs: { streams: { terms: { field: 'datastream.keyword', order: { _key: 'asc' } } } },
  });
  expect(reply.json<SearchReply>().aggregations?.streams?.buckets).toEqual([
    { key: 'lamp-series', doc_count: 1 },
    { key: 'nsaradarC1.b1', doc_count: 12 },
    { key: 'sgpmetE13.b1', doc_count: 400 },
  ]);
});

it('the file index counts files by query and in all', async () => {
  const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };
  const { body } = await get('/services/file_info/_count?q=scan_name:ppi');
  expect(body).toEqual({ count: 6, _shards: shards });
  expect((await post('/services/file_info/_count', {})).json()).toEqual({
    count: 413,
    _shards: shards,
  });
  const refused = await post('/services/file_info/_count', { size: 3 });
  expect(refused.json()).toMatchObject({ status: 400, error: { type: 'parsing_exception' } });
});

it('the file index takes the content type of clients of the search service', async () => {
  const reply = await http.app.inject({
    method: 'POST',
    url: '/services/file_info/_search',
    headers: { 'content-type': 'application/vnd.elasticsearch+json; compatible-with=8' },
    payload: JSON.stringify({ size: 0 }),
  });
  expect(reply.json()).toMatchObject({ hits: { total: { value: 413 } } });
  const nothing = await http.app.inject({ method: 'POST', url: '/services/file_info/_search' });
  expect(nothing.json<SearchReply>().hits.hits).toHaveLength(10);
});

it.each([
  [{ query: { script: {} } }, 'unknown or unsupported query [script]'],
  [{ size: 10_001 }, '[size]'],
  [{ from: 9_999, size: 2 }, 'use search_after to go on'],
  [{ query: { term: { nothing: 'x' } } }, 'there is no field [nothing]'],
  ['{"query": {', 'JSON'],
  [[1], 'expected'],
])(
  '[P102] the file index refuses %j in the shape of the search services',
  async (payload, reason) => {
    const reply = await http.app.inject({
      method: 'POST',
      url: '/services/file_info/_search',
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
    expect(reply.statusCode).toBe(400);
    const { error, status } = reply.json<SearchError>();
    expect(status).toBe(400);
    expect(error.reason).toContain(reason);
    expect(error.root_cause).toEqual([{ type: error.type, reason: error.reason }]);
  },
);

it('the file index refuses wrong addresses in the same shape', async () => {
  for (const [address, reason] of [
    ['q=datastream:"x', '[query.query_string.query] cannot be understood'],
    ['size=many', 'expected a whole number'],
    ['q=a&q=b', 'more than once'],
    ['scroll=1m', 'unknown parameter [scroll]'],
  ]) {
    const { status, body } = await get(`/services/file_info/_search?${address}`);
    expect(status).toBe(400);
    expect((body as unknown as SearchError).error.reason).toContain(reason);
  }
});

it('the file index answers the page by page listing of the portal, and counts its scans', async () => {
  const days = { start: 1_546_300_800, end: 1_546_300_800 + 4 * 86_400 };
  const listing = {
    datastream: 'nsaradarC1.b1',
    dates: [days],
    scanNames: ['ppi'],
    text: 'RADAR',
  };
  const page = async (after: string | null) =>
    fileListingReply.parse(
      (await post('/services/file_info', fileListingBody(listing, after))).json(),
    ).hits;
  const first = await page(null);
  expect(first.total.value).toBe(3);
  const names = first.hits.map((hit) => hit._source.file_name);
  expect(names.map((name) => name.slice(14, 22))).toEqual(['20190105', '20190103', '20190101']);
  expect((await page(names[0] ?? '')).hits.map((hit) => hit._source.file_name)).toEqual(
    names.slice(1),
  );
  const counts = await post('/services/file_info', scanCountsBody(listing));
  expect(scanCountsReply.parse(counts.json()).aggregations.scans.buckets).toEqual([
    { key: 'ppi', doc_count: 3 },
    { key: 'rhi', doc_count: 2 },
  ]);
});

it('the file index answers several searches at once, and tells its fields', async () => {
  const lines = [{}, { size: 0 }, {}, { query: { term: { nothing: 1 } } }];
  const several = await http.app.inject({
    method: 'POST',
    url: '/services/file_info/_msearch',
    headers: { 'content-type': 'application/x-ndjson' },
    payload: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  expect(several.json()).toMatchObject({
    responses: [{ status: 200, hits: { total: { value: 413 } } }, { status: 400 }],
  });
  const { body } = await get('/services/file_info/_mapping');
  expect(body).toMatchObject({
    file_info: {
      mappings: { properties: { file_name: { type: 'text' }, start_date: { type: 'date' } } },
    },
  });
});

describe('many files', () => {
  const STREAMS = 100;
  beforeAll(async () => {
    // A hundred datastreams with a thousand files each.
    await sql`insert into files (datastream, file_name, path, size, start_s, end_s, modified_ms)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 99999)
      select 'sgpbulk' || (i % 100) || 'E1.b1', 'sgpbulk' || (i % 100) || 'E1.b1.' || i || '.nc', 'p' || i, i, i, i, 0
      from n`.execute(store.db);
    await sql`insert into datastreams (datastream, site_code, facility_code, datastream_class, data_level, start_s, end_s, longest_s, file_count, bytes)
      select datastream, 'sgp', 'E1', 'bulk', 'b1', min(start_s), max(end_s), 0, count(*), sum(size)
      from files where datastream like 'sgpbulk%' group by 1`.execute(store.db);
  });
  afterAll(async () => {
    await sql`delete from datastreams where datastream like 'sgpbulk%'`.execute(store.db);
    await sql`delete from files where datastream like 'sgpbulk%'`.execute(store.db);
  });
  const hard = Array.from({ length: 700 }, (_, n) => `file_name:*${n}x*`).join(' OR ');
  const search = (body: object) => post('/services/file_info/_search', body);

  it('a search that takes too long ends with a timeout, and delays no other call', async () => {
    const before = process.threadCpuUsage();
    let slowIsOver = false;
    const slow = search({ query: { query_string: { query: hard } } }).then((reply) => {
      slowIsOver = true;
      return reply;
    });
    const own = [{ term: { datastream: 'sgpbulk7E1.b1' } }, { range: { file_size: { gte: 0 } } }];
    const quick = await search({ query: { bool: { filter: own } }, size: 0 });
    expect(slowIsOver).toBe(false);
    const stopped = await slow;
    expect(quick.json()).toMatchObject({ hits: { total: { value: 1000 } } });
    expect(stopped.statusCode).toBe(408);
    expect(stopped.json()).toMatchObject({
      status: 408,
      error: { type: 'search_timeout_exception' },
    });
    // the work was done elsewhere: this thread had next to none, whatever else the machine was
    // doing
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
    expect(
      (await search({ query: { prefix: { datastream: 'sgpbulk' } }, size: 0 })).json(),
    ).toMatchObject({
      hits: { total: { value: STREAMS * 1000 } },
    });
  });

  it('too many that wait are turned away', async () => {
    const body = { query: { query_string: { query: hard } }, timeout: '2s' };
    const replies = await Promise.all(Array.from({ length: 80 }, () => search(body)));
    const codes = Map.groupBy(replies, (reply) => reply.statusCode);
    // 429 from the queue of file searches, or 503 from the fair queue when the address has used
    // much time before.
    expect([...codes.keys()].filter((code) => ![408, 429, 503].includes(code))).toEqual([]);
    const refused = [...(codes.get(429) ?? []), ...(codes.get(503) ?? [])];
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const reply of refused)
      expect(reply.json()).toMatchObject({
        status: reply.statusCode,
        error: { type: expect.stringMatching(/^(es_rejected_execution_exception|overloaded)$/) },
      });
  });
});
