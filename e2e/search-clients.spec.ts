// Official search clients against the real server: each library of Python with its fifteen calls
// and more, and those of JavaScript.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as Elastic } from '@elastic/elasticsearch';
import { Client as OpenSearch } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIsobar, type Isobar, NO_ORDERS, root } from './server.ts';

const run = promisify(execFile);
/** Where scripts/machine.mjs puts them. */
const LIBRARIES = join(root, 'node_modules/.cache/python-programs');
const ID = 'sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet';
const JANUARY = Array.from(
  { length: 31 },
  (_, n) => `sgpmetE13.b1.201901${String(n + 1).padStart(2, '0')}.000000.cdf`,
);

let server: Isobar;
beforeAll(async () => {
  // seven clients ask more in a minute than one person
  server = await demoIsobar({ ...NO_ORDERS, ISOBAR_RATE: '1000000' });
});
afterAll(() => server?.remove());

describe.each([
  ['elasticsearch7', 'elasticsearch', 7],
  ['elasticsearch8', 'elasticsearch', 8],
  ['elasticsearch9', 'elasticsearch', 9],
  ['opensearch2', 'opensearchpy', 2],
  ['opensearch3', 'opensearchpy', 3],
])('%s in Python', (folder, library, major) => {
  const path = join(LIBRARIES, folder);
  it.skipIf(!existsSync(path)).each(['/elastic', '/services'])(
    '[P074] [P075] [P076] [P081] [P099] [P100] [P101] [P102] a client in Python works against %s, reads all there is and writes nothing',
    async (base) => {
      const script = join(root, 'e2e/programs/search_clients.py');
      const env = { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' };
      const { stdout } = await run('python3', [script, server.url + base, library], {
        env,
        maxBuffer: 1 << 26,
      });
      const told = JSON.parse(stdout);
      expect(told).toMatchObject({
        major,
        info: 'You Know, for Search',
        search: [{ value: told.count, relation: 'eq' }, 'sgpmetE13.b1'],
        get: ID,
        source: ID,
        exists: [true, false],
        mget: [true, false],
        msearch: [200, 200, 404],
        caps: ['site_code', 'site_code.keyword'],
        scan: JANUARY,
        point: [[...JANUARY].reverse(), expect.anything()],
        indices: [
          'epochs',
          'field_campaigns',
          'file_info',
          'handbooks',
          'metadata',
          'quicklooks',
          'scan_names',
        ],
        plots: [
          [expect.stringMatching(/^\d{6}$/), expect.any(String), expect.any(String)],
          expect.any(Number),
          1,
        ],
        handbooks: ['handbook', 'notebook', 'tutorial'],
        health: 'green',
        explain: true,
        valid: false,
        analyze: ['surface', 'meteorology'],
        terms: expect.arrayContaining(['sgp']),
        mapping: 'text',
        index_exists: [true, false],
        absent: [
          'NotFoundError',
          404,
          'index_not_found_exception',
          expect.stringContaining('none'),
        ],
        wrong: [expect.any(String), 400, 'parsing_exception', expect.stringContaining('nonsense')],
      });
      expect(told.count).toBeGreaterThan(3);
      expect(told.plots[1]).toBeGreaterThan(20);
      for (const write of [told.write, told.remove, told.create])
        expect(write).toEqual([
          'AuthorizationException',
          403,
          'cluster_block_exception',
          expect.stringContaining('read only'),
        ]);
    },
    60_000,
  );

  it.skipIf(!existsSync(path)).each(['/elastic', '/services'])(
    '[P074] [P081] [P082] [P084] [P085] [P086] [P087] [P089] a client in Python answers what notebooks ask of %s besides',
    async (base) => {
      const script = join(root, 'e2e/programs/more_search_calls.py');
      const env = { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' };
      const { stdout } = await run('python3', [script, server.url + base, library], { env });
      const forbidden = [403, 'cluster_block_exception'];
      const { totals, dsl, async: awaited, ...told } = JSON.parse(stdout);
      expect(totals[0]).toBe(totals[1]);
      expect(told).toEqual({
        major,
        uri: [JANUARY[30], JANUARY[29]],
        from: [JANUARY[3]],
        filter_path: { hits: { hits: [{ _source: { site_code: 'sgp' } }] } },
        without_total: false,
        typed: ['cardinality#c', 'sterms#s'],
        unavailable: true,
        unavailable_alone: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
        absent: [404, 'index_not_found_exception'],
        no_pattern: 0,
        preference: 1,
        pattern: 'metadata',
        all: ['file_info', 'metadata'],
        source: 3,
        pages: true,
        places: [expect.arrayContaining(['ena', 'nsa', 'sgp']), true],
        percentiles: ['0.0', '100.0'],
        spread: true,
        range: ['*-5.0', '5.0-*'],
        dates: ['1990'],
        years: 31,
        filters: 0,
        missing: true,
        global: true,
        collapse: 3,
        highlight: true,
        post_filter: [],
        after: [JANUARY[2], JANUARY[3]],
        fields: ['dataLevel', 'dataLevel.keyword', 'site_code'],
        several_sorts: 2,
        text: true,
        ping: true,
        settings: true,
        alias: true,
        cat: true,
        scan: 31,
        bulk: forbidden,
        by_query: forbidden,
        update: forbidden,
        scripted: [400, 'parsing_exception'],
        unknown: [400, 'parsing_exception'],
      });
      // Absent where the client came without its search objects or aiohttp.
      if (dsl !== null) expect(dsl).toEqual([['sgpmetE13.b1', 'sgpmetE13.b1'], true, 31, true]);
      if (awaited !== null) expect(awaited).toBe(2);
    },
    60_000,
  );
});

/** Further calls for both clients of JavaScript, each with the expected answer. */
const BESIDES: readonly [string, object, object, unknown][] = [
  [
    'filter_path',
    { filter_path: 'hits.total.value', size: 0 },
    {},
    { hits: { total: { value: expect.any(Number) } } },
  ],
  [
    'totals as numbers',
    { rest_total_hits_as_int: true, size: 0 },
    {},
    { hits: { total: expect.any(Number) } },
  ],
  [
    'typed keys',
    { typed_keys: true, size: 0 },
    { aggs: { s: { terms: { field: 'site_code.keyword', size: 1 } } } },
    { aggregations: { 'sterms#s': { buckets: [{}] } } },
  ],
  ['preference', { preference: '_local', size: 1 }, {}, { hits: { hits: [{}] } }],
  [
    'q',
    { q: 'datastream:"sgpmetE13.b1"', size: 1, _source: 'datastream' },
    {},
    { hits: { hits: [{ _source: { datastream: 'sgpmetE13.b1' } }] } },
  ],
  [
    '_source_includes',
    { _source_includes: 'site_c*', size: 1 },
    {},
    { hits: { hits: [{ _source: { site_code: expect.any(String) } }] } },
  ],
  [
    'composite',
    { size: 0 },
    {
      aggs: {
        c: { composite: { size: 2, sources: [{ s: { terms: { field: 'site_code.keyword' } } }] } },
      },
    },
    { aggregations: { c: { after_key: { s: expect.any(String) }, buckets: [{}, {}] } } },
  ],
  [
    'percentiles',
    { size: 0 },
    { aggs: { p: { percentiles: { field: 'priority', percents: [50] } } } },
    { aggregations: { p: { values: { '50.0': expect.any(Number) } } } },
  ],
  [
    'extended_stats',
    { size: 0 },
    { aggs: { e: { extended_stats: { field: 'priority' } } } },
    { aggregations: { e: { variance: expect.any(Number) } } },
  ],
  [
    'range',
    { size: 0 },
    { aggs: { r: { range: { field: 'priority', ranges: [{ to: 5 }] } } } },
    { aggregations: { r: { buckets: [{ key: '*-5.0' }] } } },
  ],
  [
    'date_range',
    { size: 0 },
    { aggs: { d: { date_range: { field: 'start_date', ranges: [{ from: 'now-50y' }] } } } },
    { aggregations: { d: { buckets: [{ from_as_string: expect.any(String) }] } } },
  ],
  [
    'collapse',
    { size: 2 },
    { collapse: { field: 'site_code.keyword' } },
    { hits: { hits: [{}, {}] } },
  ],
  ['post_filter', {}, { post_filter: { match_none: {} } }, { hits: { hits: [] } }],
  [
    'fields',
    { size: 1, _source: false },
    { fields: ['site_code'] },
    { hits: { hits: [{ fields: { site_code: [expect.any(String)] } }] } },
  ],
  ['a pattern that fits none', { index: 'nothing*' }, {}, { hits: { total: { value: 0 } } }],
  [
    'an absent index',
    { index: 'metadata,nothing', ignore_unavailable: true, size: 1 },
    {},
    { hits: { hits: [{}] } },
  ],
];

describe.each(['@elastic/elasticsearch', '@opensearch-project/opensearch'])('%s asks', (name) => {
  const asked = async (parameters: object, body: object): Promise<unknown> => {
    const { index = 'metadata', ...querystring } = parameters as { index?: string };
    const request = { method: 'POST', path: `/${index}/_search`, querystring, body };
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const node = `${server.url}/elastic`;
    if (name.startsWith('@elastic')) {
      const client = new Elastic({ node });
      return await client.transport.request(request, { headers }).finally(() => client.close());
    }
    const client = new OpenSearch({ node });
    const answer = await client.transport
      .request(request, { headers })
      .finally(() => client.close());
    return answer.body;
  };
  it.each(BESIDES)('%s', async (_, parameters, body, expected) => {
    expect(await asked(parameters, body)).toMatchObject(expected as object);
  });
  it.each([
    [
      'an unknown aggregation',
      { aggs: { x: { significant_terms: { field: 'site_code.keyword' } } } },
    ],
    [
      'a script',
      { query: { script_score: { query: { match_all: {} }, script: { source: '1' } } } },
    ],
  ])('%s, and gets the place of the error', async (_, body) => {
    const error = await asked({}, body).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      statusCode: 400,
      body: { error: { type: 'parsing_exception' } },
    });
  });
});

