// Citable orders: made by their owner, kept beyond the delivery, given a DOI, and made again from
// their recipe.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findCitedOrder } from '../../../core/citation/cited-orders.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
let house: OrderFixture;
let ada: { cookie: string };
let bob: { cookie: string };
let files: string[];
beforeEach(async () => {
  house = await openOrderFixture();
  ada = (await house.signIn('ada')).headers;
  bob = (await house.signIn('bob')).headers;
  files = await addMetDays(house, MET, 2);
});
afterEach(() => house.close());

const call = (method: 'GET' | 'POST', url: string, headers: object = ada, payload?: object) =>
  house.app.inject({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) });
async function placed(): Promise<number> {
  const request = requestOf(MET, '2019-01-01', '2019-01-02', { variables: ['temp_mean'] });
  return (await call('POST', '/services/order/orders/create', ada, request)).json().orderId;
}
const cite = (orderId: number, headers = ada) =>
  call('POST', `/services/order/orders/cite?orderId=${orderId}`, headers);
const remake = (orderId: number, method: 'GET' | 'POST', headers: object = ada) =>
  call(method, `/services/order/orders/remake?orderId=${orderId}`, headers);

it('a citable order is made by its owner alone, when it is complete, once', async () => {
  const orderId = await placed();
  expect((await cite(orderId)).json().code).toBe('conflict');
  await house.work();
  expect((await cite(orderId, bob)).statusCode).toBe(404);
  expect((await call('GET', `/order/${orderId}/recipe.json`, {})).statusCode).toBe(404);
  const first = await cite(orderId);
  expect(first.json()).toEqual({
    orderId,
    url: `${house.settings.url}/order/${orderId}`,
    doi: null,
  });
  expect((await cite(orderId)).statusCode).toBe(200);
  const { db } = house.store;
  const jobs = await db.selectFrom('jobs').where('kind', '=', 'order-doi').selectAll().execute();
  expect(jobs.map(({ subject }) => subject)).toEqual([`order-${orderId}-doi`]);
  const { cited_at } = await db.selectFrom('cited_orders').selectAll().executeTakeFirstOrThrow();
  expect(Math.abs(cited_at - Date.now() / 1000)).toBeLessThan(60);
  const recipe = (await call('GET', `/order/${orderId}/recipe.json`, {})).body;
  const kept = await findCitedOrder(db, orderId);
  expect(kept?.record.recipeSha256).toBe(createHash('sha256').update(recipe).digest('hex'));
  expect(kept?.record.datastreams).toEqual([
    expect.objectContaining({ datastream: MET, variables: ['temp_mean'] }),
  ]);
  expect(kept?.record.files.filter((file) => file.kind === 'data')).toHaveLength(2);
  const person = await house.store.db.selectFrom('people').selectAll().execute();
  for (const one of person)
    for (const secret of [one.person_id, one.email])
      expect(JSON.stringify(kept?.record)).not.toContain(`"${secret}"`);
});

it('a citable order keeps recipe and reports when the delivery has expired, and cannot be made after it', async () => {
  const [orderId, other] = [await placed(), await placed()];
  await house.work();
  await cite(orderId);
  for (const id of [orderId, other]) await house.blobs.removeAll(String(id));
  const recipe = await call('GET', `/order/${orderId}/recipe.json`, {});
  expect(recipe.json()).toMatchObject({ recipe: 1, orderId });
  expect((await call('GET', `/order/${orderId}/reports.json`, {})).statusCode).toBe(200);
  expect((await cite(other)).json().code).toBe('gone');
  expect((await cite(orderId)).statusCode).toBe(200);
});

it('a citable order is made again with the same bytes, also when the delivery has expired', async () => {
  const orderId = await placed();
  await house.work();
  await cite(orderId);
  await house.blobs.removeAll(String(orderId));
  expect((await remake(orderId, 'GET', {})).statusCode).toBe(404);
  expect((await remake(orderId, 'POST', {})).statusCode).toBe(401);
  const stranger = await remake(orderId, 'POST', { accept: 'text/html' });
  expect([stranger.statusCode, stranger.headers.location]).toEqual([
    303,
    '/discovery/#/account/order',
  ]);
  expect((await remake(orderId, 'GET', {})).statusCode).toBe(404);
  expect((await remake(orderId, 'POST', bob)).json()).toMatchObject({ state: 'waiting' });
  await house.work();
  const found = await remake(orderId, 'GET', {});
  expect(found.headers['cache-control']).toBe('no-store');
  expect(found.json()).toEqual({ orderId, state: 'done', same: true, differences: [] });
});

