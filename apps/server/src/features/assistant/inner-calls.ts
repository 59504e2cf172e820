// Tools make the calls of this server, as any program would: with the token and the address of who
// asked, and nothing else of theirs.
import { type Answer, addressOf, type Call, isSchema } from '@isobar/contract/calls/call.ts';
import { PROBLEMS, Problem, type ProblemCode, problemBody } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import type { Http } from '../../platform/http/http.ts';

type Schema = z.core.$ZodType;
type Json<S extends Schema> = Exclude<Answer, Schema> & { readonly json: S };

/** As much of a call as making it needs. */
type Made<S extends Schema> = Pick<Call, 'service' | 'path'> & {
  readonly method: string | readonly string[];
  readonly answer: S | Json<S>;
};

export interface Given {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

export interface InnerCalls {
  /** The answer of a call, parsed. Throws the problem that it fails with. */
  ask<S extends Schema>(call: Made<S>, given?: Given): Promise<z.output<S>>;
}

/** The server as tools reach it: every guard and limit of a call holds. */
export type Injected = Pick<Http<never>['app'], 'inject'>;

/** For whom calls are made. */
export interface Asker {
  /** Of the Authorization header; undefined: no one. */
  readonly authorization: string | undefined;
  readonly address: string;
  readonly signal: AbortSignal;
}

export const innerCalls = (app: Injected, asker: Asker): InnerCalls => ({
  async ask(call, { params, query = {}, body } = {}) {
    const { method, answer } = call;
    const url = withQuery(addressOf(call, params), query);
    const reply = await app.inject({
      method: methodOf(typeof method === 'string' ? method : method[0]),
      url,
      remoteAddress: asker.address,
      signal: asker.signal,
      headers: {
        ...(asker.authorization ? { authorization: asker.authorization } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    if (reply.statusCode >= 300) throw problemOf(reply.statusCode, reply.body);
    const json: unknown = JSON.parse(reply.body);
    if (isJson(answer)) return z.parse(answer.json, json);
    return z.parse(answer, json);
  },
});

const isJson = <S extends Schema>(answer: S | Json<S>): answer is Json<S> => !isSchema(answer);

const METHODS = { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE' } as const;
const methodOf = (method = 'GET') =>
  Object.values(METHODS).find((one) => one === method) ?? METHODS.GET;

function withQuery(path: string, query: NonNullable<Given['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

/** What a failed call says, or what its status means. */
function problemOf(status: number, text: string): Problem {
  try {
    const { code, message, details } = problemBody.parse(JSON.parse(text));
    if (isCode(code)) return new Problem(code, message, details ? { details } : {});
  } catch {
    // Some services fail in the form of another protocol.
  }
  return new Problem(
    status === 404 ? 'not-found' : 'unavailable',
    `The archive did not answer this (${status}).`,
  );
}

const isCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);
