// Counts that several web processes keep as one: each counts for itself at once, and every second
// they add up what they counted since. A process learns of the counts of others for the keys that
// it counts itself.
import { LRUCache } from 'lru-cache';

/** What one process counted of a key since its last exchange. */
export interface Given {
  readonly key: string;
  readonly amount: number;
  readonly windowMs: number;
}

/** What all processes counted of a key in its window, and the rest of that window. */
export interface Total {
  readonly key: string;
  readonly amount: number;
  /** Names the window, so that a new one is noticed. */
  readonly until: number;
  readonly leftMs: number;
}

/** Adds what is given to the sums of all processes, and resolves to them. */
export type Swap = (given: readonly Given[]) => Promise<readonly Total[]>;

/**
 * Called with what other processes counted since it was last called, and the rest of their window.
 */
export type OnOthers = (key: string, amount: number, leftMs: number) => void;

export interface CountExchange {
  /** A kind of count under a name of its own; returns what counts. */
  book(name: string, windowMs: number, onOthers: OnOthers): (key: string, amount: number) => void;
  /** Gives and takes once; for tests, and for what `keep` repeats. */
  exchange(): Promise<void>;
  /** Exchanges every second until closed. */
  keep(onTrouble: (error: unknown) => void): { close(): Promise<void> };
}

const EVERY_MS = 1000;
/** Most keys in one exchange, those with the largest counts; the others wait for the next one. */
const MOST_GIVEN = 1000;
/** Keys that are remembered; the one uncounted for longest is forgotten. */
const MOST_KEYS = 20_000;

interface Kept {
  readonly name: string;
  readonly key: string;
  readonly windowMs: number;
  readonly onOthers: OnOthers;
  /** Counted here and not yet given. */
  fresh: number;
  /** The last total, and its window. */
  total: number;
  until: number;
}

export function countExchange(swap: Swap): CountExchange {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEYS });
  let fresh = new Set<Kept>();

  const book: CountExchange['book'] = (name, windowMs, onOthers) => (key, amount) => {
    const shared = `${name}\n${key}`;
    let one = kept.get(shared);
    if (!one) {
      one = { name: shared, key, windowMs, onOthers, fresh: 0, total: 0, until: 0 };
      kept.set(shared, one);
    }
    one.fresh += amount;
    fresh.add(one);
  };

  async function exchange(): Promise<void> {
    if (fresh.size === 0) return;
    const all = [...fresh].sort((a, b) => b.fresh / b.windowMs - a.fresh / a.windowMs);
    const given = new Map(
      all.slice(0, MOST_GIVEN).map((one) => [one.name, { one, amount: one.fresh }]),
    );
    fresh = new Set(all.slice(MOST_GIVEN));
    for (const { one } of given.values()) one.fresh = 0;
    try {
      const totals = await swap(
        [...given.values()].map(({ one, amount }) => ({
          key: one.name,
          amount,
          windowMs: one.windowMs,
        })),
      );
      for (const { key, amount, until, leftMs } of totals) {
        const mine = given.get(key);
        if (!mine) continue;
        const { one } = mine;
        const before = one.until === until ? one.total : 0;
        one.total = amount;
        one.until = until;
        one.onOthers(one.key, Math.max(0, amount - before - mine.amount), leftMs);
      }
    } catch (error) {
      for (const { one, amount } of given.values()) {
        one.fresh += amount;
        fresh.add(one);
      }
      throw error;
    }
  }

  return {
    book,
    exchange,
    keep(onTrouble) {
      let working: Promise<void> = Promise.resolve();
      let isBusy = false;
      const timer = setInterval(() => {
        if (isBusy) return; // the store is slow: what is counted meanwhile goes with the next one
        isBusy = true;
        working = exchange()
          .catch(onTrouble)
          .finally(() => {
            isBusy = false;
          });
      }, EVERY_MS);
      timer.unref();
      return {
        close: async () => {
          clearInterval(timer);
          await working;
        },
      };
    },
  };
}
