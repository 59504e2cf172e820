// Bad input gets its clear answer, over HTTP, and leaves everything else working.

import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REAL_ARCHIVE, UNUSUAL_FILES } from '../fixtures/real-files.ts';
import { demoIsobar, type Isobar, isobar, NO_ORDERS } from './server.ts';

const HARMLESS = { query: { match_all: {} }, size: 0 };

let server: Isobar;
beforeAll(async () => {
  server = await demoIsobar(NO_ORDERS);
});
afterAll(() => server?.remove());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function signIn(name = 'demo', password = 'isobar-demo'): Promise<Response> {
  const credentials = Buffer.from(`${name}:${password}`).toString('base64');
  return fetch(`${server.url}/services/auth/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
  });
}

async function expectWell(): Promise<void> {
  const answer = await post('/services/metadata/_search', HARMLESS);
  expect(answer.status).toBe(200);
  const { hits } = (await answer.json()) as { hits: { total: { value: number } } };
  expect(hits.total.value).toBeGreaterThan(600);
}

it.each([
  ['broken JSON', '{"query":'],
  ['an unknown query', { query: { regexp: { name: '.*' } } }],
  ['a script', { query: { script: { script: 'ctx.x' } } }],
  ['an unknown part', { wibble: 1 }],
  ['too deep a page', { from: 9_990, size: 20 }],
  ['an unfinished query string', { query: { query_string: { query: 'name:(cloud AND' } } }],
])('a search that cannot be understood is refused: %s', async (_, body) => {
  const answer = await post('/services/metadata/_search', body);
  expect(answer.status).toBe(400);
  const told = (await answer.json()) as {
    error: { type: string; reason: string };
    status: number;
  };
  expect(told.status).toBe(400);
  expect(told.error.reason.length).toBeGreaterThan(10);
  await expectWell();
});

it('signing in is throttled after ten wrong passwords, for that account only', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await signIn('nobody-here', `wrong ${i}`)).status);
  expect(statuses.slice(0, 10).every((s) => s === 401)).toBe(true);
  const last = await signIn('nobody-here', 'wrong again');
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectWell();
});

const order = (selected: object) => ({
  selectedData: { selectedDatastreams: [selected], outputFormat: ['ANDR'] },
});
const day = (date: string) => [{ startDate: date, endDate: date }];

it('an order needs a signed-in user', async () => {
  const answer = await post('/services/order/orders/create', order({ datastream: 'sgpmetE13.b1' }));
  expect(answer.status).toBe(401);
});

it.each([
  [
    'dates without data',
    { datastream: 'sgpmetE13.b1', dates: day('1980-01-01') },
    'None of your selections contain any files. Please update your selections and try again.',
  ],
  [
    'an unknown datastream',
    { datastream: 'xyznothingZ9.b1', dates: day('2019-01-01') },
    'xyznothingZ9.b1',
  ],
  ['a path', { datastream: '../../etc', dates: day('2019-01-01') }, '../../etc'],
  ['a file of a path', { datastream: 'sgpmetE13.b1', files: ['../../etc/passwd'] }, ''],
  ['a date that is none', { datastream: 'sgpmetE13.b1', dates: day('2019-02-30') }, 'YYYY-MM-DD'],
  [
    'an end before its start',
    { datastream: 'sgpmetE13.b1', dates: [{ startDate: '2019-02-02', endDate: '2019-02-01' }] },
    'starts after it ends',
  ],
])('for %s is refused with 400', async (_, selected, told) => {
  const cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
  const answer = await post('/services/order/orders/create', order(selected), { cookie });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(told);
  await expectWell();
});

it.each([
  '/discovery/..%2f..%2fpackage.json',
  '/discovery/%2e%2e/%2e%2e/package.json',
  '/services/order/delivery/1/..%2f..%2fisobar.sqlite',
  '/services/order/delivery/1/%2e%2e%2fsigning-key',
])('a path that climbs finds nothing: %s', async (path) => {
  const answer = await fetch(`${server.url}${path}`);
  expect([400, 401, 403, 404]).toContain(answer.status);
  expect(await answer.text()).not.toContain('"workspaces"');
});

it('a folder with bad files is harvested, and each bad file is reported in one line', async () => {
  const folder = join(server.home, 'folder with bad files');
  mkdirSync(join(folder, 'locked'), { recursive: true });
  const good = 'sgpmetE13.b1.20190101.000000.cdf';
  cpSync(join(REAL_ARCHIVE, good), join(folder, good));
  cpSync(join(UNUSUAL_FILES, 'met_lcl.nc'), join(folder, 'met_lcl.nc'));
  writeFileSync(join(folder, 'sgpmetE13.b1.20190102.000000.cdf'), '');
  writeFileSync(join(folder, 'sgpmetE13.b1.20190103.000000.cdf'), 'CDF\u0001 cut off');
  writeFileSync(join(folder, 'notes.txt'), 'not data');
  writeFileSync(join(folder, 'locked', 'sgpmetE13.b1.20190104.000000.cdf'), 'x');
  chmodSync(join(folder, 'locked'), 0o000);
  const other = await isobar({ ...NO_ORDERS, ISOBAR_ARCHIVE: folder }, async (command) => {
    const said = await command('harvest', folder, '--report', join(folder, '..', 'report.csv'));
    for (const bad of ['20190102', '20190103']) expect(said).toContain(bad);
  });
  try {
    const answer = await fetch(
      `${other.url}/services/metadata/_search?q=datastream:"sgpmetE13.b1"`,
    );
    const { hits } = (await answer.json()) as { hits: { total: { value: number } } };
    expect(hits.total.value).toBeGreaterThan(0);
    const demo = await fetch(`${other.url}/services/auth/login`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('demo:isobar-demo')}` },
    });
    expect(demo.status).toBe(401);
  } finally {
    chmodSync(join(folder, 'locked'), 0o700);
    await other.remove();
  }
});
