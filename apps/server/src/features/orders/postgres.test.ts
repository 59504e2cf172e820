// The order code on PostgreSQL: in memory, and on a real server with two workers in two processes,
// one of which dies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../store/open.ts';
import { startPostgresServer } from '../../store/testing/postgres-server.ts';
import { AFFECTED_JOB, noticeChanges } from './affected/jobs.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';
import { tablesOf } from './testing/tables.ts';
import { verifyOrder } from './verify.ts';

const CHILD = fileURLToPath(new URL('./testing/worker-child.ts', import.meta.url));
const MET = 'sgpmetE13.b1';
const server = await startPostgresServer();
afterAll(() => server?.stop());

const create = async (house: OrderFixture, headers: { cookie: string }, payload: object) =>
  (await house.place(headers, payload)).json().orderId;

it('places, processes, shows and repeats an order in memory', async () => {
  const house = await openOrderFixture('postgres');
  const { headers } = await house.signIn('ada');
  await addMetDays(house, MET, 2);
  const request = { ...requestOf(MET, '2019-01-01', '2019-01-02'), idempotencyKey: 'once-only' };
  const orderId = await create(house, headers, request);
  expect(await create(house, headers, request)).toBe(orderId);
  expect(orderId).toBe(100_001);
  await house.work();
  const call = async (path: string, method: 'GET' | 'POST' = 'GET') =>
    (await house.app.inject({ method, url: `/services/order/${path}`, headers })).json();
  expect(await call(`status/${orderId}`)).toMatchObject({ curStep: 'complete', missing: [] });
  const again = await call(`orders/reorder?orderId=${orderId}`, 'POST');
  expect(await call(`status/${again.orderId}`)).toMatchObject({ queuePlace: 0 });
  await call(`orders/cancel?orderId=${again.orderId}`, 'POST');
  expect(await call(`status/${again.orderId}`)).toMatchObject({ suspendReas: 'Cancelled' });
  await call(`orders/retry?orderId=${again.orderId}`, 'POST');
  await house.work();
  const { orderHistoryResponses } = await call('orders/history');
  expect(orderHistoryResponses).toMatchObject([
    { orderId: again.orderId, curStep: 'complete', totalFileCount: 2 },
    { orderId, curStep: 'complete', totalFileCount: 2 },
  ]);
  expect(await house.mails()).toHaveLength(2);
  await house.close();
});

describe.skipIf(!server)('on a real server (needs PostgreSQL)', () => {
  it('of workers that look for changes at the same time one queues a comparison', async () => {
    const url = server?.url ?? '';
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore({ url })));
    const tables = tablesOf({});
    const jobs = () =>
      stores[0]?.db.selectFrom('jobs').select('job_id').where('kind', '=', AFFECTED_JOB);
    await stores[0]?.db.insertInto('affected_due').values({ datastream: MET, taken: 0 }).execute();
    for (let round = 0; round < 5; round++) {
      const queued = await Promise.all(
        stores.map(({ db }) => noticeChanges({ db, tables: async () => tables })),
      );
      expect(queued.filter(Boolean)).toHaveLength(1);
      expect(await jobs()?.execute()).toHaveLength(1);
      await stores[0]?.db.deleteFrom('jobs').where('kind', '=', AFFECTED_JOB).execute();
    }
    await stores[0]?.db.deleteFrom('affected_due').execute();
    await Promise.all(stores.map((store) => store.close()));
  });

  it('two processes share the work and one of them dies: each order completes once', async () => {
    const house = await openOrderFixture({ url: server?.url ?? '' });
    const people = [await house.signIn('ada'), await house.signIn('bob')];
    await addMetDays(house, MET, 6);
    const orders: number[] = [];
    for (let i = 0; i < 8; i++) {
      const request = requestOf(MET, '2019-01-01', `2019-01-0${1 + (i % 6)}`, {
        variables: ['temp_mean'],
      });
      orders.push(await create(house, people[i % 2]!.headers, request));
    }
    const work = (...fault: string[]) => {
      const child = spawn(process.execPath, [CHILD, house.folder, server?.url ?? '', ...fault], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    const mortal = work('blobs.putFile', '3', 'after');
    await once(mortal.stdout, 'data'); // it works; a quicker one would leave it nothing to die of
    const other = work();
    const [, signal] = await once(mortal, 'exit');
    expect(signal).toBe('SIGKILL');
    const third = work();
    const open = async () =>
      (await house.store.db.selectFrom('jobs').select('state').execute()).filter(
        (job) => job.state !== 'done',
      );
    for (const end = Date.now() + 150_000; Date.now() < end && (await open()).length > 0; )
      await sleep(50);
    for (const child of [other, third]) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    expect(await open()).toEqual([]);
    const jobs = await house.store.db.selectFrom('jobs').select(['kind', 'subject']).execute();
    expect(new Set(jobs.map((job) => `${job.kind} ${job.subject}`)).size).toBe(3 * orders.length);
    expect(await house.mails()).toEqual(orders.map((id) => `order-${id}-complete.eml`).sort());
    for (const orderId of orders) {
      const checked = await verifyOrder(
        { archive: house.worker.archive, blobs: house.blobs },
        orderId,
      );
      expect(checked.differences).toEqual([]);
    }
    await house.close();
  });
});
