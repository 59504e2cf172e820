// An order of only what changed: its files are those of a full re-order that differ, byte for byte;
// the README lists old and new names.
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliveryIndex } from '@isobar/contract/calls/orders.ts';
import type { OrderChanges } from '@isobar/contract/orders/changes.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { harvest } from '../features/harvest/harvest.ts';
import { noticeChanges } from '../features/orders/affected/jobs.ts';
import { writeMetFile } from '../features/orders/testing/met-file.ts';
import {
  DAY,
  JANUARY_1,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../features/orders/testing/order-fixture.ts';
import { verifyOrder } from '../features/orders/verify.ts';

const MET = 'sgpmetE13.b1';
const OTHER = 'sgpmetE9.b1';

let house: OrderFixture;
let headers: { cookie: string };
beforeEach(async () => {
  house = await openOrderFixture();
  ({ headers } = await house.signIn('ada'));
  for (const datastream of [MET, OTHER])
    for (let day = 0; day < 6; day++)
      await writeMetFile(fileOf(datastream, day), {
        ...{ start: JANUARY_1 + day * DAY, samples: 144, step: 600, datastream },
      });
  await harvestAll();
});
afterEach(() => house.close());

const nameOf = (datastream: string, day: number) => `${datastream}.2019010${day + 1}.000000.cdf`;
const fileOf = (datastream: string, day: number) =>
  join(house.archiveFolder, nameOf(datastream, day));

async function harvestAll(): Promise<void> {
  const { store, archive, tables, log } = house.worker;
  await harvest({ store, archive, tables: await tables(), log });
}

/** Looks for changes and reports them, as the worker does from time to time. */
async function noticeAll(): Promise<void> {
  await noticeChanges({ db: house.store.db, tables: house.worker.tables });
  await house.work();
}

const call = async (method: 'GET' | 'POST', path: string, payload?: object) =>
  await house.app.inject({
    method,
    url: `/services/order/${path}`,
    headers,
    ...(payload ? { payload } : {}),
  });

async function placed(payload: object): Promise<number> {
  const reply = await call('POST', 'orders/create', payload);
  expect(reply.statusCode, reply.body).toBe(200);
  await house.work();
  return reply.json().orderId;
}

/**
 * Names and contents of data files; without the order's number and date, which files that an order
 * made hold in their history.
 */
async function filesOf(orderId: number): Promise<ReadonlyMap<string, string>> {
  const index: DeliveryIndex = (await call('GET', `delivery/${orderId}/index.json`)).json();
  const names = index.files.map(({ name }) => name).filter((name) => /\.(cdf|nc|csv)$/.test(name));
  const contents = new Map<string, string>();
  for (const name of names) {
    const { rawPayload } = await call('GET', `delivery/${orderId}/${encodeURIComponent(name)}`);
    const text = rawPayload
      .toString('latin1')
      .replaceAll(String(orderId), '######')
      .replace(/20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?=Z? UTC|Z)/g, '');
    contents.set(name, createHash('sha256').update(text).digest('hex'));
  }
  return contents;
}

const changesOf = async (orderId: number): Promise<OrderChanges> =>
  (await call('GET', `orders/${orderId}/changes`)).json();

