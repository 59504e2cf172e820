// Which addresses ask, and how long their calls are: what decides who gives way to whom.
import { SpentTime } from './spent-time.ts';

/** Addresses that count as asking now: those of the last second, and of them the latest. */
const LATELY_MS = 1000;
const MOST_LATELY = 64;
/**
 * Where calls are long, half of the time that an address used is forgotten after so many
 * milliseconds.
 */
export const CALLS_HALF_LIFE_MS = 5000;
/**
 * An address that has used so many milliseconds has long calls if another one makes calls that are
 * half as long at most.
 */
const SOME_MS = 500;
/**
 * Calls that take less than this are never long, even beside shorter ones: who asks without pauses
 * is no attacker.
 */
const LEAST_LONG_MS = 50;
/** A call that goes on for long is forgotten as a call before its time is. */
const LEAST_CALLS = 0.01;

export class Asking {
  /** Milliseconds of each owner. */
  readonly spent: SpentTime;
  /** Calls of each address, forgotten as fast as the time that they took. */
  readonly #calls: SpentTime;
  readonly #now: () => number;
  /** Address -> when it was seen last; the latest is the last. */
  readonly #lately = new Map<string, number>();

  /** After `halfLifeMs` milliseconds, half of what was used and asked is forgotten. */
  constructor(halfLifeMs: number, now: () => number) {
    this.spent = new SpentTime(halfLifeMs, now);
    this.#calls = new SpentTime(halfLifeMs, now);
    this.#now = now;
  }

  /** The address asks now. `isCall`: for a call of its own, and not a part of one. */
  note(address: string, isCall = true): void {
    if (isCall) this.#calls.add(address, 1);
    this.#lately.delete(address);
    this.#lately.set(address, this.#now());
    if (this.#lately.size <= MOST_LATELY) return;
    const [oldest] = this.#lately.keys();
    if (oldest !== undefined) this.#lately.delete(oldest);
  }

  /** Other addresses that asked lately. */
  othersOf(address: string): string[] {
    const since = this.#now() - LATELY_MS;
    return [...this.#lately].flatMap(([other, at]) =>
      other !== address && at > since ? [other] : [],
    );
  }

  /** Whether this address has long calls beside another one's. */
  isLong(address: string): boolean {
    const mean = this.meanOf(address);
    if (this.spent.of(address) < SOME_MS || mean < LEAST_LONG_MS) return false;
    const short = mean / 2;
    return this.othersOf(address).some((other) => this.meanOf(other) <= short);
  }

  /** Milliseconds that a call of this address takes, with all of its parts. */
  meanOf(address: string): number {
    return this.spent.of(address) / Math.max(LEAST_CALLS, this.#calls.of(address));
  }
}
