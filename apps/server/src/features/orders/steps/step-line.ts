// The step line of an order: retrieve -> extract -> finalise -> notify, each restartable at any
// line.
import * as z from 'zod';
import type { JobKind, Outcome } from '../../../core/jobs/job.ts';
import { isStepName, moveAfter, STEPS, type StepName } from '../../../core/orders/machine.ts';
import { enqueueCleanup, enqueueMail } from '../after-work.ts';
import { notifyDestinations } from '../destinations/destinations.ts';
import { type Db, findOrder, type Order, type OrderProgress } from '../order.ts';
import { extract } from './extract.ts';
import { finalise } from './finalise.ts';
import { notify } from './notify.ts';
import { isPassing, waitingFor } from './passing.ts';
import { retrieve } from './retrieve.ts';
import type { StepAct, StepLine, StepOutcome } from './step.ts';
import { openWorkspace } from './workspace.ts';

const ACTS: { readonly [S in StepName]: StepAct<S> } = { retrieve, extract, finalise, notify };

const payload = z.object({ round: z.number().int().default(0) });

/** How the queue processes orders. */
export function orderJobs(line: StepLine): JobKind {
  return {
    async run(job, running) {
      const order = await findOrder(line.store.db, Number(job.subject));
      const { step } = job;
      if (!isStepName(step)) return { end: 'failed', reason: `There is no step ${step}.` };
      if (!order) return { end: 'failed', reason: `There is no order ${job.subject}.` };
      const { db } = line.store;
      await begin(db, order, step);
      const { round } = payload.parse(JSON.parse(job.payload));
      const workspace = openWorkspace(line.settings.home, order.orderId, round);
      try {
        const input = { line, order: notWaiting(order), job, round, running, workspace };
        return outcomeOf(order.orderId, step, await ACTS[step](input));
      } catch (error) {
        if (isPassing(error) && !running.signal.aborted)
          // the failure itself counts
          await sayWaiting(db, order.orderId, waitingFor(error)).catch(() => {});
        throw error;
      }
    },
    async givenUp(trx, job, reason) {
      const orderId = Number(job.subject);
      const { round } = payload.parse(JSON.parse(job.payload));
      await trx
        .updateTable('orders')
        .set({ failure: reason })
        .where('order_id', '=', orderId)
        .execute();
      await enqueueMail(trx, orderId, 'failed', round);
      const order = await findOrder(trx, orderId);
      if (order) await notifyDestinations(trx, order, 'failed', round);
      await enqueueCleanup(trx, orderId, round);
    },
    passing: isPassing,
  };
}

/** No longer waiting: what it waited for is there now, or the step will report it again. */
const notWaiting = (order: Order): Order => ({
  ...order,
  progress: { ...order.progress, waiting: null },
});

/** The status shows it until progress is written next. */
async function sayWaiting(db: Db, orderId: number, waiting: string): Promise<void> {
  const order = await findOrder(db, orderId);
  if (!order || order.progress.waiting === waiting) return;
  const progress = JSON.stringify({ ...order.progress, waiting } satisfies OrderProgress);
  await db.updateTable('orders').set({ progress }).where('order_id', '=', orderId).execute();
}

/**
 * Moves the job and writes the order in one transaction: its code comes from the machine, the rest
 * from the step.
 */
function outcomeOf(orderId: number, step: StepName, ended: StepOutcome): Outcome {
  const { job, code } = moveAfter(step, ended);
  const { progress, delivered, record } = ended;
  return {
    ...job,
    async record(trx) {
      await trx
        .updateTable('orders')
        .set({
          step: code,
          ...(progress ? { progress: JSON.stringify(progress) } : {}),
          ...delivered,
        })
        .where('order_id', '=', orderId)
        .execute();
      await record?.(trx);
    },
  };
}

async function begin(db: Db, order: Order, step: StepName): Promise<void> {
  const { code } = STEPS[step];
  if (order.step === code && order.startedAt !== null) return;
  await db
    .updateTable('orders')
    .set({ step: code, started_at: order.startedAt ?? Math.floor(Date.now() / 1000) })
    .where('order_id', '=', order.orderId)
    .execute();
}
