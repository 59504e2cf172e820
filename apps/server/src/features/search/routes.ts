// The search services: each with _search, _count, _msearch and _mapping, as search clusters answer
// them.
import { clusterCall } from '@isobar/contract/calls/cluster-calls.ts';
import { filterPath } from '@isobar/search-engine/language/filter-path.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import { isKnown } from '../../platform/replies/etag.ts';
import { CLIENT_LEFT } from '../../platform/replies/problem-reply.ts';
import { sendNotes } from '../../platform/replies/send-notes.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import type { Contexts } from './contexts.ts';
import { SEARCH_DIALECT } from './dialect.ts';
import { describeItself, isDescriptionRequested } from './index-description.ts';
import { answerMany } from './many.ts';
import { mappingReply } from './mapping-reply.ts';
import { JSON_TYPE } from './product.ts';
import { readRequest } from './read-request.ts';
import { shapedText, takeShape } from './reply-shape.ts';
import { beginScroll, type Served } from './scroll.ts';
import { roomFor, type Slots, whenTaken } from './slots.ts';
import { tagOf, tagOfReply } from './tag.ts';
import { type Understand, understoodRequest } from './understood-request.ts';

export type SearchFeature = {
  readonly index: SearchReader;
  /** Names of the indexes that are served. */
  readonly indexes: readonly string[];
  /** Absent: everybody is let in at once. */
  readonly slots?: Slots;
  /** Scrolls that are open; absent: there are none. */
  readonly contexts?: Contexts;
  /** Understands the words of a text (`understand=true`), where the index has a vocabulary. */
  readonly understand?: { readonly index: string; readonly words: Understand };
};

/** Longest request body, in bytes. */
const BODY_LIMIT = 1 << 20;

/** Adds the calls of every index. Failures have the search service's own form. */
export function registerSearch<S>(
  http: Http<S>,
  { index, indexes, slots, contexts, understand }: SearchFeature,
): void {
  for (const name of indexes) {
    const words = understand?.index === name ? understand.words : undefined;
    addCalls(http, index, name, { slots, contexts, words });
  }
}

type Ways = {
  readonly slots: Slots | undefined;
  readonly contexts: Contexts | undefined;
  readonly words: Understand | undefined;
};
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function addCalls<S>(
  http: Http<S>,
  index: SearchReader,
  name: string,
  { slots, contexts, words }: Ways,
): void {
  const rules = {
    bodyLimit: BODY_LIMIT,
    dialect: SEARCH_DIALECT,
    ...(slots ? { lane: slots.lane } : {}),
  };
  const add = (method: 'GET' | 'POST', path: string, what: string, handle: Handler) =>
    http.route(
      clusterCall({ method, path: `/${name}${path}`, summary: `${what} (${name})` }),
      async ({ request, reply }) => await handle(request, reply),
      rules,
    );
  const served: Served = { name, index, slots };
  const search: Handler = (request, reply) =>
    isScroll(request) && contexts
      ? answerScroll(contexts, served, request, reply)
      : answerSearch(index, name, request, reply, { slots, words });
  const itself: Handler = async (request, reply) =>
    isDescriptionRequested(request)
      ? reply.type(JSON_TYPE).send(await describeItself(served, request))
      : search(request, reply);
  const count: Handler = (request, reply) => answerCount(index, name, request, reply, words);
  for (const method of ['GET', 'POST'] as const) {
    add(method, '', 'Search', itself);
    add(method, '/_search', 'Search', search);
    add(method, '/_count', 'Count what a query finds', count);
    add(method, '/_msearch', 'Several searches at once', async (request, reply) =>
      reply.type(JSON_TYPE).send(await answerMany(() => served, name, request)),
    );
  }
  add('GET', '/_mapping', 'The fields of the index', () => mappingReply(index, name));
  add('GET', '/*', 'Search by field:value in the address', itself);
}

const isScroll = ({ query }: FastifyRequest): boolean => Object.hasOwn(recordOf(query), 'scroll');

async function answerScroll(
  contexts: Contexts,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { scroll, ...query } = recordOf(request.query);
  const { body } = readRequest({ query, body: request.body, params: request.params });
  const { text, gone } = await beginScroll(contexts, served, body, scroll, request);
  whenTaken(reply, gone);
  return reply.type(JSON_TYPE).send(Buffer.from(text.buffer, text.byteOffset, text.length));
}

async function answerSearch(
  index: SearchReader,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { slots, words }: Omit<Ways, 'contexts'>,
) {
  const { shape, rest } = takeShape(recordOf(request.query));
  const asked = { query: rest, params: request.params, body: request.body };
  const { body, filterPath: paths, notes } = await understoodRequest(asked, words);
  warnOf(reply, notes);
  const version = index.version(name);
  const isGet = request.method === 'GET';
  const tag = isGet && !shape ? tagOf(version, body, paths) : null;
  if (tag && knows(tag, request, reply)) return reply.code(304).send();
  const left = new AbortController();
  reply.raw.once('close', () => left.abort(CLIENT_LEFT));
  const gone = await roomFor(slots, body, request, left.signal);
  whenTaken(reply, gone);
  const text = await index.searchText(name, body, { filterPath: paths });
  if (shape) {
    const other = shapedText(text, shape, body, await index.mapping(name));
    return reply.type(JSON_TYPE).send(Buffer.from(other));
  }
  const late = isGet && version === undefined ? tagOfReply(text, body) : null;
  if (late && knows(late, request, reply)) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(Buffer.from(text.buffer, text.byteOffset, text.length));
}

/**
 * `X-Isobar-Notes`, and as warnings that the official search clients pass on (`Warning: 299`, RFC
 * 7234).
 */
function warnOf(reply: FastifyReply, notes: readonly string[]): void {
  sendNotes(reply, notes);
  if (notes.length === 0) return;
  const warnings = notes.map((note) => {
    const text = note.slice(0, LONGEST_WARNING).replace(/[^\x20-\x7e]|["\\]/g, '?');
    return `299 Isobar "${text}"`;
  });
  reply.header('warning', warnings.slice(0, MOST_WARNINGS).join(', '));
}

const LONGEST_WARNING = 300;
const MOST_WARNINGS = 5;

/** Tags the reply; whether the client has it already. */
function knows(tag: string, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('etag', tag).header('cache-control', 'no-cache');
  return isKnown(tag, request.headers['if-none-match']);
}

async function answerCount(
  index: SearchReader,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  words: Understand | undefined,
) {
  const { body, filterPath: paths, notes } = await understoodRequest(request, words, ['query']);
  warnOf(reply, notes);
  const found = await index.search(name, { ...body, size: 0, track_total_hits: true });
  const counted = { count: found.hits.total?.value, _shards: found._shards };
  return reply.type(JSON_TYPE).send(filterPath(counted, paths));
}
