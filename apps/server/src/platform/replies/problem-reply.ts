// Turns any failure into one shape: expected ones by name, all others into a plain 500 that reveals
// nothing but an id.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, Problem, type ProblemBody, type ProblemCode } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeOf, statusOf } from '../text/unknown.ts';
import { opensPage } from './prefers-html.ts';
import { CSP_TEXT } from './security-headers.ts';

/** A page about a refusal, for a person who opened the address in a browser. */
export type PageForRefused = (
  refusal: ProblemBody & { readonly status: number },
  path: string,
) => string;

/**
 * Answers any failure, with a page for browsers where there is one. Replies of this kind are never
 * cached.
 */
export async function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageForRefused | null = null,
) {
  const problem = toProblem(error);
  if (clientLeft(error, reply))
    request.log.debug({ url: request.routeOptions?.url }, 'the client left');
  else if (problem.status >= 500 && !isExpectedError(error))
    request.log.error({ err: error, url: request.routeOptions?.url }, 'the request failed');
  retryAfter(problem, reply);
  const body: ProblemBody = {
    code: problem.code,
    message: problem.message,
    requestId: request.id,
    ...(problem.details ? { details: problem.details } : {}),
  };
  plain(reply).code(problem.status).header('cache-control', 'no-store');
  if (page && opensPage(request))
    return reply
      .type('text/html; charset=utf-8')
      .send(page({ ...body, status: problem.status }, requestedPath(request)));
  return reply.type('application/json').send(body);
}

/** The path under the name that the caller knows. */
export const requestedPath = ({ originalUrl }: FastifyRequest): string =>
  originalUrl.split('?')[0] ?? '';

/**
 * Without the encoding of a stream that failed before it began: what is sent instead is not
 * encoded, or has its own.
 */
export const plain = (reply: FastifyReply): FastifyReply => reply.removeHeader('content-encoding');

/** Says when it is worth asking again. */
export function retryAfter({ code }: Problem, reply: FastifyReply): void {
  if (code === 'unavailable') reply.header('retry-after', RETRY_SECONDS);
  if (code === 'overloaded') reply.header('retry-after', BUSY_SECONDS);
}

const RETRY_SECONDS = 30;
const BUSY_SECONDS = 2;

/** True for a service that is not set up, or a full queue: nothing is broken then. */
export const isExpectedError = (error: unknown): boolean =>
  error instanceof Problem && error.cause === undefined;

/** Whether the failure is merely that the client went away before its answer was complete. */
export const clientLeft = (error: unknown, reply: FastifyReply): boolean =>
  reply.raw.destroyed && LEFT.has(codeOf(error) ?? '');

/** The reason why work for a client that went away is ended. */
export const CLIENT_LEFT = Object.assign(new Error('The client left.'), {
  code: 'ERR_STREAM_PREMATURE_CLOSE',
});

const LEFT = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ABORT_ERR',
  'ECONNRESET',
  'EPIPE',
]);

/** Answers what is not HTTP, or came too slowly: there is no request yet, only a connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return void socket.destroy();
  const known = Object.hasOwn(BROKEN, error.code ?? '') ? BROKEN[error.code ?? ''] : undefined;
  const problem = new Problem(
    known?.[0] ?? 'bad-request',
    known?.[1] ?? 'The request cannot be parsed.',
  );
  const body = JSON.stringify({
    code: problem.code,
    message: problem.message,
    requestId: randomUUID(),
  } satisfies ProblemBody);
  const head = [
    `HTTP/1.1 ${problem.status} Refused`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `content-security-policy: ${CSP_TEXT}`,
    ...(problem.code === 'overloaded' ? [`retry-after: ${BUSY_SECONDS}`] : []),
    'connection: close',
  ];
  socket.on('error', () => socket.destroy()); // no other listener is left by now
  if (!socket.writable) return void socket.destroy();
  // a connection that is closed with unread bytes is reset, and the reply may be lost with it
  socket.resume();
  socket.once('end', () => socket.destroySoon());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref(); // for a client that does not read
}

/** Refuses a connection for which there is no room. */
export const refuseFull = (socket: Socket): void =>
  refuseConnection(Object.assign(new Error('full'), { code: 'ISOBAR_FULL' }), socket);

