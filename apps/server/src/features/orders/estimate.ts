// How long an order takes, learnt from earlier ones: seconds per file and per gigabyte.
import * as z from 'zod';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Db } from './order.ts';

export interface Finished {
  /** The number of ordered files. */
  readonly files: number;
  readonly bytes: number;
  /** Seconds that workers spent on the order. */
  readonly seconds: number;
}

const pace = z.object({
  /**
   * Sums over finished orders, older ones counting less: files, gigabytes, seconds and their
   * products.
   */
  n: z.number(),
  t: z.number(),
  ff: z.number(),
  fg: z.number(),
  gg: z.number(),
  ft: z.number(),
  gt: z.number(),
  /** Nearly all orders take at most this many times the estimate. */
  over: z.number().default(1.2),
});
export type Pace = z.infer<typeof pace>;

const NOTHING_LEARNT: Pace = { n: 0, t: 0, ff: 0, fg: 0, gg: 0, ft: 0, gt: 0, over: 1.2 };
/** An order's weight, relative to that of the next one. */
const MEMORY = 0.95;
/**
 * The margin is widened by an order that took longer than estimated and narrowed by any other, so
 * that it is stable when one order in twenty takes longer.
 */
const WIDER = 1.33;
const NARROWER = WIDER ** (-1 / 19);
const WIDEST = 8;
/** Once ENOUGH orders are known, a longer time than this many times the estimate is cut to that. */
const MOST_LATE = 10;
const ENOUGH = 8;

/** Pure: the pace after one more order. */
export function learn(known: Pace, { files: f, bytes, seconds }: Finished): Pace {
  const g = bytes / 1e9;
  const estimated = estimate(known, f, bytes);
  // An order that hung tells little about the next.
  const most = estimated === null || known.n < ENOUGH ? seconds : estimated * MOST_LATE;
  const t = Math.min(seconds, most);
  return {
    n: known.n * MEMORY + 1,
    t: known.t * MEMORY + t,
    ff: known.ff * MEMORY + f * f,
    fg: known.fg * MEMORY + f * g,
    gg: known.gg * MEMORY + g * g,
    ft: known.ft * MEMORY + f * t,
    gt: known.gt * MEMORY + g * t,
    over: widened(known, estimated, t),
  };
}

function widened({ over }: Pace, estimated: number | null, seconds: number): number {
  if (estimated === null) return over;
  const next = over * (seconds > estimated * over ? WIDER : NARROWER);
  return Math.min(WIDEST, Math.max(1, next));
}

/** Pure: seconds for an order of this size; null before anything was learnt. */
export function estimate(known: Pace, files: number, bytes: number): number | null {
  if (known.n === 0) return null;
  const g = bytes / 1e9;
  // Least squares of t = a·files + b·gigabytes. If one of the factors would be negative, only the
  // other quantity is used.
  const determinant = known.ff * known.gg - known.fg * known.fg;
  const a = (known.ft * known.gg - known.gt * known.fg) / determinant;
  const b = (known.gt * known.ff - known.ft * known.fg) / determinant;
  const both = determinant > 1e-9 * known.ff * known.gg && a >= 0 && b >= 0;
  return Math.max(1, both ? a * files + b * g : byOne(known, files, g));
}

/**
 * Estimates by files or by gigabytes alone, whichever explains more of the sum of squared seconds.
 */
function byOne({ n, t, ff, gg, ft, gt }: Pace, files: number, gigabytes: number): number {
  const [byFiles, byBytes] = [ff > 0 ? ft ** 2 / ff : 0, gg > 0 ? gt ** 2 / gg : 0];
  if (byBytes > byFiles) return (gt / gg) * gigabytes;
  return ff > 0 ? (ft / ff) * files : t / n;
}

/** Pure: seconds that an order takes on average. */
export const averageSeconds = (known: Pace): number => (known.n === 0 ? 0 : known.t / known.n);

export async function learnPace(trx: Db, finished: Finished): Promise<void> {
  await keepSetting(trx, SETTING, JSON.stringify(learn(await knownPace(trx), finished)));
}

export async function knownPace(db: Db): Promise<Pace> {
  const known = await readSetting(db, SETTING);
  return known === undefined ? NOTHING_LEARNT : pace.parse(JSON.parse(known));
}

const SETTING = 'orders.pace';
