// Refuses requests before anything else is done when this process falls behind: even an ordinary
// refusal costs a hundred times as much, and requests that wait to be read are in no queue that
// could be measured.
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { refuseOverloaded } from '../replies/problem-reply.ts';
import { networkOf } from './network.ts';

export interface SheddingRules {
  /** Milliseconds that the event loop is late now. */
  readonly lateness: () => number;
  /**
   * Whether an address is that of a proxy, which sends the requests of all its visitors and so is
   * never greedy.
   */
  readonly isProxy: (address: string) => boolean;
  /** Milliseconds since some beginning. */
  readonly now?: () => number;
}

/** Called by programs that watch the server: answered however much there is to do. */
const ALWAYS = /^\/(healthz|readyz|metrics)\b|^\/services\/(maintenance|auth)\b/;
/**
 * How many milliseconds late the process must be before greedy addresses are refused, and before
 * others are refused, too.
 */
const GREEDY_MS = 150;
const ALL_MS = 500;
/**
 * An address with no more requests in a second than this is not greedy, however few come from
 * others. With no more than RUSH in all, only greedy addresses are refused.
 */
const MODEST = 50;
const RUSH = 60;
const MOST_PART = 0.75;
const SECOND = 1000;
const MOST_ADDRESSES = 10_000;

/** Lets requests through to the handler, or refuses them at once. */
export function shedding(
  handler: RequestListener,
  { lateness, isProxy, now = () => performance.now() }: SheddingRules,
): RequestListener {
  let since = now();
  let all = 0;
  let due = 0;
  const counts = new Map<string, number>();
  const count = (address: string): number => {
    if (now() - since > SECOND) {
      since = now();
      all = 0;
      counts.clear();
    }
    all++;
    const own = (counts.get(address) ?? 0) + 1;
    if (own > 1 || counts.size < MOST_ADDRESSES) counts.set(address, own);
    return own;
  };

  return (request, reply) => {
    const remote = request.socket.remoteAddress ?? '';
    const own = count(networkOf(remote));
    if (all <= MODEST || ALWAYS.test(request.url ?? '')) return handler(request, reply);
    const late = lateness();
    const isGreedy = own > MODEST && own > (2 * all) / counts.size && !isProxy(remote);
    if (late > GREEDY_MS && isGreedy) return refuseOverloaded(request, reply);
    // The later the process is, the more it refuses, up to three of four when it is late by 1.75
    // times ALL_MS.
    if (all > RUSH && late > ALL_MS) due += Math.min(MOST_PART, (late - ALL_MS) / ALL_MS);
    if (due < 1) return handler(request, reply);
    due--;
    refuseOverloaded(request, reply);
  };
}

/**
 * Passes new connections on, or refuses them before any of their bytes are read: only while the
 * process is late, and only those of an address that opens more than MODEST in a second. A probe
 * that opens a connection of its own is not among them.
 */
export function sheddingConnections(
  accept: (socket: Socket) => void,
  refuse: (socket: Socket) => void,
  { lateness, isProxy, now = () => performance.now() }: SheddingRules,
): (socket: Socket) => void {
  let since = now();
  const counts = new Map<string, number>();
  return (socket) => {
    if (now() - since > SECOND) {
      since = now();
      counts.clear();
    }
    const remote = socket.remoteAddress ?? '';
    const address = networkOf(remote);
    const own = (counts.get(address) ?? 0) + 1;
    if (own > 1 || counts.size < MOST_ADDRESSES) counts.set(address, own);
    if (own > MODEST && lateness() > GREEDY_MS && !isProxy(remote)) refuse(socket);
    else accept(socket);
  };
}

/**
 * Measures all the time how late timers are; returns the worst of the last moments. Ends with the
 * process.
 */
export function watchLateness(everyMs = 20): () => number {
  let due = performance.now() + everyMs;
  let late = 0;
  setInterval(() => {
    const at = performance.now();
    late = Math.max(at - due, late * 0.8);
    due = at + everyMs;
  }, everyMs).unref();
  return () => Math.max(late, performance.now() - due);
}