/** The whole answer to a request for which nothing else is done. */
export interface BareReply {
  readonly status: number;
  /** Names and values in turn: Node writes these as they are. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export function bareReply(told: ProblemBody & { readonly code: ProblemCode }): BareReply {
  const body = Buffer.from(JSON.stringify(told));
  const headers = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': CSP_TEXT,
    ...(told.requestId === undefined ? {} : { 'x-request-id': told.requestId }),
  }).flat();
  return { status: PROBLEMS[told.code], headers, body };
}

/** Answers a request without any further work; `seconds`: when the client may try again. */
export function refuseRequest(
  request: IncomingMessage,
  reply: ServerResponse,
  { status, headers, body }: BareReply,
  seconds: number,
): void {
  request.resume(); // its body is not wanted; the connection may go on
  reply.writeHead(status, [...headers, 'retry-after', String(seconds)]).end(body);
}

/** Refuses a request because there is more to do than can be done. */
export const refuseOverloaded = (request: IncomingMessage, reply: ServerResponse): void =>
  refuseRequest(
    request,
    reply,
    bareReply({ code: 'overloaded', message: OVERLOADED, requestId: randomUUID() }),
    BUSY_SECONDS,
  );

/** The message to callers when there is too much to do. */
export const OVERLOADED = 'The server is overloaded. Try again in a moment.';

const LAST_WORDS_MS = 2000;
/** Most characters of a library's message, which may repeat a whole address. */
const MOST_TOLD = 300;

const BROKEN: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  ISOBAR_FULL: ['overloaded', 'Too many connections are open. Try again in a moment.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    'headers-too-large',
    'The address and the headers together are too long. Ask for less, or send a search as POST.',
  ],
};

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const known = knownProblem(error);
  if (known) return known;
  if (error instanceof RangeError && error.message.includes('call stack'))
    return new Problem('bad-request', 'The request is nested too deeply.', { cause: error });
  const status = statusOf(error) ?? 500;
  const message =
    error instanceof Error ? error.message.slice(0, MOST_TOLD) : 'The request cannot be read.';
  const code = OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'bad-request' : 'unexpected');
  if (code !== 'unexpected') return new Problem(code, message, { cause: error });
  return new Problem('unexpected', 'Something went wrong on our side. The error was logged.', {
    cause: error,
  });
}

const OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  404: 'not-found',
  412: 'precondition-failed',
  413: 'too-large',
  416: 'range-not-satisfiable',
  415: 'unsupported-type',
  429: 'too-many-requests',
};

interface Known {
  readonly codes: RegExp;
  readonly problem: ProblemCode;
  readonly message: string;
}

/**
 * Codes of SQLite, PostgreSQL (five characters) and the system that mean something to the caller.
 */
const KNOWN: readonly Known[] = [
  {
    codes: /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/,
    problem: 'unavailable',
    message:
      'There is not enough disk space, so nothing was changed. The operators have to free some first.',
  },
  {
    codes:
      /^(SQLITE_(BUSY|LOCKED|IOERR|READONLY|CANTOPEN)\w*|ECONN(REFUSED|RESET)|ETIMEDOUT|EMFILE|ENFILE|EIO|EROFS|EACCES|EPERM|ESTALE|08\w{3}|57P0[1-5]|53\w{3}|40001|40P01)$/,
    problem: 'unavailable',
    message: 'This cannot be answered at the moment, and nothing was changed. Try again soon.',
  },
  {
    codes: /^(22021|22P05)$/,
    problem: 'bad-request',
    message: 'A text contains a NUL character, which is not allowed.',
  },
];

/** What failures of the store and the system mean to the caller; null for any other. */
export function knownProblem(error: unknown): Problem | null {
  const known = ofCode(error);
  return known && new Problem(known.problem, known.message, { cause: error });
}

function ofCode(error: unknown): Known | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = codeOf(at);
    const known = code === undefined ? undefined : KNOWN.find((one) => one.codes.test(code));
    if (known) return known;
  }
  return null;
}
