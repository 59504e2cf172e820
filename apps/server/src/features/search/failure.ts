// Failures in the shape of the search services.

import { Problem } from '@isobar/contract/problem.ts';
import { type SearchError, searchError } from '@isobar/query-language/result.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientLeft, isExpectedError, knownProblem } from '../../platform/replies/problem-reply.ts';
import { recordOf, statusOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';

/** The body of a failed call. The text of an unexpected error is not shown. */
export function failureOf(error: unknown): SearchError {
  if (error instanceof SearchRefused) return searchError(error.status, error.type, error.message);
  if (error instanceof Problem && (error.cause === undefined || error.status < 500))
    return searchError(error.status, TYPES[error.status] ?? error.code, error.message);
  const away = knownProblem(error);
  if (away) return searchError(away.status, away.code, away.message);
  const { status, message } = recordOf(error);
  const code = statusOf(error) ?? (typeof status === 'number' ? status : 500);
  if (code < 400 || code >= 500)
    return searchError(
      500,
      'search_exception',
      'something went wrong on our side; it was written down',
    );
  const told = typeof message === 'string' ? message : 'refused';
  return searchError(code, TYPES[code] ?? 'illegal_argument_exception', told);
}

/** Logs failures of ours; a client that left before its answer is not one of them. */
export function noteFailure(
  error: unknown,
  status: number,
  { log, url }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (clientLeft(error, reply)) log.debug({ url }, 'the client left');
  else if (status >= 500 && !isExpectedError(error))
    log.error({ err: error, url }, 'search failed');
}

const TYPES: Readonly<Record<number, string>> = {
  404: 'resource_not_found_exception',
  413: 'content_too_long_exception',
  429: 'too_many_requests_exception',
};
