// Tables of how long steps of jobs took and when regular work last ended: sums over all workers,
// read by /metrics.
import type { Kysely } from 'kysely';

export interface WorkTimeTables {
  /**
   * A histogram for each step of each kind of job; `bucket` numbers the bounds of
   * core/jobs/step-times.ts, the last one has none.
   */
  step_times: { kind: string; step: string; bucket: number; count: number; seconds: number };
  /**
   * Seconds since 1970 UTC at which work that is done again and again last ended well: 'harvest'.
   */
  last_ends: { name: string; ended_at: number };
}

export async function createWorkTimes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('step_times')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('bucket', 'integer', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('seconds', 'double precision', (c) => c.notNull())
    .addPrimaryKeyConstraint('step_times_key', ['kind', 'step', 'bucket'])
    .execute();
  await db.schema
    .createTable('last_ends')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('ended_at', 'bigint', (c) => c.notNull())
    .execute();
}
