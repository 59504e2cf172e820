// What a search waits for before it runs: memory for a large reply, and a slot when it is one of
// several of a call.

import type { SearchBody } from '@isobar/query-language/search-body.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, LaneName } from '../../platform/admission/admission.ts';
import { networkOf } from '../../platform/admission/network.ts';
import { documentsWanted } from './demand.ts';

/** The part of request admission that the searches of an index use. */
export interface Slots extends Pick<Admission, 'charge' | 'room' | 'slot'> {
  readonly lane: Exclude<LaneName, 'free'>;
}

/** Bytes of a document in a reply, as estimated before the search. */
const DOCUMENT_BYTES = 6 << 10;
const BODY_BYTES = 64 << 10;
/** No reply is longer, see the engine. */
const MOST_BYTES = 32 << 20;

/** The memory in bytes that a reply may take, estimated from the query. */
const bytesOf = (body: SearchBody): number =>
  Math.min(MOST_BYTES, BODY_BYTES + documentsWanted(body) * DOCUMENT_BYTES);

/**
 * Waits until the reply may be made; call what it returns when the reply is gone. Throws
 * 'overloaded'.
 */
export const roomFor = (
  slots: Slots | undefined,
  body: SearchBody,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<() => void> =>
  slots ? slots.room.take(networkOf(request.ip), bytesOf(body), signal) : Promise.resolve(() => {});

/**
 * Like `roomFor`, for one of several searches of a call: it also waits for a slot, and keeps it
 * while `act` runs.
 */
export async function withSlot<T>(
  slots: Slots | undefined,
  body: SearchBody,
  request: FastifyRequest,
  signal: AbortSignal,
  act: () => Promise<T>,
): Promise<{ readonly done: T; readonly gone: () => void }> {
  const gone = await roomFor(slots, body, request, signal);
  try {
    const leave = await slots?.slot(slots.lane, request, signal);
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

/**
 * Gives room back when the reply was taken or its client is gone, which may have been before it was
 * made.
 */
export function whenTaken({ raw }: FastifyReply, gone: () => void): void {
  if (raw.closed) gone();
  else raw.once('close', gone);
}
