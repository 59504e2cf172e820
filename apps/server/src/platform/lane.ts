// A lane of the door: a number of calls at work at once, and half a second's work that waits, with addresses in turn. The rest is refused.
import { Problem } from '@isobar/contract/problem.ts';
import { Pace } from './pace.ts';
import { OVERLOADED } from './problem-reply.ts';

export interface LaneRules {
  /** Calls that are at work at the same time. */
  readonly active: number;
  /** Calls per second that it is assumed to manage until that is known. */
  readonly first?: number;
  /** Milliseconds since some beginning. */
  readonly now?: () => number;
}

/** Ends a turn; a second time it does nothing. */
export type Leave = () => void;

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: unknown) => void;
  readonly since: number;
}

/** Longest wait. Later than this is too late for a person, who has asked again by then. */
const PATIENCE_MS = 1000;
/**
 * How many seconds of work may wait, and how many times as much if a call comes from an address with nothing waiting: this way all get
 * their turn well before they lose patience. With a whole second of work, half of them waited in vain.
 */
const FULL_SECONDS = 0.5;
const NEWCOMERS = 1.5;
/** Even in a slow lane this many calls may wait, from one address and in all. */
const FEW = 2;
const LEAST = 8;
const FIRST = 50;

export const overloaded = (): Problem => new Problem('overloaded', OVERLOADED);

export class Lane {
  private readonly rules: Required<LaneRules>;
  private readonly pace: Pace;
  /** By address; the one whose turn is next comes first. */
  private readonly queues = new Map<string, Waiting[]>();
  private active = 0;
  private waiting = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(rules: LaneRules) {
    this.rules = { first: FIRST, now: () => performance.now(), ...rules };
    this.pace = new Pace(this.rules.first, this.rules.now);
  }

  /** Calls that wait for their turn. */
  get length(): number {
    return this.waiting;
  }

  /** Whether a call from this address would be sent away at once. */
  isFull(address: string): boolean {
    if (this.active < this.rules.active) return false;
    const room = Math.max(LEAST, this.pace.perSecond * FULL_SECONDS);
    const own = this.queues.get(address)?.length ?? 0;
    const addresses = this.queues.size + (own > 0 ? 0 : 1);
    if (own === 0) return this.waiting >= room * NEWCOMERS;
    return this.waiting >= room || own >= Math.max(FEW, room / (addresses + 1));
  }

  /** Waits for a turn. Throws 'overloaded' at once or after a second, or the signal's reason when nobody waits any more. */
  async enter(address: string, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted();
    if (this.active < this.rules.active && this.waiting === 0) return this.begin();
    if (this.isFull(address)) throw overloaded();
    return await this.wait(address, signal);
  }

  /** Waits for a turn however long it takes: for the parts of a call that was let in, few of which wait at a time. */
  async enterLater(address: string, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted();
    if (this.active < this.rules.active && this.waiting === 0) return this.begin();
    return await this.wait(address, signal, Number.POSITIVE_INFINITY);
  }

  private begin(): Leave {
    this.active++;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.active--;
      this.pace.note(this.waiting > 0);
      this.next();
    };
  }

  private wait(
    address: string,
    signal: AbortSignal | undefined,
    since = this.rules.now(),
  ): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        if (this.remove(address, one)) reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener('abort', giveUp);
      const one: Waiting = {
        since,
        begin: () => {
          settled();
          resolve(this.begin());
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
    });
  }

  private next(): void {
    while (this.active < this.rules.active) {
      const [first] = this.queues;
      if (!first) break;
      const [address, queue] = first;
      const one = queue.shift();
      this.queues.delete(address);
      if (queue.length > 0) this.queues.set(address, queue); // behind all others
      if (!one) continue;
      this.waiting--;
      one.begin();
    }
    this.rest();
  }

  private remove(address: string, one: Waiting): boolean {
    const queue = this.queues.get(address) ?? [];
    const place = queue.indexOf(one);
    if (place < 0) return false;
    queue.splice(place, 1);
    if (queue.length === 0) this.queues.delete(address);
    this.waiting--;
    this.rest();
    return true;
  }

  private refuseOld(): void {
    const oldest = this.rules.now() - PATIENCE_MS;
    for (const [address, queue] of [...this.queues])
      for (const one of queue.filter(({ since }) => since < oldest)) {
        this.remove(address, one);
        one.refuse(overloaded());
      }
  }

  private rest(): void {
    if (this.waiting > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
