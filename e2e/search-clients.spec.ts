// Official search clients against the real server: each library of Python with its fifteen calls and more, and those of JavaScript.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as Elastic } from '@elastic/elasticsearch';
import { Client as OpenSearch } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIsobar, type Isobar, root } from './server.ts';

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
  server = await demoIsobar();
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
    '[P074] [P075] [P076] [P081] [P099] [P100] [P101] [P102] works against %s, reads all there is and writes nothing',
    async (base) => {
      const script = join(root, 'e2e/programs/search_clients.py');
      const env = { ...process.env, PYTHONPATH: path };
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
        indices: ['epochs', 'field_campaigns', 'file_info', 'metadata', 'quicklooks', 'scan_names'],
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
});

describe('@elastic/elasticsearch', () => {
  it.each(['/elastic', '/services'])('works against %s', async (base) => {
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
    expect(await client.cat.indices({ format: 'json', h: ['index'] })).toHaveLength(6);
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
  it.each(['/elastic', '/services'])('works against %s', async (base) => {
    const client = new OpenSearch({ node: server.url + base });
    const query = { term: { 'datastream.keyword': 'sgpmetE13.b1' } };
    const met = { index: 'metadata', body: { query, size: 1 } };
    expect((await client.info()).body).toMatchObject({ version: { number: expect.any(String) } });
    expect((await client.search(met)).body.hits.hits).toHaveLength(1);
    expect((await client.count({ index: 'metadata', body: { query } })).body.count).toBeGreaterThan(
      3,
    );
    expect((await client.get({ index: 'metadata', id: ID })).body.found).toBe(true);
    expect((await client.getSource({ index: 'metadata', id: ID })).body).toMatchObject({ id: ID });
    expect((await client.exists({ index: 'metadata', id: ID })).body).toBe(true);
    expect((await client.mget({ index: 'metadata', body: { ids: [ID] } })).body.docs).toMatchObject(
      [{ found: true }],
    );
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
    const { pit_id: pit = '' } = (await client.createPit({ index: ['metadata'], keep_alive: '1m' }))
      .body;
    const at = await client.search({ body: { pit: { id: pit, keep_alive: '1m' }, size: 1 } });
    expect(at.body.hits.hits).toHaveLength(1);
    expect((await client.deletePit({ body: { pit_id: [pit] } })).body.pits).toMatchObject([
      { successful: true },
    ]);
    expect((await client.cat.indices({ format: 'json' })).body).toHaveLength(6);
    expect((await client.cluster.health({})).body.status).toBe('green');
    expect(
      (await client.explain({ index: 'metadata', id: ID, body: { query } })).body.matched,
    ).toBe(true);
    expect(
      (await client.indices.validateQuery({ index: 'metadata', body: { query } })).body.valid,
    ).toBe(true);
    const refused = await client.delete({ index: 'metadata', id: ID }).catch((error) => error);
    expect([refused.statusCode, refused.body.error.type]).toEqual([403, 'cluster_block_exception']);
    await client.close();
  });
});
