// For development: every JSON answer is checked against its call's schema; one that does not fit becomes a failure.
import { isDeepStrictEqual } from 'node:util';
import { isSchema } from '@isobar/contract/calls/call.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

/** Longer answers are not checked: the shorter answers of the same calls show just as much. */
const LONGEST = 4 << 20;

/** Must be called before hooks that change payloads are added. An answer also fails if it has members that its schema does not name. */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const misfit = misfitOf(request, reply, payload);
    if (misfit === null) return payload;
    request.log.error({ url: request.url, misfit }, 'an answer does not fit its call');
    reply.code(500).removeHeader('content-length').removeHeader('etag');
    const message = `The answer does not fit its call: ${misfit}`;
    return JSON.stringify({ code: 'unexpected', message });
  });
}

/** What does not fit; null if the answer fits or is not JSON. */
function misfitOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  const answer = request.routeOptions.config.call?.answer;
  const type = String(reply.getHeader('content-type') ?? '');
  if (!answer || reply.statusCode >= 300 || !type.startsWith('application/json')) return null;
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return null;
  if (payload.length === 0 || payload.length > LONGEST || /[?&]filter_path=/.test(request.url))
    return null;
  const schema = isSchema(answer) ? answer : answer.json;
  if (!schema) return 'it is JSON, and its call tells of none';
  const value: unknown = JSON.parse(payload.toString());
  const read = z.safeParse(schema, value);
  if (!read.success) return z.prettifyError(read.error);
  return isDeepStrictEqual(JSON.parse(JSON.stringify(read.data)), value)
    ? null
    : `it has more than its schema tells: ${differenceOf(read.data, value, '')}`;
}

/** The path of the first difference. */
function differenceOf(told: unknown, given: unknown, path: string): string {
  if (typeof told !== 'object' || typeof given !== 'object' || !told || !given) return path || '.';
  const known = new Map(Object.entries(told));
  for (const [name, value] of Object.entries(given))
    if (!known.has(name) || !isDeepStrictEqual(known.get(name), value))
      return known.has(name)
        ? differenceOf(known.get(name), value, `${path}.${name}`)
        : `${path}.${name}`;
  return `${path}.${[...known.keys()].find((name) => !Object.hasOwn(given, name)) ?? ''}`;
}
