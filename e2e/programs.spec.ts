// Programs that were written against services of this kind, run unchanged: they are given only the
// base address.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIsobar, type Isobar, NO_ORDERS, root } from './server.ts';

const run = promisify(execFile);
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const MET = 'sgpmetE13.b1';

let server: Isobar;
beforeAll(async () => {
  server = await demoIsobar(NO_ORDERS);
});
afterAll(() => server?.remove());

type Place = Record<string, string>;
type Hit<T> = { _index: string; _id: string; _source: T };
type Toolkit = {
  sites: Place[];
  facilities: string[];
  day: string[];
  files: { total: number; different: number; sorted: boolean; last: string };
  month: [number, number];
  sources: { hits: { hits: { _source: Place }[] } };
  refused: { code: number; status: number; error: { type: string; reason: string } };
  absent: unknown;
  quicklooks: Hit<Place>[];
  epochs: number;
  scans: number;
  campaigns: Hit<{ title: string; tag: string }>[];
};

describe.skipIf(!has('python3'))('a toolkit in Python', () => {
  let told: Toolkit;
  beforeAll(async () => {
    const script = join(root, 'e2e/programs/toolkit.py');
    const { stdout } = await run('python3', [script, server.url], { maxBuffer: 1 << 26 });
    told = JSON.parse(stdout) as Toolkit;
  });

  it('[P074] [P088] [P089] [P090] [P091] [P093] a toolkit in Python finds the sites and facilities, one document each', () => {
    const codes = told.sites.map((site) => site.site_code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(told.sites.find((site) => site.site_code === 'sgp')).toMatchObject({
      site_type: 'P',
      site_name: 'Southern Great Plains',
      ffac: expect.stringMatching(/^sgp\./),
      location: expect.stringMatching(/^-?[\d.]+,-?[\d.]+$/),
      facility_name: expect.stringMatching(/./),
      start_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    for (const site of told.sites) expect(Object.keys(site).length).toBeLessThanOrEqual(9);
    expect(told.facilities).toEqual(expect.arrayContaining(['C1', 'E13', 'M1']));
  });

  it('[P094] [P095] [P096] a toolkit in Python lists the files of a day, and all of a datastream to the last', () => {
    expect(told.day).toEqual([`${MET}.20190101.000000.cdf`]);
    const { total, different, sorted, last } = told.files;
    expect(total).toBeGreaterThan(10_000);
    expect([different, sorted]).toEqual([total, true]);
    expect(last).toMatch(/^sgpmetE13\.b1\.20\d{6}\.\d{6}\.(cdf|nc)$/);
    expect(told.month[0]).toBe(28);
    expect(told.month[1]).toBeGreaterThan(28_000);
  });

  it('[P087] [P097] [P098] a toolkit in Python reads what the records of a datastream hold', () => {
    expect(Object.keys(told.sources)).toEqual(['hits']);
    const sources = told.sources.hits.hits.map((hit) => hit._source);
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources)
      expect(source).toMatchObject({
        datastream: MET,
        instrument_name_text: source.instrument_name,
        facility_name: expect.stringMatching(/./),
      });
  });

  it('[P077] [P078] [P079] [P080] a toolkit in Python finds records in each of the small indexes', () => {
    expect(told.quicklooks[0]?._source).toMatchObject({ ds: MET, month: '201901' });
    expect(told.epochs).toBeGreaterThan(2);
    expect(told.scans).toBeGreaterThan(5);
    expect(told.campaigns.length).toBeGreaterThan(5);
    for (const { _source } of told.campaigns)
      expect(Object.keys(_source).sort()).toEqual(['tag', 'title']);
  });

  it('[P102] a toolkit in Python gets an error for a wrong query, and an empty result where nothing was found', () => {
    expect(told.refused).toMatchObject({
      code: 400,
      status: 400,
      error: { type: 'parsing_exception', reason: expect.stringMatching(/character \d+/) },
    });
    expect(told.absent).toEqual({
      total: { value: 0, relation: 'eq' },
      max_score: null,
      hits: [],
    });
  });
});

describe.skipIf(!has('curl'))('a line of shell', () => {
  const curl = async (...args: string[]) => {
    const { stdout } = await run('curl', ['--silent', '--show-error', '--globoff', ...args]);
    return JSON.parse(stdout) as { hits: { total: { value: number }; hits: Hit<Place>[] } };
  };
  const search = (index: string) => `${server.url}/services/${index}/_search`;

  it('[P082] [P083] a line of shell asks with quotes and plus signs as they are typed', async () => {
    const quoted = await curl(`${search('file_info')}?q=datastream:"${MET}"&size=1`);
    expect(quoted.hits.hits[0]?._source.datastream).toBe(MET);
    const spaced = await curl(`${search('metadata')}?q=site_code:sgp+AND+dataLevel:b1&size=3`);
    expect(spaced.hits.hits.map((hit) => hit._source.dataLevel)).toEqual(['b1', 'b1', 'b1']);
  });

  it('[P081] a line of shell posts a body without saying that it is JSON, or sends it with GET', async () => {
    const body = JSON.stringify({ query: { term: { 'site_code.keyword': 'nsa' } }, size: 1 });
    for (const method of ['POST', 'GET']) {
      const { hits } = await curl('--request', method, '--data', body, search('metadata'));
      expect([method, hits.hits[0]?._source.site_code]).toEqual([method, 'nsa']);
    }
  });

  it('[P104] a line of shell follows the id of a published link', async () => {
    const id = 'sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet';
    const { hits } = await curl('--get', '--data-urlencode', `q=id:"${id}"`, search('metadata'));
    expect(hits.hits[0]?._id).toBe(id);
  });
});

/** The toolkit as the tests' machine has it, in a folder of its own (scripts/machine.mjs). */
const ACT = join(root, 'node_modules/.cache/python-programs/act');
const toolkit = { ...process.env, PYTHONPATH: ACT, PYTHONWARNINGS: 'ignore' };
const hasToolkit = existsSync(ACT);

describe.skipIf(!hasToolkit)('the toolkit act-atmos', () => {
  type Flags = Record<string, Record<string, [string, number]>>;
  let told: {
    flags: Flags;
    clean: Flags;
    reports: Record<string, { variables: string[]; subject: string }>;
    printed: string;
    unknown: string;
    none: string;
  };
  beforeAll(async () => {
    const script = join(root, 'e2e/programs/quality.py');
    const args = [script, server.url, MET, '20110101', '20110301'];
    const { stdout } = await run('python3', args, { env: toolkit, maxBuffer: 1 << 26 });
    told = JSON.parse(stdout.slice(stdout.indexOf('{'))) as typeof told;
  });

  it('[P127] [P128] flags the samples of the variables that reports name', () => {
    expect(told.flags.rh_mean).toEqual({
      'D110415.2': ['Incorrect', 17],
      'D110419.1': ['Missing', 4],
    });
    expect(told.flags.temp_mean).toEqual({ 'D110419.1': ['Missing', 4] });
    expect(told.printed).toContain('2011-01-15 13:00:00');
    expect(Object.keys(told.reports)).toEqual(['D110415.2']);
  });

  it('[P131] [P132] the toolkit act-atmos takes a datastream as clean only where the archive knows it', () => {
    expect(told.clean).toEqual({});
    expect(told.none).toContain('No DQRs found');
    expect(told.unknown).toContain('Check parameters');
  });
});
