// How many calls a lane answers in a second, measured while it is busy, so that callers who would
// have to wait too long can be refused at once.

/** Length of the windows in which calls are counted, in milliseconds. */
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

  /** Calls that are processed within a second. */
  get perSecond(): number {
    return this.rate;
  }

  /**
   * Notes that a call is done. `busy`: others are waiting. While none waits, the lane could do more
   * than is requested, so nothing is counted.
   */
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
