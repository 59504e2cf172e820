// 'Is my figure still right?': what users have, by names and checksums, against an archive that
// went on changing.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type HeldAnswer,
  type HeldRequest,
  heldAnswer,
  orderDifference,
  type VersionDifference,
} from '@isobar/contract/calls/verify-calls.ts';
import { readHeld } from '@isobar/contract/orders/held-files.ts';
import { openDataset } from '@isobar/netcdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { computeAll } from '../core/facts/keep-facts.ts';
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
import { registerVerify } from '../features/verify/routes.ts';

const MET = 'sgpmetE13.b1';
const nameOf = (day: number) => `${MET}.2019010${day + 1}.000000.cdf`;

let house: OrderFixture;
let headers: { cookie: string };
let orderId: number;
beforeEach(async () => {
  house = await openOrderFixture();
  const { store, archive, tables } = house.worker;
  registerVerify(house.http, { db: store.db, archive, tables });
  ({ headers } = await house.signIn('ada'));
  for (let day = 0; day < 5; day++)
    await writeMetFile(join(house.archiveFolder, nameOf(day)), {
      ...{ start: JANUARY_1 + day * DAY, samples: 144, step: 600, datastream: MET },
    });
  await harvestAll();
  const order = requestOf(MET, '2019-01-01', '2019-01-05', {}, { outputFormat: ['ANDR', 'NCSV'] });
  const reply = await house.place(headers, order);
  ({ orderId } = reply.json());
  await house.work();
  await computeFacts();
});
afterEach(() => house.close());

async function harvestAll(): Promise<void> {
  const { store, archive, tables, log } = house.worker;
  await harvest({ store, archive, tables: await tables(), log });
  await noticeChanges({ db: store.db, tables });
  await house.work();
}

async function noticeAll(): Promise<void> {
  const { store, tables } = house.worker;
  await noticeChanges({ db: store.db, tables });
  await house.work();
}

async function computeFacts(): Promise<void> {
  const { store, archive, log } = house.worker;
  const signal = new AbortController().signal;
  for await (const _ of computeAll({ store, archive, log, signal }, []));
}

const ask = (body: object) =>
  house.app.inject({ method: 'POST', url: '/services/files/verify', payload: body });

async function verified(body: Partial<HeldRequest>): Promise<HeldAnswer> {
  const reply = await ask(body);
  expect(reply.statusCode, reply.body).toBe(200);
  return heldAnswer.parse(reply.json());
}

async function differenceOf(file: string): Promise<VersionDifference> {
  return (
    await house.app.inject({ url: `/services/files/difference/${MET}/${encodeURIComponent(file)}` })
  ).json();
}

/** Adds 3 to the temperature of these hours, in the bytes of the file. */
async function warm(name: string, hours: readonly number[]): Promise<void> {
  const path = join(house.archiveFolder, name);
  const dataset = await openDataset(path);
  const values = await dataset.read('temp_mean');
  await dataset.close();
  const bytes = await readFile(path);
  const raw = values as Float32Array; // as the fixture writes it
  for (const [row, value] of raw.entries()) {
    if (!hours.includes(Math.floor(row / 6))) continue;
    const found = Buffer.alloc(4);
    found.writeFloatBE(value);
    const at = bytes.indexOf(found);
    expect(at).toBeGreaterThan(0);
    bytes.writeFloatBE(Math.fround(value + 3), at);
  }
  await writeFile(path, bytes);
}

