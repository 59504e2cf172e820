// How many milliseconds of work each owner has used lately: what is old counts less and less.
import { LRUCache } from 'lru-cache';

/** Owners that are remembered; the one that has used nothing for longest is forgotten. */
const MOST_OWNERS = 10_000;

export class SpentTime {
  readonly #halfLifeMs: number;
  readonly #now: () => number;
  readonly #spent = new LRUCache<string, { readonly ms: number; readonly at: number }>({
    max: MOST_OWNERS,
  });

  /**
   * After `halfLifeMs` milliseconds, half of what was used is forgotten. `now`: milliseconds since
   * some beginning.
   */
  constructor(halfLifeMs: number, now: () => number = () => performance.now()) {
    this.#halfLifeMs = halfLifeMs;
    this.#now = now;
  }

  add(owner: string, ms: number): void {
    this.#spent.set(owner, { ms: this.of(owner) + ms, at: this.#now() });
  }

  /** Milliseconds of `owner`, each weighed by its age. */
  of(owner: string): number {
    const spent = this.#spent.peek(owner);
    return spent ? spent.ms * 2 ** ((spent.at - this.#now()) / this.#halfLifeMs) : 0;
  }

  /** Milliseconds until no more than `most` count for `owner`. */
  untilBelow(owner: string, most: number): number {
    const spent = this.of(owner);
    return spent <= most ? 0 : this.#halfLifeMs * Math.log2(spent / most);
  }
}
