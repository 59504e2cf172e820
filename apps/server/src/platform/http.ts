// Turns calls into checked routes: limit, session, input, act, answer; and failures into one shape.
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import { Problem, type ProblemBody } from '@isobar/contract/problem.ts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import * as z from 'zod';
import type { Log } from './log.ts';

export interface HttpOptions<Session> {
  readonly log: Log;
  readonly requestsPerMinute: number;
  readonly trustProxy: boolean;
  /** Resolves who asks from cookie or header; null: nobody. May throw a Problem where a session is required. */
  readonly session: (
    request: FastifyRequest,
    need: 'optional' | 'required',
  ) => Promise<Session | null>;
  /** What a missing session is told. */
  readonly noSessionMessage: string;
}

type Schema = z.core.$ZodType;
type MaybeSchema = Schema | undefined;
type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** One call of a service. `act` gets parsed input only; what it returns is the JSON answer unless it replied itself. */
export interface Route<Session, P, Q, B> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | readonly ('GET' | 'POST')[];
  readonly url: string;
  readonly summary: string;
  readonly session: 'none' | 'optional' | 'required';
  /** Calls per minute and address; absent: the installation's general limit. */
  readonly perMinute?: number;
  readonly bodyLimit?: number;
  /** False: the bytes go as they are (ranges, archives, event streams). */
  readonly compress?: false;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly act: (input: {
    readonly params: Parsed<P>;
    readonly query: Parsed<Q>;
    readonly body: Parsed<B>;
    /** Never null where the route requires a session. */
    readonly session: Session | null;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  }) => Promise<unknown>;
}

export interface Http<Session> {
  readonly app: FastifyInstance;
  route<
    P extends MaybeSchema = undefined,
    Q extends MaybeSchema = undefined,
    B extends MaybeSchema = undefined,
  >(route: Route<Session, P, Q, B>): void;
}

/** Builds the server with its guards; routes are added by features, then `app.listen` or `app.inject`. */
export async function createHttp<Session>(options: HttpOptions<Session>): Promise<Http<Session>> {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger, // pino's Logger is one; its generics differ
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: 2 << 20,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(() => () => true); // zod checks in `route`; the JSON schemas only describe
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0];
    return sendProblem(new Problem('not-found', `There is nothing at ${path}.`), request, reply);
  });
  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives: CSP } });
  await app.register(cookie);
  await app.register(formbody);
  await app.register(multipart, { limits: { files: 0, fields: 50, fieldSize: 2 << 20 } });
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
  });
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_, context) =>
      new Problem('too-many-requests', `Too many calls. Try again in ${context.after}.`),
  });
  await app.register(swagger, {
    openapi: { info: { title: 'Isobar', version: '1', description: 'Services of the archive' } },
  });
  app.addHook('onRequest', async (request) => refuseForeignOrigin(request));

  return {
    app,
    route<P extends MaybeSchema, Q extends MaybeSchema, B extends MaybeSchema>(
      route: Route<Session, P, Q, B>,
    ) {
      app.route({
        method: [...(typeof route.method === 'string' ? [route.method] : route.method)],
        url: route.url,
        schema: describe(route),
        ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
        ...(route.compress === false ? { compress: false } : {}),
        config: route.perMinute ? { rateLimit: { max: route.perMinute, timeWindow: 60_000 } } : {},
        handler: async (request, reply) => {
          const session =
            route.session === 'none' ? null : await options.session(request, route.session);
          if (route.session === 'required' && session === null)
            throw new Problem('no-session', options.noSessionMessage);
          const answer = await route.act({
            params: parse<P>('path', route.params, request.params),
            query: parse<Q>('query', route.query, request.query),
            body: parse<B>('body', route.body, request.body),
            session,
            request,
            reply,
          });
          return reply.sent ? reply : answer;
        },
      });
    },
  };
}

/** Strict: nothing from elsewhere, nothing inline. */
const CSP = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
} as const;

/** Quality 4: nearly gzip's speed, better ratio. */
const BROTLI = { params: { 0: 0, 1: 4 } };

/** Whether a failure is nothing but this: the client went away before its answer was whole. */
export const clientLeft = (error: unknown, reply: FastifyReply): boolean =>
  reply.raw.destroyed && LEFT.has(String((error as { code?: unknown } | null)?.code));

const LEFT = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ABORT_ERR',
  'ECONNRESET',
  'EPIPE',
]);

/** Answers any failure; what is not a Problem is a plain 500 that says nothing but the request's id. */
export async function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error);
  if (clientLeft(error, reply))
    request.log.debug({ url: request.routeOptions.url }, 'the client left');
  else if (problem.status >= 500)
    request.log.error({ err: error, url: request.routeOptions.url }, 'failed');
  const body: ProblemBody = {
    code: problem.code,
    message: problem.message,
    requestId: request.id,
    ...(problem.details ? { details: problem.details } : {}),
  };
  return reply.code(problem.status).type('application/json').send(body);
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const message = error instanceof Error ? error.message : 'The request cannot be read.';
  if (status === 413) return new Problem('too-large', message, { cause: error });
  if (status === 429) return new Problem('too-many-requests', message, { cause: error });
  if (status >= 400 && status < 500) return new Problem('bad-request', message, { cause: error });
  return new Problem('unexpected', 'Something went wrong on our side. It was written down.', {
    cause: error,
  });
}

function parse<S extends MaybeSchema>(
  where: string,
  schema: S | undefined,
  value: unknown,
): Parsed<S> {
  if (!schema) return undefined as Parsed<S>; // no schema: S is undefined
  const result = z.safeParse(schema, value ?? {});
  if (result.success) return result.data as Parsed<S>; // zod's output of this very schema
  const details = result.error.issues.map((issue) => ({
    path: [where, ...issue.path].join('.'),
    reason: issue.message,
  }));
  const first = details[0];
  throw new Problem('bad-request', `${first?.path}: ${first?.reason}`, { details });
}

/** A browser that acts for another site sends its Origin: writing calls from there are refused (CSRF). */
function refuseForeignOrigin(request: FastifyRequest): void {
  const origin = request.headers.origin;
  if (!origin || request.method === 'GET' || request.method === 'HEAD') return;
  const foreign = origin === 'null' || new URL(origin).host !== request.host;
  if (foreign && request.headers.cookie)
    throw new Problem('forbidden', 'Calls that change something are taken from this site only.');
}

/** JSON schemas for the API description. */
function describe(route: {
  summary: string;
  params?: Schema | undefined;
  query?: Schema | undefined;
  body?: Schema | undefined;
}): Record<string, unknown> {
  const json = (schema: Schema) =>
    z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any', io: 'input' });
  return {
    summary: route.summary,
    ...(route.params ? { params: json(route.params) } : {}),
    ...(route.query ? { querystring: json(route.query) } : {}),
    ...(route.body ? { body: json(route.body) } : {}),
  };
}
