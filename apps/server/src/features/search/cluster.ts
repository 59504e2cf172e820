// The calls of a search cluster other than its searches, as official clients make them. Read only:
// calls that would write are refused.

import { clusterCall } from '@isobar/contract/calls/cluster-calls.ts';
import { fitsPattern } from '@isobar/search-engine/language/name-pattern.ts';
import type { FastifyReply } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import { type Add, adder, type Query, READ } from './cluster-adder.ts';
import { addIndexCalls } from './cluster-index-calls.ts';
import { addListing } from './cluster-listing.ts';
import { elsewhere, type Finder, finder, readOnly } from './cluster-names.ts';
import { addPoints } from './cluster-points.ts';
import {
  catReply,
  clusterHealth,
  countRows,
  healthRows,
  indexRows,
  productInfo,
} from './cluster-state.ts';
import type { Contexts } from './contexts.ts';
import { SEARCH_DIALECT } from './dialect.ts';
import { manyDocuments } from './documents.ts';
import { analyseText, fieldCaps, patternsOf } from './field-calls.ts';
import { describeIndexes } from './index-description.ts';
import { answerMany } from './many.ts';
import { JSON_TYPE } from './product.ts';
import type { Served } from './scroll.ts';
import { countSeveral, searchSeveral } from './several.ts';

export interface ClusterFeature {
  /** The served indexes, in the order in which they are listed. */
  readonly served: readonly Served[];
  readonly contexts: Contexts;
  readonly version: string;
  /** What users of a browser see. */
  readonly page: () => Promise<string>;
}

/** Adds the calls to the server, under /services and so under every other name of it. */
export function registerCluster<S>(http: Http<S>, feature: ClusterFeature): void {
  const { served, contexts } = feature;
  const find = finder(served);
  const add = adder(http);
  addState(add, feature, find);
  addForAll(add, served, find);
  addPoints(add, contexts, served, find);
  addListing(add, served, find);
  for (const one of served) addIndexCalls(add, one, find.one);
  addSeveral(add, find);
  refuseTheRest(http, served, find);
}

/** What speaks here, how it is, and its indexes as tables. */
function addState(add: Add, { served, version, page }: ClusterFeature, find: Finder): void {
  add(
    ['GET'],
    '',
    'What speaks here; a page for people',
    async ({ request, reply }) =>
      request.headers.accept?.includes('text/html')
        ? await reply
            .header('vary', 'Accept, Accept-Encoding')
            .type('text/html; charset=utf-8')
            .send(await page())
        : productInfo(version),
    'free',
  );
  add(['GET'], '/_cluster/health', 'Health', () => clusterHealth(served.length), 'free');
  add(['GET'], '/_cluster/health/:index', 'Health', () => clusterHealth(1), 'free');
  for (const path of ['/_cat/indices', '/_cat/indices/:index'])
    add(['GET'], path, 'The indexes as a table', async ({ params, query, reply }) =>
      cat(reply, await indexRows(params.index ? find.all(params.index) : served), query),
    );
  add(['GET'], '/_cat/health', 'Health as a table', ({ query, reply }) =>
    cat(reply, healthRows(served.length), query),
  );
  // Clients of version 9.5 post it.
  for (const path of ['/_cat/count', '/_cat/count/:index'])
    add(READ, path, 'Documents as a table', async ({ params, query, reply }) => {
      const rows = await indexRows(params.index ? find.all(params.index) : served);
      const count = rows.reduce((sum, row) => sum + Number(row['docs.count'] ?? 0), 0);
      return cat(reply, countRows(count), query);
    });
}

/** Calls that name their indexes in the body, or none. */
function addForAll(add: Add, served: readonly Served[], find: Finder): void {
  add(
    READ,
    '/_msearch',
    'Several searches of several indexes',
    async ({ request, reply }) =>
      reply.type(JSON_TYPE).send(await answerMany(find.one, undefined, request)),
    'search',
  );
  add(READ, '/_mget', 'Documents by their ids', ({ body }) =>
    manyDocuments(find.one, undefined, body()),
  );
  add(READ, '/_field_caps', 'Capabilities of the fields', ({ query, body }) =>
    fieldCaps(served, patternsOf(query, body())),
  );
  add(READ, '/_analyze', 'The words of a text', ({ body }) => analyseText(undefined, body()));
}

function addSeveral(add: Add, find: Finder): void {
  // `_all` looks like the name of a call, but it is the name of an index.
  for (const path of ['/:index', '/_all']) {
    const of = ({ index = '_all' }: Readonly<Record<string, string>>, query: Query) =>
      find.forSearch(index, query);
    add(
      READ,
      `${path}/_search`,
      'Search several indexes: names, patterns, _all',
      ({ params, query, request }) => searchSeveral(of(params, query), request),
      // each of its searches takes a place: one that held two would keep others out, or wait for
      // itself
      'other',
    );
    add(
      READ,
      `${path}/_count`,
      'Count in several indexes',
      ({ params, query, request }) => countSeveral(of(params, query), request),
      'other',
    );
  }
}

/** What is none of all these: an index that is not here, several at once, something that writes. */
function refuseTheRest<S>(http: Http<S>, served: readonly Served[], find: Finder): void {
  const rules = { lane: 'free', unlisted: true, dialect: SEARCH_DIALECT } as const;
  const method = ['GET', 'POST', 'PUT', 'DELETE'] as const;
  for (const path of [
    '/:api(^_.+$)',
    '/:api(^_.+$)/*',
    '/:index/:api(^_.+$)',
    '/:index/:api(^_.+$)/*',
  ])
    http.route(
      clusterCall({ method, path, summary: 'Refuses what no call answers' }),
      async ({ request }) => elsewhere(served, find, request),
      rules,
    );
  http.route(
    clusterCall({
      method: ['GET', 'PUT', 'DELETE'],
      path: '/:index',
      summary: 'Describes indexes',
    }),
    async ({ params: { index = '' }, query, request, reply }) => {
      // Under its own name, /services also has other services, and this address belongs to none of
      // them.
      const isOthers =
        request.originalUrl === request.url &&
        !served.some(({ name }) => index.split(',').some((one) => fitsPattern(one, name)));
      if (isOthers) return reply.callNotFound();
      if (request.method !== 'GET' && request.method !== 'HEAD') throw readOnly(index);
      const told = await describeIndexes(find.forSearch(index, query), query);
      return reply.type(JSON_TYPE).send(told);
    },
    rules,
  );
}

function cat(reply: FastifyReply, rows: Parameters<typeof catReply>[0], query: Query) {
  const { type, body } = catReply(rows, query);
  return reply.type(type).send(body);
}
