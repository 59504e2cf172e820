// kill -9 at many places of the step line: the next worker completes the order once, with the right
// bytes and one mail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';
import { verifyOrder } from './verify.ts';

const CHILD = fileURLToPath(new URL('./testing/worker-child.ts', import.meta.url));
const MET = 'sgpmetE13.b1';
const FILES = 5;

let house: OrderFixture;
let headers: { cookie: string };
beforeEach(async () => {
  house = await openOrderFixture();
  ({ headers } = await house.signIn('ada'));
  await addMetDays(house, MET, FILES);
});
afterEach(() => house.close());

function work(...fault: string[]) {
  const child = spawn(process.execPath, [CHILD, house.folder, house.database, ...fault], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Only one lives at a time: what the first left is taken over without waiting long for it.
    env: { ...process.env, CHILD_STALE: '600' },
  });
  return { child, exit: once(child, 'exit') };
}
const status = async (orderId: number) =>
  (await house.app.inject({ url: `/services/order/status/${orderId}`, headers })).json();

/**
 * Calls of the adapters during one order of five files as NetCDF and CSV: five to check, ten to
 * extract.
 */
const PLACES = [
  ['retrieving', 'archive.open', '3', 'before'],
  ['between checksum and journal', 'archive.open', '4', 'after'],
  ['extracting', 'archive.open', '8', 'before'],
  ['in the second unit', 'archive.open', '13', 'after'],
  ['before anything is put', 'blobs.removeAll', '1', 'after'],
  ['between two files', 'blobs.putFile', '4', 'before'],
  ['after a file was put', 'blobs.putFile', '7', 'after'],
  ['before the manifest', 'blobs.put', '8', 'before'],
  ['after the manifest', 'blobs.put', '8', 'after'],
  ['before the mail', 'mail.send', '1', 'before'],
  ['after the mail, before it is recorded', 'mail.send', '1', 'after'],
] as const;

it.each(PLACES)('killed %s (%s #%s, %s), an order completes once', async (_, place, nth, when) => {
  const reply = await house.place(
    headers,
    requestOf(
      MET,
      '2019-01-01',
      '2019-01-05',
      { variables: ['temp_mean'] },
      { outputFormat: ['ANDR', 'NCSV'] },
    ),
  );
  const { orderId } = reply.json();
  const first = work(place, nth, when);
  const [, signal] = await first.exit;
  expect(signal).toBe('SIGKILL');
  const second = work();
  try {
    await until(async () => {
      const jobs = await house.store.db.selectFrom('jobs').select('state').execute();
      return jobs.every((job) => job.state === 'done');
    });
  } finally {
    second.child.kill('SIGTERM');
    await second.exit;
  }
  const done = await status(orderId);
  expect(done).toMatchObject({ curStep: 'complete', failure: null, missing: [] });
  expect(done.delivery.fileCount).toBe(2 * FILES);
  expect(await house.mails()).toEqual([`order-${orderId}-complete.eml`]);
  const jobs = await house.store.db.selectFrom('jobs').select('kind').execute();
  expect(jobs.map((job) => job.kind).sort()).toEqual(['order', 'order-cleanup', 'order-mail']);
  const checked = await verifyOrder({ archive: house.worker.archive, blobs: house.blobs }, orderId);
  expect(checked).toEqual({ files: 2 * FILES, differences: [] });
});

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 150_000; Date.now() < end; await sleep(50))
    if (await done()) return;
  throw new Error('The second worker did not complete the order.');
}
