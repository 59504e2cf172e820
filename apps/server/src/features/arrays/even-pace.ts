// Programs that read row by row by DAP2 end at the first refusal: one that asks one request after
// the other is slowed down before it comes to the limit of a minute. One that asks many at once is
// not, and comes to it.
import { setTimeout as after } from 'node:timers/promises';
import { ARRAY_CALLS_PER_MINUTE } from '@isobar/contract/calls/array-calls.ts';
import { LRUCache } from 'lru-cache';

/**
 * Requests that are answered at once after a pause. Together with those of a minute at the even
 * pace they are fewer than the limit.
 */
const AT_ONCE = 3000;
const PER_MS = (ARRAY_CALLS_PER_MINUTE * 0.99 - AT_ONCE) / 60_000;
/** No request is kept longer, since it holds a slot. */
const MOST_WAIT_MS = 10;
const MOST_CALLERS = 10_000;

export class EvenPace {
  private readonly callers = new LRUCache<string, { level: number; at: number }>({
    max: MOST_CALLERS,
  });
  private readonly now: () => number;

  /** `now`: milliseconds since some beginning. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Counts a request; milliseconds for which it should wait. */
  take(caller: string): number {
    const now = this.now();
    const { level, at } = this.callers.get(caller) ?? { level: 0, at: now };
    const next = Math.max(0, level - (now - at) * PER_MS) + 1;
    this.callers.set(caller, { level: next, at: now });
    const wait = (next - AT_ONCE) / PER_MS;
    return wait <= 0 || wait > MOST_WAIT_MS ? 0 : wait;
  }

  async keep(caller: string): Promise<void> {
    const wait = this.take(caller);
    if (wait > 0) await after(Math.ceil(wait));
  }
}
