// The calls of a search cluster as official clients make them: documents, fields, several indexes,
// and refusals in their form.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTS, type Method, openClusterFixture } from './testing/cluster-fixture.ts';

let house: Awaited<ReturnType<typeof openClusterFixture>>;
beforeAll(async () => {
  house = await openClusterFixture();
});
afterAll(() => house.close());
const call: typeof house.call = (...asked) => house.call(...asked);

it('a search cluster names its product in every reply, also where it refuses', async () => {
  for (const url of [
    '/elastic',
    '/services/',
    '/elastic/metadata/_search',
    '/elastic/none/_search',
    '/services/metadata/_doc/x',
  ])
    expect((await call('GET', url)).headers['x-elastic-product']).toBe('Elasticsearch');
  const told = (await call('GET', '/elastic/')).json();
  expect(told).toMatchObject({
    tagline: 'You Know, for Search',
    version: { build_flavor: 'default' },
  });
  const accept = 'application/vnd.elasticsearch+json; compatible-with=9';
  const typed = await call(
    'POST',
    '/elastic/metadata/_search',
    { size: 1 },
    { accept, 'content-type': accept },
  );
  expect([typed.status, typed.headers['content-type']]).toEqual([
    200,
    'application/vnd.elasticsearch+json;compatible-with=9',
  ]);
});

it('a search cluster gives documents by their ids, slashes and all', async () => {
  const id = encodeURIComponent('d/03');
  expect((await call('GET', `/elastic/metadata/_doc/${id}`)).json()).toMatchObject({
    _index: 'metadata',
    _id: 'd/03',
    found: true,
    _source: { id: 'd/03', site_code: 'nsa' },
  });
  expect(
    (await call('GET', `/elastic/metadata/_doc/${id}?_source_includes=size`)).json()._source,
  ).toEqual({ size: 3 });
  const absent = await call('GET', '/elastic/metadata/_doc/none');
  expect([absent.status, absent.json()]).toEqual([
    404,
    { _index: 'metadata', _id: 'none', found: false },
  ]);
  expect((await call('GET', `/elastic/metadata/_source/${id}`)).json()).toEqual(DOCUMENTS[3]);
  expect((await call('HEAD', '/elastic/metadata/_source/none')).status).toBe(404);
  const docs = [
    { _index: 'epochs', _id: 'eclipse' },
    { _index: 'metadata', _id: 'd/01', _source: ['size'] },
    { _index: 'none', _id: 'x' },
  ];
  expect((await call('POST', '/elastic/_mget', { docs })).json().docs).toMatchObject([
    { found: true, _source: { id: 'eclipse' } },
    { found: true, _source: { size: 1 } },
    { error: { type: 'index_not_found_exception' } },
  ]);
  expect(
    (await call('POST', '/elastic/metadata/_mget', { ids: ['d/01', 'x', 'd/01'] })).json().docs,
  ).toMatchObject([{ found: true }, { found: false }, { found: true }]);
  for (const body of [{}, { ids: [] }, { docs: [{}] }, { ids: Array(1001).fill('a') }])
    expect((await call('POST', '/elastic/metadata/_mget', body)).status).toBe(400);
});

