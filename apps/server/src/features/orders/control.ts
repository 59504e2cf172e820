// What the owner and an operator may do with an order under way: cancel, retry, approve, deny,
// pause, resume.
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import type { JobState } from '../../core/jobs/job.ts';
import { setState } from '../../core/jobs/queue.ts';
import {
  FIRST_STEP,
  mayOperate,
  ORDER_JOB,
  ownerActs,
  PLACED,
  stateOf,
} from '../../core/orders/machine.ts';
import { enqueueHeldMails, enqueueMail } from './after-work.ts';
import { queueOrder } from './create.ts';
import {
  type Db,
  findOrder,
  NO_PROGRESS,
  noSuchOrder,
  type Order,
  type OrderRow,
  type Suspension,
} from './order.ts';
import { keepReviewNote } from './review-note.ts';

/** Stops the work; nothing will be delivered. Throws 'conflict' when there is nothing to cancel. */
export const cancelOrder = (db: Db, orderId: number): Promise<void> =>
  change(db, orderId, async (trx, order) => {
    if (!ownerActs(order).includes('cancel'))
      throw new Problem('conflict', `Order ${orderId} can no longer be cancelled.`);
    await update(trx, orderId, { suspend_reason: 'Cancelled', approved_at: null });
    await setState(trx, jobOf(orderId), ALIVE, 'cancelled');
  });

/**
 * Starts a failed or cancelled order afresh. An order that was cancelled is reviewed again
 * if `reviewOf` demands it: cancelling is no way round a review. Throws 'conflict'.
 */
export const retryOrder = (
  db: Db,
  orderId: number,
  reviewOf: (order: Order) => Suspension | null,
): Promise<void> =>
  change(db, orderId, async (trx, order) => {
    if (!ownerActs(order).includes('retry'))
      throw new Problem('conflict', `Order ${orderId} neither failed nor was cancelled.`);
    const review = order.suspension === 'Cancelled' ? reviewOf(order) : null;
    await update(trx, orderId, {
      step: PLACED,
      failure: null,
      ...(order.suspension === 'Cancelled' ? { suspend_reason: review } : {}),
    });
    if (review === null) await restart(trx, order);
    // The earlier notice was about the cancelled order; the time makes this a new occasion.
    else await enqueueHeldMails(trx, orderId, Math.floor(Date.now() / 1000));
  });

/**
 * Releases an order that waits for review. Throws 'conflict', also for one that was denied: its
 * owner was notified.
 */
export const approveOrder = (db: Db, orderId: number): Promise<void> =>
  change(db, orderId, async (trx, order) => {
    if (!mayOperate(order, 'approve'))
      throw new Problem('conflict', `Order ${orderId} does not wait for approval.`);
    await update(trx, orderId, { approved_at: Math.floor(Date.now() / 1000) });
    await restart(trx, order);
  });

/**
 * Refuses an order for good; its owner is sent `words`, if there are any. Throws 'conflict' when it
 * is complete, or was cancelled or denied before.
 */
export const denyOrder = (db: Db, orderId: number, words = ''): Promise<void> =>
  change(db, orderId, async (trx, order) => {
    if (!mayOperate(order, 'deny')) {
      const why = stateOf(order) === 'complete' ? 'is complete already' : 'was ended before';
      throw new Problem('conflict', `Order ${orderId} ${why}.`);
    }
    await update(trx, orderId, { suspend_reason: 'Denied', approved_at: null });
    await setState(trx, jobOf(orderId), ALIVE, 'cancelled');
    if (words !== '') await keepReviewNote(trx, orderId, words);
    await enqueueMail(trx, orderId, 'denied', 0);
  });

/** Lets an order rest until it is resumed. Throws 'conflict' if it is not under way. */
export const pauseOrder = (db: Db, orderId: number): Promise<void> =>
  change(db, orderId, async (trx) => {
    if (!(await setState(trx, jobOf(orderId), ['waiting', 'running'], 'paused')))
      throw new Problem('conflict', `Order ${orderId} is not under way.`);
  });

export const resumeOrder = (db: Db, orderId: number): Promise<void> =>
  change(db, orderId, async (trx) => {
    if (!(await setState(trx, jobOf(orderId), ['paused'], 'waiting')))
      throw new Problem('conflict', `Order ${orderId} is not paused.`);
  });

const ALIVE: readonly JobState[] = ['waiting', 'running', 'paused'];

const jobOf = (orderId: number) => ({ kind: ORDER_JOB, subject: String(orderId) });

async function change(
  db: Db,
  orderId: number,
  act: (trx: Db, order: Order) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await findOrder(trx, orderId);
    if (!order) throw noSuchOrder(orderId);
    await act(trx, order);
  });
}

type Change = {
  readonly step?: OrderRow['step'];
  readonly suspend_reason?: string | null;
  readonly approved_at?: number | null;
  readonly failure?: string | null;
};

const update = (trx: Db, orderId: number, values: Change) =>
  trx.updateTable('orders').set(values).where('order_id', '=', orderId).execute();

const payload = z.object({ round: z.number().int().default(0) });

/** One job per order: an existing one is woken and begins a new round, else one is made. */
async function restart(trx: Db, order: Order): Promise<void> {
  const progress = JSON.stringify({
    ...NO_PROGRESS,
    filesTotal: order.fileCount,
    bytesTotal: order.bytes,
    takes: order.progress.takes,
  });
  await trx.updateTable('orders').set({ progress }).where('order_id', '=', order.orderId).execute();
  const job = await trx
    .selectFrom('jobs')
    .select(['job_id', 'payload'])
    .where('kind', '=', ORDER_JOB)
    .where('subject', '=', String(order.orderId))
    .executeTakeFirst();
  if (!job) {
    await queueOrder(trx, order.orderId, order.personId, order.bytes);
    return;
  }
  const { round } = payload.parse(JSON.parse(job.payload));
  await trx
    .updateTable('jobs')
    .set({ step: FIRST_STEP, payload: JSON.stringify({ round: round + 1 }) })
    .where('job_id', '=', job.job_id)
    .execute();
  await setState(trx, jobOf(order.orderId), [...ALIVE, 'failed', 'cancelled', 'done'], 'waiting');
}
