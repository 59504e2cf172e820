// A call of the contract, made: method, address and answer follow from the value.
import type { Call, MaybeSchema } from '@isobar/contract/calls/call.ts';
import type * as z from 'zod/mini';
import { call } from './call.ts';

/** A call whose answer is JSON. */
type JsonCall<
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  A extends z.ZodMiniType,
> = Call<P, Q, B, A>;

type Given<Name extends string, S> = S extends z.core.$ZodType
  ? { readonly [K in Name]: z.input<S> }
  : { readonly [K in Name]?: undefined };

type Asked<P, Q, B> = Given<'params', P> &
  Given<'query', Q> &
  Given<'body', B> & {
    /** Of its service: `useService('dqr')`. */
    readonly base: string;
    readonly signal?: AbortSignal | undefined;
  };

/** Makes the call; throws CallError as `call` does. */
export function ask<
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  A extends z.ZodMiniType,
>({ method, path, answer }: JsonCall<P, Q, B, A>, asked: Asked<P, Q, B>): Promise<z.infer<A>> {
  const { base, signal, params, query, body } = asked as Untyped; // as its schemas say; the server reads it by them
  const url =
    base + path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const [first = 'GET'] = typeof method === 'string' ? [method] : method;
  return call({
    url,
    method: first,
    schema: answer,
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { body }),
    signal,
  });
}

type Untyped = {
  readonly base: string;
  readonly signal?: AbortSignal | undefined;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
};