describe('@elastic/elasticsearch', () => {
  it.each(['/elastic', '/services'])('@elastic/elasticsearch works against %s', async (base) => {
    const client = new Elastic({ node: server.url + base });
    const query = { term: { 'datastream.keyword': 'sgpmetE13.b1' } };
    expect((await client.info()).tagline).toBe('You Know, for Search');
    expect((await client.search({ index: 'metadata', query, size: 1 })).hits.hits).toHaveLength(1);
    expect((await client.count({ index: 'metadata', query })).count).toBeGreaterThan(3);
    expect((await client.get({ index: 'metadata', id: ID })).found).toBe(true);
    expect(await client.getSource({ index: 'metadata', id: ID })).toMatchObject({ id: ID });
    expect(await client.exists({ index: 'metadata', id: 'none' })).toBe(false);
    const { docs } = await client.mget({ index: 'metadata', ids: [ID] });
    expect(docs).toMatchObject([{ found: true }]);
    const { responses } = await client.msearch({
      searches: [{ index: 'metadata' }, { query }, { index: 'epochs' }, {}],
    });
    expect(responses).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(
      (await client.fieldCaps({ index: 'metadata', fields: 'site_code' })).fields,
    ).toHaveProperty('site_code');
    const names = client.helpers.scrollDocuments<{ file_name: string }>({
      index: 'file_info',
      size: 9,
      query: { prefix: { 'file_name.keyword': 'sgpmetE13.b1.201901' } },
      sort: [{ 'file_name.keyword': 'asc' }],
    });
    const scrolled: string[] = [];
    for await (const { file_name } of names) scrolled.push(file_name);
    expect(scrolled).toEqual(JANUARY);
    expect(await client.cat.indices({ format: 'json', h: ['index'] })).toHaveLength(7);
    expect((await client.cluster.health()).status).toBe('green');
    expect((await client.explain({ index: 'metadata', id: ID, query })).matched).toBe(true);
    expect((await client.indices.validateQuery({ index: 'metadata', query })).valid).toBe(true);
    expect((await client.indices.analyze({ text: 'Ozone' })).tokens).toMatchObject([
      { token: 'ozone' },
    ]);
    expect(
      (await client.termsEnum({ index: 'metadata', field: 'site_code', string: 'sg' })).terms,
    ).toContain('sgp');
    const refused = await client.index({ index: 'metadata', document: {} }).catch((error) => error);
    expect([refused.statusCode, refused.body.error.type]).toEqual([403, 'cluster_block_exception']);
    await client.close();
  });
});

