import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openEmbeddedSearch } from '../../adapters/search-embedded/search-embedded.ts';
import { createLog } from '../../platform/log/log.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { registerSearch } from './routes.ts';

const SITES = [
  { id: 'a', site_code: 'sgp', site_type: 'P', ffac: 'sgp.C1', location: '36,-97', priority: 1 },
  { id: 'b', site_code: 'sgp', site_type: 'P', ffac: 'sgp.E13', location: '36,-97', priority: 2 },
  { id: 'c', site_code: 'nsa', site_type: 'P', ffac: 'nsa.C1', location: '71,-156' },
  { id: 'd', site_code: 'oli', site_type: 'M', ffac: 'oli.M1' },
];
const EPOCHS = [
  { id: '1', epoch_code: 'tonga_blast', epoch_name: 'Tonga', epoch_times: '["2022-01-15"]' },
  { id: '2', epoch_code: 'clear', epoch_name: 'Clear sky', epoch_times: '[]' },
];

let folder: string;
let index: SearchIndex;
let app: FastifyInstance;

beforeAll(async () => {
  folder = temporaryFolder();
  index = await openEmbeddedSearch({ folder, threads: 1, log: createLog('silent') });
  await index.replace(
    'metadata',
    {
      id: { type: 'text' },
      site_code: { type: 'text' },
      site_type: { type: 'text' },
      ffac: { type: 'text' },
      location: { type: 'text' },
      priority: { type: 'integer' },
    },
    [],
    SITES,
  );
  await index.replace(
    'epochs',
    { epoch_code: { type: 'text' }, epoch_name: { type: 'text' }, epoch_times: { type: 'stored' } },
    [],
    EPOCHS,
  );
  const http = await anonymousHttp();
  app = http.app;
  registerSearch(http, { index, indexes: ['metadata', 'epochs', 'scan_names'] });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await index.close();
});

const post = async (path: string, payload: unknown) => {
  const reply = await app.inject({
    method: 'POST',
    url: `/services/${path}`,
    payload: payload as object,
  });
  return { status: reply.statusCode, body: reply.json() };
};
const get = async (path: string, headers = {}) => {
  const reply = await app.inject({ method: 'GET', url: `/services/${path}`, headers });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.body === '' ? null : reply.json(),
  };
};
const ids = (body: { hits: { hits: { _id: string }[] } }) => body.hits.hits.map((hit) => hit._id);

it('[P075] [P081] [P099] [P100] a search over HTTP answers a posted body in the usual envelope', async () => {
  const { status, body } = await post('metadata/_search', {
    query: { term: { 'site_code.keyword': 'nsa' } },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    took: expect.any(Number),
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: 1, relation: 'eq' },
      max_score: 1,
      hits: [{ _index: 'metadata', _id: 'c', _score: 1, _source: SITES[2] }],
    },
  });
});

it('[P090] [P091] [P092] [P093] [P101] a search over HTTP answers the typical script', async () => {
  const { body } = await post('metadata/_search', {
    size: 0,
    query: { query_string: { query: 'site_type:* AND ffac:* AND location:*' } },
    aggs: {
      sites: {
        terms: { field: 'site_code.keyword', order: { _key: 'asc' }, size: 7000 },
        aggs: { one: { top_hits: { size: 1, _source: ['site_type', 'ffac'] } } },
      },
    },
  });
  expect(body.hits).toEqual({ total: { value: 3, relation: 'eq' }, max_score: null, hits: [] });
  expect(body.aggregations.sites).toMatchObject({
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: 0,
    buckets: [
      { key: 'nsa', doc_count: 1 },
      { key: 'sgp', doc_count: 2 },
    ],
  });
  expect(body.aggregations.sites.buckets[1].one.hits.hits[0]._source).toEqual({
    site_type: 'P',
    ffac: 'sgp.C1',
  });
});

it('[P082] [P083] [P084] [P085] [P086] [P087] a search over HTTP answers GET with parameters', async () => {
  const { body } = await get(
    'metadata/_search?q=site_type:P&sort=ffac.keyword:desc&size=2&from=1&_source=ffac&filter_path=hits.hits._source',
  );
  expect(body).toEqual({
    hits: { hits: [{ _source: { ffac: 'sgp.C1' } }, { _source: { ffac: 'nsa.C1' } }] },
  });
  const both = await get('metadata?q=sgp%20nsa&default_operator=AND');
  expect(both.body.hits.total.value).toBe(0);
  expect((await get('metadata?q=sgp%20nsa')).body.hits.total.value).toBe(3);
});

it('[P017] [P049] [P079] a search over HTTP finds an epoch by its code in the address, quoted or not', async () => {
  for (const path of [
    'epochs/epoch_code:"tonga_blast"',
    'epochs/epoch_code:tonga_blast',
    'epochs/_search/epoch_code:%22tonga_blast%22',
    'epochs/_search?q=epoch_code:"tonga_blast"',
    'epochs?q=epoch_code:tonga_blast',
  ]) {
    const { body } = await get(path);
    expect([path, body.hits.hits[0]?._source]).toEqual([path, EPOCHS[0]]);
    expect(body.hits.hits).toHaveLength(1);
  }
  expect((await get('epochs/nothing')).status).toBe(404);
});

