// Jobs that follow an order, as they are in the queue.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryStore } from '../../store/testing/temporary-store.ts';
import { enqueueCleanup, enqueueHeldMails, enqueueHook, enqueueMail } from './after-work.ts';

describe('work after an order', async () => {
  const store = await temporaryStore();
  const { db } = store;
  beforeEach(() => store.empty());
  afterAll(() => store.close());

  const queued = async () => {
    const jobs = await db
      .selectFrom('jobs')
      .select(['kind', 'subject', 'person_id', 'step', 'payload'])
      .orderBy('job_id')
      .execute();
    return jobs.map(({ kind: what, subject, person_id, step, payload }) => [
      ...[what, subject, person_id, step, JSON.parse(payload)],
    ]);
  };

  it('work after an order is queued once for each occasion and round, however often it is requested', async () => {
    for (let times = 0; times < 2; times++) {
      for (const round of [0, 1]) {
        await enqueueMail(db, 7, 'failed', round);
        await enqueueHook(db, 7, 'complete', round);
        await enqueueCleanup(db, 7, round);
      }
      await enqueueMail(db, 8, 'failed', 0);
    }
    expect(await queued()).toEqual([
      ['order-mail', 'order-7-failed', null, 'do', { orderId: 7, occasion: 'failed' }],
      ['order-hook', 'order-7-complete-0', null, 'do', { orderId: 7, event: 'complete' }],
      ['order-cleanup', '7-0', null, 'do', { orderId: 7 }],
      ['order-mail', 'order-7-failed-1', null, 'do', { orderId: 7, occasion: 'failed' }],
      ['order-hook', 'order-7-complete-1', null, 'do', { orderId: 7, event: 'complete' }],
      ['order-cleanup', '7-1', null, 'do', { orderId: 7 }],
      ['order-mail', 'order-8-failed', null, 'do', { orderId: 8, occasion: 'failed' }],
    ]);
  });

  it('work after an order of an order that waits for review is a mail to its owner and one to the operators, in each round', async () => {
    await enqueueHeldMails(db, 7);
    await enqueueHeldMails(db, 7, 2);
    expect((await queued()).map(([, subject]) => subject)).toEqual([
      ...['order-7-held', 'order-7-review', 'order-7-held-2', 'order-7-review-2'],
    ]);
  });
});
