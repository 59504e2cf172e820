// What one call of a service is, as a value: the server takes its path, input and answer from it,
// and so do the portal and the description of the services. The portal's build keeps only what the
// portal reads of it (method, path, answer).
import type * as z from 'zod/mini';
import type { ProblemCode } from '../problem.ts';
import type { Role } from './accounts.ts';
import { SERVICE_PATHS, SERVICES, type ServiceName } from './config.ts';
import type { TokenScope } from './own-account.ts';

type Schema = z.core.$ZodType;
export type MaybeSchema = Schema | undefined;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/**
 * 'required': a call without a session is refused; 'optional': a session is looked at if there is
 * one.
 */
export type SessionNeed = 'none' | 'optional' | 'required';

/**
 * The scope that an access token needs for a call that depends on the caller. 'installation': only
 * the installation's own token (isobar user token). 'none': only a signed-in user, because a token
 * must not gain more rights than it has.
 */
export type TokenNeed = TokenScope | 'installation' | 'none';
/** A call that looks at who asks has to say which token will do. */
type Opened<N extends SessionNeed> = N extends 'none'
  ? Pick<Call, 'token'>
  : { readonly token: TokenNeed };

/**
 * An answer that is not (or not always) JSON: its media types; `json` describes the part that is
 * JSON (each event of a stream).
 */
export interface OtherAnswer {
  readonly types: readonly string[];
  readonly json?: Schema;
  /** Absent: 200. */
  readonly status?: number;
}
export type Answer = Schema | OtherAnswer;

/** Files, pictures, pages, feeds: bytes of these media types. */
export const bytes = (...types: readonly string[]): OtherAnswer => ({ types });
/** JSON for programs, and other media types for callers that ask for them. */
export const jsonOr = <const S extends Schema>(json: S, ...types: readonly string[]) => ({
  types,
  json,
});
/** JSON that is written piece by piece, because it may be long. */
export const inPieces = <const S extends Schema>(json: S) => ({
  types: ['application/json'],
  json,
});
/** 202: the task is accepted; `json` is the schema of its description. */
export const accepted = <const S extends Schema>(json: S) =>
  ({ types: [], json, status: 202 }) as const;
/** 204. */
export const nothing = { types: [], status: 204 } as const satisfies OtherAnswer;
/** A stream of server-sent events, each of this shape. */
export const events = (json: Schema): OtherAnswer => ({ types: ['text/event-stream'], json });
/** The browser is sent elsewhere. */
export const redirect = (status: 301 | 302 | 303 | 308 = 302): OtherAnswer => ({
  types: [],
  status,
});

/** Groups of calls that do not have a service of their own. */
export type FurtherTag = 'operate' | 'home' | 'pages' | 'health' | 'cluster';
export type Tag = ServiceName | FurtherTag;

export interface Call<
  P extends MaybeSchema = MaybeSchema,
  Q extends MaybeSchema = MaybeSchema,
  B extends MaybeSchema = MaybeSchema,
  A extends Answer = Answer,
  N extends SessionNeed = SessionNeed,
  F extends MaybeSchema = MaybeSchema,
> {
  /** If there are several, the portal uses the first. */
  readonly method: Method | readonly Method[];
  /** The service whose base address comes before `path`; absent: the path is complete. */
  readonly service?: ServiceName;
  /** '/report/:id': parts after a colon are in `params`. */
  readonly path: string;
  readonly session: N;
  /**
   * The scope that an access token needs; required unless `session` is 'none' (see `defineCall`).
   */
  readonly token?: TokenNeed | undefined;
  /**
   * 'token': only an access token is accepted, as `user=USERID:TOKEN` in the address or in the
   * Authorization header; the cookie of a browser is ignored. Absent: a cookie or an Authorization
   * header.
   */
  readonly credential?: 'token';
  /** Only for users with this role: all others are refused before their input is looked at. */
  readonly role?: Role;
  readonly summary: string;
  /** Absent: the tag is the service. */
  readonly tag?: Tag;
  readonly params?: P | undefined;
  readonly query?: Q | undefined;
  readonly body?: B | undefined;
  /** A body that comes in several forms and is read by the act itself; described, not parsed. */
  readonly form?: F | undefined;
  readonly answer: A;
  /** What it may fail with, besides what every call may fail with (see `errorsOf`). */
  readonly errors?: readonly ProblemCode[];
  /**
   * Further answers by status, besides `answer` and failures: another success, a refusal in a form
   * of its own.
   */
  readonly also?: Readonly<Record<number, Answer>>;
  /** 304 for a client that has the current answer already (ETag). */
  readonly revalidates?: true;
  /** 206 for a part of the bytes (Range), 412 and 416 for conditions that do not hold, and 304. */
  readonly ranges?: true;
  /**
   * The body of every failure; absent: a problem (`problemBody`). Some old clients expect a
   * different form.
   */
  readonly failure?: Answer;
  /**
   * Calls per minute and address, and per person; absent: the installation's general limit. A call
   * that has a limit above the general one counts against its own alone.
   */
  readonly perMinute?: number | undefined;
  /** Calls of one name share one limit per person; absent: the path is the name. */
  readonly limitName?: string | undefined;
  /** Present only in lenient calls, see `defineLenientCall`. */
  readonly lenient?: BodyReading | undefined;
  readonly example?: {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
    readonly answer?: unknown;
  };
}

