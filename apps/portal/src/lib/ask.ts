// Makes a call of the contract: base, address, method and answer follow from the call and from this
// installation's configuration.
import {
  type Answer,
  type Call,
  type MaybeSchema,
  type nothing,
  type OtherAnswer,
  placed,
  type Readable,
  type SessionNeed,
} from '@isobar/contract/calls/call.ts';
import type * as z from 'zod/mini';
import { type Query, type Request, requested, requestJson, withQuery } from './request.ts';
import { type Services, serviceAddress } from './service-address.ts';

type Schema = z.core.$ZodType;

/** A value that has to be given, may be, or must not be. */
type Given<Name extends string, S> = S extends Schema
  ? Record<never, never> extends Readable<z.input<S>>
    ? { readonly [K in Name]?: Readable<z.input<S>> }
    : { readonly [K in Name]: Readable<z.input<S>> }
  : { readonly [K in Name]?: undefined };

/** The values from which the address of a call is made. */
type Placed<P, Q> = Given<'params', P> &
  Given<'query', Q> & {
    /**
     * The base address of the service, where it is known already; otherwise it comes from the
     * configuration.
     */
    readonly base?: string | undefined;
  };

type Asked<P, Q, B, F> = Placed<P, Q> &
  Given<'body', B extends Schema ? B : F> &
  Pick<Request, 'headers' | 'signal' | 'credentials' | 'fallback'>;

/** The argument, which may be left out where nothing has to be given. */
type Optional<T> = Record<never, never> extends T ? readonly [asked?: T] : readonly [asked: T];

/**
 * Answers that can be read here: JSON, even if the call offers other media types too, or an empty
 * answer.
 */
type Told = Schema | (OtherAnswer & { readonly json: Schema }) | typeof nothing;
type Read<A> = A extends Schema
  ? z.output<A>
  : A extends { readonly json: infer S extends Schema }
    ? z.output<S>
    : null;

/** Makes the call and reads its answer; throws CallError. */
export async function ask<
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  F extends MaybeSchema,
  const A extends Told,
>(
  config: Services,
  call: Call<P, Q, B, A, SessionNeed, F>,
  ...[asked]: Optional<Asked<P, Q, B, F>>
): Promise<Read<A>> {
  const request = requestOf(config, call, asked);
  const schema = jsonOf(call.answer);
  if (schema) return (await requestJson(request, schema)) as Read<A>; // parsed by this very schema
  await requested(request);
  return null as Read<A>; // its answer is `nothing`
}

/** Makes a call and gives its answer as it came: a file as text, a picture as bytes. */
export const askAsIs = <
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  F extends MaybeSchema,
>(
  config: Services,
  call: Call<P, Q, B, Answer, SessionNeed, F>,
  ...[asked]: Optional<Asked<P, Q, B, F>>
): Promise<Response> => requested(requestOf(config, call, asked));

/** The whole address of a call, for links, pictures and streams. */
export const addressOf = <P extends MaybeSchema, Q extends MaybeSchema>(
  config: Services,
  call: Pick<Call<P, Q>, 'service' | 'path' | 'params' | 'query'>,
  ...[asked]: Optional<Placed<P, Q>>
): string => address(config, call, asked as Untyped | undefined); // as its schemas say

/** Without the types of a call: the server checks the values by its schemas. */
type Untyped = Pick<Request, 'body' | 'headers' | 'signal' | 'credentials' | 'fallback'> & {
  readonly base?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Query | undefined;
};

function requestOf(
  config: Services,
  call: Pick<Call, 'method' | 'service' | 'path'>,
  asked: unknown,
): Request {
  const { base, params, query, ...sent } = (asked ?? {}) as Untyped; // typed by the functions above
  const [method = 'GET'] = [call.method].flat();
  return { ...sent, url: address(config, call, { base, params, query }), method };
}

function address(
  config: Services,
  { service, path }: Pick<Call, 'service' | 'path'>,
  { base, params = {}, query }: Untyped = {},
): string {
  const before = base ?? (service ? serviceAddress(config, service) : '');
  return withQuery(before.replace(/\/$/, '') + placed(path, params), query);
}

const jsonOf = (answer: Answer): Schema | undefined => ('_zod' in answer ? answer : answer.json);
