// Live data on the real server: the published toolkit unchanged, and shell commands as mails and
// papers give them.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIsobar, type Isobar, NO_ORDERS, root } from './server.ts';

const run = promisify(execFile);
const ACT = join(root, 'node_modules/.cache/python-programs/act');
const DAYS = ['20190101', '20190102', '20190103'].map((day) => `sgpmetE13.b1.${day}.000000.cdf`);
const USER = 'user=demo:demo-token';

let server: Isobar;
let folder: string;
beforeAll(async () => {
  server = await demoIsobar(NO_ORDERS);
  folder = mkdtempSync(join(tmpdir(), 'isobar-live-'));
});
afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!existsSync(ACT))('the toolkit for these data', () => {
  it('[P074] [P106] [P111] [P113] [P118] [P121] [P122] [P124] [P125] downloads, joins, cites and finds places', async () => {
    const script = join(root, 'e2e/programs/act_toolkit.py');
    const env = { ...process.env, PYTHONPATH: ACT, PYTHONWARNINGS: 'ignore' };
    const { stdout } = await run('python3', [script, server.url, folder], {
      env,
      maxBuffer: 1 << 24,
    });
    expect(JSON.parse(stdout)).toEqual({
      names: DAYS,
      refused: expect.stringContaining('Check username or token'),
      nothing: [],
      joined: 'sgpmetE13.b1.20190101.000000.20190103.235900.custom.cdf',
      csv: 'sgpmetE13.b1.20190101.000000.20190103.235900.custom.csv',
      badMod: null,
      sizes: [4320, 4320],
      same: true,
      left: expect.arrayContaining([expect.any(String)]),
      place: { latitude: expect.closeTo(36.6, 0), longitude: expect.closeTo(-97.5, 0) },
      doi: expect.stringMatching(/2019.*doi\.org/s),
    });
  }, 120_000);
});

describe.skipIf(spawnSync('curl', ['--version']).status !== 0)('a line of shell', () => {
  const curl = async (...args: string[]) =>
    (
      await run('curl', ['--silent', '--show-error', '--globoff', ...args], {
        encoding: 'latin1',
        maxBuffer: 1 << 26,
      })
    ).stdout;

  it.each(['/services/live', '/armlive'])(
    '[P107] [P108] [P112] [P114] [P116] a line of shell asks %s',
    async (live) => {
      const base = `${server.url}${live}`;
      const query = `?wt=json&end=2019-01-03&${USER}&start=2019-01-01&ds=sgpmetE13.b1`;
      for (const path of ['/query', '/data/query', '/livedata/query'])
        expect(JSON.parse(await curl(base + path + query))).toMatchObject({
          status: 'success',
          num_found: 3,
          files: DAYS,
        });
      expect(
        await curl(`${base}/query?${USER}&ds=sgpmetE13.b1&start=2019-01-01&end=2019-01-01`),
      ).toMatch(/^<!DOCTYPE html>[\s\S]*<a href=/);
      expect(
        await curl(`${base}/saveData?file=sgpmetE13.b1.18990101.000000.cdf&${USER}`),
      ).toContain('This data file is not available');
    },
  );

  it('[P115] a line of shell resumes an interrupted download and receives the same bytes', async () => {
    const address = `${server.url}/armlive/data/saveData?${USER}&file=${DAYS[0]}`;
    const [whole, part] = [join(folder, 'whole'), join(folder, 'part')];
    await curl('--output', whole, address);
    await curl('--output', part, '--range', '0-9999', address);
    expect(statSync(part).size).toBe(10_000);
    await curl('--output', part, '--continue-at', '-', address);
    expect(readFileSync(part).equals(readFileSync(whole))).toBe(true);
  });

  it('[P117] [P119] [P120] [P123] a line of shell joins files by POST, in each form', async () => {
    const mod = (query: string) =>
      curl('--data', JSON.stringify(DAYS), `${server.url}/armlive/mod?${USER}&${query}`);
    expect((await mod('wt=cdf&variables=temp_mean')).slice(0, 3)).toBe('CDF');
    expect((await mod('wt=nc4&variables=temp_mean')).slice(1, 4)).toBe('HDF');
    expect((await mod('wt=csv&variables=temp_mean&qc=Bad')).split('\r\n').length).toBeGreaterThan(
      4320,
    );
    expect(JSON.parse(await mod('variables=temp_mean&wt=json')).dims.time).toBe(4320);
    expect(await curl('--data', '[]', `${server.url}/armlive/mod?user=demo:wrong`)).toMatch(
      /^<!DOCTYPE html/,
    );
  });
});