it('a citable order is made again when nothing waits and the last run ended ten minutes ago', async () => {
  const orderId = await placed();
  await house.work();
  await cite(orderId);
  const stateOf = async () => (await remake(orderId, 'POST')).json().state;
  const jobs = async () =>
    (
      await house.store.db
        .selectFrom('jobs')
        .where('kind', '=', 'order-remake')
        .selectAll()
        .execute()
    ).length;
  expect([await stateOf(), await stateOf(), await jobs()]).toEqual(['waiting', 'waiting', 1]);
  await house.work();
  expect([await stateOf(), await jobs()]).toEqual(['done', 1]);
  const ended = (secondsAgo: number) =>
    house.store.db
      .updateTable('order_remakes')
      .set({ done_at: Math.floor(Date.now() / 1000) - secondsAgo, asked_at: 1 })
      .execute();
  await ended(580);
  expect(await stateOf()).toBe('done');
  await ended(601);
  expect([await stateOf(), await jobs()]).toEqual(['waiting', 2]);
  await house.work();
  expect((await remake(orderId, 'GET', {})).json()).toMatchObject({ state: 'done', same: true });
});

it('a citable order tells exactly what changed in the archive since', async () => {
  const orderId = await placed();
  await house.work();
  await cite(orderId);
  await writeFile(join(house.archiveFolder, files[1]!), 'no NetCDF any more');
  const page = await remake(orderId, 'POST', { ...ada, accept: 'text/html' });
  expect(page.statusCode).toBe(303);
  expect(page.headers.location).toBe(`/order/${orderId}#again`);
  await house.work();
  const told = (await remake(orderId, 'GET', {})).json();
  expect(told).toMatchObject({ state: 'done', same: false });
  expect(told.differences[0]).toBe(`${files[1]} was changed in the archive.`);
});

it('a citable order carries a crate with every file and its checksum (RO-Crate 1.1)', async () => {
  const orderId = await placed();
  await house.work();
  const reply = await call('GET', `/services/order/delivery/${orderId}/ro-crate-metadata.json`);
  const crate = reply.json();
  const of = (id: string) => crate['@graph'].find((one: { '@id': string }) => one['@id'] === id);
  expect(of('ro-crate-metadata.json').conformsTo['@id']).toBe('https://w3id.org/ro/crate/1.1');
  const parts = of('./').hasPart.map((one: { '@id': string }) => one['@id']);
  expect(parts).toEqual(expect.arrayContaining(['README.txt', 'recipe.json']));
  for (const part of parts) expect(of(part).sha256).toMatch(/^[0-9a-f]{64}$/);
  const source = of(`${house.settings.url}/datastream/${MET}`);
  expect([source['@type'], source.additionalType]).toEqual([
    'CreativeWork',
    'https://schema.org/Dataset',
  ]);
});

const packages = fileURLToPath(
  new URL('../../../../../../node_modules/.cache/python-programs/crates', import.meta.url),
);
const script = fileURLToPath(new URL('../testing/crate.py', import.meta.url));
const python = process.env.ISOBAR_TEST_PYTHON ?? 'python3';
const hasValidator = existsSync(packages);
/** Where the machine was prepared for tests, an absent validator is a failure. */
const isNeeded = process.env.ISOBAR_NEED_TOOLS === 'true';

it.runIf(hasValidator || isNeeded)(
  'roc-validator finds nothing wrong with a delivery (skipped without Python and its packages)',
  async () => {
    const orderId = await placed();
    await house.work();
    const folder = join(house.settings.home, 'crate');
    const base = `/services/order/delivery/${orderId}/`;
    const crate = (await call('GET', `${base}ro-crate-metadata.json`)).json();
    const parts: { '@id': string }[] = crate['@graph'].find(
      (one: { '@id': string }) => one['@id'] === './',
    ).hasPart;
    for (const path of ['ro-crate-metadata.json', ...parts.map((part) => part['@id'])]) {
      const file = join(folder, decodeURIComponent(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, (await call('GET', base + path)).rawPayload);
    }
    const env = { ...process.env, PYTHONPATH: packages };
    const run = await promisify(execFile)(python, [script, folder], { env, maxBuffer: 1 << 24 });
    expect(JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '')).toEqual([]);
  },
  240_000,
);
