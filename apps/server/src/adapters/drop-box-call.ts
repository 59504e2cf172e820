// One call of the Dropbox API: it is repeated when the API is busy or broken, and a refusal becomes
// an error with a name.
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@isobar/contract/problem.ts';
import { boundedText } from './outside-service.ts';

/** Most bytes of an answer; the longest answers list a folder. */
const MOST_BYTES = 16 << 20;

export interface DropBoxCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly signal?: AbortSignal;
}

/** What the API answers with status 409: the call was understood and cannot be done. */
export class DropBoxRefusal extends Error {
  /** A text such as 'path/not_found/..'. */
  readonly summary: string;
  readonly answer: unknown;
  constructor(summary: string, answer: unknown) {
    super(`The drop box refused: ${summary}`);
    this.name = 'DropBoxRefusal';
    this.summary = summary;
    this.answer = answer;
  }
}

/** The access token expired or was revoked (401), or a grant is no longer valid. */
export class NotAllowed extends Error {}

export interface Patience {
  /** Milliseconds before the first repetition; doubles each time. */
  readonly first: number;
  readonly tries: number;
  /** Milliseconds for one call. */
  readonly timeout: number;
  /** The longest Retry-After that is waited for here, milliseconds. */
  readonly longest: number;
}

export const PATIENCE: Patience = { first: 500, tries: 6, timeout: 120_000, longest: 60_000 };

/**
 * The JSON of a successful answer. Throws DropBoxRefusal, NotAllowed, or Problem 'unavailable'
 * after the last try.
 */
export async function callDropBox(call: DropBoxCall, patience: Patience): Promise<unknown> {
  let cause: unknown;
  for (let attempt = 0; attempt < patience.tries; attempt++) {
    const delay = patience.first * 2 ** attempt;
    try {
      const reply = await send(call, patience.timeout);
      if (!(reply instanceof Wait)) return reply;
      cause = reply;
      if (attempt + 1 === patience.tries) break;
      await sleep(Math.min(patience.longest, reply.after ?? delay), undefined, abortable(call));
    } catch (error) {
      call.signal?.throwIfAborted();
      if (error instanceof DropBoxRefusal || error instanceof NotAllowed) throw error;
      if (error instanceof Problem) throw error;
      cause = error; // the connection broke
      if (attempt + 1 === patience.tries) break;
      await sleep(delay, undefined, abortable(call));
    }
  }
  throw new Problem('unavailable', 'The drop box cannot be reached at the moment.', { cause });
}

/** The API is busy or broken; `after`: milliseconds to wait, if the reply has them. */
class Wait extends Error {
  readonly after: number | null;
  constructor(status: number, after: number | null) {
    super(`The drop box answered ${status}.`);
    this.after = after;
  }
}

async function send(call: DropBoxCall, timeout: number): Promise<unknown> {
  const timer = AbortSignal.timeout(timeout);
  const reply = await fetch(call.url, {
    method: 'POST',
    redirect: 'error', // the token is for this address alone
    headers: call.headers,
    body: call.body as string | Uint8Array<ArrayBuffer>, // bytes of our own, never shared ones
    signal: call.signal ? AbortSignal.any([call.signal, timer]) : timer,
  });
  const text = await boundedText(reply, MOST_BYTES, 'The drop box');
  if (reply.ok) return text === '' || text === 'null' ? null : JSON.parse(text);
  const answer = parsed(text);
  if (reply.status === 409) throw new DropBoxRefusal(answer.error_summary ?? 'unknown', answer);
  if (reply.status === 401 || answer.error === 'invalid_grant') throw new NotAllowed();
  if (reply.status === 429 || reply.status >= 500) return new Wait(reply.status, retryAfter(reply));
  const reason = text.slice(0, 200);
  throw new Problem('conflict', `The drop box refused the upload (${reply.status}): ${reason}`);
}

function parsed(text: string): { error_summary?: string; error?: unknown } {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

function retryAfter(reply: Response): number | null {
  const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : null;
}

const abortable = ({ signal }: DropBoxCall) => (signal ? { signal } : {});
