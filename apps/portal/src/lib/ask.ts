// A call of the contract, made: base, address, method and answer follow from the value and from this installation's configuration.
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
import { type Query, requestJson, requestText, withQuery } from './request.ts';
import { type Services, serviceAddress } from './service-address.ts';

type Schema = z.core.$ZodType;

/** A value that has to be given, may be, or must not be. */
type Given<Name extends string, S> = S extends Schema
  ? Record<never, never> extends Readable<z.input<S>>
    ? { readonly [K in Name]?: Readable<z.input<S>> }
    : { readonly [K in Name]: Readable<z.input<S>> }
  : { readonly [K in Name]?: undefined };

/** What stands in the address. */
type Placed<P, Q> = Given<'params', P> &
  Given<'query', Q> & {
    /** Where the service lies, of a thing that tells it itself; else the configuration does. */
    readonly base?: string | undefined;
  };

type Asked<P, Q, B, F> = Placed<P, Q> &
  Given<'body', B extends Schema ? B : F> & {
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly signal?: AbortSignal | undefined;
  };

/** May be left out where nothing has to be given. */
type Optional<T> = Record<never, never> extends T ? readonly [asked?: T] : readonly [asked: T];

/** JSON, JSON for programs among other media types, or nothing. */
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
  await requestText(request);
  return null as Read<A>; // its answer is `nothing`
}

/** Makes a call that is answered with a text, such as a file. */
export const askText = <
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  F extends MaybeSchema,
>(
  config: Services,
  call: Call<P, Q, B, Answer, SessionNeed, F>,
  ...[asked]: Optional<Asked<P, Q, B, F>>
): Promise<string> => requestText(requestOf(config, call, asked));

/** The whole address of a call, for links, pictures and streams. */
export const addressOf = <P extends MaybeSchema, Q extends MaybeSchema>(
  config: Services,
  call: Pick<Call<P, Q>, 'service' | 'path' | 'params' | 'query'>,
  ...[asked]: Optional<Placed<P, Q>>
): string => address(config, call, asked as Untyped | undefined); // as its schemas say

/** The server reads all of it by the schemas of the call. */
type Untyped = {
  readonly base?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

function requestOf(
  config: Services,
  call: Pick<Call, 'method' | 'service' | 'path'>,
  asked: unknown,
) {
  const { body, headers, signal } = (asked ?? {}) as Untyped; // typed by the door through which it came
  const [method = 'GET'] = [call.method].flat();
  return {
    url: address(config, call, asked as Untyped | undefined),
    method,
    body,
    headers,
    signal,
  }; // the same
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
