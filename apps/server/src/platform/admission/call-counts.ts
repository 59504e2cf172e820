// Counts calls by address within a window, for the limits of clients, by a clock that cannot be set
// back.
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { recordOf } from '../text/unknown.ts';
import type { CountExchange } from './count-exchange.ts';

/** Most addresses that are counted; the one unseen for longest is forgotten. */
const MOST = 10_000;
const WINDOW_MS = 60_000;

/**
 * Replaces the store of @fastify/rate-limit, which goes by the time of day: if the clock were set
 * back by an hour, everybody at their limit would be refused for an hour.
 */
export class CallCounts implements FastifyRateLimitStore {
  /**
   * Made at the first call: it takes its room at once, and most of two hundred routes are never
   * called in a window.
   */
  #counts: LRUCache<string, { calls: number; until: number }> | undefined;
  readonly #exchange: CountExchange | undefined;
  readonly #tell: ((key: string, calls: number) => void) | undefined;

  /** `exchange`: with other web processes, which know these counts by `name`. */
  constructor(name: string, exchange: CountExchange | undefined) {
    this.#exchange = exchange;
    this.#tell = exchange?.book(name, WINDOW_MS, (key, calls, leftMs) => {
      const counted = this.#counts?.get(key);
      if (!counted) return;
      counted.calls += calls;
      counted.until = performance.now() + leftMs;
    });
  }

  incr(
    key: string,
    done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs = WINDOW_MS,
  ): void {
    const now = performance.now();
    this.#counts ??= new LRUCache({ max: MOST });
    let counted = this.#counts.get(key);
    if (!counted || counted.until <= now) {
      counted = { calls: 0, until: now + windowMs };
      this.#counts.set(key, counted);
    }
    counted.calls++;
    this.#tell?.(key, 1);
    done(null, { current: counted.calls, ttl: counted.until - now });
  }

  /** Each route with a limit of its own counts for itself. */
  child(options: object): CallCounts {
    const { method, url } = recordOf(recordOf(options).routeInfo);
    return new CallCounts(`${method} ${url}`, this.#exchange);
  }
}

/** What @fastify/rate-limit makes its store of. */
export const countsWith = (exchange: CountExchange | undefined) =>
  class extends CallCounts {
    constructor() {
      super('address', exchange);
    }
  };
