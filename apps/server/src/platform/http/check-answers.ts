// For development: status, media type and JSON of every answer are checked against its call; one
// that does not fit becomes a failure.
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Call, Method } from '@isobar/contract/calls/call.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { opensPage } from '../replies/prefers-html.ts';
import { answersOf } from './answers-of.ts';

/** Longer answers are not checked: the shorter answers of the same calls show just as much. */
const LONGEST = 4 << 20;

/**
 * Must be called before hooks that change payloads are added. An answer also fails if it has
 * members that its schema does not name.
 */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const misfit = misfitOf(request, reply, payload);
    if (misfit === null) return payload;
    request.log.error({ url: request.url, misfit }, 'an answer does not fit its call');
    for (const name of ['content-length', 'content-encoding', 'etag']) reply.removeHeader(name);
    reply.code(500).type('application/json');
    const message = `The answer does not fit its call: ${misfit}`;
    return JSON.stringify({ code: 'unexpected', message });
  });
}

/** What does not fit; null if the answer fits its call. */
function misfitOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  const { call } = request.routeOptions.config;
  const method = METHODS.find(
    (one) => one === (request.method === 'HEAD' ? 'GET' : request.method),
  );
  if (!call || !method) return null;
  // OpenAPI describes no HEAD here
  if (request.method === 'HEAD' && reply.statusCode === 405) return null;
  const answer = answersFor(call, method).get(reply.statusCode);
  if (!answer) return `the status ${reply.statusCode} is not described`;
  const isEmpty = payload === null || payload === undefined || payload === '';
  if (isEmpty || request.method === 'HEAD' || answer.content.size === 0) return null;
  const type =
    String(reply.getHeader('content-type') ?? '')
      .split(';')[0]
      ?.trim() ?? '';
  // Below the services no description lists the page of a refusal, which only a browser that
  // navigates is shown.
  if (reply.statusCode >= 400 && type === 'text/html' && opensPage(request)) return null;
  const schemas = answer.content.get(type) ?? (answer.content.has('*/*') ? [] : undefined);
  if (!schemas)
    return `the media type ${type || '(none)'} is not described for ${reply.statusCode}`;
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || !/\bjson$/.test(type))
    return null;
  if (schemas.length === 0 || payload.length > LONGEST || /[?&]filter_path=/.test(request.url))
    return null;
  return misfitOfJson(schemas, JSON.parse(textOf(reply, payload)));
}

/** Some answers are kept compressed, and are sent as they are kept. */
function textOf(reply: FastifyReply, payload: string | Buffer): string {
  if (typeof payload === 'string') return payload;
  const unpack = UNPACK.get(String(reply.getHeader('content-encoding')));
  return (unpack ? unpack(payload, { maxOutputLength: LONGEST * 16 }) : payload).toString();
}

const UNPACK = new Map([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
]);

function misfitOfJson(schemas: readonly z.core.$ZodType[], value: unknown): string | null {
  const reasons = schemas.map((schema) => {
    const read = z.safeParse(schema, value);
    if (!read.success) return z.prettifyError(read.error);
    return isDeepStrictEqual(JSON.parse(JSON.stringify(read.data)), value)
      ? null
      : `it has more than its schema describes: ${differenceOf(read.data, value, '')}`;
  });
  return reasons.includes(null) ? null : reasons.join('; ');
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const known = new WeakMap<Call, Map<Method, ReturnType<typeof answersOf>>>();

function answersFor(call: Call, method: Method): ReturnType<typeof answersOf> {
  const byMethod = known.get(call) ?? new Map<Method, ReturnType<typeof answersOf>>();
  known.set(call, byMethod);
  const answers = byMethod.get(method) ?? answersOf(call, method);
  byMethod.set(method, answers);
  return answers;
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