it('a search cluster tells fields, values, words, and whether a query is understood', async () => {
  expect((await call('GET', '/elastic/metadata/_field_caps?fields=s*,raw')).json()).toEqual({
    indices: ['metadata'],
    fields: {
      site_code: {
        text: { type: 'text', metadata_field: false, searchable: true, aggregatable: false },
      },
      'site_code.keyword': {
        keyword: { type: 'keyword', metadata_field: false, searchable: true, aggregatable: true },
      },
      size: {
        long: { type: 'long', metadata_field: false, searchable: true, aggregatable: true },
      },
    },
  });
  const terms = (body: object) => call('POST', '/elastic/metadata/_terms_enum', body);
  expect(
    (await terms({ field: 'site_code', string: 'N', case_insensitive: true })).json().terms,
  ).toEqual(['nsa']);
  expect((await terms({ field: 'site_code.keyword', size: 1 })).json().terms).toEqual(['nsa']);
  expect((await terms({ field: 'site_code', search_after: 'nsa' })).json().terms).toEqual(['sgp']);
  for (const body of [
    {},
    { field: 'size' },
    { field: '__proto__' },
    { field: 'site_code', size: 0 },
  ])
    expect((await terms(body)).status).toBe(400);
  const words = (await call('POST', '/elastic/_analyze', { text: 'Sgp, C1' })).json().tokens;
  expect(words).toMatchObject([
    { token: 'sgp', start_offset: 0, end_offset: 3, position: 0 },
    { token: 'c1', position: 1 },
  ]);
  expect(
    (
      await call('POST', '/elastic/metadata/_analyze', {
        field: 'site_code.keyword',
        text: 'A b',
      })
    ).json().tokens,
  ).toMatchObject([{ token: 'A b' }]);
  expect(
    (await call('POST', '/elastic/_analyze', { text: 'a', analyzer: 'snowball' })).status,
  ).toBe(400);
  const valid = (query: string) =>
    call('GET', `/elastic/metadata/_validate/query?explain=true&q=${encodeURIComponent(query)}`);
  expect((await valid('site_code:sgp')).json().valid).toBe(true);
  expect((await valid('site_code:(sgp AND')).json()).toMatchObject({
    valid: false,
    error: expect.stringContaining('character'),
  });
  const why = (id: string) =>
    call('GET', `/elastic/metadata/_explain/${encodeURIComponent(id)}?q=site_code:sgp`);
  const told = (await why('d/02')).json();
  const { hits } = (await call('GET', '/elastic/metadata/_search?q=site_code:sgp')).json();
  expect([told.matched, told.explanation.value]).toEqual([true, hits.max_score]);
  expect(hits.max_score).toBeGreaterThan(0);
  expect((await why('d/01')).json()).toMatchObject({ matched: false });
  expect((await why('none')).status).toBe(404);
});

it('searches several indexes in one call', async () => {
  const lines = [
    '{"index":"metadata"}',
    '{"size":1}',
    '{"index":["epochs"]}',
    '{}',
    '{"index":"none"}',
    '{}',
    '{"index":"metadata"}',
    '{"nonsense":1}',
  ];
  const many = await call('POST', '/elastic/_msearch', `${lines.join('\n')}\n`, {
    'content-type': 'application/x-ndjson',
  });
  const { responses } = many.json();
  expect(responses.map((one: { status: number }) => one.status)).toEqual([200, 200, 404, 400]);
  expect(responses[1].hits.hits[0]._id).toBe('eclipse');
  expect((await call('POST', '/elastic/_msearch', '{}\n{}\n')).status).toBe(400);
});

it('a search cluster lists its indexes as a table', async () => {
  expect(
    (await call('GET', '/elastic/_cat/indices?format=json&h=index,docs.count')).json(),
  ).toEqual([
    { index: 'metadata', 'docs.count': '25' },
    { index: 'epochs', 'docs.count': '1' },
  ]);
  expect((await call('GET', '/elastic/_cat/indices/epochs?h=index,docs.count&v')).text).toBe(
    'index  docs.count\nepochs 1\n',
  );
  expect((await call('GET', '/elastic/_cat/indices/none')).status).toBe(404);
  expect((await call('GET', '/elastic/_cluster/health')).json()).toMatchObject({
    status: 'green',
    active_shards: 2,
  });
});

