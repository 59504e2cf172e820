// The quality web service that scripts ask (part 4 section 4); its older addresses are aliases
// (decision 1041).

import { serviceForm } from '@isobar/contract/calls/quality-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { datastreamNamed } from '../../core/catalogue/datastream-named.ts';
import type { Http } from '../../platform/http/http.ts';
import { statusOf } from '../../platform/text/unknown.ts';
import type { QualityFeature } from './feature.ts';
import { answerTo } from './service-answer.ts';
import { readQuestion, SERVICE_FORMS } from './service-question.ts';
import { readableTables } from './tables-now.ts';

/** {dqr}/dqr_full/… and the other forms; {dqr}/DATASTREAM/… is the form dqr. */
export function registerService<S>(http: Http<S>, feature: QualityFeature): void {
  for (const form of SERVICE_FORMS)
    for (const path of [`/${form}`, `/${form}/*`]) addForm(http, path, form, feature);
  addForm(http, '/*', 'dqr', feature);
}

function addForm<S>(http: Http<S>, path: string, form: string, feature: QualityFeature): void {
  http.route(
    serviceForm(path, form),
    async ({ params, query, reply }) => {
      const parts = (params['*'] ?? '').split('/');
      return answer(form, parts, feature, reply, query.none === 'empty');
    },
    { dialect: { fail: refuse } },
  );
}

async function answer(
  form: string,
  parts: readonly string[],
  { tables, db }: QualityFeature,
  reply: FastifyReply,
  orEmpty: boolean,
) {
  reply.header('cache-control', 'no-cache');
  const given = parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  const read = readQuestion(form, given);
  if (typeof read === 'string') return reply.code(400).send({ detail: read });
  const known = await readableTables(tables);
  const named = await datastreamNamed(db, read.datastream);
  const question = { ...read, datastream: named ?? read.datastream };
  const found = await answerTo(question, known, db);
  if (found) return found;
  const { datastream } = question;
  if (known.qualityReportsOf(datastream).length > 0 || named !== null)
    return orEmpty ? {} : reply.code(404).send({ detail: 'Not Found' });
  const detail = `This archive has no datastream ${datastream}, so it cannot tell whether there are reports on it.`;
  return reply.code(400).send({ detail });
}

/**
 * Clients read a JSON object without the datastream in it as 'no report', so failures are never
 * sent as JSON.
 */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const expected = error instanceof Problem ? error : null;
  const status = expected?.status ?? statusOf(error) ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'quality reports could not be read');
  if (status === 503) reply.header('retry-after', 30);
  const text =
    expected?.message ?? 'It is not known at the moment whether there are quality reports.';
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain')
    .send(`${text}\n`);
}
