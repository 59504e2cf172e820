// The forecast for a placed order: how long it will take, from its place in the queue and what was
// measured.
import { queuePlace } from '../../core/jobs/queue.ts';
import { ORDER_JOB } from '../../core/orders/machine.ts';
import { averageSeconds, estimate, knownPace, type Pace } from './estimate.ts';
import { type Db, findOrder } from './order.ts';

export interface Wait {
  /** Orders that come before it. */
  readonly ahead: number;
  /** Time until it is done. */
  readonly seconds: number;
}

/** Before anything was measured here: a generous figure for a small machine. */
const AT_FIRST = { each: 4, perFile: 0.1, perGigabyte: 60 } as const;
/** What every order needs besides: a worker has to notice it, and pauses between its steps. */
const LATENCY = 0.5;
/** For the sum over many orders the average is nearly exact, so a small margin suffices. */
const AHEAD = 1.2;

/** Pure. */
export function waitFor(pace: Pace, ahead: number, files: number, bytes: number): Wait {
  const first = AT_FIRST.each + AT_FIRST.perFile * files + AT_FIRST.perGigabyte * (bytes / 1e9);
  const own = estimate(pace, files, bytes) ?? first;
  const each = averageSeconds(pace) || first;
  // The person's own order gets a wide margin, because orders of the same size differ and 'within'
  // is a promise; those ahead even out.
  return { ahead, seconds: LATENCY + own * pace.over + ahead * each * AHEAD };
}

export async function waitOf(db: Db, orderId: number): Promise<Wait> {
  const order = await findOrder(db, orderId);
  const ahead = (await queuePlace(db, ORDER_JOB, String(orderId))) ?? 0;
  return waitFor(await knownPace(db), ahead, order?.fileCount ?? 0, order?.bytes ?? 0);
}

/** Pure: 'It will be fulfilled within 5 seconds. 2 orders are ahead of it.' */
export function fulfilment({ ahead, seconds }: Wait): string {
  const place =
    ahead > 0 ? ` ${ahead} ${ahead === 1 ? 'order is' : 'orders are'} ahead of it.` : '';
  return `It will be fulfilled within ${duration(seconds)}.${place}`;
}

const UNITS = [
  { name: 'second', seconds: 1, steps: [5, 10, 20, 30, 45] },
  { name: 'minute', seconds: 60, steps: [1, 2, 3, 5, 10, 15, 20, 30, 45] },
  { name: 'hour', seconds: 3600, steps: [1, 2, 3, 5, 8, 12, 18] },
] as const;

/** The next round duration that is not shorter. */
export function duration(seconds: number): string {
  for (const { name, seconds: unit, steps } of UNITS) {
    const step = steps.find((one) => one * unit >= seconds);
    if (step !== undefined) return `${step} ${name}${step === 1 ? '' : 's'}`;
  }
  const days = Math.ceil(seconds / 86_400);
  return `${days} day${days === 1 ? '' : 's'}`;
}
