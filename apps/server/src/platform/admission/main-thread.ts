// The thread that answers requests: its time is charged to callers in milliseconds, long work is
// cut into slices, and callers with long calls get no more than a part of it while others make
// short ones.
import { setImmediate } from 'node:timers';
import { Asking } from './asking.ts';
import { type Caller, currentCaller, ownersOf } from './caller.ts';
import { overloaded } from './fair-queue.ts';

export interface MainThreadRules {
  /** One piece of work gives way after so many milliseconds. */
  readonly sliceMs: number;
  /** Half of the time that a caller used is forgotten after so many milliseconds. */
  readonly halfLifeMs: number;
  /**
   * The part of the thread that all callers with long calls share while another caller makes short
   * ones.
   */
  readonly share: number;
  /** A caller who would have to wait longer is refused at once. */
  readonly patienceMs: number;
  /** Milliseconds since some beginning. */
  readonly now: () => number;
  /** Runs `act` when the event loop has looked at everything else. */
  readonly afterOthers: (act: () => void) => void;
  readonly later: (act: () => void, milliseconds: number) => void;
}

const RULES: MainThreadRules = {
  sliceMs: 8,
  halfLifeMs: 1000,
  share: 0.15,
  patienceMs: 1000,
  now: () => performance.now(),
  afterOthers: (act) => void setImmediate(act),
  later: (act, milliseconds) => void setTimeout(act, milliseconds),
};

/** Calls that take less of the thread than this on average are short. */
const SHORT_MS = 25;
/**
 * Calls that take less than this are never long, even beside shorter ones: many of them are a
 * matter of the rate limits.
 */
const LEAST_LONG_MS = 4;
/** The longest pause before it is looked again whether others still ask. */
const LONGEST_PAUSE_MS = 50;

interface Waiting {
  readonly caller: Caller | undefined;
  readonly goOn: () => void;
}

export class MainThread {
  readonly #rules: MainThreadRules;
  readonly #asking: Asking;
  readonly #waiting: Waiting[] = [];
  /**
   * When the present piece of work began, and until when its time is charged; null: a round of the
   * event loop has ended since.
   */
  #began: number | null = null;
  #charged = 0;
  #isDue = false;

  constructor(rules: Partial<MainThreadRules> = {}) {
    this.#rules = { ...RULES, ...rules };
    this.#asking = new Asking(this.#rules.halfLifeMs, this.#rules.now);
  }

  /** A request came from this address. */
  note(address: string): void {
    this.#asking.note(address);
  }

  /** Charges the time since the last charge of this round to the current caller. */
  charge(): void {
    const now = this.#rules.now();
    if (this.#began === null) this.#begin(now);
    const used = now - this.#charged;
    const caller = currentCaller();
    if (caller && used > 0)
      for (const owner of ownersOf(caller)) this.#asking.spent.add(owner, used);
    this.#charged = now;
  }

  /** The time until now is not the current caller's. */
  restart(): void {
    const now = this.#rules.now();
    if (this.#began === null) this.#begin(now);
    this.#charged = now;
  }

  /**
   * Called between two steps of long work: undefined as long as the piece is short, else a promise
   * that resolves when the caller may go on. Callers who used less come first; those with long
   * calls pause while others make short ones.
   */
  breathe(): Promise<void> | undefined {
    this.charge();
    if (this.#rules.now() - (this.#began ?? 0) < this.#rules.sliceMs) return undefined;
    return this.#turn(currentCaller());
  }

  /** Whether a call from this address would have to wait too long before it begins. */
  refuses(address: string): boolean {
    const pause = this.#pauseOf({ address });
    if (pause === 0) return false;
    const ahead = this.#waiting.filter(({ caller }) => caller?.address === address).length;
    return pause > this.#rules.patienceMs || ahead >= MOST_WAITING;
  }

  /** Whether a call came lately from any other address. */
  hasOthers(address: string): boolean {
    return this.#asking.othersOf(address).length > 0;
  }

  /**
   * When the current caller may begin; undefined: now. Throws 'overloaded' at once for one who
   * would have to wait too long.
   */
  enter(): Promise<void> | undefined {
    const caller = currentCaller();
    if (!caller) return undefined;
    const pause = this.#pauseOf(caller);
    if (pause === 0) return undefined;
    if (pause > this.#rules.patienceMs) throw overloaded();
    return this.#turn(caller);
  }

  /** Milliseconds of the caller that count now, by address or by person, whichever is more. */
  spentBy(caller: Caller): number {
    return Math.max(...ownersOf(caller).map((owner) => this.#asking.spent.of(owner)));
  }

  #begin(now: number): void {
    this.#began = now;
    this.#charged = now;
    this.#rules.afterOthers(() => {
      if (this.#began === now) this.#began = null;
    });
  }

  #turn(caller: Caller | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ caller, goOn: resolve });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#rules.afterOthers(() => this.#next());
  }

  /** One goes on in each round of the event loop. */
  #next(): void {
    this.#isDue = false;
    const [place, pause] = this.#first();
    if (place < 0) return;
    if (pause > 0) {
      this.#isDue = true;
      this.#rules.later(() => this.#next(), Math.min(pause, LONGEST_PAUSE_MS));
      return;
    }
    const [one] = this.#waiting.splice(place, 1);
    this.#began = null;
    this.#begin(this.#rules.now());
    one?.goOn();
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** The place of the one who used least, and how long even that one has to pause. */
  #first(): readonly [place: number, pause: number] {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [place, { caller }] of this.#waiting.entries()) {
      const spent = caller ? this.spentBy(caller) : 0;
      if (spent < least) [best, least] = [place, spent];
    }
    const caller = this.#waiting[best]?.caller;
    return [best, caller ? this.#pauseOf(caller) : 0];
  }

  /**
   * Milliseconds until the caller has used no more than the share, if another one makes calls that
   * are much shorter.
   */
  #pauseOf(caller: Caller): number {
    const busy = new Set(this.#waiting.map((one) => one.caller?.address)).add(caller.address).size;
    const most = (this.#rules.share * this.#rules.halfLifeMs) / Math.LN2 / busy;
    const spent = this.spentBy(caller);
    if (spent <= most || !this.#isOtherAsking(caller)) return 0;
    return Math.max(...ownersOf(caller).map((owner) => this.#asking.spent.untilBelow(owner, most)));
  }

  #isOtherAsking({ address }: Caller): boolean {
    const own = this.#asking.meanOf(address);
    if (own < LEAST_LONG_MS) return false;
    const short = Math.min(SHORT_MS, own / 2);
    return this.#asking.othersOf(address).some((other) => this.#asking.meanOf(other) < short);
  }
}

/** Calls of one address that wait before they begin. */
const MOST_WAITING = 16;

/** The main thread of this process. */
export const mainThread = new MainThread();

/**
 * Yields to the event loop when this piece of work has lasted long; `await` it in loops over what
 * callers send or the store holds. The time until here is charged to the caller of the current
 * request.
 */
export const breathe = (): Promise<void> | undefined => mainThread.breathe();

/**
 * Runs long work in the steps that it is made of, with pauses between them when others wait;
 * resolves to what it returns.
 */
export async function inSteps<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    await breathe();
  }
}

/** The same in one go, for threads and processes of their own. */
export function inOneGo<T>(work: Generator<undefined, T, undefined>): T {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
  }
}
