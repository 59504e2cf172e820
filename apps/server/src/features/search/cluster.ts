// The calls of a search cluster beside its searches, as official clients make them. Read only: whatever would write is told so.

import { clusterCall } from '@isobar/contract/calls/cluster-calls.ts';
import { SERVICES } from '@isobar/contract/calls/config.ts';
import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import { filterPath, filterPaths } from '@isobar/contract/search/filter-path.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describedAs } from '../../platform/describe-call.ts';
import type { LaneName } from '../../platform/door.ts';
import { networkOf } from '../../platform/network.ts';
import { recordOf } from '../../platform/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { addListing } from './cluster-listing.ts';
import { elsewhere, finder, readOnly } from './cluster-names.ts';
import {
  catReply,
  clusterHealth,
  countRows,
  healthRows,
  indexRows,
  productInfo,
  settingsOf,
} from './cluster-state.ts';
import type { Contexts } from './contexts.ts';
import { documentOf, explain, manyDocuments, sourceOf } from './documents.ts';
import { analyseText, fieldCaps, termsEnum, validate } from './field-calls.ts';
import { answerMany } from './many.ts';
import { markReplies } from './product.ts';
import { bodyOfGet, bodyText, checked, parseJson } from './read-request.ts';
import { JSON_TYPE, sendFailure } from './routes.ts';
import { nextPage, type Served, searchAtPoint } from './scroll.ts';
import { countSeveral, searchSeveral } from './several.ts';
import { whenTaken } from './turns.ts';

export interface ClusterFeature {
  /** In the order in which they are listed. */
  readonly served: readonly Served[];
  readonly contexts: Contexts;
  readonly version: string;
  /** What people see who come with a browser. */
  readonly page: () => Promise<string>;
}

const BODY_LIMIT = 1 << 20;

type Query = Readonly<Record<string, unknown>>;
type Act = (input: {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Parsed when it is looked at; undefined: there is none. */
  readonly body: () => unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}) => Promise<unknown> | unknown;

/** Adds the calls to the server, under /services and so under every other name of it. */
export function registerCluster(app: FastifyInstance, feature: ClusterFeature): void {
  const { served, contexts, version, page } = feature;
  const find = finder(served);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
    markReplies(scope);
    scope.addHook('preValidation', async (request) => {
      if (request.method === 'GET') request.body = await bodyOfGet(request);
    });
    const add = (
      methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[],
      path: string,
      summary: string,
      act: Act,
      lane: LaneName = 'other',
    ) => {
      const call = clusterCall({ method: methods, path, summary });
      scope.route({
        ...describedAs(call),
        bodyLimit: BODY_LIMIT,
        config: { call, lane },
        handler: async (request, reply) => {
          const body = once(() => {
            const text = bodyText(request);
            return text === '' ? undefined : parseJson(text);
          });
          const query = recordOf(request.query);
          const params = texts(recordOf(request.params));
          const answer = await act({ params, query, body, request, reply });
          if (reply.sent || answer === reply) return reply;
          const paths = typeof query.filter_path === 'string' ? filterPaths(query.filter_path) : [];
          return await reply.type(JSON_TYPE).send(filterPath({ ...recordOf(answer) }, paths));
        },
      });
    };
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
    const READ = ['GET', 'POST'] as const;

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
    add(READ, '/_field_caps', 'What can be asked for', ({ query, body }) =>
      fieldCaps(served, patternsOf(query, body())),
    );
    add(READ, '/_analyze', 'The words of a text', ({ body }) => analyseText(undefined, body()));

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
        'Forgets a scroll or a point in time',
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
    add(['DELETE'], '/_search/point_in_time/_all', 'Forgets all points in time', ({ request }) => {
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

    addListing(add, served, find);
    for (const one of served) addCalls(add, one, find.one);
    // `_all` looks like a call, and is a name.
    for (const path of ['/:index', '/_all']) {
      const of = ({ index = '_all' }: Readonly<Record<string, string>>, query: Query) =>
        find.forSearch(index, query);
      add(
        READ,
        `${path}/_search`,
        'Search several indexes: names, patterns, _all',
        ({ params, query, request }) => searchSeveral(of(params, query), request),
        'search',
      );
      add(
        READ,
        `${path}/_count`,
        'Count in several indexes',
        ({ params, query, request }) => countSeveral(of(params, query), request),
        'search',
      );
    }

    // What is none of all these: an index that is not here, several at once, something that writes.
    for (const path of [
      '/:api(^_.+$)',
      '/:api(^_.+$)/*',
      '/:index/:api(^_.+$)',
      '/:index/:api(^_.+$)/*',
    ])
      scope.route({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url: SERVICES + path,
        config: { lane: 'free', unlisted: true },
        handler: (request) => elsewhere(served, find, request),
      });
    scope.route<{ Params: { index: string } }>({
      method: ['PUT', 'DELETE'],
      url: `${SERVICES}/:index`,
      config: { lane: 'free', unlisted: true },
      handler: (request, reply) => {
        const { index } = request.params;
        // Under its own name /services holds others, which have no such call either.
        const isOthers =
          request.originalUrl === request.url && !served.some(({ name }) => name === index);
        if (isOthers) return reply.callNotFound();
        throw readOnly(index);
      },
    });
  });
}

