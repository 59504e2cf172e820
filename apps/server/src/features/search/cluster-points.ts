// Scrolls and points in time: pages of one search that follow one another, opened, turned and
// forgotten.

import type { FastifyReply } from 'fastify';
import { networkOf } from '../../platform/admission/network.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { type Add, READ } from './cluster-adder.ts';
import type { Finder } from './cluster-names.ts';
import type { Contexts } from './contexts.ts';
import { JSON_TYPE } from './product.ts';
import { checked } from './read-request.ts';
import { nextPage, type Served, searchAtPoint } from './scroll.ts';
import { whenTaken } from './slots.ts';

export function addPoints(
  add: Add,
  contexts: Contexts,
  served: readonly Served[],
  find: Finder,
): void {
  add(
    READ,
    '/_search/scroll',
    'The next page of a scroll',
    async ({ query, body, request, reply }) => {
      const given = { ...query, ...recordOf(body()) };
      const page = await nextPage(
        contexts,
        find.one,
        String(given.scroll_id),
        given.scroll ?? undefined,
        request,
      );
      return await send(reply, page);
    },
    'search',
  );
  add(
    READ,
    '/_search/scroll/:scroll_id',
    'The next page of a scroll',
    async ({ params, query, body, request, reply }) => {
      const { scroll } = { ...query, ...recordOf(body()) };
      return await send(
        reply,
        await nextPage(contexts, find.one, params.scroll_id ?? '', scroll ?? undefined, request),
      );
    },
    'search',
  );
  for (const path of [
    '/_search/scroll',
    '/_search/scroll/:scroll_id',
    '/_search/point_in_time',
    '/_pit',
  ])
    add(
      ['DELETE'],
      path,
      'Closes a scroll or a point in time',
      ({ params, body, request, reply }) => {
        const given = recordOf(body());
        const ids = [given.scroll_id ?? given.id ?? given.pit_id ?? params.scroll_id ?? []]
          .flat()
          .map(String);
        const all = ids.includes('_all');
        const closed = all ? contexts.closeAll(networkOf(request.ip)) : contexts.close(ids);
        if (closed === 0 && !all) reply.code(404);
        const pits = ids.map((pit_id) => ({ pit_id, successful: closed > 0 }));
        return { succeeded: true, num_freed: closed, ...(path.endsWith('time') ? { pits } : {}) };
      },
    );
  add(['DELETE'], '/_search/point_in_time/_all', 'Closes all points in time', ({ request }) => {
    const num_freed = contexts.closeAll(networkOf(request.ip));
    return { succeeded: true, num_freed, pits: [] };
  });
  for (const path of ['/:index/_pit', '/:index/_search/point_in_time'])
    add(['POST'], path, 'Opens a point in time', ({ params, query, request }) => {
      const { name } = find.one(params.index);
      const id = contexts.open(name, null, query.keep_alive, networkOf(request.ip));
      const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };
      return path.endsWith('_pit')
        ? { id, _shards: shards }
        : { pit_id: id, _shards: shards, creation_time: Date.now() };
    });
  add(
    READ,
    '/_search',
    'Search at a point in time',
    async ({ body, request, reply }) => {
      const { pit, ...rest } = recordOf(body());
      const { id, keep_alive: keepAlive } = recordOf(pit);
      if (pit === undefined)
        throw new SearchRefused(
          400,
          'illegal_argument_exception',
          `name an index: ${served.map(({ name }) => name).join(', ')}`,
        );
      const point = { id, keepAlive: keepAlive ?? undefined };
      return await send(
        reply,
        await searchAtPoint(contexts, find.one, point, () => checked(withoutTie(rest)), request),
      );
    },
    'search',
  );
}

/**
 * The body without `_shard_doc` among its sort keys, which clients may send at a point in time: a
 * tie-breaker is always added here.
 */
function withoutTie(body: Record<string, unknown>): Record<string, unknown> {
  const { sort } = body;
  if (!Array.isArray(sort)) return body;
  const isTie = (key: unknown) =>
    key === '_shard_doc' || Object.hasOwn(recordOf(key), '_shard_doc');
  const kept = sort.filter((key) => !isTie(key));
  const { sort: _, ...rest } = body;
  return { ...rest, sort: kept.length > 0 ? kept : ['_doc'] };
}

async function send(reply: FastifyReply, { text, gone }: { text: Uint8Array; gone: () => void }) {
  whenTaken(reply, gone);
  return await reply.type(JSON_TYPE).send(Buffer.from(text.buffer, text.byteOffset, text.length));
}