it.each<[Method, string]>([
  ['PUT', '/elastic/metadata/_doc/1'],
  ['POST', '/elastic/metadata/_doc'],
  ['PUT', '/elastic/metadata/_create/1'],
  ['POST', '/elastic/metadata/_update/1'],
  ['DELETE', '/elastic/metadata/_doc/1'],
  ['POST', '/elastic/_bulk'],
  ['POST', '/services/metadata/_bulk'],
  ['POST', '/elastic/metadata/_delete_by_query'],
  ['POST', '/elastic/_reindex'],
  ['PUT', '/elastic/metadata'],
  ['DELETE', '/services/metadata'],
  ['PUT', '/elastic/new-index'],
  ['PUT', '/elastic/metadata/_mapping'],
  ['PUT', '/elastic/metadata/_settings'],
  ['POST', '/elastic/metadata/_refresh'],
  ['PUT', '/elastic/_cluster/settings'],
  ['PUT', '/elastic/none/_doc/1'],
  ['POST', '/elastic/_aliases'],
])('%s %s writes, and is refused with the reason', async (method, url) => {
  const refused = await call(method, url, method === 'DELETE' ? undefined : { a: 1 });
  expect(refused.status).toBe(403);
  expect(refused.json()).toMatchObject({
    status: 403,
    error: {
      type: 'cluster_block_exception',
      reason: expect.stringContaining('read only'),
      root_cause: [{}],
    },
  });
});

it.each([
  '/elastic/_sql',
  '/elastic/metadata/_termvectors/1',
  '/elastic/metadata/_search_shards',
  '/elastic/metadata/_rank_eval',
])('POST %s reads, and is refused as an unknown call', async (url) => {
  const refused = await call('POST', url, { query: 'select 1' });
  expect(refused.status).toBe(400);
  expect(refused.json().error).toMatchObject({
    type: 'illegal_argument_exception',
    reason: expect.stringContaining('no handler found for uri'),
  });
});

describe('several indexes in one address', () => {
  const search = async (names: string, body: object) =>
    (await call('POST', `/elastic/${names}/_search`, body)).json();

  it.each(['metadata,epochs', '_all', '*', 'meta*,ep*', 'epochs,metadata,epochs'])(
    'several indexes in one address are searched as %s',
    async (names) => {
      const all = await search(names, { size: 100 });
      expect(all.hits.total).toEqual({ value: 26, relation: 'eq' });
      expect(all._shards).toEqual({ total: 2, successful: 2, skipped: 0, failed: 0 });
      expect(new Set(all.hits.hits.map((hit: { _index: string }) => hit._index))).toEqual(
        new Set(['metadata', 'epochs']),
      );
      expect((await call('GET', `/services/${names}/_count`)).json().count).toBe(26);
    },
  );

  it('several indexes in one address are put into one order, page by page', async () => {
    const ids = async (from: number, size: number, order: string) =>
      (
        await search('metadata,epochs', { from, size, sort: [{ 'id.keyword': order }] })
      ).hits.hits.map((hit: { _id: string }) => hit._id);
    const expected = [...DOCUMENTS.map(({ id }) => id), 'eclipse'].sort();
    expect([...(await ids(0, 13, 'asc')), ...(await ids(13, 13, 'asc'))]).toEqual(expected);
    expect(await ids(0, 30, 'desc')).toEqual(expected.toReversed());
  });

  it('several indexes in one address answer without those that cannot be asked so, and say which', async () => {
    const sized = await search('_all', {
      query: { range: { size: { gte: 4 } } },
      sort: ['size'],
    });
    expect(sized.hits.total.value).toBe(5);
    const only = await call('GET', '/elastic/_all/_search?q=id:eclipse&filter_path=hits.hits._id');
    expect(only.json()).toEqual({ hits: { hits: [{ _id: 'eclipse' }] } });
  });

  it.each<[string, object, RegExp]>([
    ['aggregations', { aggs: { s: { terms: { field: 'id.keyword' } } } }, /one index at a time/],
    ['a long page', { from: 900, size: 101 }, /reach to 1000/],
    ['nonsense', { query: { nonsense: {} } }, /nonsense/],
  ])('several indexes in one address refuse %s', async (_, body, reason) => {
    const answer = await call('POST', '/elastic/metadata,epochs/_search', body);
    expect([answer.status, answer.json().error.reason]).toEqual([
      400,
      expect.stringMatching(reason),
    ]);
  });
});

