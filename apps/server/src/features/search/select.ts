// The older search service of reorder and some programs: {search}/select, answered from the metadata index.
import { selectCall } from '@isobar/contract/calls/cluster-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { groupsSearch, readSelect, selectAnswer } from '@isobar/contract/search/select.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describedAs } from '../../platform/describe-call.ts';
import { retryAfter } from '../../platform/problem-reply.ts';
import { recordOf } from '../../platform/unknown.ts';
import { type SearchReader, SearchRefused } from '../../ports/search-index.ts';
import { failureOf, noteFailure } from './failure.ts';
import { checked } from './read-request.ts';

const INDEX = 'metadata';
/** Longest form, in bytes. */
const BODY_LIMIT = 256 << 10;

/** Adds the call. Errors have the older service's own shape. */
export function registerSelect(app: FastifyInstance, index: SearchReader): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
    scope.route({
      ...describedAs(selectCall),
      bodyLimit: BODY_LIMIT,
      config: { call: selectCall, lane: 'search' },
      handler: async (request) => select(index, request),
    });
  });
}

async function select(index: SearchReader, request: FastifyRequest) {
  const start = performance.now();
  const params = { ...recordOf(request.query), ...fieldsOf(request) };
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

/** Form fields of a multipart or urlencoded body; none where only the query has parameters. */
const fieldsOf = ({ body }: FastifyRequest): object =>
  typeof body === 'object' && body !== null ? body : {};

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, error: told } = failureOf(error);
  noteFailure(error, status, request, reply);
  if (error instanceof Problem) retryAfter(error, reply);
  return reply
    .code(status)
    .send({ responseHeader: { status }, error: { msg: told.reason, code: status } });
}
