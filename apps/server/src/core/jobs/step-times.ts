// How long steps of jobs take: counted in the process that runs them, added up in the store over
// all workers, read by /metrics.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { Job } from './job.ts';

/** Upper bounds in seconds, ends included; a slower step is in a last bucket without a bound. */
export const STEP_BOUNDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600] as const;

interface Sum {
  readonly kind: string;
  readonly step: string;
  readonly bucket: number;
  readonly count: number;
  readonly seconds: number;
}

/** Noted in this process and not yet in the store: at most one entry for each step and bucket. */
const noted = new Map<string, Sum>();
/** Sums are written at most this often, in milliseconds, so that short steps cost no write each. */
const WRITE_MS = 5000;
let writtenAt = Number.NEGATIVE_INFINITY;

export function noteStep({ kind, step }: Pick<Job, 'kind' | 'step'>, seconds: number): void {
  const found = STEP_BOUNDS.findIndex((bound) => seconds <= bound);
  const bucket = found < 0 ? STEP_BOUNDS.length : found;
  addToNoted({ kind, step, bucket, count: 1, seconds });
}

function addToNoted({ kind, step, bucket, count, seconds }: Sum): void {
  const key = `${kind} ${step} ${bucket}`;
  const former = noted.get(key) ?? { count: 0, seconds: 0 };
  const sums = { count: former.count + count, seconds: former.seconds + seconds };
  noted.set(key, { kind, step, bucket, ...sums });
}

/**
 * Adds what was noted to the sums of the store, unless that was done a moment ago. What cannot be
 * written is kept for the next time.
 */
export async function writeStepTimes(db: Kysely<Tables>, now = performance.now()): Promise<void> {
  if (noted.size === 0 || now - writtenAt < WRITE_MS) return;
  writtenAt = now;
  const rows = [...noted.values()];
  noted.clear();
  try {
    await db
      .insertInto('step_times')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'step', 'bucket']).doUpdateSet({
          count: sql`step_times.count + excluded.count`,
          seconds: sql`step_times.seconds + excluded.seconds`,
        }),
      )
      .execute();
  } catch (error) {
    rows.forEach(addToNoted);
    throw error;
  }
}

export interface StepHistogram {
  readonly kind: string;
  readonly step: string;
  /** Steps by bucket of STEP_BOUNDS, the last one without a bound; not cumulated. */
  readonly counts: readonly number[];
  readonly seconds: number;
}

/** By kind and step, over all workers since the store was made. */
export async function stepHistograms(db: Kysely<Tables>): Promise<StepHistogram[]> {
  const rows = await db.selectFrom('step_times').selectAll().execute();
  return [...Map.groupBy(rows, ({ kind, step }) => `${kind} ${step}`).values()].map((group) => {
    const counts = Array.from({ length: STEP_BOUNDS.length + 1 }, () => 0);
    let seconds = 0;
    for (const row of group) {
      counts[row.bucket] = Number(row.count);
      seconds += row.seconds;
    }
    const [{ kind, step } = { kind: '', step: '' }] = group;
    return { kind, step, counts, seconds };
  });
}
