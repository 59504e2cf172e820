// The reply as the act of a call has it: once the caller was answered without it, nothing that the
// act still does reaches the caller.
import { Readable } from 'node:stream';
import type { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply } from 'fastify';

export interface OwnReply {
  readonly reply: FastifyReply;
  /**
   * From now on the reply has no effect, and the caller has to be answered otherwise. False: what
   * the act sends is under way; a stream that has not begun fails with this Problem.
   */
  refuse(problem: Problem): boolean;
}

/** Of these alone the act learns how the real reply is. */
const READING = new Set<string | symbol>(['then', 'getHeader', 'getHeaders', 'hasHeader']);

export function ownReply(reply: FastifyReply): OwnReply {
  let refused: Problem | undefined;
  let sending: { readonly payload: unknown } | undefined;
  const own: FastifyReply = new Proxy(reply, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (refused && name === 'hijack') throw refused;
        if (refused && name === 'send') drop(given[0], refused);
        if (refused && !READING.has(name)) return own;
        if (name === 'send' || name === 'hijack') sending = { payload: given[0] };
        const result: unknown = Reflect.apply(value, target, given);
        return result === target ? own : result;
      };
    },
  });
  return {
    reply: own,
    refuse: (problem) => {
      if (reply.raw.headersSent) return false;
      if (sending) drop(sending.payload, problem);
      else refused = problem;
      return sending === undefined;
    },
  };
}

/** A file or a reader behind the stream is let go. */
function drop(payload: unknown, problem: Problem): void {
  if (!(payload instanceof Readable)) return;
  payload.once('error', () => undefined); // it is not read by anyone
  payload.destroy(problem);
}
