// The one way the portal talks to a service: typed, parsed at the door, every failure with a name.
import { PROBLEMS, type ProblemCode, problemBody } from '@isobar/contract/problem.ts';
import * as z from 'zod/mini';

/** 'offline': no answer at all. 'malformed': an answer of another shape. Else the code of the server. */
export type CallFailure = ProblemCode | 'offline' | 'malformed';

/** A failed call. `message` is for a person; switch on `code`, never on the text. */
export class CallError extends Error {
  readonly code: CallFailure;
  readonly status: number;
  readonly requestId: string | undefined;
  constructor(code: CallFailure, message: string, status = 0, requestId?: string) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

export type CallOptions<S extends z.ZodMiniType> = {
  /** Absolute or origin-relative address: `service('metadata') + '/_search'`. */
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; a FormData or URLSearchParams is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly schema: S;
  readonly signal?: AbortSignal | undefined;
};

/** Calls a service and answers its parsed body. Throws CallError; an abort throws the signal's reason. */
export async function call<S extends z.ZodMiniType>(options: CallOptions<S>): Promise<z.infer<S>> {
  const response = await send(options);
  const text = await response.text();
  const json = parseJson(text);
  if (!response.ok) throw failure(response, json);
  const parsed = z.safeParse(options.schema, json);
  if (!parsed.success) {
    throw new CallError('malformed', 'The answer could not be understood.', response.status);
  }
  return parsed.data;
}

/** The same for an answer that is text, such as a file. */
export async function fetchText(
  options: Omit<CallOptions<z.ZodMiniType>, 'schema'>,
): Promise<string> {
  const response = await send(options);
  const text = await response.text();
  if (!response.ok) throw failure(response, parseJson(text));
  return text;
}

async function send(options: Omit<CallOptions<z.ZodMiniType>, 'schema'>): Promise<Response> {
  const { body, signal } = options;
  const raw = body instanceof FormData || body instanceof URLSearchParams;
  const headers = new Headers(options.headers);
  headers.set('accept', 'application/json');
  if (body !== undefined && !raw) headers.set('content-type', 'application/json');
  try {
    return await fetch(withQuery(options.url, options.query), {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CallError('offline', 'The server did not answer. Are you connected?');
  }
}

function withQuery(url: string, query: CallOptions<z.ZodMiniType>['query']): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params.size > 0 ? `${url}?${params}` : url;
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

function failure(response: Response, json: unknown): CallError {
  const problem = z.safeParse(problemBody, json);
  if (problem.success) {
    const { code, message, requestId } = problem.data;
    return new CallError(knownCode(code, response.status), message, response.status, requestId);
  }
  const search = z.safeParse(searchFailure, json);
  const message = search.success
    ? search.data.error.reason
    : `The server answered ${response.status}.`;
  return new CallError(knownCode('', response.status), message, response.status);
}

function knownCode(code: string, status: number): ProblemCode {
  if (code in PROBLEMS) return code as ProblemCode; // just checked against the list
  const byStatus = Object.entries(PROBLEMS).find(([, known]) => known === status);
  return (byStatus?.[0] ?? 'unexpected') as ProblemCode; // a key of the list
}
