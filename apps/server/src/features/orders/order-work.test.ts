// Where an order is looked at before it is placed: small ones in this thread, all others in the
// worker pool, with the same result.
import { type OrderRequest, orderRequest } from '@isobar/contract/orders/request.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OrderJob, orderJob, orderWork, orderWorkHere } from './order-work.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';
import { tablesOf } from './testing/tables.ts';

const MET = 'sgpmetE13.b1';
const { signal } = new AbortController();
let house: OrderFixture;
let pooled: OrderJob[];
beforeEach(async () => {
  house = await openOrderFixture();
  await addMetDays(house, MET, 3);
  pooled = [];
});
afterEach(() => house.close());

/** As a thread gets it. */
const sent = (job: OrderJob): OrderJob => structuredClone(job);

function work() {
  const here = orderWorkHere(house.store.db);
  return orderWork(house.store.db, {
    estimate: (job, given) => {
      pooled.push(sent(job));
      return here.estimate(structuredClone(job), given);
    },
    flagged: (job, given) => {
      pooled.push(sent(job));
      return here.flagged(sent(job), given);
    },
  });
}

function requested(days: readonly object[]): OrderRequest {
  const request = orderRequest.parse(requestOf(MET, '2019-01-01', '2019-01-03'));
  const [first] = request.selectedData.selectedDatastreams;
  return orderRequest.parse({
    ...request,
    selectedData: { ...request.selectedData, selectedDatastreams: [{ ...first, dates: days }] },
  });
}

const hours = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    startDate: `2019-01-02 ${String(n % 24).padStart(2, '0')}:${String(Math.floor(n / 24)).padStart(2, '0')}:00`,
    endDate: `2019-01-02 ${String(n % 24).padStart(2, '0')}:59:59`,
  }));

it.each([
  ['in this thread', 1, 0],
  ['in the worker pool', 48, 2],
])('an order is looked at %s where it has %d ranges', async (_, ranges, times) => {
  const order = requested(hours(ranges));
  const job = orderJob(order, tablesOf({}), { maximumFiles: 1000 });
  const { estimate, flagged } = work();
  const told = await estimate({ ...job, samples: [] }, signal);
  const counted = await flagged(job, signal);
  expect(pooled).toHaveLength(times);
  const here = orderWorkHere(house.store.db);
  expect(told).toEqual(await here.estimate({ ...job, samples: [] }, signal));
  expect(counted).toEqual(await here.flagged(job, signal));
  expect(told.found.files).toBe(1);
});

it('an order of a datastream with many files is looked at in the worker pool', async () => {
  await house.store.db.updateTable('datastreams').set({ file_count: 1001 }).execute();
  const job = orderJob(requested(hours(1)), tablesOf({}), { maximumFiles: 1000 });
  await work().flagged(job, signal);
  expect(pooled).toHaveLength(1);
});

it('an order of too many files is refused before its files are read, here as in the pool', async () => {
  for (const ranges of [1, 48]) {
    const job = orderJob(requested(hours(ranges)), tablesOf({}), { maximumFiles: 0 });
    await expect(work().flagged(job, signal)).rejects.toMatchObject({ code: 'too-large' });
    await expect(work().estimate({ ...job, samples: null }, signal)).rejects.toMatchObject({
      code: 'too-large',
    });
  }
});