/** Another value at the end of a file, with its size as it was. */
async function touch(path: string): Promise<void> {
  const bytes = await readFile(path);
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

const report = (id: string, day: number, code = '4') => ({
  ...{ dqr_id: id, datastream: MET, quality_code: code, variables: 'temp_mean' },
  start_time: `2019-01-0${day + 1}T02:00:00Z`,
  end_time: `2019-01-0${day + 1}T04:00:00Z`,
  subject: 'A sensor was blocked',
});

/** The files of a full re-order that the first delivery does not have with the same bytes. */
async function differing(first: number, again: number): Promise<ReadonlyMap<string, string>> {
  const before = await filesOf(first);
  return new Map([...(await filesOf(again))].filter(([name, sum]) => before.get(name) !== sum));
}

const ORDER = {
  ...requestOf(
    MET,
    '2019-01-01 06:00:00',
    '2019-01-05',
    { dqrFilter: ['incorrect'] },
    { outputFormat: ['ANDR', 'NCSV'] },
  ),
};

it('an order of only what changed delivers exactly the files of a full re-order that differ: replaced, masked and renamed ones [AO3]', async () => {
  const request = structuredClone(ORDER);
  request.selectedData.selectedDatastreams.push({
    datastream: OTHER,
    dates: [{ startDate: '2019-01-01', endDate: '2019-01-03' }],
  });
  house.setTables({ 'quality-reports.csv': [report('D250101.1', 4)] });
  const first = await placed(request);
  await noticeAll();
  expect((await changesOf(first)).counts).toMatchObject({ replaced: 0, withdrawn: 0, reported: 0 });
  expect((await call('POST', `orders/changed?orderId=${first}`)).json()).toMatchObject({
    code: 'conflict',
  });

  await touch(fileOf(MET, 1));
  await touch(fileOf(OTHER, 0));
  const renamed = join(house.archiveFolder, `${MET}.20190104.000100.cdf`);
  await rename(fileOf(MET, 3), renamed);
  house.setTables({
    'quality-reports.csv': [
      report('D250101.1', 4),
      report('D260101.1', 2),
      report('D260101.2', 0, '3'),
      report('D260101.3', 4),
    ],
  });
  await harvestAll();
  await noticeAll();
  const changes = await changesOf(first);
  // Of the three new reports one is about hours before the order begins, and one about values that
  // were masked already.
  expect(changes.counts).toMatchObject({ replaced: 2, withdrawn: 1, reported: 1, harmless: 1 });
  const harmless = changes.reports.filter((one) => one.harmless).map((one) => one.report);
  expect(harmless).toEqual(['D260101.3']);
  expect(changes.onlyChanged?.files).toBe(4);

  const delta = (await call('POST', `orders/changed?orderId=${first}`)).json().orderId;
  await house.work();
  const { orderId: full } = (await call('POST', `orders/reorder?orderId=${first}`)).json();
  await house.work();
  const expected = await differing(first, full);
  expect(expected.size).toBe(8);
  expect(await filesOf(delta)).toEqual(expected);

  const readme = (await call('GET', `delivery/${delta}/README.txt`)).body.replace(/\s+/g, ' ');
  expect(readme).toContain(`What changed since order ${first}`);
  for (const { before, now } of changes.files) {
    expect(readme).toContain(
      `${before.file} (SHA-256 ${before.sha256}) -> ${now[0]?.file} (SHA-256 `,
    );
    expect(readme).not.toContain('(SHA-256 not known)');
  }
  const recipe = (await call('GET', `delivery/${delta}/recipe.json`)).json();
  expect(recipe.changedSince).toBe(first);
  const checked = await verifyOrder({ archive: house.worker.archive, blobs: house.blobs }, delta);
  expect(checked.differences).toEqual([]);
});

it('an order of only what changed makes a joined file again as a whole when one of its inputs changed [AO3]', async () => {
  const joined = {
    ...requestOf(MET, '2019-01-01', '2019-01-04', {}, { mergedOutput: true, maxMb: 100 }),
  };
  joined.selectedData.selectedDatastreams.push({
    datastream: OTHER,
    dates: [{ startDate: '2019-01-01', endDate: '2019-01-03' }],
  });
  const first = await placed(joined);
  await touch(fileOf(MET, 2));
  await harvestAll();
  await noticeAll();
  const delta = (await call('POST', `orders/changed?orderId=${first}`)).json().orderId;
  await house.work();
  const { orderId: full } = (await call('POST', `orders/reorder?orderId=${first}`)).json();
  await house.work();
  expect(await filesOf(delta)).toEqual(await differing(first, full));
});

it('an order of only what changed, of files that were chosen by name, takes those that hold their times now, and nothing else', async () => {
  const first = await placed(
    requestOf(MET, '2019-01-01', '2019-01-06', { files: [nameOf(MET, 1), nameOf(MET, 2)] }),
  );
  await rename(fileOf(MET, 1), join(house.archiveFolder, `${MET}.20190102.000500.cdf`));
  await harvestAll();
  await noticeAll();
  const delta = (await call('POST', `orders/changed?orderId=${first}`)).json().orderId;
  await house.work();
  expect([...(await filesOf(delta)).keys()]).toEqual([`${MET}.20190102.000500.cdf`]);
  // What changed after that concerns the new order.
  await rm(join(house.archiveFolder, `${MET}.20190102.000500.cdf`));
  await harvestAll();
  await noticeAll();
  expect((await changesOf(delta)).counts).toMatchObject({ withdrawn: 1, replaced: 0 });
});

it('an order of only what changed is of oneself only, of who has its link, and of everybody once it is citable; an unknown or other order is not found [AO4]', async () => {
  const first = await placed(ORDER);
  await noticeAll();
  const { headers: bobs } = await house.signIn('bob');
  const as = (own: object, url: string, method: 'GET' | 'POST' = 'GET') =>
    house.app.inject({ method, url: `/services/order/${url}`, headers: { ...own } });
  expect((await as(bobs, `orders/${first}/changes`)).statusCode).toBe(404);
  expect((await as({}, `orders/${first}/changes`)).statusCode).toBe(404);
  expect((await as({}, `orders/${first}/changes.atom`)).statusCode).toBe(404);
  expect((await as(bobs, `orders/changed?orderId=${first}`, 'POST')).statusCode).toBe(404);
  expect((await as({}, `orders/changed?orderId=${first}`, 'POST')).statusCode).toBe(401);
  const { shareKey } = (await call('GET', `orders/shared?orderId=${first}`)).json();
  const shared = await as(bobs, `orders/${first}/changes?key=${encodeURIComponent(shareKey)}`);
  expect(shared.statusCode).toBe(200);
  await call('POST', `orders/cite?orderId=${first}`);
  const everybody = await as({}, `orders/${first}/changes`);
  expect(everybody.json()).toMatchObject({ orderId: first, files: [], changed: null });
  expect((await as({}, `orders/${first}/changes.atom`)).body).toContain('<feed ');
});
