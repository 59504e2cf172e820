// What an order would bring, predicted before it is placed, compared with what came.
import type { OrderEstimate } from '@isobar/contract/calls/estimate.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inOneGo } from '../../platform/admission/main-thread.ts';
import { forecast, type Sampled, shareOf } from './forecast.ts';
import { makePlan } from './steps/plan.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
let house: OrderFixture;
let ada: Awaited<ReturnType<OrderFixture['signIn']>>;
beforeEach(async () => {
  house = await openOrderFixture();
  ada = await house.signIn('ada');
  await addMetDays(house, MET, 4);
});
afterEach(() => house.close());

const request = (data: object = {}, selection: object = {}) => {
  const whole = requestOf(MET, '2019-01-01', '2019-01-04');
  const { selectedData } = whole as { selectedData: { selectedDatastreams: object[] } };
  const [first] = selectedData.selectedDatastreams;
  return {
    ...whole,
    selectedData: {
      ...selectedData,
      selectedDatastreams: [{ ...first, ...selection }],
      ...data,
    },
  };
};
const ask = (payload: object) =>
  house.app.inject({ method: 'POST', url: '/services/order/orders/estimate', payload });

async function came(payload: object): Promise<{ files: number; bytes: number }> {
  const reply = await house.place(ada.headers, payload);
  const { orderId } = reply.json<{ orderId: number }>();
  await house.work();
  const found = { files: 0, bytes: 0 };
  for await (const { key, bytes } of house.blobs.list(String(orderId))) {
    if (!/\.(nc|cdf|csv|parquet)$/.test(key)) continue;
    found.files += 1;
    found.bytes += bytes;
  }
  return found;
}

it.each([
  ['as the files are', {}, {}],
  ['one variable', {}, { variables: ['temp_mean'] }],
  ['as a table', { outputFormat: ['NCSV'] }, {}],
  ['as Parquet', { outputFormat: ['PARQ'] }, {}],
  ['as Parquet, joined', { mergedOutput: true, maxMb: 2048, outputFormat: ['PARQ'] }, {}],
  ['a variable as a table', { outputFormat: ['NCSV'] }, { variables: ['temp_mean'] }],
  ['joined', { mergedOutput: true, maxMb: 2048 }, {}],
  ['both formats, joined', { mergedOutput: true, maxMb: 2048, outputFormat: ['ANDR', 'NCSV'] }, {}],
  [
    'half a day',
    {},
    { dates: [{ startDate: '2019-01-02 06:00:00', endDate: '2019-01-02 17:59:59' }] },
  ],
])('an estimate is near what comes: %s', async (_, data, selection) => {
  const asked = request(data, selection);
  const told = (await ask(asked)).json<OrderEstimate>();
  const got = await came(asked);
  expect(got.bytes).toBeGreaterThan(0);
  expect(told.files).toBe(got.files);
  expect(Math.abs(told.bytes / got.bytes - 1)).toBeLessThan(0.1);
  expect(told.selections).toEqual([{ files: told.files, bytes: told.bytes }]);
  expect(told.seconds).toBeGreaterThan(0);
});

it('an estimate counts the orders that are queued before it, and needs no session', async () => {
  expect((await ask(request())).json()).toMatchObject({ ahead: 0 });
  await house.place(ada.headers, request());
  expect((await ask(request())).json()).toMatchObject({ ahead: 1 });
});

it('an estimate of an invalid order is refused, and one of an order without files is empty', async () => {
  expect((await ask({ selectedData: 7 })).statusCode).toBe(400);
  const none = request({}, { dates: [{ startDate: '2030-01-01', endDate: '2030-01-02' }] });
  expect((await ask(none)).json()).toMatchObject({ files: 0, bytes: 0 });
});

it.each(['estimate', 'flagged', 'create'])(
  'an order of two megabytes, as one of 20,000 files is, is read by orders/%s, and one of more than three is refused',
  async (path) => {
    const statusOf = async (megabytes: number) => {
      const { headers } = ada;
      const payload = JSON.stringify(request()).padEnd(megabytes * 2 ** 20);
      const { statusCode } = await house.app.inject({
        ...{ method: 'POST', url: `/services/order/orders/${path}`, payload },
        headers: { ...headers, 'content-type': 'application/json' },
      });
      return statusCode;
    };
    expect([await statusOf(2), await statusOf(3.1)]).toEqual([200, 413]);
  },
);

it('a forecast takes the share of a file that is in the ranges', () => {
  const file = { start: 0, end: 100 };
  expect(shareOf(file, null)).toBe(1);
  expect(shareOf(file, [{ start: 50, end: 200 }])).toBe(0.5);
  expect(
    shareOf(file, [
      { start: 0, end: 10 },
      { start: 20, end: 30 },
    ]),
  ).toBeCloseTo(0.2);
  expect(shareOf({ start: 5, end: 5 }, [{ start: 0, end: 10 }])).toBe(1);
  expect(shareOf({ start: 5, end: 5 }, [{ start: 6, end: 10 }])).toBe(0);
});

it('a forecast grows with the rows, and a joined output has one header', () => {
  const files = Array.from({ length: 10 }, (_, i) => ({
    datastream: MET,
    fileName: `${i}.nc`,
    path: `${i}.nc`,
    size: 1000 + 100 * 8,
    start: i * 100,
    end: i * 100 + 99,
    scanName: null,
    sha256: null,
    design: 'd',
  }));
  const sampled: Sampled = { rows: 100, sourceHead: 1000, size: 1800, head: 500, perRow: 4 };
  const planOf = (joined: boolean) =>
    makePlan(
      0,
      {
        selectedData: {
          selectedDatastreams: [],
          mergedOutput: joined,
          maxMb: 2048,
          outputFormat: ['ANDR'],
        },
        deliveryBits: 13,
        sendConfEmail: false,
        extraDestinations: [],
      },
      [
        {
          selected: {
            datastream: MET,
            scanNames: [],
            dates: [],
            files: [],
            variables: ['temp'],
            dqrFilter: [],
            qcFilter: false,
          },
          ranges: [],
          files,
          raw: false,
          aerial: false,
          masks: [],
        },
      ],
    );
  const key = JSON.stringify([MET, 'netcdf', ['temp']]);
  const samples = new Map([[key, sampled]]);
  expect(inOneGo(forecast(planOf(false), samples))).toMatchObject({
    files: 10,
    bytes: 10 * (500 + 400),
  });
  expect(inOneGo(forecast(planOf(true), samples))).toMatchObject({ files: 1, bytes: 500 + 4000 });
  expect(inOneGo(forecast(planOf(true), new Map()))).toMatchObject({ files: 1, bytes: 18_000 });
});
