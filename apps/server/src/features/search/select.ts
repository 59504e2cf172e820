// The older search service of reorder and some programs: {search}/select, answered from the
// metadata index.
import { selectCall } from '@isobar/contract/calls/cluster-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import { retryAfter } from '../../platform/replies/problem-reply.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { type SearchReader, SearchRefused } from '../../ports/search-index.ts';
import { failureOf, noteFailure } from './failure.ts';
import { checked } from './read-request.ts';
import { groupsSearch, readSelect, selectAnswer } from './select-reply.ts';

const INDEX = 'metadata';
/** Longest form, in bytes. */
const BODY_LIMIT = 256 << 10;

/** Adds the call. Failures have the older service's own form. */
export function registerSelect<S>(http: Http<S>, index: SearchReader): void {
  http.route(
    selectCall,
    async ({ query, body }) => select(index, { ...query, ...recordOf(body) }),
    { bodyLimit: BODY_LIMIT, lane: 'search', dialect: { fail: sendFailure } },
  );
}

/** `params`: from the address, and from the fields of a multipart or urlencoded body. */
async function select(index: SearchReader, params: Readonly<Record<string, unknown>>) {
  const start = performance.now();
  const mapping = await index.mapping(INDEX);
  const read = readSelect(
    params,
    (field) => Object.hasOwn(mapping, field) && mapping[field]?.type === 'text',
  );
  if (!read.ok) throw new SearchRefused(400, 'illegal_argument_exception', read.message);
  const shown = await index.search(INDEX, checked(read.select.page));
  const wanted = groupsSearch(read.select, shown);
  const groups = wanted && (await index.search(INDEX, checked(wanted)));
  return {
    responseHeader: { status: 0, QTime: Math.round(performance.now() - start), params },
    ...selectAnswer(read.select, shown, groups),
  };
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, error: told } = failureOf(error);
  noteFailure(error, status, request, reply);
  if (error instanceof Problem) retryAfter(error, reply);
  return reply
    .code(status)
    .send({ responseHeader: { status }, error: { msg: told.reason, code: status } });
}
