// Which indexes a call names, and the errors for calls that name none, several, or something to
// write.

import type { FastifyRequest } from 'fastify';
import { recordOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import type { Served } from './scroll.ts';

export interface Finder {
  /** One index by its name, or by a pattern that only it fits. */
  one(name: unknown): Served;
  all(names: string): readonly Served[];
  /**
   * The indexes that a search names: a pattern may match none, and with `ignore_unavailable` names
   * without an index are skipped.
   */
  forSearch(names: string, query: Readonly<Record<string, unknown>>): readonly Served[];
}

export function finder(served: readonly Served[]): Finder {
  const chosen = (names: string) => {
    const wanted = names.split(',').slice(0, 100);
    const found = served.filter(({ name }) =>
      wanted.some((want) => want === name || want === '_all' || fits(want, name)),
    );
    const absent = wanted.find(
      (want) => !/[*]|^_all$/.test(want) && !served.some(({ name }) => name === want),
    );
    return { found, absent };
  };
  const all = (names: string): Served[] => {
    const { found, absent } = chosen(names);
    if (absent !== undefined || found.length === 0) throw noSuchIndex(absent ?? names);
    return found;
  };
  return {
    all,
    forSearch(names, query) {
      const { found, absent } = chosen(names);
      const isOn = (name: string) => ['', 'true'].includes(String(query[name] ?? 'false'));
      if (absent !== undefined && !isOn('ignore_unavailable')) throw noSuchIndex(absent);
      if (found.length === 0 && query.allow_no_indices === 'false') throw noSuchIndex(names);
      return found;
    },
    one(name) {
      const [first, second] = all([name].flat().map(String).join(','));
      if (first && !second) return first;
      throw new SearchRefused(
        400,
        'illegal_argument_exception',
        `this call is for one index at a time, not [${String(name).slice(0, 200)}]; _search and _count take several`,
      );
    },
  };
}

const fits = (pattern: string, name: string): boolean => {
  if (!pattern.includes('*')) return false;
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = name.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return at <= name.length - last.length;
};

const noSuchIndex = (name: string): SearchRefused =>
  new SearchRefused(404, 'index_not_found_exception', `no such index [${name.slice(0, 200)}]`);

export const readOnly = (what: string): SearchRefused =>
  new SearchRefused(
    403,
    'cluster_block_exception',
    `[${what.slice(0, 200)}] blocked by: [FORBIDDEN/8/index write (api)]; these indexes are made from the archive and are read only`,
  );

/** What only reads though it is posted. */
const READING =
  /^_(search|count|msearch|mget|field_caps|explain|validate|analyze|terms_enum|pit|cat|cluster|source|mapping|doc|search_shards|termvectors|mtermvectors|rank_eval|render|sql|ppl|eql|knn_search|resolve|stats)$/;

/**
 * Refuses what no call answers: an index that is not here, several at once, anything that writes.
 * Throws SearchRefused.
 */
export function elsewhere(served: readonly Served[], find: Finder, request: FastifyRequest): never {
  const params = recordOf(request.params);
  const index = params.index === undefined ? undefined : String(params.index);
  const api = String(params.api ?? '');
  const isReading =
    request.method === 'GET' ||
    request.method === 'HEAD' ||
    (request.method === 'POST' && READING.test(api) && api !== '_doc' && api !== '_mapping');
  if (!isReading) throw readOnly(index ?? api);
  if (index !== undefined) {
    const { name } = find.one(index);
    if (!served.some((one) => one.name === index))
      throw new SearchRefused(
        400,
        'illegal_argument_exception',
        `[${index}] is called [${name}] here`,
      );
  }
  throw new SearchRefused(
    400,
    'illegal_argument_exception',
    `no handler found for uri [${request.originalUrl.slice(0, 200)}] and method [${request.method}]`,
  );
}