/** Returns the value as it is; the types of its schemas are kept. */
// @__NO_SIDE_EFFECTS__
export function defineCall<
  const A extends Answer,
  const N extends SessionNeed,
  P extends MaybeSchema = undefined,
  Q extends MaybeSchema = undefined,
  B extends MaybeSchema = undefined,
  F extends MaybeSchema = undefined,
>(call: Call<P, Q, B, A, N, F> & Opened<N>): Call<P, Q, B, A, N, F> {
  return call;
}

/**
 * How the body of a lenient call is read. 'text': as text, whatever its media type says, also with
 * GET. 'parsed': by its media type, as in all other calls.
 */
export type BodyReading = 'text' | 'parsed';

/**
 * A call whose input is read by its act: `params`, `query` and `form` describe the input, but do
 * not restrict it.
 */
export interface LenientCall<A extends Answer = Answer, N extends SessionNeed = SessionNeed>
  extends Call<MaybeSchema, MaybeSchema, undefined, A, N, MaybeSchema> {
  readonly lenient: BodyReading;
}

/**
 * For addresses that existing scripts use: their input comes in more forms than a schema tells, and
 * is refused in the form that those scripts expect.
 */
// @__NO_SIDE_EFFECTS__
export function defineLenientCall<const A extends Answer, const N extends SessionNeed>(
  call: Omit<LenientCall<A, N>, 'body'> & Opened<N>,
): LenientCall<A, N> {
  return call;
}

/** Where a service lies by default, without a slash at the end: '/services/auth'. */
export const baseOf = (service: ServiceName): string => SERVICE_PATHS[service].replace(/\/$/, '');

/** The whole path of a call by default: '/services/dqr/report/:id'. */
export const pathOf = ({ service, path }: Pick<Call, 'service' | 'path'>): string =>
  service ? baseOf(service) + path : path;

/**
 * A path filled in: each name after a colon with its value, the star with everything that it stands
 * for.
 */
export const placed = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)|\*$/g, (_, name?: string) =>
    name
      ? encodeURIComponent(String(params[name]))
      : String(params['*']).split('/').map(encodeURIComponent).join('/'),
  );

/** The whole path by default, filled in: '/services/dqr/report/D123'. */
export const addressOf = (
  call: Pick<Call, 'service' | 'path'>,
  params: Readonly<Record<string, string | number>> = {},
): string => placed(pathOf(call), params);

/** Calls of services are queued; pages are not. */
export const isOfService = (path: string): boolean => path.startsWith(`${SERVICES}/`);

export const isSchema = (answer: Answer): answer is Schema => '_zod' in answer;

type Leaf = string | number | boolean | bigint | null | undefined | Date;
/** Read-only lists and records fit as well. */
export type Readable<T> = T extends Leaf
  ? T
  : T extends readonly unknown[]
    ? { readonly [K in keyof T]: Readable<T[K]> }
    : T extends object
      ? { readonly [K in keyof T]: Readable<T[K]> }
      : T;

/** The JSON that the server answers; unknown where it answers something else. */
export type AnswerOf<A extends Answer> = A extends Schema
  ? Readable<z.input<A>>
  : A extends { readonly json: infer S extends Schema }
    ? Readable<z.input<S>>
    : unknown;
