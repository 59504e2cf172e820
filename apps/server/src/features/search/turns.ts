// What a search waits for before it runs: room for a large reply, and a turn when it is one of several of a call.
import { documentsWanted } from '@isobar/contract/search/demand.ts';
import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Door, LaneName } from '../../platform/door.ts';
import { networkOf } from '../../platform/network.ts';

/** The door as the searches of an index see it. */
export interface Turns extends Pick<Door, 'charge' | 'room' | 'turn'> {
  readonly lane: Exclude<LaneName, 'free'>;
}

/** Bytes of a document in a reply, as estimated before the search. */
const DOCUMENT_BYTES = 6 << 10;
const BODY_BYTES = 64 << 10;
/** No reply is longer, see the engine. */
const MOST_BYTES = 32 << 20;

/** Memory that a reply may take, estimated from what is asked for. */
const bytesOf = (body: SearchBody): number =>
  Math.min(MOST_BYTES, BODY_BYTES + documentsWanted(body) * DOCUMENT_BYTES);

/** Waits until the reply may be made; call what it returns when the reply is gone. Throws 'overloaded'. */
export const roomFor = (
  turns: Turns | undefined,
  body: SearchBody,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<() => void> =>
  turns ? turns.room.take(networkOf(request.ip), bytesOf(body), signal) : Promise.resolve(() => {});

/** Like `roomFor`, for one of several searches of a call: it also waits for its turn, and keeps the turn while `act` runs. */
export async function inTurn<T>(
  turns: Turns | undefined,
  body: SearchBody,
  request: FastifyRequest,
  signal: AbortSignal,
  act: () => Promise<T>,
): Promise<{ readonly done: T; readonly gone: () => void }> {
  const gone = await roomFor(turns, body, request, signal);
  try {
    const leave = await turns?.turn(turns.lane, request, signal);
    try {
      return { done: await act(), gone };
    } finally {
      leave?.();
    }
  } catch (error) {
    gone();
    throw error;
  }
}

/** Gives room back when the reply was taken or its client is gone, which may have been before it was made. */
export function whenTaken({ raw }: FastifyReply, gone: () => void): void {
  if (raw.closed) gone();
  else raw.once('close', gone);
}