it('verifying held files finds replaced, withdrawn, unchanged and unknown files by checksum, and what to order instead [AO6]', async () => {
  const sums = (
    await house.app.inject({ url: `/services/order/delivery/${orderId}/SHA256SUMS`, headers })
  ).body;
  const before = readHeld(sums);
  const calm = await verified({ files: before.files.map((one) => ({ ...one })) });
  expect(calm.counts).toMatchObject({ same: 5, replaced: 0, withdrawn: 0, unknown: 0, reports: 0 });
  expect(calm.order).toBeNull();

  await warm(nameOf(1), [4]);
  await rm(join(house.archiveFolder, nameOf(3)));
  house.setTables({
    'quality-reports.csv': [
      {
        ...{ dqr_id: 'D260101.1', datastream: MET, quality_code: '4', subject: 'Wet sensor' },
        ...{ start_time: '2019-01-01T02:00:00Z', end_time: '2019-01-02T04:00:00Z' },
        variables: 'temp_mean',
      },
    ],
  });
  await harvestAll();
  const now = await verified({ files: before.files.map((one) => ({ ...one })) });
  const states = Object.fromEntries(now.files.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    [nameOf(0)]: 'same',
    [nameOf(1)]: 'replaced',
    [nameOf(2)]: 'same',
    [nameOf(3)]: 'withdrawn',
    // What the order made of the same inputs has no checksum that the archive knows.
    [nameOf(1).replace('.cdf', '.custom.csv')]: 'perhaps-replaced',
    [nameOf(2).replace('.cdf', '.custom.csv')]: 'present',
  });
  expect(now.reports).toMatchObject([{ report: 'D260101.1', variables: ['temp_mean'], files: 4 }]);
  expect(now.order).toMatchObject({
    files: 1,
    selectedData: { selectedDatastreams: [{ datastream: MET, files: [nameOf(1)] }] },
  });
  const placed = await house.place(headers, { selectedData: now.order?.selectedData });
  expect(placed.statusCode, placed.body).toBe(200);
});

it('without checksums reports what was replaced since the day the user names', async () => {
  await warm(nameOf(2), [1]);
  await harvestAll();
  const files = [
    { name: nameOf(2) },
    { name: nameOf(0) },
    { name: 'sgpmetE13.b1.20200101.000000.cdf' },
  ];
  const today = new Date().toISOString().slice(0, 10);
  const states = async (since?: string) =>
    (await verified({ files, ...(since ? { since } : {}) })).files.map(({ state }) => state);
  expect(await states()).toEqual(['perhaps-replaced', 'present', 'unknown']);
  expect(await states('2019-06-01')).toEqual(['perhaps-replaced', 'present', 'unknown']);
  expect(await states(today)).toEqual(['perhaps-replaced', 'present', 'unknown']);
  expect(await states('2999-01-01')).toEqual(['present', 'present', 'unknown']);
});

it('verifying held files tells from hour facts by how much a replaced file differs, though its former bytes are gone [AO7]', async () => {
  expect((await differenceOf(nameOf(1))).variables).toBeNull();
  await warm(nameOf(1), [4, 17]);
  await harvestAll();
  expect((await differenceOf(nameOf(1))).reason).toContain('not computed yet');
  await computeFacts();
  const difference = await differenceOf(nameOf(1));
  expect(difference.reason).toBe('');
  expect(difference.unchanged).toContain('rh_mean');
  expect(difference.variables).toHaveLength(1);
  const [temperature] = difference.variables ?? [];
  expect(temperature).toMatchObject({
    ...{ variable: 'temp_mean', units: 'degC', hours: 24, hoursDiffering: 2 },
  });
  // One value of each hour is Bad by its own quality variable, so five valid ones are in each.
  expect(temperature?.atMost).toBe(10);
  expect(temperature?.atLeast).toBeGreaterThanOrEqual(2);
  expect(temperature?.largestMeanChange).toBeCloseTo(3, 4);
  expect(temperature?.largestChange).toBeCloseTo(3, 4);
  expect((await verified({ files: [{ name: nameOf(1) }] })).files[0]?.comparable).toBe(true);
});

