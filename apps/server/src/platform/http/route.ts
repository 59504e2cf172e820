// What a feature hands over with a call: the act that answers it, and the rules by which it is let
// in.
import type {
  Answer,
  AnswerOf,
  Call,
  LenientCall,
  MaybeSchema,
  SessionNeed,
} from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { LaneName } from '../admission/admission.ts';
import type { Dialect } from '../replies/dialect.ts';
import type { Heads, Sent } from '../replies/sent.ts';
import { faultsOf } from './issues.ts';

type Schema = z.core.$ZodType;
export type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type SessionBy<Session, N extends SessionNeed> = N extends 'required'
  ? Session
  : N extends 'optional'
    ? Session | null
    : null;

/**
 * Whether acts write their replies themselves. Calls that answer with bytes, pages, streams or
 * several media types declare it in their value. For a call that answers with JSON alone, the reply
 * is sent by functions that know the type of its answer (sent.ts).
 */
type WritesItself<A extends Answer> = A extends
  | Schema
  | { readonly types: readonly []; readonly json: Schema }
  ? false
  : true;

export interface Input<
  Session,
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  A extends Answer,
  N extends SessionNeed,
> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly session: SessionBy<Session, N>;
  readonly request: FastifyRequest;
  readonly reply: WritesItself<A> extends true ? FastifyReply : Heads;
  /** Aborted when the deadline of the call has passed, or its client has gone. */
  readonly signal: AbortSignal;
}

/** Gets parsed input only; what it returns is the answer of the call, or the reply that it sent. */
export type Act<
  Session,
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  A extends Answer,
  N extends SessionNeed,
> = (
  input: Input<Session, P, Q, B, A, N>,
) => Promise<AnswerOf<A> | (WritesItself<A> extends true ? FastifyReply : Sent)>;

/** The parts of a call that only concern the server. */
export interface Rules {
  /**
   * For a GET that changes something. True: it is refused if another site led the browser to it.
   * 'proven': it is also refused unless it shows that it comes from this site, or has a token.
   */
  readonly changes?: true | 'proven';
  /**
   * One of many pages at /KIND/NAME, with a limit for its kind: clients that go on after a refusal
   * are refused before anything else is done.
   */
  readonly isPage?: true;
  /** The lane of the call; absent: 'other' for services, 'free' for the rest. */
  readonly lane?: LaneName;
  /** Milliseconds within which the reply must have begun; absent: DEADLINE_MS (deadline.ts). */
  readonly deadlineMs?: number;
  /**
   * Asked by programs that watch the server: never limited, never made to wait, and not charged to
   * any caller.
   */
  readonly isProbe?: true;
  readonly bodyLimit?: number;
  /** False: the bytes are sent as they are (ranges, archives, event streams). */
  readonly compress?: false;
  /** Throws for a body whose lists are too long, before their elements are looked at. */
  readonly bounds?: (body: unknown) => void;
  /** How replies and failures look to clients of an older protocol; absent: JSON, and problems. */
  readonly dialect?: Dialect;
  /** False: no HEAD for a GET that is work. */
  readonly head?: false;
  /**
   * Explains refusals at addresses without a call; left out of the description and of lists of
   * methods.
   */
  readonly unlisted?: true;
}

/** Input as the caller sent it, unchecked. */
export interface LenientInput<Session, N extends SessionNeed> {
  readonly params: Readonly<Record<string, string>>;
  /** A parameter that is sent several times is a list. */
  readonly query: Readonly<Record<string, unknown>>;
  /**
   * A text where the call reads its body as text, '' for none; otherwise as its media type was
   * parsed.
   */
  readonly body: unknown;
  readonly session: SessionBy<Session, N>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborted when the deadline of the call has passed, or its client has gone. */
  readonly signal: AbortSignal;
}

/** Checks its input itself; returns the answer, or the reply that it sent. */
export type LenientAct<Session, A extends Answer, N extends SessionNeed> = (
  input: LenientInput<Session, N>,
) => Promise<AnswerOf<A> | FastifyReply>;

export interface RouteOf<Session> {
  <A extends Answer, N extends SessionNeed>(
    call: LenientCall<A, N>,
    act: LenientAct<Session, A, N>,
    rules?: Rules,
  ): void;
  <
    P extends MaybeSchema,
    Q extends MaybeSchema,
    B extends MaybeSchema,
    A extends Answer,
    N extends SessionNeed,
  >(
    call: Call<P, Q, B, A, N>,
    act: Act<Session, P, Q, B, A, N>,
    rules?: Rules,
  ): void;
}

/** Most reasons in one answer: a long list of errors is not answered by a longer one. */
const MOST_DETAILS = 50;

/** Messages are in English, whichever of zod's two entries made a schema. */
z.config(z.locales.en());

export function parse<S extends MaybeSchema>(
  where: string,
  schema: S | undefined,
  value: unknown,
): Parsed<S> {
  if (!schema) return undefined as Parsed<S>; // no schema: S is undefined
  const result = z.safeParse(schema, value ?? {});
  if (result.success) return result.data as Parsed<S>; // zod's output of this very schema
  const details = faultsOf(result.error)
    .slice(0, MOST_DETAILS)
    .map(({ path, reason }) => ({ path: [where, ...path].join('.'), reason }));
  const first = details[0];
  throw new Problem('bad-request', `${first?.path}: ${first?.reason}`, { details });
}
