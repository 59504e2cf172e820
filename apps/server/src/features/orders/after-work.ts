// Jobs that follow an order: its mail and the removal of its scratch folder. They never hold the
// order back.
import { enqueue } from '../../core/jobs/queue.ts';
import { CLEANUP_JOB, type Db, HOOK_JOB, MAIL_JOB } from './order.ts';
import type { HookEvent } from './web-hook/message.ts';

/** 'held' tells the person that the order waits, 'review' the operator that it waits for them. */
export const MAIL_OCCASIONS = ['complete', 'failed', 'held', 'review', 'denied'] as const;
export type MailOccasion = (typeof MAIL_OCCASIONS)[number];

/**
 * Once per occasion and round, however often it is called. A round is any number that tells it
 * apart from others.
 */
export async function enqueueMail(
  trx: Db,
  orderId: number,
  occasion: MailOccasion,
  round: number,
): Promise<void> {
  const subject = `order-${orderId}-${occasion}${round === 0 ? '' : `-${round}`}`;
  await enqueueOnce(trx, MAIL_JOB, subject, { orderId, occasion });
}

/** Notifies that an order waits for review: its owner and the operators who can release it. */
export async function enqueueHeldMails(trx: Db, orderId: number, round = 0): Promise<void> {
  await enqueueMail(trx, orderId, 'held', round);
  await enqueueMail(trx, orderId, 'review', round);
}

/** Its subject is the message's id, by which the receiver recognises a repeat. */
export const enqueueHook = (
  trx: Db,
  orderId: number,
  event: HookEvent,
  round: number,
): Promise<void> =>
  enqueueOnce(trx, HOOK_JOB, `order-${orderId}-${event}-${round}`, { orderId, event });

export const enqueueCleanup = (trx: Db, orderId: number, round: number): Promise<void> =>
  enqueueOnce(trx, CLEANUP_JOB, `${orderId}-${round}`, { orderId });

async function enqueueOnce(trx: Db, kind: string, subject: string, payload: object): Promise<void> {
  const known = await trx
    .selectFrom('jobs')
    .select('job_id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known) return;
  await enqueue(trx, {
    kind,
    subject,
    personId: null,
    step: 'do',
    payload: JSON.stringify(payload),
  });
}
