// Counts calls by address within a window, for the limits of clients, by a clock that cannot be set back.
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/** Most addresses that are counted; the one unseen for longest is forgotten. */
const MOST = 10_000;

/**
 * Replaces the store of @fastify/rate-limit, which goes by the time of day: if the clock were set back by an hour, everybody at their
 * limit would be refused for an hour.
 */
export class CallCounts implements FastifyRateLimitStore {
  /** Made at the first call: it takes its room at once, and most of two hundred routes are never called in a window. */
  #counts: LRUCache<string, { calls: number; readonly until: number }> | undefined;

  incr(
    key: string,
    done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs = 60_000,
  ): void {
    const now = performance.now();
    this.#counts ??= new LRUCache({ max: MOST });
    let counted = this.#counts.get(key);
    if (!counted || counted.until <= now) {
      counted = { calls: 0, until: now + windowMs };
      this.#counts.set(key, counted);
    }
    counted.calls++;
    done(null, { current: counted.calls, ttl: counted.until - now });
  }

  /** Each route with a limit of its own counts for itself. */
  child(): CallCounts {
    return new CallCounts();
  }
}
