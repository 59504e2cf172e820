// Web hooks that could not be notified: what of it the order reports, and which failures are tried
// again.
import { Problem } from '@isobar/contract/problem.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Job } from '../../../core/jobs/job.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { WebHooks } from '../../../ports/web-hook.ts';
import { findOrder } from '../order.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';
import { hookJobs } from './jobs.ts';

let house: OrderFixture;
beforeEach(async () => {
  house = await openOrderFixture();
});
afterEach(() => house.close());

const kind = (webHooks?: WebHooks) => {
  const { store, blobs, settings } = house;
  return hookJobs({ db: store.db, blobs, settings, webHooks, log: createLog('silent') });
};
const jobOf = (orderId: number, event: string): Job => ({
  ...{ jobId: 1, kind: 'web-hook', subject: `${orderId}`, personId: null, step: 'do' },
  ...{ payload: JSON.stringify({ orderId, event }), attempts: 1, deaths: 0, lastError: null },
  ...{ failures: 1, requestId: null, traceparent: null, claim: 'c' },
});

it('an order counts each web hook that could not be notified as missing, but none about later changes of its data', async () => {
  await addMetDays(house, 'sgpmetE13.b1', 1);
  const { headers } = await house.signIn('ada');
  const placed = await house.place(headers, requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'));
  const { orderId } = placed.json<{ orderId: number }>();
  const { db } = house.store;
  const missing = async () => {
    const order = await findOrder(db, orderId);
    return [order?.progress.missingCount, order?.progress.missing.map(({ reason }) => reason)];
  };
  await kind().givenUp?.(db, jobOf(orderId, 'affected'), 'It answered 500.');
  expect(await missing()).toEqual([0, []]);
  const told = 'It answered 500. Nothing else of the order depends on it.';
  await kind().givenUp?.(db, jobOf(orderId, 'complete'), 'It answered 500.');
  await kind().givenUp?.(db, jobOf(orderId, 'failed'), 'It answered 500.');
  expect(await missing()).toEqual([2, [told, told]]);
  await kind().givenUp?.(db, jobOf(orderId + 1, 'complete'), 'It has no order.');
});

it('a web hook is notified again after a server was away, and after no other failure', () => {
  expect(kind().passing?.(new Problem('unavailable', 'It is away.'))).toBe(true);
  expect(kind().passing?.(new Problem('bad-request', 'It is refused.'))).toBe(false);
  expect(kind().passing?.(new Error('It is broken.'))).toBe(false);
});

it('a failure is reported only as long as the order has failed', async () => {
  await addMetDays(house, 'sgpmetE13.b1', 1);
  house.hookHosts.push('hooks.example.org');
  const { headers } = await house.signIn('ada');
  const placed = await house.place(headers, {
    ...requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'),
    ...{ deliveryBits: 33, webHook: { url: 'https://hooks.example.org/done' } },
  });
  const { orderId } = placed.json<{ orderId: number }>();
  const { db } = house.store;
  const sent: string[] = [];
  const hooks: WebHooks = {
    post: async ({ url, body }) => {
      sent.push(`${url} ${JSON.parse(body).type}`);
      return 204;
    },
  };
  const running = {
    signal: new AbortController().signal,
    progressed: () => undefined,
    shouldYield: async () => false,
  };
  const run = () => kind(hooks).run(jobOf(orderId, 'failed'), running);
  expect(await run()).toEqual({ end: 'done' });
  expect(sent).toEqual([]); // it was started again meanwhile
  await db.updateTable('orders').set({ failure: 'The disk is full.' }).execute();
  expect(await run()).toEqual({ end: 'done' });
  expect(sent).toEqual(['https://hooks.example.org/done order.failed']);
  expect(await kind().run(jobOf(orderId, 'failed'), running)).toMatchObject({ end: 'failed' });
  await db.deleteFrom('people').execute();
  expect(await run()).toEqual({ end: 'done' });
  expect(sent).toHaveLength(1);
});
