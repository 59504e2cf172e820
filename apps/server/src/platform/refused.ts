// Who had their share of a kind of page is told so again before anything else is done with a request: a crawler that does not
// listen asks hundreds of times a second, and a refusal in order costs as much as an answer.
import type { RequestListener } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { isReading } from './foreign-site.ts';
import { networkOf } from './network.ts';
import { bareReply, refuseRequest } from './problem-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One of many at /KIND/NAME. */
    isPage?: true;
  }
}

/** Networks and kinds that are remembered at once; what is forgotten is refused in order. */
const MOST = 10_000;

/** Until when which networks are refused pages of a kind: /KIND/NAME. */
export class Refused {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  /** `now`: milliseconds since some beginning. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(kind: string, address: string, milliseconds: number): void {
    const key = `${kind} ${networkOf(address)}`;
    this.#until.delete(key); // so that it stands last
    this.#until.set(key, this.#now() + milliseconds);
    if (this.#until.size <= MOST) return;
    const [oldest] = this.#until.keys();
    if (oldest !== undefined) this.#until.delete(oldest);
  }

  /** 0: it is not refused. */
  secondsLeft(kind: string, address: () => string): number {
    if (this.#until.size === 0) return 0;
    const key = `${kind} ${networkOf(address())}`;
    const left = (this.#until.get(key) ?? 0) - this.#now();
    if (left > 0) return Math.ceil(left / 1000);
    this.#until.delete(key);
    return 0;
  }
}

/** `believed`: whose word about a client's address counts. */
export const refusing =
  (
    handler: RequestListener,
    refused: Refused,
    believed: (address: string, hop: number) => boolean,
  ): RequestListener =>
  (request, reply) => {
    const kind = isReading(request.method ?? '') ? kindOf(request.url ?? '') : null;
    const left = kind === null ? 0 : refused.secondsLeft(kind, () => proxyAddr(request, believed));
    if (left === 0) return handler(request, reply);
    refuseRequest(request, reply, REFUSAL, left);
  };

/** The first part of an address of two; null for any other. */
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
  message: 'Too many calls. Try again when the time that Retry-After tells is over.',
});
