// Refusals of searches that the engine cannot answer, and the budget of a search in time and bytes.

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

/** Most bytes of a reply. A longer one is refused as soon as its length is known; it is never cut. */
export const MAX_REPLY = 32 << 20;
/** The least bytes that a bucket takes, in memory and in a reply. */
const BUCKET_BYTES = 128;

export const tooLong = (most = MAX_REPLY): Refusal =>
  new Refusal(
    413,
    'content_too_long_exception',
    `the reply would be longer than ${most >> 20} MiB; ask for fewer fields with _source, for smaller pages or fewer buckets, and go on with search_after`,
  );

/** How long a search may take and how long its reply may be. Loops over many things call `check` now and then. */
export class Budget {
  private readonly end: number;
  private readonly limit: number;
  private readonly cancelled: Int32Array | null;
  private readonly most: number;
  private left: number;
  /** `cancelled`: shared with another thread, which sets its first number to 1 when nobody waits any more. */
  constructor(milliseconds: number, cancelled: Int32Array | null = null, most = MAX_REPLY) {
    this.limit = milliseconds;
    this.end = performance.now() + milliseconds;
    this.cancelled = cancelled;
    this.most = most;
    this.left = most;
  }
  /** Throws a Refusal when the time is over or nobody waits any more. */
  check(): void {
    const given = this.cancelled && Atomics.load(this.cancelled, 0) !== 0;
    if (given || performance.now() > this.end) throw stopped(this.limit);
  }

  /** Charges bytes that go into the reply. Throws a Refusal when there are too many. */
  spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw tooLong(this.most);
  }

  buckets(count: number): void {
    this.spend(count * BUCKET_BYTES);
  }
}

export const stopped = (limit: number): Refusal =>
  new Refusal(
    408,
    'search_timeout_exception',
    `the search was stopped after ${limit} ms; narrow it or ask for less`,
  );
