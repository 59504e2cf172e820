// A fair queue of calls: a number of them run at once, half a second of work waits, addresses are
// served one after the other, and the rest is refused.
import { Problem } from '@isobar/contract/problem.ts';
import { OVERLOADED } from '../replies/problem-reply.ts';
import { Asking, CALLS_HALF_LIFE_MS } from './asking.ts';
import { Pace } from './pace.ts';

export interface LaneRules {
  /** Calls that are at work at the same time. */
  readonly active: number;
  /**
   * Calls of one address that are at work while others wait, or once it has used much; absent: half
   * of them.
   */
  readonly each?: number;
  /** Whether addresses with long calls rest after each while others make shorter ones. */
  readonly rests?: boolean;
  /** Calls per second that it is assumed to manage until that is known. */
  readonly first?: number;
  /** Milliseconds since some beginning. */
  readonly now?: () => number;
}

/** Ends a turn; a second time it does nothing. */
export type Leave = () => void;

interface Rest {
  /** By the clock of the rules. */
  readonly until: number;
  readonly ms: number;
}

interface Waiting {
  readonly address: string;
  readonly begin: () => void;
  readonly refuse: (error: unknown) => void;
  readonly since: number;
}

/** Longest wait. Later than this is too late for a person, who has asked again by then. */
const PATIENCE_MS = 1000;
/**
 * How many seconds of work may wait, and how many times as much if a call comes from an address
 * with nothing waiting: this way all calls run well before they time out. With a whole second of
 * work, half of them timed out.
 */
const FULL_SECONDS = 0.5;
const NEWCOMERS = 1.5;
/**
 * An address that waits with nothing at work and has used little waits longer: others may hold all
 * places for a search's time.
 */
const NEWCOMER_PATIENCE_MS = 3000;
/**
 * Milliseconds of work after which an address may hold only its part of the places even while no
 * other one waits; before, all but one.
 */
const MUCH_MS = 1500;
/** An address with long calls rests after each of them, this many times as long as it took. */
const REST = 1.5;
/** Even in a slow lane this many calls may wait, from one address and in all. */
const FEW = 2;
const LEAST = 8;
const FIRST = 50;

export const overloaded = (): Problem => new Problem('overloaded', OVERLOADED);

export class Lane {
  private readonly rules: Required<LaneRules>;
  private readonly pace: Pace;
  private readonly asking: Asking;
  /** Address -> until when it rests, and for how long; only those that rest now or did lately. */
  private readonly rests = new Map<string, Rest>();
  private restTimer: NodeJS.Timeout | undefined;
  /** The number of running calls by address. */
  private readonly held = new Map<string, number>();
  /** Waiting calls by address; of those that used equally much, the first is served next. */
  private readonly queues = new Map<string, Waiting[]>();
  private active = 0;
  private waiting = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(rules: LaneRules) {
    const each = Math.max(1, Math.floor(rules.active / 2));
    this.rules = { first: FIRST, now: () => performance.now(), each, rests: false, ...rules };
    this.pace = new Pace(this.rules.first, this.rules.now);
    this.asking = new Asking(CALLS_HALF_LIFE_MS, this.rules.now);
  }

  /** The number of waiting calls. */
  get length(): number {
    return this.waiting;
  }

  /** Whether a call from this address would be sent away at once. */
  isFull(address: string): boolean {
    if (this.mayBegin(address)) return false;
    const room = Math.max(LEAST, this.pace.perSecond * FULL_SECONDS);
    const own = this.queues.get(address)?.length ?? 0;
    const addresses = this.queues.size + (own > 0 ? 0 : 1);
    if (own === 0) return this.waiting >= room * NEWCOMERS;
    return this.waiting >= room || own >= Math.max(FEW, room / (addresses + 1));
  }

  /**
   * Waits for a slot. Throws 'overloaded' at once or after a second, or the signal's reason when
   * the client has left.
   */
  async enter(address: string, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted();
    if (this.mayBegin(address)) return this.begin(address, false);
    if (this.isFull(address)) throw overloaded();
    return await this.wait(address, signal, false);
  }

  /**
   * Waits for a turn however long it takes: for the parts of a call that was let in, few of which
   * wait at a time.
   */
  async enterLater(address: string, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted();
    if (this.mayBegin(address)) return this.begin(address, true);
    return await this.wait(address, signal, true);
  }

  /**
   * Whether a place is free, and is not kept for others: those who wait, or will come while this
   * address uses much.
   */
  private mayBegin(address: string): boolean {
    if (this.active >= this.rules.active) return false;
    const own = this.held.get(address) ?? 0;
    if (this.queues.has(address) || this.isResting(address)) return false; // behind its own calls
    if (this.isKeptFromLong(address)) return false;
    return own < this.rules.each || (this.waiting === 0 && this.mayHoldMore(address, own));
  }

