// What /metrics publishes of the work of all processes, read from the store.
import { lastHarvestEnd } from '../core/catalogue/harvest-ends.ts';
import { JOB_STATES } from '../core/jobs/job.ts';
import { STEP_BOUNDS, stepHistograms } from '../core/jobs/step-times.ts';
import type { Work } from '../features/health/metrics.ts';
import type { Store } from '../store/open.ts';

/** Rejects while the store is away. */
export async function workOf({ db }: Store, now = Date.now()): Promise<Work> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['state', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const counts = new Map(jobs.map((row) => [row.state, Number(row.count)]));
  const oldest = await db
    .selectFrom('jobs')
    .select((e) => e.fn.min<number | null>('run_at_ms').as('since'))
    .where('state', '=', 'waiting')
    .where('run_at_ms', '<=', now)
    .executeTakeFirst();
  const since = oldest?.since ?? null;
  return {
    jobs: Object.fromEntries(JOB_STATES.map((state) => [state, counts.get(state) ?? 0])),
    oldestWaitingSeconds: since === null ? 0 : Math.max(0, now - Number(since)) / 1000,
    harvestEndedAt: await lastHarvestEnd(db),
    stepBounds: STEP_BOUNDS,
    steps: await stepHistograms(db),
  };
}
