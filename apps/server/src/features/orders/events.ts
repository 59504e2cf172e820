// Live progress: the status of an order as server-sent events, sent whenever it changes.

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { isUnderWay } from '../../core/orders/machine.ts';
import { findOrder, type Order } from './order.ts';
import { type StatusPlaces, statusOf } from './status.ts';

const LOOK_MS = 1000;
/** A comment now and then keeps proxies from closing a silent connection. */
const BEAT_LOOKS = 15;
/** After this the browser connects again by itself. */
const LONGEST_MS = 30 * 60_000;

/**
 * The present status at once, then every change; ends after the last. `left` is called when the
 * client is gone.
 */
export function sendEvents(
  places: StatusPlaces,
  order: Order,
  reply: FastifyReply,
  left: () => void,
): Promise<unknown> {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    left();
    gone.abort();
  });
  if (reply.raw.destroyed) left();
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no');
  return Promise.resolve(reply.send(Readable.from(events(places, order, gone.signal))));
}

async function* events(
  places: StatusPlaces,
  first: Order,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const until = performance.now() + LONGEST_MS;
  let order: Order | null = first;
  let last = '';
  yield 'retry: 3000\n\n';
  for (let look = 1; order !== null && !signal.aborted && performance.now() < until; look++) {
    const status = JSON.stringify(await statusOf(places, order));
    if (status !== last) yield `data: ${status}\n\n`;
    else if (look % BEAT_LOOKS === 0) yield ': still here\n\n';
    last = status;
    if (!isUnderWay(order) && order.suspension === null) return;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    order = signal.aborted ? null : await findOrder(places.db, order.orderId);
  }
}
