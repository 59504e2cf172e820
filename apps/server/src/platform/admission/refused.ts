// Clients that have used up their share of a kind of page are refused again before anything else is
// done: a crawler that does not listen asks hundreds of times a second, and an ordinary refusal
// costs as much as an answer. Those that still go on are refused with a delay.
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import proxyAddr from '@fastify/proxy-addr';
import { bareReply, refuseRequest } from '../replies/problem-reply.ts';
import { isReading } from './foreign-site.ts';
import { networkOf } from './network.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One of many addresses of the form /KIND/NAME. */
    isPage?: true;
  }
}

/**
 * Most pairs of network and kind that are remembered; those forgotten are refused in the ordinary
 * way.
 */
const MOST = 10_000;

/** How many times a network is refused without delay, and the delay of every further refusal. */
const TOLD_AT_ONCE = 20;
const TOLD_LATE_MS = 2000;
/**
 * Most refusals that are delayed: pipelined requests could make more of them than there are
 * connections.
 */
const MOST_KEPT_BACK = 500;

interface Refusal {
  readonly until: number;
  /** Requests since the first, ordinary refusal. */
  asked: number;
}

/** Remembers which networks are refused which kind of page (/KIND/NAME), and until when. */
export class Refused {
  readonly #refusals = new Map<string, Refusal>();
  readonly #now: () => number;

  /** `now`: milliseconds since some beginning. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(kind: string, address: string, milliseconds: number): void {
    const key = `${kind} ${networkOf(address)}`;
    this.#refusals.delete(key); // so that it stands last
    this.#refusals.set(key, { until: this.#now() + milliseconds, asked: 0 });
    if (this.#refusals.size <= MOST) return;
    const [oldest] = this.#refusals.keys();
    if (oldest !== undefined) this.#refusals.delete(oldest);
  }

  /** Counts this request and returns its refusal, or null if it is not refused. */
  ask(kind: string, address: () => string): { seconds: number; heeds: boolean } | null {
    if (this.#refusals.size === 0) return null;
    const key = `${kind} ${networkOf(address())}`;
    const refusal = this.#refusals.get(key);
    const left = refusal ? refusal.until - this.#now() : 0;
    if (refusal && left > 0)
      return { seconds: Math.ceil(left / 1000), heeds: ++refusal.asked <= TOLD_AT_ONCE };
    this.#refusals.delete(key);
    return null;
  }
}

/**
 * `believed`: which proxies are trusted to name a client's address. `later`: resolves after this
 * many milliseconds.
 */
export function refusing(
  handler: RequestListener,
  refused: Refused,
  believed: (address: string, hop: number) => boolean,
  later: (milliseconds: number) => Promise<unknown> = sleep,
): RequestListener {
  let keptBack = 0;
  return async (request, reply) => {
    const kind = isReading(request.method ?? '') ? kindOf(request.url ?? '') : null;
    const refusal = kind && refused.ask(kind, () => proxyAddr(request, believed));
    if (!refusal) return handler(request, reply);
    if (!refusal.heeds && keptBack < MOST_KEPT_BACK) {
      keptBack++;
      await later(TOLD_LATE_MS);
      keptBack--;
    }
    refuseRequest(request, reply, REFUSAL, refusal.seconds);
  };
}

/** The first part of an address that has two parts; null for any other. */
export function kindOf(url: string): string | null {
  const slash = url.indexOf('/', 1);
  if (slash < 2) return null;
  const next = url.indexOf('/', slash + 1);
  const query = url.indexOf('?');
  const ends = next === -1 || (query !== -1 && query < next);
  return ends && (query === -1 || query > slash) ? url.slice(1, slash) : null;
}

/** Made once: it is given hundreds of times a second. */
const REFUSAL = bareReply({
  code: 'too-many-requests',
  message: 'Too many calls. Try again after the time given in Retry-After.',
});
