// Pages of a search that follow one another: `_search?scroll=`, `_search/scroll`, and searches at a
// point in time.
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/admission/network.ts';
import { CLIENT_LEFT } from '../../platform/replies/problem-reply.ts';
import { type SearchReader, SearchRefused } from '../../ports/search-index.ts';
import type { Contexts } from './contexts.ts';
import { roomFor, type Slots } from './slots.ts';

/** An index and how its searches are let in. */
export interface Served {
  readonly name: string;
  readonly index: SearchReader;
  readonly slots: Slots | undefined;
}

type Page = { readonly text: Uint8Array; readonly gone: () => void };
type Sort = NonNullable<SearchBody['sort']>;

/** Begins a scroll and answers its first page. Throws SearchRefused for what cannot be scrolled. */
export async function beginScroll(
  contexts: Contexts,
  served: Served,
  body: SearchBody,
  keepAlive: unknown,
  request: FastifyRequest,
): Promise<Page> {
  const wrong = ['from', 'search_after', 'collapse', 'aggs', 'aggregations'] as const;
  const other = wrong.find((part) => body[part] !== undefined && body[part] !== 0);
  if (other) throw refused(`[${other}] is not taken in a scroll context`);
  if (body.size === 0) throw refused('[size] cannot be [0] in a scroll context');
  const { from: _, ...rest } = body;
  const paged = { ...rest, sort: await settledSort(served, body.sort) };
  const id = contexts.open(served.name, paged, keepAlive, networkOf(request.ip));
  return await pageOf(contexts, served, id, paged, request);
}

/** The page after the last one. */
export async function nextPage(
  contexts: Contexts,
  serve: (name: string) => Served,
  id: string,
  keepAlive: unknown,
  request: FastifyRequest,
): Promise<Page> {
  const { index, body } = contexts.find(id, keepAlive);
  if (!body) throw refused(`[${id}] is a point in time, no scroll`);
  return await pageOf(contexts, serve(index), id, body, request);
}

async function pageOf(
  contexts: Contexts,
  served: Served,
  id: string,
  body: SearchBody,
  request: FastifyRequest,
): Promise<Page> {
  const page = await search(served, body, request);
  contexts.advance(id, lastSort(page.text));
  return { ...page, text: withMember(page.text, '_scroll_id', id) };
}

/**
 * A search in the index of a point in time; its hits are sorted so that the next page can begin
 * after the last one.
 */
export async function searchAtPoint(
  contexts: Contexts,
  serve: (name: string) => Served,
  point: { readonly id: unknown; readonly keepAlive: unknown },
  read: () => SearchBody,
  request: FastifyRequest,
): Promise<Page> {
  const { index, body: isScroll } = contexts.find(point.id, point.keepAlive);
  if (isScroll) throw refused('this id is that of a scroll');
  const served = serve(index);
  const body = read();
  const sort = await settledSort(served, body.sort);
  const page = await search(served, { ...body, sort }, request);
  return { ...page, text: withMember(page.text, 'pit_id', String(point.id)) };
}

async function search(
  { name, index, slots }: Served,
  body: SearchBody,
  request: FastifyRequest,
): Promise<Page> {
  const left = new AbortController();
  request.raw.once('aborted', () => left.abort(CLIENT_LEFT));
  const gone = await roomFor(slots, body, request, left.signal);
  try {
    return { text: await index.searchText(name, body), gone };
  } catch (error) {
    gone();
    throw error;
  }
}

/** Equal hits are ordered by their ids, so that a page begins where the one before ended. */
async function settledSort({ name, index }: Served, given: SearchBody['sort']): Promise<Sort> {
  const tie = await identityOf(name, index);
  const keys = given === undefined ? [{ _score: 'desc' as const }] : [given].flat();
  const nameOf = (key: (typeof keys)[number]) =>
    typeof key === 'string' ? key : Object.keys(key)[0];
  const asked = keys.filter((key) => !['_doc', '_shard_doc'].includes(nameOf(key) ?? ''));
  const open = tie.filter((key) => !asked.some((one) => nameOf(one) === Object.keys(key)[0]));
  return [...asked, ...open] as Sort; // parts of a sort that was checked, and fields
}

async function identityOf(name: string, index: SearchReader): Promise<Record<string, 'asc'>[]> {
  const mapping = await index.mapping(name);
  for (const fields of [['id'], ['file_name', 'datastream']]) {
    const keys = fields.map((field) => {
      const type = Object.hasOwn(mapping, field) ? mapping[field]?.type : undefined;
      return type === 'text' ? `${field}.keyword` : type === 'keyword' ? field : null;
    });
    if (keys.every((key) => key !== null)) return keys.map((key) => ({ [key]: 'asc' as const }));
  }
  throw refused(`[${name}] cannot be paged; name a datastream and a month`);
}

/**
 * The sort values of the last hit, read from the bytes of the reply, so that ten thousand hits need
 * not be parsed for them.
 */
export function lastSort(text: Uint8Array): SearchBody['search_after'] | undefined {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  const at = bytes.lastIndexOf('"sort":[');
  if (at < 0) return undefined;
  const from = at + '"sort":'.length;
  // A list of texts, numbers and null: it ends at the first bracket outside of a text.
  let inText = false;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === BACKSLASH && inText) i++;
    else if (byte === QUOTE) inText = !inText;
    else if (byte === CLOSING && !inText)
      return JSON.parse(bytes.toString('utf8', from, i + 1)) as NonNullable<
        SearchBody['search_after']
      >; // the engine wrote it
  }
  return undefined;
}

const QUOTE = 34;
const CLOSING = 93;
const BACKSLASH = 92;

function withMember(text: Uint8Array, name: string, value: string): Uint8Array {
  const member = Buffer.from(`{${JSON.stringify(name)}:${JSON.stringify(value)},`);
  return Buffer.concat([member, text.subarray(1)]);
}

const refused = (reason: string): SearchRefused =>
  new SearchRefused(400, 'illegal_argument_exception', reason);
