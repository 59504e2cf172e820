// How many bytes of values each caller has taken lately: refused before the work once there are too
// many.
import { Problem } from '@isobar/contract/problem.ts';
import { LRUCache } from 'lru-cache';
import type { CountExchange } from '../../platform/admission/count-exchange.ts';

/** Decoded bytes in the window for each address, and for each caller with an access token. */
export const BUDGETS = { address: 2e9, token: 2e10 } as const;
const WINDOW_MS = 600_000;
/** The window moves on in steps of this. */
const STEP_MS = 30_000;
/** Callers that are remembered; the one that has taken nothing for longest is forgotten. */
const MOST_CALLERS = 10_000;

export interface Taker {
  readonly key: string;
  readonly most: number;
}

/** Callers of whom it is remembered which chunks they read last, and how many of these. */
const MOST_READERS = 1000;
const MOST_LAST = 256;

/** What an answer needs. */
export interface NeededChunk {
  /** Decoded bytes. */
  readonly bytes: number;
  /** Of one chunk: what tells it from all others, and how many bytes of it are sent. */
  readonly part?: { readonly key: string; readonly sent: number };
}

export class Budget {
  private readonly taken = new LRUCache<string, Map<number, number>>({ max: MOST_CALLERS });
  /** By caller the keys of chunks, of which the one that was read last stands last. */
  private readonly last = new LRUCache<string, Set<string>>({ max: MOST_READERS });
  private readonly now: () => number;
  private readonly tell: ((key: string, bytes: number) => void) | undefined;

  /** `now`: milliseconds since some beginning. `exchange`: with other web processes. */
  constructor(now: () => number = () => performance.now(), exchange?: CountExchange) {
    this.now = now;
    this.tell = exchange?.book('array bytes', WINDOW_MS, (key, bytes) => {
      if (bytes > 0) this.note(key, this.stepsOf(key), bytes);
    });
  }

  /**
   * Throws 'too-many-requests' when the caller has no bytes left; what is taken counts whole.
   * Resolves nothing.
   */
  take({ key, most }: Taker, bytes: number): void {
    const steps = this.stepsOf(key);
    const sum = [...steps.values()].reduce((all, one) => all + one, 0);
    if (sum > 0 && sum + bytes > most)
      throw new OverBudget(this.secondsLeft(steps, sum + bytes - most));
    this.note(key, steps, bytes);
    this.tell?.(key, bytes);
  }

  /**
   * A chunk counts whole, and from then on only what is sent of it while it is among the last that
   * this caller read: programs that read row by row ask for the same chunk thousands of times.
   * Throws as `take` does.
   */
  takeParts(taker: Taker, chunks: readonly NeededChunk[]): void {
    const last = this.last.get(taker.key) ?? new Set<string>();
    const counted = ({ bytes, part }: NeededChunk): number =>
      part && last.has(part.key) ? part.sent : bytes;
    this.take(
      taker,
      chunks.reduce((sum, chunk) => sum + counted(chunk), 0),
    );
    for (const { part } of chunks) {
      if (!part) continue;
      last.delete(part.key);
      last.add(part.key);
    }
    for (const key of last) {
      if (last.size <= MOST_LAST) break;
      last.delete(key);
    }
    this.last.set(taker.key, last);
  }

  private step(): number {
    return Math.floor(this.now() / STEP_MS);
  }

  /** Step -> bytes, of those in the window. */
  private stepsOf(key: string): Map<number, number> {
    const steps = this.taken.get(key) ?? new Map<number, number>();
    const oldest = this.step() - WINDOW_MS / STEP_MS;
    for (const old of steps.keys()) if (old <= oldest) steps.delete(old);
    return steps;
  }

  private note(key: string, steps: Map<number, number>, bytes: number): void {
    const step = this.step();
    steps.set(step, (steps.get(step) ?? 0) + bytes);
    this.taken.set(key, steps);
  }

  /** Until as many bytes as are too many have left the window. */
  private secondsLeft(steps: ReadonlyMap<number, number>, over: number): number {
    const step = this.step();
    let left = over;
    for (const [at, bytes] of [...steps].sort((a, b) => a[0] - b[0])) {
      left -= bytes;
      if (left <= 0) return ((at + WINDOW_MS / STEP_MS - step) * STEP_MS) / 1000;
    }
    return WINDOW_MS / 1000;
  }
}

export class OverBudget extends Problem {
  readonly seconds: number;
  constructor(seconds: number) {
    super(
      'too-many-requests',
      `You have taken as many values as one caller may within ten minutes. Try again in ${seconds} seconds, or place an order; with an access token you may take ten times as many.`,
    );
    this.seconds = seconds;
  }
}