it('sums up how the replaced files of an order differ, in the times and variables that were ordered [AO8]', async () => {
  const placed = await house.place(
    headers,
    requestOf(MET, '2019-01-02 06:00:00', '2019-01-04', { variables: ['temp_mean'] }),
  );
  const second: number = placed.json().orderId;
  await house.work();
  const differenceOfOrder = async (id: number) => {
    const url = `/services/order/orders/${id}/difference`;
    const reply = await house.app.inject({ url, headers });
    expect(reply.statusCode, reply.body).toBe(200);
    return orderDifference.parse(reply.json());
  };
  await noticeAll();
  const calm = await differenceOfOrder(second);
  expect(calm).toMatchObject({ compared: 0, notKnown: [], withdrawn: 0, variables: [] });

  await warm(nameOf(1), [4, 17]);
  await warm(nameOf(3), [2]);
  await rm(join(house.archiveFolder, nameOf(2)));
  await harvestAll();
  const early = await differenceOfOrder(second);
  expect(early).toMatchObject({ compared: 0, withdrawn: 1, variables: [] });
  expect(early.notKnown.map(({ file }) => file)).toEqual([nameOf(1), nameOf(3)]);
  await computeFacts();
  const narrow = await differenceOfOrder(second);
  // Hour 4 of the first file is before the times that were ordered.
  expect(narrow).toMatchObject({ compared: 2, notKnown: [], withdrawn: 1, unchanged: [] });
  expect(narrow.variables).toMatchObject([
    { datastream: MET, variable: 'temp_mean', units: 'degC', files: 2, hoursDiffering: 2 },
  ]);
  expect(narrow.variables[0]?.hours).toBe(18 + 24);
  const whole = await differenceOfOrder(orderId);
  expect(whole.variables).toMatchObject([{ variable: 'temp_mean', files: 2, hoursDiffering: 3 }]);
  expect(whole.unchanged).toMatchObject([{ datastream: MET }]);
  expect(whole.unchanged[0]?.variables).toContain('rh_mean');

  // Replaced once more: what was delivered stays what it is compared with.
  await warm(nameOf(3), [2]);
  await harvestAll();
  await computeFacts();
  expect((await differenceOfOrder(second)).variables[0]?.largestMeanChange).toBeCloseTo(6, 4);
  const others = await house.signIn('bob');
  const url = `/services/order/orders/${second}/difference`;
  expect((await house.app.inject({ url, headers: others.headers })).statusCode).toBe(404);
  expect((await house.app.inject({ url })).statusCode).toBe(404);
});

it('verifying held files says that it is not known what changed since a delivery of which nothing was kept', async () => {
  const { db } = house.store;
  await db.deleteFrom('order_evidence').where('order_id', '=', orderId).execute();
  const url = `/services/order/orders/${orderId}/changes`;
  const changes = (await house.app.inject({ url, headers })).json();
  expect(changes).toMatchObject({ orderId, known: false, checked: null, files: [], reports: [] });
  expect(changes.delivered).toMatch(/^20\d\d-/);
  const numbers = await house.app.inject({ url: url.replace('changes', 'difference'), headers });
  expect([numbers.statusCode, numbers.json().code]).toEqual([404, 'not-found']);
  const feed = await house.app.inject({ url: `${url}.atom`, headers });
  expect(feed.body).toContain('Not known');
});

it('verifying held files takes a bounded question, and refuses others with the reason', async () => {
  const long = Array.from({ length: 5001 }, () => ({ name: 'x' }));
  const replies = await Promise.all([
    ask({ files: long }),
    ask({ files: [{ name: nameOf(0), sha256: 'short' }] }),
    ask({ files: [{ name: nameOf(0), content: 'my data' }] }),
    ask({ since: 'yesterday' }),
    ask({ data: [{ datastream: MET, start: '2019-02-31', end: '' }] }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([413, 400, 400, 400, 400]);
  expect(replies[1]?.json().message).toContain('SHA-256');
  const unknown = await house.app.inject({ url: `/services/files/difference/${MET}/nothing` });
  expect(unknown.statusCode).toBe(404);
});

it('verifying held files reads dates of a script, and a folder that holds the same bytes under another date is as it was', async () => {
  house.setTables({
    'quality-reports.csv': [
      {
        ...{ dqr_id: 'D260101.2', datastream: MET, quality_code: '3', subject: 'Drift' },
        ...{ start_time: '2019-01-02T00:00:00Z', end_time: '2019-01-02T04:00:00Z' },
      },
    ],
  });
  const { data } = readHeld(`fetch("${MET}", "2019-01-02", "2019-01-03")`);
  const answer = await verified({ data: data.map((one) => ({ ...one })) });
  expect(answer.reports).toMatchObject([{ report: 'D260101.2', files: 0, variables: [] }]);
  const touched = join(house.archiveFolder, nameOf(0));
  await utimes(touched, new Date(), new Date());
  await harvestAll();
  await mkdir(join(house.folder, 'mine'));
  const sha256 = createHash('sha256')
    .update(await readFile(touched))
    .digest('hex');
  const same = await verified({ files: [{ name: nameOf(0), sha256 }] });
  expect(same.files[0]?.state).toBe('same');
});
