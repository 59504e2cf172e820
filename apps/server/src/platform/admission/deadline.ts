// Every call has a time by which its reply must have begun; its work is cancelled when that has
// passed, or when its client has gone.
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply } from 'fastify';
import { ownReply } from '../replies/own-reply.ts';
import { CLIENT_LEFT } from '../replies/problem-reply.ts';

/**
 * Milliseconds of a call for which no other deadline is stated. Waiting for admission does not
 * count.
 */
const DEADLINE_MS = 30_000;

const late = (ms: number): Problem =>
  new Problem(
    'timeout',
    `This took longer than ${Math.round(ms / 1000)} seconds. Request less data.`,
  );

/**
 * The answer of `act`. Throws 'timeout' when its reply has not begun by then. The signal is aborted
 * with that Problem, or when the client has gone; the reply that `act` is given has no effect from
 * then on.
 */
export async function withinDeadline<T>(
  reply: FastifyReply,
  ms: number | undefined,
  act: (signal: AbortSignal, own: FastifyReply) => Promise<T>,
): Promise<T> {
  const most = ms ?? DEADLINE_MS;
  const stopping = new AbortController();
  const left = () => stopping.abort(CLIENT_LEFT);
  if (reply.raw.destroyed) left();
  else reply.raw.once('close', left);
  const own = ownReply(reply);
  const work = act(stopping.signal, own.reply);
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const problem = late(most);
      if (!own.refuse(problem)) return; // a stream ends when it ends
      reject(problem);
      stopping.abort(problem);
    }, most);
    timer.unref();
  });
  try {
    return await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
  }
}
