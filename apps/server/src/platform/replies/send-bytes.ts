// Sends bytes whose length is known, whole or in part, unless the client has them already (RFC
// 9110).
import { Readable } from 'node:stream';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pourFile } from '../files/pour-file.ts';
import { wantedRange } from './byte-range.ts';
import { isKnown } from './etag.ts';

export interface Sendable {
  readonly size: number;
  readonly etag: string;
  /** Seconds UTC. */
  readonly modified: number;
  /** Bytes [start, end): as they are, as a stream, or the path of the file that holds them. */
  read(start: number, end: number): Promise<Uint8Array | Readable | string>;
  /** Headers of an answer that holds all of it. */
  readonly whole?: Readonly<Record<string, string>>;
}

/**
 * Throws Problem 'range-not-satisfiable' and 'precondition-failed'. HEAD gets the same headers
 * without the bytes.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Sendable,
): Promise<FastifyReply> {
  const { size, etag, modified } = content;
  reply
    .header('etag', etag)
    .header('last-modified', new Date(modified * 1000).toUTCString())
    .header('accept-ranges', 'bytes');
  if (isAnother(request, content))
    throw new Problem('precondition-failed', 'The file has changed since it was asked for.');
  if (clientHas(request, content)) return reply.code(304).send();
  // Parts are defined for GET alone.
  const asked = request.method === 'GET' ? request.headers.range : undefined;
  const headers = { range: asked, ifRange: ifRangeOf(request) };
  const range = wantedRange(size, headers, { etag, modified });
  if (range.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new Problem('range-not-satisfiable', `The file has ${size} bytes.`);
  }
  const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, size];
  if (range.kind === 'part')
    reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
  else reply.headers(content.whole ?? {});
  reply.header('content-length', end - start);
  if (request.method === 'HEAD' || start === end) return reply.send(Readable.from([]));
  const body = await content.read(start, end);
  return typeof body === 'string' ? await pourFile(reply, body, start, end) : reply.send(body);
}

/**
 * Whether the client wants only a certain state of the file and the file has changed since: by tag
 * or, without one, by date.
 */
function isAnother({ headers }: FastifyRequest, { etag, modified }: Sendable): boolean {
  const tags = headers['if-match'];
  if (tags !== undefined) return !isKnown(etag, tags);
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isFinite(since) && modified * 1000 > since;
}

/** Whether the client has this state of the file already: by tag or, without one, by date. */
function clientHas({ headers }: FastifyRequest, { etag, modified }: Sendable): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return isKnown(etag, tags);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && modified * 1000 <= since;
}

const ifRangeOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['if-range'];
  return Array.isArray(header) ? header[0] : header;
};
