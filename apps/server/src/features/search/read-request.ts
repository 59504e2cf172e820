// What a search call asks for: address and body together, checked against the search language.

import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';
import type { FastifyRequest } from 'fastify';
import { recordOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { demandProblem, documentsWanted } from './demand.ts';
import { addressedSearch } from './uri-parameters.ts';

export type ReadRequest = {
  readonly body: SearchBody;
  /** Which parts of the reply are wanted; none: all. */
  readonly filterPath: readonly string[];
};

/**
 * Throws SearchRefused with the place and the reason. `only`: the parts of a body that the call
 * takes; `prepared`: what the body becomes before it is checked.
 */
export function readRequest(
  request: Pick<FastifyRequest, 'query' | 'params' | 'body'>,
  only?: readonly string[],
  prepared: (body: unknown) => unknown = (body) => body,
): ReadRequest {
  const text = bodyText(request);
  const parameters = { ...recordOf(request.query), ...queryInPath(request) };
  const search = addressedSearch(parameters, text === '' ? undefined : parseJson(text));
  if (!search.ok) throw refused('illegal_argument_exception', search.problem);
  return { body: checked(prepared(search.body), only, 'words too'), filterPath: search.filterPath };
}

/**
 * Throws SearchRefused if the address has parameters of a search, which this call would otherwise
 * ignore.
 */
export function withoutParameters(request: FastifyRequest): void {
  const search = addressedSearch(recordOf(request.query), undefined);
  if (!search.ok) throw refused('illegal_argument_exception', search.problem);
  const given = search.filterPath.length > 0 ? 'filter_path' : Object.keys(search.body ?? {})[0];
  if (given === undefined) return;
  const reason = 'is not taken by this call; say it in the bodies';
  throw refused('illegal_argument_exception', { path: given, reason });
}

/**
 * Checks a body that came as JSON, including how much it asks for. Throws SearchRefused, also for
 * words to be understood (`ext`) in a call that would ignore them.
 */
export function checked(
  input: unknown,
  only?: readonly string[],
  takes: 'plain bodies' | 'words too' = 'plain bodies',
): SearchBody {
  const parsed = parseSearchBody(input);
  if (!parsed.ok) throw refused('parsing_exception', parsed.problem);
  const parts = Object.keys(parsed.body).filter((part) => part !== 'ext' || takes !== 'words too');
  const other = parts.find((part) => part === 'ext' || (only && !only.includes(part)));
  if (other)
    throw refused('parsing_exception', { path: other, reason: 'is not taken by this call' });
  const tooMuch = demandProblem(documentsWanted(parsed.body));
  if (tooMuch) throw refused('illegal_argument_exception', tooMuch);
  return parsed.body;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `the body is no JSON: ${error instanceof Error ? error.message : error}`;
    throw new SearchRefused(400, 'parse_exception', reason, { cause: error });
  }
}

export const bodyText = (request: Pick<FastifyRequest, 'body'>): string =>
  typeof request.body === 'string' ? request.body.trim() : '';

/** {epochs}/epoch_code:"X": what stands behind the service's address is the query. */
function queryInPath(request: Pick<FastifyRequest, 'params'>): { q?: string } {
  const rest = recordOf(request.params)['*']; // only the last route has it
  if (typeof rest !== 'string') return {};
  const q = rest.replace(/^_search\//, '');
  if (!q.includes(':') || q.startsWith('_'))
    throw new SearchRefused(404, 'resource_not_found_exception', `there is nothing at [${rest}]`);
  return { q };
}

export function refused(
  type: string,
  { path, reason }: { path: string; reason: string },
): SearchRefused {
  return new SearchRefused(400, type, path === '' ? reason : `[${path}] ${reason}`);
}
