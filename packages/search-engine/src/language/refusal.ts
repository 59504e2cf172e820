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

/**
 * Most bytes of a reply. A longer one is refused as soon as its length is known; it is never cut.
 */
export const MAX_REPLY = 32 << 20;
/** The least bytes that a bucket takes, in memory and in a reply. */
const BUCKET_BYTES = 128;

export const tooLong = (most = MAX_REPLY): Refusal =>
  new Refusal(
    413,
    'content_too_long_exception',
    `the reply would be longer than ${most >> 20} MiB; ask for fewer fields with _source, for smaller pages or fewer buckets, and go on with search_after`,
  );

export const TOO_MANY = 'too_many_clauses';

const tooManySets = (): Refusal =>
  new Refusal(
    400,
    TOO_MANY,
    'the query looks for more words in more fields than there is memory for; ask for fewer words or name fewer fields',
  );

/** Bytes that the documents found for the single words and values of a query may take together. */
const MAX_SETS = 256 << 20;
/** What such a set takes in addition to its documents. */
const SET_BYTES = 512;

/** Steps of a loop between two looks at the clock; some milliseconds, also of slow ones. */
const STEPS = 1 << 17;

/**
 * How long a search may take, how long its reply may be, and how much memory it may hold meanwhile.
 * Loops whose length depends on the request call `work`; if each round takes long by itself, they
 * call `check`.
 */
export class Budget {
  private readonly end: number;
  private readonly limit: number;
  private readonly cancelled: Int32Array | null;
  private readonly most: number;
  private left: number;
  private steps = STEPS;
  private sets = MAX_SETS;
  /**
   * `cancelled`: shared with another thread, which sets its first number to 1 when the caller no
   * longer waits.
   */
  constructor(milliseconds: number, cancelled: Int32Array | null = null, most = MAX_REPLY) {
    this.limit = milliseconds;
    this.end = performance.now() + milliseconds;
    this.cancelled = cancelled;
    this.most = most;
    this.left = most;
  }
  /** Throws a Refusal when the time is over or the caller no longer waits. */
  check(): void {
    const given = this.cancelled && Atomics.load(this.cancelled, 0) !== 0;
    if (given || performance.now() > this.end) throw stopped(this.limit);
  }

  /** Takes note of steps of a loop, and looks at the clock when there were many. */
  work(steps: number): void {
    this.steps -= steps;
    if (this.steps >= 0) return;
    this.steps = STEPS;
    this.check();
  }

  /**
   * Takes note of a set of this many documents that is kept until the search ends. Throws a Refusal
   * when such sets take too much memory.
   */
  hold(documents: number): void {
    this.sets -= SET_BYTES + (documents >>> 3);
    if (this.sets < 0) throw tooManySets();
    this.work(documents >>> 3);
  }

  /** Charges bytes that go into the reply. Throws a Refusal when there are too many. */
  spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw tooLong(this.most);
  }

  /** Throws a Refusal when so many bytes would be too many, before anything is done for them. */
  foresee(bytes: number): void {
    if (bytes > this.left) throw tooLong(this.most);
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
