// file_info over HTTP: _search and _count, by body or by address, in the shapes of the search services.

import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { parseSearchBody, type SearchBody } from '@isobar/contract/search/dsl.ts';
import { searchError } from '@isobar/contract/search/result.ts';
import { addressedSearch } from '@isobar/contract/search/uri-parameters.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SearchRefused } from '../../ports/search-index.ts';
import type { FileSearch } from './file-search.ts';

/** GET and POST {fileInfo}, {fileInfo}/_search and {fileInfo}/_count (decision 17). */
export function registerFileSearch(app: FastifyInstance, files: FileSearch): void {
  app.register(async (scope) => {
    scope.setErrorHandler(sendSearchError);
    scope.addContentTypeParser(
      /^application\/vnd\.elasticsearch\+json/,
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'ignore'),
    );
    for (const [path, kind] of Object.entries(PATHS))
      scope.route({
        method: ['GET', 'POST'],
        url: SERVICE_PATHS.fileInfo + path,
        schema: { summary: SUMMARIES[kind], querystring: PARAMETERS },
        handler: async (request, reply) => {
          const { body, paths } = read(kind, request);
          reply.type('application/json; charset=utf-8');
          const answer = await files.reply(kind, body, paths);
          return typeof answer === 'string'
            ? answer
            : Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
        },
      });
  });
}

const PATHS = { '': 'search', '/_search': 'search', '/_count': 'count' } as const;
const SUMMARIES = {
  search: 'Files of the archive, in the query language of the search services',
  count: 'How many files a query means',
} as const;

const text = { type: 'string' } as const;
/** For the description only: the parameters are checked by `addressedSearch`. */
const PARAMETERS = {
  type: 'object',
  properties: {
    q: { ...text, description: 'Query string, such as datastream:"sgpmetE13.b1"' },
    size: { type: 'integer', description: 'Hits of a page, at most 10,000' },
    from: { type: 'integer', description: 'First hit, from 0' },
    sort: { ...text, description: 'field:asc or field:desc, several with commas' },
    _source: { ...text, description: 'Fields of the documents, with commas' },
    filter_path: { ...text, description: 'Parts of the reply, such as hits.hits._source' },
    default_operator: { ...text, description: 'AND or OR, the default' },
  },
} as const;

function read(
  kind: 'search' | 'count',
  request: FastifyRequest,
): { body: SearchBody; paths: readonly string[] } {
  const asked = addressedSearch(
    request.query as Record<string, unknown>, // an object of texts and lists of texts
    request.body ?? {},
  );
  if (!asked.ok) throw refused(asked.problem);
  const parsed = parseSearchBody(asked.body);
  if (!parsed.ok) throw refused(parsed.problem);
  const beside = Object.keys(parsed.body).find((part) => part !== 'query');
  if (kind === 'count' && beside)
    throw refused({ path: beside, reason: 'means nothing for a count; only query does' });
  return { body: parsed.body, paths: asked.filterPath };
}

const refused = ({ path, reason }: { path: string; reason: string }): SearchRefused =>
  new SearchRefused(400, 'parsing_exception', path === '' ? reason : `[${path}] ${reason}`);

/** Answers any failure in the search service's own shape; what was not expected says nothing but the request's id. */
function sendSearchError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, type, reason } = described(error, request.id);
  if (status >= 500) request.log.error({ err: error, url: request.routeOptions.url }, 'failed');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(searchError(status, type, reason));
}

function described(error: FastifyError, requestId: string) {
  if (error instanceof SearchRefused)
    return { status: error.status, type: error.type, reason: error.message };
  const status = error instanceof Problem ? error.status : (error.statusCode ?? 500);
  if (status >= 500)
    return { status, type: 'exception', reason: `The search failed; request ${requestId}.` };
  const type = status === 429 ? 'es_rejected_execution_exception' : 'parsing_exception';
  return { status, type, reason: error.message };
}
