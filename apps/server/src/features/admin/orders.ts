// Orders as an operator sees them: what awaits approval, what is under way, what failed; and the
// jobs behind them.
import type { OrderState, operateJobs, operateOrders } from '@isobar/contract/calls/admin.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { JobState } from '../../core/jobs/job.ts';
import { isPastKeeping } from '../../core/orders/expiry.ts';
import {
  ENDED,
  ORDER_JOB,
  type OrderFacts,
  offeredActs,
  stateOf,
} from '../../core/orders/machine.ts';
import type { Tables } from '../../store/tables.ts';
import type { AdminFeature } from './feature.ts';

const LISTED = 200;

export const underReview = (db: Kysely<Tables>) =>
  db
    .selectFrom('orders')
    .where('suspend_reason', 'is not', null)
    .where('suspend_reason', 'not in', ENDED)
    .where('approved_at', 'is', null);

export async function ordersOf(
  { db }: Pick<AdminFeature, 'db'>,
  state: OrderState,
): Promise<z.infer<typeof operateOrders>> {
  let query =
    state === 'review'
      ? underReview(db)
      : db.selectFrom('orders').$if(state === 'failed', (q) => q.where('failure', 'is not', null));
  if (state === 'working')
    query = query
      .where('completed_at', 'is', null)
      .where('failure', 'is', null)
      .where((e) => e.or([e('suspend_reason', 'is', null), e('approved_at', 'is not', null)]));
  const rows = await query
    .innerJoin('people', 'people.person_id', 'orders.person_id')
    .leftJoin('jobs', (join) =>
      join
        .on('jobs.kind', '=', ORDER_JOB)
        .on((e) => e('jobs.subject', '=', e.cast<string>('orders.order_id', 'text'))),
    )
    .select([
      'orders.order_id',
      'orders.order_date',
      'orders.step',
      'orders.suspend_reason',
      'orders.approved_at',
      'orders.failure',
      'orders.file_count',
      'orders.bytes',
      'people.user_name',
      'orders.expires_at',
      'jobs.state as jobState',
    ])
    .orderBy('orders.order_id', 'desc')
    .limit(LISTED + 1)
    .execute();
  return {
    more: rows.length > LISTED,
    orders: rows.slice(0, LISTED).map((row) => {
      const facts = {
        step: row.step,
        suspension: row.suspend_reason,
        approvedAt: row.approved_at,
        failure: row.failure,
      };
      const expiresAt = row.expires_at === null ? null : Number(row.expires_at);
      return {
        orderId: Number(row.order_id),
        orderDate: formatInstant(Number(row.order_date)),
        userName: row.user_name,
        files: Number(row.file_count),
        bytes: Number(row.bytes),
        state: wordsOf({ ...facts, expiresAt }, row.jobState),
        reason: row.failure ?? row.suspend_reason ?? '',
        acts: [...offeredActs(facts, row.jobState)],
      };
    }),
  };
}

function wordsOf(
  order: OrderFacts & { readonly expiresAt: number | null },
  job: JobState | null,
): string {
  const state = stateOf(order);
  if (state === 'complete' && isPastKeeping(order)) return 'expired';
  if (state === 'review') return 'waits for approval';
  if (state !== 'placed' && state !== 'working') return state;
  return job === 'paused' ? 'paused' : job === 'running' ? 'at work' : 'queued';
}

/** What is at work, waiting or failed; finished jobs are left out. */
export async function jobsOf(db: Kysely<Tables>): Promise<z.infer<typeof operateJobs>> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ['running', 'failed', 'paused', 'waiting'])
    .orderBy('state')
    .orderBy('job_id', 'desc')
    .limit(LISTED + 1)
    .execute();
  const at = (ms: number): string => formatInstant(Math.floor(ms / 1000));
  return {
    more: rows.length > LISTED,
    jobs: rows.slice(0, LISTED).map((row) => ({
      jobId: Number(row.job_id),
      kind: row.kind,
      subject: row.subject,
      state: row.state,
      step: row.step,
      attempts: row.attempts,
      deaths: row.deaths,
      worker: row.worker,
      heartbeat: row.heartbeat_ms === null ? null : at(Number(row.heartbeat_ms)),
      runAt: at(Number(row.run_at_ms)),
      lastError: row.last_error,
    })),
  };
}
