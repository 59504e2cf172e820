// How many samples reports flag, predicted before an order is placed, compared with what its README
// says was masked.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { maskedValues, type OrderFlagged } from '@isobar/contract/calls/flagged.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import { openDataset } from '@isobar/netcdf';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { nextDue } from '../../core/facts/due-days.ts';
import { computeAll } from '../../core/facts/keep-facts.ts';
import { createLog } from '../../platform/log/log.ts';
import { type FlaggedInput, flaggedOf, NOTHING } from './flagged.ts';
import {
  addFile,
  addMetDays,
  DAY,
  JANUARY_1,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const report = (some: Record<string, string>) => ({
  dqr_id: 'D190101.1',
  datastream: MET,
  open_ended: 'no',
  extent: 'some',
  ...some,
});
const REPORTS = [
  report({
    quality_code: '4',
    start_time: '2019-01-02T03:00:00Z',
    end_time: '2019-01-02T11:59:59Z',
    variables: 'temp_mean',
  }),
  report({
    dqr_id: 'D190102.1',
    quality_code: '3',
    start_time: '2019-01-02T10:00:00Z',
    end_time: '2019-01-03T02:30:00Z',
    variables: 'temp_mean;rh_mean',
  }),
  report({
    dqr_id: 'D190103.1',
    quality_code: '0',
    start_time: '2019-01-01T00:00:00Z',
    end_time: '2019-01-04T00:00:00Z',
    variables: 'temp_mean',
  }),
];

let house: OrderFixture;
let ada: Awaited<ReturnType<OrderFixture['signIn']>>;
beforeEach(async () => {
  house = await openOrderFixture();
  ada = await house.signIn('ada');
  await addMetDays(house, MET, 4);
  house.setTables({ 'quality-reports.csv': REPORTS });
});
afterEach(() => house.close());

const request = (selection: object = {}, first = '2019-01-01', last = '2019-01-04') => {
  const whole = requestOf(MET, first, last);
  const { selectedData } = whole as { selectedData: { selectedDatastreams: object[] } };
  const [only] = selectedData.selectedDatastreams;
  return {
    ...whole,
    selectedData: { ...selectedData, selectedDatastreams: [{ ...only, ...selection }] },
  };
};

async function told(payload: object) {
  const reply = await house.app.inject({
    method: 'POST',
    url: '/services/order/orders/flagged',
    payload,
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<OrderFlagged>().selections[0];
}

let [caller, lastOrder] = [0, 0];

/** Each call comes from an address of its own, as one address may place few orders a minute. */
async function readmeOf(payload: object): Promise<string> {
  caller += 1;
  const reply = await house.app.inject({
    remoteAddress: `10.0.0.${caller % 250}`,
    method: 'POST',
    url: '/services/order/orders/create',
    headers: ada.headers,
    payload,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const { orderId } = reply.json<{ orderId: number }>();
  lastOrder = orderId;
  await house.work();
  let readme = '';
  for await (const { key } of house.blobs.list(String(orderId)))
    if (key.endsWith('README.txt')) readme = await text(await house.blobs.read(key));
  expect(readme).toContain('Values masked');
  return readme;
}

/** Values that the README of the delivery says were masked, of all variables together. */
async function masked(payload: object): Promise<number> {
  const readme = await readmeOf(payload);
  const counts = readme.matchAll(/^- sgpmetE13\.b1 \w+: ([\d,]+)/gm);
  return [...counts].reduce((sum, [, count = '']) => sum + Number(count.replaceAll(',', '')), 0);
}

/** Orders of the test; each is delivered and its README read. */
const MOST_ORDERS = 100;

/** Values that are there in the delivered files, by variable. */
async function deliveredValues(payload: object): Promise<ReadonlyMap<string, number>> {
  const before = caller;
  await readmeOf(payload);
  expect(caller).toBe(before + 1);
  const counts = new Map<string, number>();
  for await (const { key } of house.blobs.list(String(lastOrder))) {
    if (!key.endsWith('.cdf') && !key.endsWith('.nc')) continue;
    const path = join(house.folder, 'delivered.nc');
    await writeFile(path, await house.blobs.read(key));
    const dataset = await openDataset(path);
    for (const { name } of dataset.variables) {
      if (name !== 'temp_mean' && name !== 'rh_mean') continue;
      const values = await dataset.read(name);
      const there = [...values].filter((value) => Number(value) !== -9999).length;
      counts.set(name, (counts.get(name) ?? 0) + there);
    }
    await dataset.close();
  }
  return counts;
}

/** Computes the hour facts of all that the fixture has. */
async function computeFacts(): Promise<void> {
  const { store } = house;
  const archive = await openDiskArchive(house.archiveFolder);
  const input = { store, archive, log: createLog('silent'), signal: new AbortController().signal };
  for await (const { isDone } of computeAll(input, [])) expect(isDone).toBe(true);
}

const SELECTIONS: readonly (readonly [string, object])[] = [
  ['everything', {}],
  ['one variable', { variables: ['rh_mean'] }],
  [
    'parts of days',
    {
      dates: [
        { startDate: '2019-01-02 05:00:00', endDate: '2019-01-02 10:30:00' },
        { startDate: '2019-01-03 01:00:00', endDate: '2019-01-03 23:59:59' },
      ],
    },
  ],
  ['a file by its name', { files: [`${MET}.20190102.000000.cdf`] }],
];

it.each(SELECTIONS)(
  '[FX5] flagged samples are counted from hour facts as the delivered README tells: %s',
  async (_, selection) => {
    await computeFacts();
    const before = await told(request(selection));
    expect(before?.isCounted).toBe(true);
    expect(before?.either).toBeGreaterThan(0);
    for (const dqrFilter of [['incorrect'], ['suspect'], ['incorrect', 'suspect']] as const) {
      const counted = before?.variables.map((one) =>
        maskedValues(one, { dqrFilter: [...dqrFilter], qcFilter: false }),
      );
      expect(await masked(request({ ...selection, dqrFilter }))).toBe(
        counted?.reduce((sum, one) => sum + one, 0),
      );
    }
  },
);

it('[FX5] flagged samples are predicted within half a point of what random orders of a day or more deliver', {
  timeout: 120_000,
}, async () => {
  await computeFacts();
  const random = fc.record({
    first: fc.integer({ min: 0, max: 3 * 24 }),
    hours: fc.integer({ min: 23, max: 60 }),
    minute: fc.integer({ min: 0, max: 59 }),
    variables: fc.constantFrom([], ['temp_mean'], ['rh_mean'], ['temp_mean', 'rh_mean']),
    dqrFilter: fc.subarray(['incorrect', 'suspect'] as const),
    qcFilter: fc.boolean(),
  });
  const wrong: string[] = [];
  for (const { first, hours, minute, variables, ...flagging } of fc.sample(random, {
    seed: 26,
    numRuns: MOST_ORDERS,
  })) {
    const start = JANUARY_1 + first * 3600 + minute * 60;
    const end = Math.min(JANUARY_1 + 4 * DAY - 1, start + hours * 3600 - 1);
    const dates = [{ startDate: formatDayTime(start), endDate: formatDayTime(end) }];
    const order = request({ dates, variables, ...flagging });
    const { variables: shares = [] } = (await told(order)) ?? {};
    const delivered = await deliveredValues(order);
    expect(shares.length).toBeGreaterThan(0);
    for (const share of shares) {
      const left = share.values - maskedValues(share, flagging);
      const off = (left - (delivered.get(share.variable) ?? 0)) / share.values;
      if (Math.abs(off) > 0.005)
        wrong.push(`${JSON.stringify(order)}: ${share.variable} ${left} ${off}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('[FX5] flagged samples are the same before and after the facts are there, and hours without data are counted', async () => {
  const {
    variables: _,
    isCounted,
    hours,
    hoursWithout,
    ...estimated
  } = (await told(request())) ?? {};
  expect([isCounted, hours, hoursWithout]).toEqual([false, 0, 0]);
  await computeFacts();
  const counted = await told(request());
  expect(counted).toMatchObject({ ...estimated, isCounted: true, hours: 96, hoursWithout: 0 });
  expect(await told(request({}, '2018-12-31', '2019-01-04'))).toMatchObject({
    hours: 120,
    hoursWithout: 24,
  });
});

it('flagged samples make hour facts of a few days come first, and none of more time than a user waits for', async () => {
  const late = JANUARY_1 + 200 * DAY;
  const name = `${MET}.20190720.000000.cdf`;
  await addFile(house, name, 'x', { datastream: MET, start: late, end: late + DAY - 600 });
  const wantedAfter = async (last: string): Promise<number | undefined> => {
    await told(request({}, '2019-01-02', last));
    const which = { wantedSinceMs: Date.now() - 60_000, onlyWanted: true };
    return (await nextDue(house.store.db, Date.now(), which))?.due.size;
  };
  expect(await wantedAfter('2019-07-20')).toBeUndefined();
  expect(await wantedAfter('2019-01-03')).toBe(2);
});

it.each(SELECTIONS)(
  'flagged samples are as many as the delivered README tells: %s',
  async (_, selection) => {
    const before = await told(request(selection));
    expect(before?.either).toBeGreaterThan(0);
    for (const [classes, count] of [
      [['incorrect'], before?.incorrect],
      [['suspect'], before?.suspect],
      [['incorrect', 'suspect'], before?.either],
    ] as const)
      expect(await masked(request({ ...selection, dqrFilter: classes }))).toBe(count);
  },
);

it('flagged samples are computed for all ordered samples, by the rows that follow from sizes of files', async () => {
  // 4 days of 144 samples, two data variables; the header that is kept is one file's.
  expect(await told(request())).toMatchObject({ samples: 4 * 144 * 2 });
  expect(await told(request({ variables: ['rh_mean'] }))).toMatchObject({ samples: 4 * 144 });
  expect(await told(request({}, '2019-01-01', '2019-01-01'))).toEqual({
    ...NOTHING,
    samples: 144 * 2,
  });
});

it('raw data, and files that cannot be read, have none', async () => {
  const raw = 'sgpmetE13.00';
  const span = { start: JANUARY_1, end: JANUARY_1 + 60 };
  await addFile(house, `${raw}.20190101.000000.raw`, 'x', { datastream: raw, ...span });
  const none = NOTHING;
  expect(await told(request({ datastream: raw }))).toEqual(none);
  await addFile(house, `${MET}.20200101.000000.png`, 'x', {
    datastream: MET,
    start: JANUARY_1 + 365 * 86_400,
    end: JANUARY_1 + 365 * 86_400 + 60,
  });
  expect(await told(request({}, '2020-01-01', '2020-01-01'))).toEqual(none);
});

it('what is no order, or more than one may hold, is refused', async () => {
  const refused = (payload: object) =>
    house.app.inject({ method: 'POST', url: '/services/order/orders/flagged', payload });
  expect((await refused({ selectedData: 7 })).statusCode).toBe(400);
});

const headers: FlaggedInput['headers'] = new Map([
  [
    'd',
    {
      format: 'netcdf4',
      attributes: {},
      place: null,
      dimensions: [
        { name: 'time', length: 100, unlimited: true },
        { name: 'height', length: 50, unlimited: false },
      ],
      variables: [
        {
          name: 'time',
          type: 'double',
          dimensions: ['time'],
          attributes: { units: 's since 2000-01-01' },
        },
        { name: 'wind', type: 'float', dimensions: ['time', 'height'], attributes: {} },
        { name: 'label', type: 'char', dimensions: ['time', 'height'], attributes: {} },
        { name: 'height', type: 'float', dimensions: ['height'], attributes: {} },
      ],
    },
  ],
]);
const count = (input: Partial<FlaggedInput>) => {
  const work = flaggedOf({
    headers,
    ranges: null,
    variables: [],
    reports: [],
    files: [{ size: 1, start: 0, end: 99, design: 'd' }],
    ...input,
  });
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
  }
};
const about = (start: number, end: number, variables: string[]) => ({
  ...{ datastream: MET, code: CODES.incorrect },
  ...{ start, end, variables },
});

it('counting flagged samples takes each value of a row, and no text', () => {
  expect(count({})).toEqual({ ...NOTHING, samples: 5000 });
});

it('counting flagged samples takes overlapping reports once, and those on everything', () => {
  const reports = [about(0, 9, []), about(5, 19, ['wind'])];
  expect(count({ reports }).incorrect).toBe(20 * 50);
  expect(count({ reports, ranges: [{ start: 18, end: 40 }] })).toMatchObject({
    samples: 23 * 50,
    incorrect: 2 * 50,
  });
});

it('counting flagged samples goes over many files and many reports in one pass', () => {
  const files = Array.from({ length: 3000 }, (_, i) => ({
    size: 1,
    start: i * 100,
    end: i * 100 + 99,
    design: 'd',
  }));
  const spans = Array.from({ length: 300 }, (_, i) => ({ start: i * 1000, end: i * 1000 + 9 }));
  expect(count({ files, ranges: spans }).samples).toBe(300 * 10 * 50);
});
