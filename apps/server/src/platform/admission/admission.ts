// Request admission: cheap calls run at once, others wait in lanes that serve addresses one after
// the other. Bounds the memory of large replies, and refuses calls before any work is done.
import { availableParallelism } from 'node:os';
import { isOfService } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLIENT_LEFT } from '../replies/problem-reply.ts';
import { Lane, type LaneRules, type Leave, overloaded } from './fair-queue.ts';
import { mainThread } from './main-thread.ts';
import { networkOf } from './network.ts';
import { ownRound } from './own-round.ts';
import { Room } from './reply-memory.ts';

/**
 * 'free': cheap, never waits. The others wait for a slot; 'search' and 'files' at the pace of their
 * threads.
 */
export type LaneName = 'free' | 'search' | 'files' | 'other';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The lane in which a call of this address is admitted; absent: 'other' for services, 'free'
     * for the rest.
     */
    lane?: LaneName;
    /** Asked by programs that watch the server. */
    isProbe?: true;
  }
}

export interface Admission {
  /** The memory that large replies share. */
  readonly room: Room;
  /**
   * Counts further calls against the limit of a client, before they run. Throws
   * 'too-many-requests'.
   */
  charge(request: FastifyRequest, calls: number): Promise<void>;
  /** A slot for a part of a call that has been admitted. */
  slot(
    lane: Exclude<LaneName, 'free'>,
    request: FastifyRequest,
    signal: AbortSignal,
  ): Promise<Leave>;
}

export type Lanes = Readonly<Record<Exclude<LaneName, 'free'>, Lane>>;
export type LanesRules = { readonly [K in keyof Lanes]?: LaneRules };

/**
 * Threads of the search engine: at least two, because a search may take two seconds, and one
 * address gets half of them.
 */
export const SEARCH_THREADS = Math.max(2, Math.min(4, availableParallelism() - 1));

const RULES: { readonly [K in keyof Lanes]: LaneRules } = {
  search: { active: SEARCH_THREADS + 1, each: SEARCH_THREADS >> 1, rests: true },
  files: { active: 3, each: 1, rests: true },
  other: { active: 64, first: 200, rests: true },
};

export const openLanes = (rules: LanesRules = {}): Lanes => ({
  search: new Lane(rules.search ?? RULES.search),
  files: new Lane(rules.files ?? RULES.files),
  other: new Lane(rules.other ?? RULES.other),
});

/**
 * Must be called before routes are added. When too many calls wait, a call is refused before its
 * body is read. Others wait for a slot only once the body has arrived, so that a slow sender never
 * holds one. A slot is free again when the reply is ready, not when it has been sent.
 */
export function guardAdmission(app: FastifyInstance, lanes: Lanes): void {
  const slots = new WeakMap<FastifyRequest, Leave>();
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isProbe) return;
    const address = networkOf(request.ip);
    mainThread.note(address);
    const lane = laneOf(request);
    if (mainThread.refuses(address) || (lane !== 'free' && lanes[lane].isFull(address)))
      throw overloaded();
  });
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.isProbe) return;
    const turn = mainThread.enter();
    if (turn) await turn;
    const lane = laneOf(request);
    if (lane === 'free') return;
    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort(CLIENT_LEFT);
      slots.get(request)?.();
    });
    slots.set(request, await lanes[lane].enter(networkOf(request.ip), gone.signal));
    if (isLarge(request)) await ownRound();
    if (gone.signal.aborted) slots.get(request)?.();
  });
  app.addHook('onSend', async (request) => slots.get(request)?.());
}

/** The admission of work within a call. Must be called once the limits of clients are set up. */
export function openAdmission(app: FastifyInstance, lanes: Lanes): Admission {
  const count = app.createRateLimit();
  return {
    room: new Room(),
    async charge(request, calls) {
      for (let i = 0; i < calls; i++) {
        const counted = await count(request);
        if (!counted.isAllowed && counted.isExceeded)
          throw new Problem(
            'too-many-requests',
            `Too many calls: each search of one call counts. Try again in ${counted.ttlInSeconds} seconds.`,
          );
      }
    },
    slot: (lane, request, signal) => lanes[lane].enterLater(networkOf(request.ip), signal),
  };
}

/** Checking a body takes about ten milliseconds for each hundred kilobytes. */
const LARGE_BODY = 16 << 10;
/** Large by its stated length, or of unknown length. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > LARGE_BODY;

export function laneOf({ routeOptions: { config, url } }: FastifyRequest): LaneName {
  return config.lane ?? (isOfService(url ?? '') ? 'other' : 'free');
}
