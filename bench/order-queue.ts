// How long a small order takes while another person's 20,000-file order is under way, against the
// same order alone.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../apps/server/src/features/orders/testing/order-fixture.ts';
import { startWorker } from '../apps/server/src/roles/worker.ts';
import { addManyFiles } from './order-files.ts';
import { completed, isComplete, place } from './order-placing.ts';

/** A small order may take less than twice as long. ISOBAR_BENCH_FILES makes a shorter run. */
const FILES = Number(process.env.ISOBAR_BENCH_FILES ?? 20_000);
const MOST_TIMES = 2;
const SMALL = 'sgpmetE13.b1';
const LARGE = 'sgpmetE15.b1';

export async function run(): Promise<void> {
  const house = await openOrderFixture();
  try {
    await addMetDays(house, SMALL, 3, 60);
    await addManyFiles(house, LARGE, FILES);
    const ada = await house.signIn('ada');
    const bob = await house.signIn('bob');
    const worker = await startWorker({ ...house.worker, pace: {} });
    const small = () =>
      timed(
        house,
        ada.headers,
        requestOf(SMALL, '2019-01-01', '2019-01-03', { variables: ['temp_mean'] }),
      );
    await small(); // warms up
    const alone = median([await small(), await small(), await small()]);
    const large = place(house, bob.headers, requestOf(LARGE, '2019-01-01', '2019-12-31'));
    const began = performance.now();
    const largeId = await large;
    const beside: number[] = [];
    let rss = 0;
    while (!(await isComplete(house, largeId))) {
      await sleep(500);
      beside.push(await small());
      rss = Math.max(rss, process.memoryUsage.rss());
    }
    const seconds = (performance.now() - began) / 1000;
    const times = median(beside) / alone;
    console.log(`small order alone: ${alone.toFixed(0)} ms`);
    console.log(
      `beside ${FILES} files of another person: ${median(beside).toFixed(0)} ms (${beside.length} orders), ${times.toFixed(2)} times as long (less than ${MOST_TIMES})`,
    );
    console.log(
      `${FILES} files: ${seconds.toFixed(1)} s, ${(FILES / seconds).toFixed(0)} files/s; RSS ${Math.round(rss / 1e6)} MB`,
    );
    if (times >= MOST_TIMES) process.exitCode = 1;
    await worker.stop();
  } finally {
    await house.close();
  }
}

/** Milliseconds from placing an order until it is complete. */
async function timed(
  house: OrderFixture,
  headers: { cookie: string },
  payload: object,
): Promise<number> {
  const began = performance.now();
  const orderId = await place(house, headers, payload);
  await completed(house, orderId, 10);
  return performance.now() - began;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