it('a search over HTTP takes a GET with a body as a POST', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  expect(address).toContain('127.0.0.1');
  const { port } = app.server.address() as AddressInfo;
  const text = await new Promise<string>((resolve, reject) => {
    const body = JSON.stringify({ query: { prefix: { 'ffac.keyword': 'sgp' } }, size: 1 });
    const asked = httpRequest(
      {
        port,
        method: 'GET',
        path: '/services/metadata/_search',
        headers: { 'content-length': body.length },
      },
      (reply) => {
        reply.setEncoding('utf8');
        let all = '';
        reply.on('data', (piece: string) => {
          all += piece;
        });
        reply.on('end', () => resolve(all));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
  expect(JSON.parse(text).hits).toMatchObject({ total: { value: 2 }, hits: [{ _id: 'a' }] });
});

it('tags replies to GET, and answers 304 as long as nothing changed', async () => {
  const first = await get('metadata/_search?q=sgp');
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^W\/"/);
  const second = await get('metadata/_search?q=sgp', { 'if-none-match': tag });
  expect([second.status, second.body]).toEqual([304, null]);
  for (const known of [`"x", ${tag}`, tag.replace('W/', ''), '*'])
    expect((await get('metadata/_search?q=sgp', { 'if-none-match': known })).status).toBe(304);
  expect((await get('metadata/_search?q=nsa', { 'if-none-match': tag })).status).toBe(200);
  expect((await get('metadata/_search?q=x:[now TO *]')).headers.etag).toBeUndefined();
});

it('a count over HTTP is that of the query', async () => {
  expect((await get('metadata/_count?q=site_type:P')).body).toMatchObject({ count: 3 });
  expect((await post('metadata/_count', { query: { match_all: {} } })).body.count).toBe(4);
  expect((await post('metadata/_count', { size: 1 })).body.error.reason).toBe(
    '[size] is not taken by this call',
  );
});

it('a search over HTTP leaves out of a count what filter_path does not name, and refuses it with several searches', async () => {
  expect((await get('metadata/_count?filter_path=count')).body).toEqual({ count: 4 });
  const { status, body } = await post('metadata/_msearch?filter_path=responses.hits', '{}\n{}\n');
  expect(status).toBe(400);
  expect(body.error.reason).toMatch(/^\[filter_path\] is not taken by this call/);
});

it('a search over HTTP answers several searches at once, each with its status', async () => {
  const lines = [
    {},
    { query: { match: { site_code: 'sgp' } }, size: 0 },
    { index: 'metadata' },
    { query: { nonsense: {} } },
    {},
    { size: 1, sort: [{ 'ffac.keyword': 'asc' }] },
  ];
  const reply = await app.inject({
    method: 'POST',
    url: '/services/metadata/_msearch',
    headers: { 'content-type': 'application/x-ndjson' },
    payload: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  });
  const { responses } = reply.json();
  expect(responses[0]).toMatchObject({ hits: { total: { value: 2 } }, status: 200 });
  expect(responses[1]).toMatchObject({ status: 400, error: { type: 'parsing_exception' } });
  expect(ids(responses[2])).toEqual(['c']);
});

it('a search over HTTP shows the mapping', async () => {
  const { body } = await get('metadata/_mapping');
  expect(body.metadata.mappings.properties).toMatchObject({
    site_code: { type: 'text', fields: { keyword: { type: 'keyword' } } },
    priority: { type: 'long' },
  });
});

it.each([
  ['no JSON', '{"query": ', 400, 'parse_exception', /^the body is no JSON/],
  ['a list', '[]', 400, 'parsing_exception', /expected object/],
  [
    'an unknown query',
    '{"query":{"bool":{"must":[{"script":{}}]}}}',
    400,
    'parsing_exception',
    /^\[query\.bool\.must\.0\.script\] unknown or unsupported query \[script\]$/,
  ],
  [
    'a text that is not a number',
    '{"query":{"term":{"priority":"high"}}}',
    400,
    'number_format_exception',
    /priority/,
  ],
  [
    'sorting by words',
    '{"sort":"site_code"}',
    400,
    'illegal_argument_exception',
    /site_code\.keyword/,
  ],
  ['sorting by nothing', '{"sort":"nosuch"}', 400, 'query_shard_exception', /No mapping found/],
  [
    'too much',
    JSON.stringify({ query: { match: { a: 'x'.repeat(1 << 20) } } }),
    413,
    'content_too_long_exception',
    /./,
  ],
])(
  '[P102] a search over HTTP refuses %s in the error shape of the service',
  async (_, payload, status, type, reason) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/services/metadata/_search',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toEqual({
      error: {
        root_cause: [{ type, reason: expect.stringMatching(reason) }],
        type,
        reason: expect.stringMatching(reason),
      },
      status,
    });
  },
);

it('a search over HTTP refuses parameters that it does not know, and indexes that are not there yet', async () => {
  expect((await get('metadata/_search?scroll=1m')).body.error.reason).toBe(
    '[scroll] unknown parameter [scroll]',
  );
  const absent = await get('scan_names?size=9999');
  expect(absent.status).toBe(404);
  expect(absent.body.error.type).toBe('index_not_found_exception');
});