describe('@opensearch-project/opensearch', () => {
  it.each(['/elastic', '/services'])(
    '@opensearch-project/opensearch works against %s',
    async (base) => {
      const client = new OpenSearch({ node: server.url + base });
      const query = { term: { 'datastream.keyword': 'sgpmetE13.b1' } };
      const met = { index: 'metadata', body: { query, size: 1 } };
      expect((await client.info()).body).toMatchObject({ version: { number: expect.any(String) } });
      expect((await client.search(met)).body.hits.hits).toHaveLength(1);
      expect(
        (await client.count({ index: 'metadata', body: { query } })).body.count,
      ).toBeGreaterThan(3);
      expect((await client.get({ index: 'metadata', id: ID })).body.found).toBe(true);
      expect((await client.getSource({ index: 'metadata', id: ID })).body).toMatchObject({
        id: ID,
      });
      expect((await client.exists({ index: 'metadata', id: ID })).body).toBe(true);
      expect(
        (await client.mget({ index: 'metadata', body: { ids: [ID] } })).body.docs,
      ).toMatchObject([{ found: true }]);
      const searches = [{ index: 'metadata' }, { query }, { index: 'file_info' }, { size: 1 }];
      expect((await client.msearch({ body: searches })).body.responses).toHaveLength(2);
      expect(
        (await client.fieldCaps({ index: 'metadata', fields: 'site_code' })).body.fields,
      ).toHaveProperty('site_code');
      const first = await client.search({ ...met, scroll: '1m' });
      const { _scroll_id: scrollId = '' } = first.body;
      const second = await client.scroll({ body: { scroll_id: scrollId, scroll: '1m' } });
      expect(second.body.hits.hits[0]?._id).not.toBe(first.body.hits.hits[0]?._id);
      expect((await client.clearScroll({ body: { scroll_id: [scrollId] } })).body).toMatchObject({
        succeeded: true,
        num_freed: 1,
      });
      const { pit_id: pit = '' } = (
        await client.createPit({ index: ['metadata'], keep_alive: '1m' })
      ).body;
      const at = await client.search({ body: { pit: { id: pit, keep_alive: '1m' }, size: 1 } });
      expect(at.body.hits.hits).toHaveLength(1);
      expect((await client.deletePit({ body: { pit_id: [pit] } })).body.pits).toMatchObject([
        { successful: true },
      ]);
      expect((await client.cat.indices({ format: 'json' })).body).toHaveLength(7);
      expect((await client.cluster.health({})).body.status).toBe('green');
      expect(
        (await client.explain({ index: 'metadata', id: ID, body: { query } })).body.matched,
      ).toBe(true);
      expect(
        (await client.indices.validateQuery({ index: 'metadata', body: { query } })).body.valid,
      ).toBe(true);
      const refused = await client.delete({ index: 'metadata', id: ID }).catch((error) => error);
      expect([refused.statusCode, refused.body.error.type]).toEqual([
        403,
        'cluster_block_exception',
      ]);
      await client.close();
    },
  );
});