/** Calls of one index. */
function addCalls(
  add: (
    methods: readonly ('GET' | 'POST')[],
    path: string,
    summary: string,
    act: Act,
    lane?: LaneName,
  ) => void,
  one: Served,
  find: (name: unknown) => Served,
): void {
  const READ = ['GET', 'POST'] as const;
  const at = (path: string) => `/${one.name}${path}`;
  const what = (words: string) => `${words} (${one.name})`;
  add(['GET'], at('/_doc/:id'), what('A document by its id'), async ({ params, query, reply }) => {
    const document = await documentOf(one, params.id ?? '', sourceIn(query));
    if (!document.found) reply.code(404);
    return document;
  });
  add(['GET'], at('/_source/:id'), what('A document alone'), ({ params, query }) =>
    sourceOf(one, params.id ?? '', sourceIn(query)),
  );
  add(READ, at('/_mget'), what('Documents by their ids'), ({ body }) =>
    manyDocuments(find, one.name, body()),
  );
  add(
    READ,
    at('/_explain/:id'),
    what('How well a query fits a document'),
    async ({ params, query, body, reply }) => {
      const told = await explain(one, params.id ?? '', queryOf(query, body()));
      if (told.explanation === undefined) reply.code(404);
      return told;
    },
  );
  add(READ, at('/_validate/query'), what('Whether a query is understood'), ({ query, body }) =>
    validate(
      one,
      () => queryOf(query, body(), true),
      query.explain !== undefined && query.explain !== 'false',
    ),
  );
  add(READ, at('/_field_caps'), what('What can be asked for'), ({ query, body }) =>
    fieldCaps([one], patternsOf(query, body())),
  );
  add(READ, at('/_terms_enum'), what('Values that begin with a text'), ({ body }) =>
    termsEnum(one, body()),
  );
  add(READ, at('/_analyze'), what('The words of a text'), ({ body }) => analyseText(one, body()));
  add(['GET'], at('/_settings'), what('Settings'), () => settingsOf(one.name));
}

/** `q` and its like, or a body with a query. */
function queryOf(query: Query, body: unknown, unchecked = false): SearchBody {
  if (typeof query.q === 'string') {
    const operator =
      query.default_operator === undefined ? {} : { default_operator: query.default_operator };
    return checked({ query: { query_string: { query: query.q, ...operator } } });
  }
  return unchecked ? ((body ?? {}) as SearchBody) : checked(body ?? {}, ['query']);
}

/** `_source`, `_source_includes` and `_source_excludes` of an address. */
function sourceIn(query: Query): SearchBody['_source'] {
  const list = (value: unknown) => (typeof value === 'string' ? value.split(',') : undefined);
  const { _source: source } = query;
  if (source === 'true' || source === 'false') return source === 'true';
  const includes = list(query._source_includes) ?? list(query._source_include) ?? list(source);
  const excludes = list(query._source_excludes) ?? list(query._source_exclude);
  if (!includes && !excludes) return undefined;
  return { ...(includes ? { includes } : {}), ...(excludes ? { excludes } : {}) };
}

function patternsOf(query: Query, body: unknown): string[] {
  const given = query.fields ?? recordOf(body).fields;
  return [given ?? []]
    .flat()
    .flatMap((text) => String(text).split(','))
    .slice(0, 1000);
}

/** The last key of a sort at a point in time may be its own; it is added anyway. */
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

function cat(reply: FastifyReply, rows: Parameters<typeof catReply>[0], query: Query) {
  const { type, body } = catReply(rows, query);
  return reply.type(type).send(body);
}

/** Those that are text, as the parts of an address all are. */
const texts = (all: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
