// Searches that the engine cannot answer, and the time that one may take.

/** In the words of the search service: HTTP status, type and reason. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.name = 'Refusal';
    this.status = status;
    this.type = type;
  }
}

export const illegal = (reason: string): Refusal =>
  new Refusal(400, 'illegal_argument_exception', reason);

/** How long a search may go on. Loops over many things call `check` now and then. */
export class Budget {
  private readonly end: number;
  private readonly limit: number;
  private readonly cancelled: Int32Array | null;
  /** `cancelled`: shared with another thread, which sets its first number to 1 when nobody waits any more. */
  constructor(milliseconds: number, cancelled: Int32Array | null = null) {
    this.limit = milliseconds;
    this.end = performance.now() + milliseconds;
    this.cancelled = cancelled;
  }
  /** Throws a Refusal when the time is over or nobody waits any more. */
  check(): void {
    const given = this.cancelled && Atomics.load(this.cancelled, 0) !== 0;
    if (given || performance.now() > this.end) throw stopped(this.limit);
  }
}

export const stopped = (limit: number): Refusal =>
  new Refusal(
    408,
    'search_timeout_exception',
    `the search was stopped after ${limit} ms; narrow it or ask for less`,
  );
