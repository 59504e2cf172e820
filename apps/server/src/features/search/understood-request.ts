// A search call with `understand=true`: the words of its query string are understood, as the portal
// does it.

import { freeText } from '@isobar/contract/search/free-text.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { LONGEST_WORDS } from '@isobar/query-language/bounds.ts';
import type { FastifyRequest } from 'fastify';
import { textOfBody, understoodBody } from '../../core/words/understood-body.ts';
import { understoodNotes } from '../../core/words/understood-notes.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { type ReadRequest, readRequest, refused } from './read-request.ts';

/** Understands the words of a text. */
export type Understand = (text: string) => Promise<Understood>;

export type UnderstoodRequest = ReadRequest & {
  /**
   * What was left out of the words or read into them; for callers that asked to have them
   * understood.
   */
  readonly notes: readonly string[];
};

/**
 * Throws SearchRefused as `readRequest` does, and for a call without a text that could be
 * understood.
 */
export async function understoodRequest(
  request: Pick<FastifyRequest, 'query' | 'params' | 'body'>,
  understand: Understand | undefined,
  only?: readonly string[],
): Promise<UnderstoodRequest> {
  const { understand: asked, ...query } = recordOf(request.query);
  const isTyped = asked !== undefined && isAsked(asked, understand);
  let typed: string | null = null;
  const { body, ...rest } = readRequest(
    { query, params: request.params, body: request.body },
    only,
    (given) => (isTyped ? withFreeText(given, (text) => (typed = text)) : given),
  );
  const { ext, ...plain } = body; // ours alone: no index is asked with it
  const read = { ...rest, body: plain, notes: [] };
  if (!understand || (asked !== undefined && !isTyped)) return read;
  if (!isTyped) {
    const isPlanned = ext && textOfBody(plain) !== null && isUnderstandable(ext.understand);
    return isPlanned ? understoodRead(read, await understand(ext.understand), only) : read;
  }
  if (!isUnderstandable(typed))
    throw refusal(
      `needs q, or a body whose query is a query_string, of up to ${LONGEST_WORDS} characters`,
    );
  const understood = await understand(typed);
  return { ...understoodRead(read, understood, only), notes: understoodNotes(understood) };
}

/**
 * The body with its text repaired to be one of the search language, as the portal does it: words
 * that are to be understood, such as 'W/m2' or 'winter 2019/20', need not be. `keep` gets the text
 * as typed.
 */
function withFreeText(body: unknown, keep: (typed: string) => void): unknown {
  const query = recordOf(recordOf(body).query);
  const { bool } = query;
  const repaired = (one: unknown): unknown => {
    const string = recordOf(recordOf(one).query_string);
    keep(String(string.query));
    return { query_string: { ...string, query: freeText(String(string.query)) } };
  };
  if (isText(query))
    return { ...recordOf(body), query: { ...query, ...recordOf(repaired(query)) } };
  const must = [recordOf(bool).must].flat();
  const at = must.findIndex(isText);
  if (at < 0) return body;
  const next = must.with(at, repaired(must[at]));
  return { ...recordOf(body), query: { ...query, bool: { ...recordOf(bool), must: next } } };
}

const isText = (query: unknown): boolean =>
  typeof recordOf(recordOf(query).query_string).query === 'string';

const isUnderstandable = (words: string | null): words is string =>
  words !== null && words.trim() !== '' && words.length <= LONGEST_WORDS;

function understoodRead(
  read: UnderstoodRequest,
  understood: Understood,
  only: readonly string[] | undefined,
): UnderstoodRequest {
  const { sort, ...rest } = understoodBody(read.body, understood);
  const sorted = sort !== undefined && (!only || only.includes('sort'));
  return { ...read, body: sorted ? { ...rest, sort } : rest };
}

function isAsked(value: unknown, understand: Understand | undefined): boolean {
  if (!understand) throw refusal('is taken by the metadata index only');
  if (value !== 'true' && value !== 'false' && value !== '')
    throw refusal(`expected true or false, got [${String(value)}]`);
  return value !== 'false';
}

const refusal = (reason: string) =>
  refused('illegal_argument_exception', { path: 'understand', reason });
