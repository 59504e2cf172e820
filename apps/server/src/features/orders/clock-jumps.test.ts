// Clocks that jump by an hour while two workers have an order: it is delivered once, complete, and
// no attempt is counted as a failure.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWorker } from '../../roles/worker.ts';
import { until } from '../../testing/real-server.ts';
import { type Customer, customerOf } from './testing/customer.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
let house: OrderFixture;
let ada: Customer;
let names: string[];
beforeEach(async () => {
  house = await openOrderFixture();
  ada = await customerOf(house);
  names = await addMetDays(house, MET, 3);
});
afterEach(async () => {
  vi.useRealTimers();
  await house.close();
});

/** Two workers; whichever is first to open the second file waits there until `free` is called. */
async function twoWorkers() {
  let held = false;
  let free = (): void => {};
  const freed = new Promise<void>((done) => {
    free = done;
  });
  const { archive } = house.worker;
  const open = async (path: string) => {
    if (path === names[1] && !held) {
      held = true;
      await freed;
    }
    return await archive.open(path);
  };
  const input = { ...house.worker, archive: { ...archive, open }, lanes: ['any'] as const };
  const pace = { poll: 20, heartbeat: 50, retry: 1, stale: 5000 };
  const workers = [await startWorker({ ...input, pace }), await startWorker({ ...input, pace })];
  return {
    isHeld: () => held,
    free,
    stop: () => Promise.all(workers.map((worker) => worker.stop())),
  };
}

it.each([
  ['forwards', 3_600_000],
  ['backwards', -3_600_000],
])('an hour %s', async (_, jump) => {
  const workers = await twoWorkers();
  const orderId = await ada.place(requestOf(MET, '2019-01-01', '2019-01-03'));
  await until(async () => workers.isHeld());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump, shouldAdvanceTime: true });
  // own heartbeats, and checks of those of others
  await new Promise((done) => setTimeout(done, 300));
  workers.free();
  await until(async () => (await ada.status(orderId)).curStep === 'complete');
  await until(async () => (await house.mails()).length > 0);
  await workers.stop();
  expect(await ada.status(orderId)).toMatchObject({ failure: null, missing: [], waiting: null });
  expect(await house.mails()).toEqual([`order-${orderId}-complete.eml`]);
  expect((await ada.filesOf(orderId)).names).toEqual(names);
  for (const name of names) {
    const original = await readFile(join(house.archiveFolder, name));
    expect((await ada.fetched(orderId, name)).equals(original)).toBe(true);
  }
  const job = await house.store.db
    .selectFrom('jobs')
    .select(['state', 'last_error'])
    .where('kind', '=', 'order')
    .executeTakeFirst();
  expect(job).toEqual({ state: 'done', last_error: null });
});
