// A search of several indexes in one call: each is asked alone, and what they found is put into one
// order.

import type { Hit, SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { filterPath } from '@isobar/search-engine/language/filter-path.ts';
import type { FastifyRequest } from 'fastify';
import { recordOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { failureOf } from './failure.ts';
import { readRequest } from './read-request.ts';
import { shaped, takeShape } from './reply-shape.ts';
import type { Served } from './scroll.ts';
import { withSlot } from './slots.ts';

/** Hits that each index gives at most: all of them are held to be put in order. */
const MOST_HITS = 1000;
/** What holds for one index only; counts of several cannot be added up exactly. */
const OF_ONE = ['aggs', 'aggregations', 'collapse', 'suggest', 'rescore'] as const;

/**
 * Statuses of failures that are only listed in the reply: the index has no such field, or the
 * search took too long there.
 */
const TOLD: readonly number[] = [400, 408];

type Failure = { readonly index: string; readonly cause: unknown };

/**
 * Answers as a cluster does: an index that cannot answer (for instance, it has no such field) is
 * listed under `_shards.failures`, and the others are answered. Throws SearchRefused if none can
 * answer, and the error of request admission if the client has used up its share.
 */
export async function searchSeveral(
  found: readonly Served[],
  request: FastifyRequest,
): Promise<object> {
  const { shape, rest } = takeShape(recordOf(request.query));
  const { params, body: posted } = request;
  const { body, filterPath: paths } = readRequest({ query: rest, params, body: posted });
  for (const part of OF_ONE)
    if (Object.hasOwn(body, part))
      throw refused(`[${part}] is answered for one index at a time; _msearch asks several`);
  const { from = 0, size = 10 } = body;
  if (from + size > MOST_HITS)
    throw refused(`from and size of several indexes reach to ${MOST_HITS} together`);
  const started = performance.now();
  const asked = { ...body, from: 0, size: from + size };
  const { answers, failures } = await ask(found, asked, request);
  const hits = answers.flatMap(({ hits }) => hits.hits).sort(orderOf(body.sort));
  const scores = answers.map(({ hits: { max_score } }) => max_score ?? Number.NEGATIVE_INFINITY);
  const best = Math.max(...scores, Number.NEGATIVE_INFINITY);
  const totals = answers.flatMap(({ hits: { total } }) => total ?? []);
  const isExact = totals.every(({ relation }) => relation === 'eq');
  const value = totals.reduce((sum, total) => sum + total.value, 0);
  const reply = {
    took: Math.round(performance.now() - started),
    timed_out: answers.some(({ timed_out: late }) => late),
    _shards: shards(found.length, failures),
    hits: {
      ...(totals.length > 0 || found.length === 0
        ? { total: { value, relation: isExact ? 'eq' : 'gte' } }
        : {}),
      max_score: Number.isFinite(best) ? best : null,
      hits: hits.slice(from, from + size),
    },
  };
  const told = shape ? shaped(reply, shape, body, {}) : reply;
  return filterPath(recordOf(told), paths);
}

/** How many documents of all of them a query finds. */
export async function countSeveral(
  found: readonly Served[],
  request: FastifyRequest,
): Promise<object> {
  const { body, filterPath: paths } = readRequest(request, ['query']);
  const asked = { ...body, size: 0, track_total_hits: true } as const;
  const { answers, failures } = await ask(found, asked, request);
  const count = answers.reduce((sum, { hits }) => sum + (hits.total?.value ?? 0), 0);
  return filterPath({ count, _shards: shards(found.length, failures) }, paths);
}

/** One after the other: one call has no more of the machine than another. */
async function ask(found: readonly Served[], body: SearchBody, request: FastifyRequest) {
  const [first] = found;
  await first?.slots?.charge(request, found.length - 1);
  const left = new AbortController();
  request.raw.once(
    'close',
    () => request.raw.destroyed && left.abort(new Error('The client left.')),
  );
  const answers: SearchReply[] = [];
  const failures: Failure[] = [];
  for (const { name, index, slots } of found) {
    try {
      const act = () => index.search(name, body);
      const { done, gone } = await withSlot(slots, body, request, left.signal, act);
      gone();
      answers.push(done);
    } catch (cause) {
      if (!(cause instanceof SearchRefused) || !TOLD.includes(cause.status)) throw cause;
      failures.push({ index: name, cause });
    }
  }
  if (answers.length === 0 && failures[0]) throw failures[0].cause;
  return { answers, failures };
}

const shards = (total: number, failures: readonly Failure[]) => ({
  total,
  successful: total - failures.length,
  skipped: 0,
  failed: failures.length,
  ...(failures.length > 0
    ? {
        failures: failures.map(({ index, cause }) => {
          const { type, reason } = failureOf(cause).error;
          return { shard: 0, index, reason: { type, reason } };
        }),
      }
    : {}),
});

/**
 * By the values that hits were sorted by, as far as they can be compared; else by score, best
 * first.
 */
function orderOf(sort: SearchBody['sort']): (a: Hit, b: Hit) => number {
  const keys = [sort ?? []].flat();
  if (keys.length === 0) return (a, b) => (b._score ?? 0) - (a._score ?? 0);
  const signs = keys.map((key) => (isDescending(key) ? -1 : 1));
  return (a, b) => {
    for (const [place, sign] of signs.entries()) {
      const [x, y] = [a.sort?.[place] ?? null, b.sort?.[place] ?? null];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      if (typeof x === typeof y) return (x < y ? -1 : 1) * sign;
      return typeof x < typeof y ? -1 : 1;
    }
    return 0;
  };
}

function isDescending(key: unknown): boolean {
  if (typeof key === 'string') return key === '_score';
  const [[field, how] = ['', undefined]] = Object.entries(recordOf(key));
  const order = typeof how === 'object' && how !== null ? Reflect.get(how, 'order') : how;
  return order === undefined ? field === '_score' : order === 'desc';
}

const refused = (reason: string) => new SearchRefused(400, 'illegal_argument_exception', reason);
