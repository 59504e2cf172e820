// An order that ends its worker each time is quarantined after the third time, its owner gets the
// reason, and all other orders complete.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

const CHILD = fileURLToPath(new URL('./testing/poison-child.ts', import.meta.url));
const MET = 'sgpmetE13.b1';

let house: OrderFixture;
beforeEach(async () => {
  house = await openOrderFixture('sqlite');
  await addMetDays(house, MET, 4);
});
afterEach(() => house.close());

async function place(person: string, day: number) {
  const { headers } = await house.signIn(person);
  const reply = await house.place(
    headers,
    requestOf(MET, `2019-01-0${day}`, `2019-01-0${day}`, { variables: ['temp_mean'] }),
  );
  const { orderId } = reply.json();
  const status = async () =>
    (await house.app.inject({ url: `/services/order/status/${orderId}`, headers })).json();
  return { orderId, status };
}

const openJobs = () =>
  house.store.db
    .selectFrom('jobs')
    .select('job_id')
    .where('state', 'in', ['waiting', 'running'])
    .execute();

/**
 * Starts the worker again whenever it ends, and tells the new one why the previous one ended, as
 * the product does. Returns these reasons.
 */
async function workToTheEnd(how: string, limitMb: number): Promise<string[]> {
  const whys: string[] = [];
  let former: string[] = [];
  while ((await openJobs()).length > 0 && whys.length < 10) {
    const args = [CHILD, house.folder, house.database, String(limitMb), how, ...former];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const look = setInterval(async () => {
      if ((await openJobs()).length === 0) child.kill('SIGTERM');
    }, 200);
    const [, signal] = await once(child, 'exit');
    clearInterval(look);
    if (signal !== 'SIGKILL') break;
    whys.push(said.trim());
    former = [String(child.pid), said.trim()];
  }
  return whys;
}

it.each([
  ['kill', 4000, 'It was killed.'],
  ['memory', 400, 'It took too much memory.'],
])('an order that crashes its worker (%s) affects no other order', async (how, limitMb, why) => {
  const before = await place('ada', 1);
  const poison = await place('eve', 3);
  const beside = await place('grace', 2);
  const after = await place('joan', 4);
  expect(await workToTheEnd(how, limitMb)).toEqual([why, why, why]);
  expect((await poison.status()).failure).toBe(
    `The work on it ended its process 3 times, so it was quarantined. ${why}`,
  );
  for (const { status } of [before, beside, after])
    expect(await status()).toMatchObject({ curStep: 'complete', failure: null });
  expect(await house.mails()).toContain(`order-${poison.orderId}-failed.eml`);
  expect(await house.readMail(`order-${poison.orderId}-failed.eml`)).toContain('quarantined');
});
