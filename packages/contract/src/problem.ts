// Error codes on the wire: what can go wrong, in one list that server and portal share.
import * as z from 'zod/mini';

/** Code -> HTTP status. The portal switches on the code, never on the text. */
export const PROBLEMS = {
  'bad-request': 400,
  'invalid-order': 400,
  'invalid-credentials': 401,
  'no-session': 401,
  'account-expired': 403,
  'invalid-session': 403,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-type': 415,
  'range-not-satisfiable': 416,
  /** An idempotency key that was sent with a different request before. */
  'key-reused': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  unexpected: 500,
  'not-implemented': 501,
  unavailable: 503,
  /** More was asked than can be done right now: worth asking again after what Retry-After says. */
  overloaded: 503,
  timeout: 504,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof PROBLEMS;

/**
 * The body of every failed call outside the search services, which answer in the search service's
 * own shape.
 */
export const problemBody = z.object({
  code: z.string(),
  /** What happened and what to do about it, for a person. */
  message: z.string(),
  /** Where in the input, for a form: path and reason. */
  details: z.optional(z.array(z.object({ path: z.string(), reason: z.string() }))),
  requestId: z.optional(z.string()),
});
export type ProblemBody = z.infer<typeof problemBody>;

/**
 * An expected failure with a name. Thrown inside the server, turned into a response in one place.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemBody['details'];
  constructor(
    code: ProblemCode,
    message: string,
    options: { cause?: unknown; details?: ProblemBody['details'] } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.details = options.details;
  }
  get status(): number {
    return PROBLEMS[this.code];
  }
}
