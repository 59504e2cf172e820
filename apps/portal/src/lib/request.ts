// How the portal asks a server: typed, validated at the boundary, every failure with a name. Only
// `ask.ts` asks through it.
import { PROBLEMS, type ProblemCode, problemBody } from '@isobar/contract/problem.ts';
import * as z from 'zod/mini';
import { NO_ANSWER } from '../loading/reload-once.ts';
import { CallError } from './call.ts';

type Schema = z.core.$ZodType;
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export type Request = {
  readonly url: string;
  readonly method: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sent without the session, which services elsewhere have no use for. */
  readonly credentials?: 'omit' | undefined;
  /** The message for a failure that has none. */
  readonly fallback?: string | undefined;
};

/** The parsed body. Throws CallError; an abort throws the signal's reason. */
export async function requestJson<S extends Schema>(
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  const response = await requested(request);
  const parsed = z.safeParse(schema, parseJson(await response.text()));
  if (parsed.success) return parsed.data;
  const message = request.fallback ?? 'The server’s answer could not be read.';
  throw new CallError('malformed', message, response.status);
}

/** The answer, if it is not a failure. Throws as `requestJson` does. */
export async function requested(request: Request): Promise<Response> {
  const response = await send(request);
  if (response.ok) return response;
  throw failure(response, parseJson(await response.text()), request.fallback);
}

export function withQuery(url: string, query: Query | undefined): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params.size > 0 ? `${url}?${params}` : url;
}

async function send(request: Request): Promise<Response> {
  const { url, method, body, signal, credentials = 'same-origin', fallback } = request;
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json');
  if (body !== undefined) headers.set('content-type', 'application/json');
  try {
    return await fetch(url, {
      method,
      headers,
      credentials,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CallError('offline', fallback ?? NO_ANSWER);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Search services answer errors in the search service's own shape, all others as a problem. */
const searchFailure = z.object({ error: z.object({ reason: z.string() }) });

function failure(response: Response, json: unknown, fallback?: string): CallError {
  const problem = z.safeParse(problemBody, json);
  if (problem.success) {
    const { code, message, requestId } = problem.data;
    return new CallError(knownCode(code, response.status), message, response.status, requestId);
  }
  const search = z.safeParse(searchFailure, json);
  const message = search.success
    ? search.data.error.reason
    : (fallback ?? bareWords(response.status));
  return new CallError(knownCode('', response.status), message, response.status);
}

/** Words for an answer without any, as proxies in front of a server give. */
function bareWords(status: number): string {
  if (status === 429) return 'Too many requests. Try again in a minute.';
  if (status >= 502 && status <= 504) return 'The service is not available at the moment.';
  return `The server answered ${status}.`;
}

function knownCode(code: string, status: number): ProblemCode {
  if (Object.hasOwn(PROBLEMS, code)) return code as ProblemCode; // just checked against the list
  const byStatus = Object.entries(PROBLEMS).find(([, known]) => known === status);
  return (byStatus?.[0] ?? 'unexpected') as ProblemCode; // a key of the list
}