it('a search cluster knows no index that is not here, and one at a time', async () => {
  for (const url of [
    '/elastic/none/_search',
    '/services/none/_count',
    '/elastic/none/_doc/1',
    '/elastic/none/_mapping',
    '/elastic/none*/_search?allow_no_indices=false',
    '/elastic/metadata,none/_search',
    '/elastic/metadata,none/_search?ignore_unavailable=false',
    '/elastic/none*/_mapping',
  ]) {
    const absent = await call('GET', url);
    expect([url, absent.status, absent.json().error.type]).toEqual([
      url,
      404,
      'index_not_found_exception',
    ]);
  }
  const two = await call('POST', '/elastic/metadata,epochs/_pit?keep_alive=1m', {});
  expect([two.status, two.json().error.reason]).toEqual([
    400,
    expect.stringContaining('one index at a time'),
  ]);
  expect((await call('GET', '/elastic/_nodes')).json().error.reason).toContain(
    'no handler found for uri [/elastic/_nodes]',
  );
});

it('a search cluster finds nothing in a pattern that fits no index, and passes over absent names where it is asked to', async () => {
  const total = async (url: string) => (await call('GET', url)).json().hits.total.value;
  expect(await total('/elastic/none*/_search')).toBe(0);
  expect(await total('/elastic/none/_search?ignore_unavailable=true')).toBe(0);
  const [alone, both] = ['metadata', 'metadata,none'].map((names) =>
    total(`/elastic/${names}/_search?ignore_unavailable=true`),
  );
  expect(await both).toBe(await alone);
  expect((await call('GET', '/elastic/none*/_count')).json().count).toBe(0);
});

it('a search cluster gives totals as numbers and results with their kinds to clients that ask so', async () => {
  const body = { size: 1, aggs: { sites: { terms: { field: 'site_code.keyword' } } } };
  for (const index of ['metadata', 'meta*', 'epochs,metadata']) {
    const isOne = index === 'metadata';
    const query = `rest_total_hits_as_int=true${isOne ? '&typed_keys=true' : ''}`;
    const asked = isOne ? body : { size: 1 };
    const answer = await call('POST', `/elastic/${index}/_search?${query}`, asked);
    expect([index, typeof answer.json().hits.total]).toEqual([index, 'number']);
    if (isOne) expect(Object.keys(answer.json().aggregations)).toEqual(['sterms#sites']);
  }
  const wrong = await call('POST', '/elastic/metadata/_search?typed_keys=perhaps', body);
  expect([wrong.status, wrong.json().error.reason]).toEqual([
    400,
    '[typed_keys] expected true or false',
  ]);
});

it('searches several indexes for many callers at once, none of whom holds a place while it waits for another', async () => {
  // large bodies begin together
  const query = { terms: { id: Array.from({ length: 3000 }, (_, n) => `x${n}`) } };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => {
      const url = `/elastic/_all/${n % 2 ? '_search' : '_count'}`;
      return call('POST', url, { query }, {}, `10.0.0.${n >> 2}`);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

it('a search cluster leaves other services as they are', async () => {
  expect((await call('POST', '/services/order/create', {})).json()).toEqual({ made: true });
  expect((await call('POST', '/services/order/nothing', {})).json()).toMatchObject({
    code: 'not-found',
  });
  expect((await call('PUT', '/services/order', {})).json()).toMatchObject({ code: 'not-found' });
  expect((await call('GET', '/services/order/create')).json()).toMatchObject({
    code: 'method-not-allowed',
  });
});

const hits = async (url: string, headers = {}) =>
  (await call('GET', url, undefined, headers)).json().hits;

it('searches where it looks for something, and below /services as scripts of the portal do', async () => {
  const client = { 'user-agent': 'opensearch-py/2.8.0 (Python 3.12)' };
  expect((await hits('/elastic/metadata?q=site_code:nsa&size=1')).total.value).toBe(12);
  expect((await hits('/elastic/metadata/site_code:nsa')).total.value).toBe(12);
  expect((await hits('/services/metadata?size=1', client)).total.value).toBe(25);
  expect((await hits('/services/metadata')).hits).toHaveLength(10);
  expect(await hits('/services/metadata', client)).toBeUndefined();
  expect(await hits('/elastic/metadata')).toBeUndefined();
  expect((await call('POST', '/elastic/metadata', { size: 1 })).json().hits.total.value).toBe(25);
});
