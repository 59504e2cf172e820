// The step line of an order: retrieve -> extract -> finalise -> notify, each restartable at any line.
import * as z from 'zod';
import type { JobKind } from '../../../core/jobs/job.ts';
import { enqueueCleanup, enqueueMail } from '../after-work.ts';
import { type Db, findOrder, type Order, type OrderProgress, type Step } from '../order.ts';
import { extract } from './extract.ts';
import { finalise } from './finalise.ts';
import { notify } from './notify.ts';
import { isPassing, waitingFor } from './passing.ts';
import { retrieve } from './retrieve.ts';
import type { StepAct, StepLine } from './step.ts';
import { openWorkspace } from './workspace.ts';

/** Step of the job -> what it does and the code that tracking shows meanwhile. */
const STEPS: Readonly<Record<string, { readonly code: Step; readonly act: StepAct }>> = {
  retrieve: { code: 'hpss', act: retrieve },
  extract: { code: 'anders', act: extract },
  finalise: { code: 'upload', act: finalise },
  notify: { code: 'notify', act: notify },
};

const payload = z.object({ round: z.number().int().default(0) });

/** How the queue works off orders. */
export function orderJobs(line: StepLine): JobKind {
  return {
    async run(job, running) {
      const step = STEPS[job.step];
      const order = await findOrder(line.store.db, Number(job.subject));
      if (!step || !order) return { end: 'failed', reason: `There is no step ${job.step}.` };
      const { db } = line.store;
      await begin(db, order, step.code);
      const { round } = payload.parse(JSON.parse(job.payload));
      const workspace = openWorkspace(line.settings.home, order.orderId, round);
      try {
        return await step.act({ line, order: notWaiting(order), job, round, running, workspace });
      } catch (error) {
        if (isPassing(error) && !running.signal.aborted)
          await sayWaiting(db, order.orderId, waitingFor(error)).catch(() => {}); // the failure itself counts
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
      await enqueueCleanup(trx, orderId, round);
    },
    passing: isPassing,
  };
}

/** As it goes on: what it waited for is there, or it will say so again. */
const notWaiting = (order: Order): Order => ({
  ...order,

  progress: { ...order.progress, waiting: null },
});

/** Told to its person by the status; the next progress that is written takes it back. */
async function sayWaiting(db: Db, orderId: number, waiting: string): Promise<void> {
  const order = await findOrder(db, orderId);
  if (!order || order.progress.waiting === waiting) return;
  const progress = JSON.stringify({ ...order.progress, waiting } satisfies OrderProgress);
  await db.updateTable('orders').set({ progress }).where('order_id', '=', orderId).execute();
}

async function begin(db: Db, order: Order, step: Step): Promise<void> {
  if (order.step === step && order.startedAt !== null) return;
  await db
    .updateTable('orders')
    .set({ step, started_at: order.startedAt ?? Math.floor(Date.now() / 1000) })
    .where('order_id', '=', order.orderId)
    .execute();
}