  /**
   * Whether an address may hold more than its part while no other waits. One place is for those who
   * come while the first are at work.
   */
  private mayHoldMore(address: string, own: number): boolean {
    return own < this.rules.active - 1 && this.asking.spent.of(address) < MUCH_MS;
  }

  private begin(address: string, isPart: boolean): Leave {
    this.active++;
    this.held.set(address, (this.held.get(address) ?? 0) + 1);
    const began = this.rules.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.active--;
      const held = (this.held.get(address) ?? 1) - 1;
      if (held > 0) this.held.set(address, held);
      else this.held.delete(address);
      this.note(address, this.rules.now() - began, isPart);
      this.pace.note(this.waiting > 0);
      this.next();
    };
  }

  private note(address: string, ms: number, isPart: boolean): void {
    const now = this.rules.now();
    this.asking.spent.add(address, ms);
    this.asking.note(address, !isPart);
    for (const [other, { until }] of this.rests) if (until <= now) this.rests.delete(other);
    if (!this.isLong(address)) return;
    const rest = ms * REST;
    this.rests.set(address, { until: now + rest, ms: rest });
  }

  private isLong(address: string): boolean {
    return this.rules.rests && this.asking.isLong(address);
  }

  /**
   * Whether all places would be held by addresses with long calls: of several places one is kept
   * for the others.
   */
  private isKeptFromLong(address: string): boolean {
    const most = this.rules.active;
    if (most === 1 || this.active < most - 1 || !this.isLong(address)) return false;
    let long = 1;
    for (const [other, places] of this.held)
      if (other === address || this.isLong(other)) long += places;
    return long >= most;
  }

  private isResting(address: string): boolean {
    return (this.rests.get(address)?.until ?? 0) > this.rules.now();
  }

  private wait(address: string, signal: AbortSignal | undefined, isPart: boolean): Promise<Leave> {
    const since = isPart ? Number.POSITIVE_INFINITY : this.rules.now();
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        if (this.remove(address, one)) reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener('abort', giveUp);
      const one: Waiting = {
        address,
        since,
        begin: () => {
          settled();
          resolve(this.begin(address, isPart));
        },
        refuse: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const queue = this.queues.get(address);
      if (queue) queue.push(one);
      else this.queues.set(address, [one]);
      this.waiting++;
      this.timer ??= setInterval(() => this.refuseOld(), PATIENCE_MS / 10).unref();
      if (this.isResting(address)) this.awaitRests();
    });
  }

  private next(): void {
    while (this.active < this.rules.active) {
      const first = this.nextQueue();
      if (!first) break;
      const [address, queue] = first;
      const one = queue.shift();
      this.queues.delete(address);
      if (queue.length > 0) this.queues.set(address, queue); // behind all others
      if (!one) continue;
      this.waiting--;
      one.begin();
    }
    this.stopLooking();
    this.awaitRests();
  }

  /** Looks again when the first of those who wait and rest has rested. */
  private awaitRests(): void {
    clearTimeout(this.restTimer);
    const now = this.rules.now();
    let first = Number.POSITIVE_INFINITY;
    for (const [address, { until }] of this.rests)
      if (until > now && this.queues.has(address)) first = Math.min(first, until);
    if (first === Number.POSITIVE_INFINITY) return;
    this.restTimer = setTimeout(() => this.next(), first - now).unref();
  }

  /** Of the addresses that may hold one more place, the one that used least. */
  private nextQueue(): readonly [string, Waiting[]] | undefined {
    let best: readonly [string, Waiting[]] | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [address, queue] of this.queues) {
      const own = this.held.get(address) ?? 0;
      const spent = this.asking.spent.of(address);
      const isMore = own >= this.rules.each;
      if (isMore && (this.queues.size > 1 || !this.mayHoldMore(address, own))) continue;
      if (this.isResting(address) || this.isKeptFromLong(address)) continue;
      if (spent < least) [best, least] = [[address, queue], spent];
    }
    return best;
  }

  private remove(address: string, one: Waiting): boolean {
    const queue = this.queues.get(address) ?? [];
    const place = queue.indexOf(one);
    if (place < 0) return false;
    queue.splice(place, 1);
    if (queue.length === 0) this.queues.delete(address);
    this.waiting--;
    this.stopLooking();
    return true;
  }

  private refuseOld(): void {
    const now = this.rules.now();
    for (const [address, queue] of [...this.queues]) {
      const isNew = !this.held.has(address) && this.asking.spent.of(address) < MUCH_MS;
      // imposed on them, and no sign of a lane that is full
      const rest = this.rests.get(address)?.ms ?? 0;
      const oldest = now - rest - (isNew ? NEWCOMER_PATIENCE_MS : PATIENCE_MS);
      for (const one of queue.filter(({ since }) => since < oldest)) {
        this.remove(address, one);
        one.refuse(overloaded());
      }
    }
  }

  private stopLooking(): void {
    if (this.waiting > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
