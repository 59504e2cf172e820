// How much a lane gets done in a second, measured while it is busy: callers who would have to wait too long are told at
// once to come again.

/** Windows in which it is counted, in milliseconds. */
const WINDOW_MS = 250;
/** Weight of the last window. */
const WEIGHT = 0.3;

export class Pace {
  private readonly now: () => number;
  private rate: number;
  private began: number | null = null;
  private done = 0;

  /** `first`: calls per second until more is known. `now` in milliseconds. */
  constructor(first: number, now: () => number) {
    this.rate = first;
    this.now = now;
  }

  /** Calls that are worked off within a second. */
  get perSecond(): number {
    return this.rate;
  }

  /** A call is done. `busy`: others are waiting; while nobody is, nothing is learnt about what is possible. */
  note(busy: boolean): void {
    if (!busy) {
      this.began = null;
      return;
    }
    if (this.began === null) {
      this.began = this.now();
      this.done = 0;
      return;
    }
    this.done++;
    const passed = this.now() - this.began;
    if (passed < WINDOW_MS) return;
    this.rate += WEIGHT * ((this.done * 1000) / passed - this.rate);
    this.began = this.now();
    this.done = 0;
  }
}
