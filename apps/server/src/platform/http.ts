// Turns calls into checked routes: limit, session, input, act, answer; and failures into one shape.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import { Problem } from '@isobar/contract/problem.ts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import * as z from 'zod';
import { rememberMethods } from './allowed-methods.ts';
import { closeInOrder } from './closing.ts';
import { type ConnectionLimits, limitConnections } from './connections.ts';
import {
  type Door,
  guardDoor,
  type LaneName,
  type LanesRules,
  openDoor,
  openLanes,
} from './door.ts';
import { isReading, refuseForeignSite, refuseUnproven } from './foreign-site.ts';
import { readForms } from './form-fields.ts';
import type { Log } from './log.ts';
import { networkOf } from './network.ts';
import { personLimit } from './person-limit.ts';
import { oneByOne } from './pipelining.ts';
import { refuseConnection, sendProblem } from './problem-reply.ts';
import { kindOf, Refused, refusing } from './refused.ts';
import { harden, helmetOptions, PERMISSIONS_POLICY } from './security-headers.ts';
import { shedding, watchLateness } from './shedding.ts';
import { believes, type TrustedProxies } from './trusted-proxies.ts';

export interface HttpOptions<Session> {
  readonly log: Log;
  /** Per address, and per person from wherever. */
  readonly requestsPerMinute: number;
  /** Whose X-Forwarded-* headers count. */
  readonly trustProxy: TrustedProxies;
  /** The address that people use, when it is known. https: browsers are told to stay there. */
  readonly siteUrl?: string;
  /** Address of the map's tiles, where they stand elsewhere. */
  readonly tiles?: string;
  /** Resolves who asks from cookie or header; null: nobody. May throw a Problem where a session is required. */
  readonly session: (
    request: FastifyRequest,
    need: 'optional' | 'required',
  ) => Promise<Session | null>;
  /** What a missing session is told. */
  readonly noSessionMessage: string;
  /** Whom a session is of, for the limit per person; absent: there is none. */
  readonly personOf?: (session: Session) => string;
  readonly patience?: Patience;
  /** The service's own address for one that came under another name of it. */
  readonly ownAddress?: (address: string) => string;
  readonly lanes?: LanesRules;
  readonly connections?: Partial<Pick<ConnectionLimits, 'all' | 'address'>>;
}

/** How long a connection may take, in milliseconds. */
export interface Patience {
  /** Until the headers of a request are there, and until the whole of it. */
  readonly headers: number;
  readonly request: number;
  /** Nothing came and nothing was taken for this long. */
  readonly silent: number;
  /** Between looks at the clock. */
  readonly look: number;
  /** For answers under way when the server closes; then their connections are cut. */
  readonly close: number;
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
  /**
   * For a GET that changes something: other sites may not lead a browser to it. 'proven': nor may anything else that does not
   * show that it comes from this site, or a token.
   */
  readonly changes?: true | 'proven';
  /** How it is let in; absent: in its turn when it is a service. */
  readonly lane?: LaneName;
  /** Calls per minute and address, and per person; absent: the installation's general limit. */
  readonly perMinute?: number;
  /** One of many pages at /KIND/NAME, with a limit of its kind: who goes on asking after a refusal is refused at the street. */
  readonly isPage?: true;
  readonly bodyLimit?: number;
  /** False: the bytes go as they are (ranges, archives, event streams). */
  readonly compress?: false;
  readonly params?: P;
  readonly query?: Q;
  /** Throws for a body whose lists are too long, before their elements are looked at. */
  readonly bounds?: (body: unknown) => void;
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
  readonly door: Door;
  /** Whether this request came over https, or the site is one of https behind a proxy that does not say so. */
  isSecure(request: FastifyRequest): boolean;
  route<
    P extends MaybeSchema = undefined,
    Q extends MaybeSchema = undefined,
    B extends MaybeSchema = undefined,
  >(route: Route<Session, P, Q, B>): void;
}

/** Builds the server with its guards; routes are added by features, then `app.listen` or `app.inject`. */
export async function createHttp<Session>(options: HttpOptions<Session>): Promise<Http<Session>> {
  const site = options.siteUrl === undefined ? null : new URL(options.siteUrl);
  const patience = options.patience ?? PATIENCE;
  const believed = believes(options.trustProxy);
  const refused = new Refused();
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger, // pino's Logger is one; its generics differ
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: believed,
    bodyLimit: 2 << 20,
    serverFactory: (handler) =>
      createNodeServer(refusing(handler as RequestListener, refused, believed), patience, believed),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => options.ownAddress?.(url) ?? url,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      harden(reply as FastifyReply); // hooks do not run for these
      void sendProblem(error, request as FastifyRequest, reply as FastifyReply); // HTTP/1 is all that is spoken
    },
    clientErrorHandler: refuseConnection,
  }) as FastifyInstance;
  const methodsAt = rememberMethods(app);
  app.setValidatorCompiler(() => () => true); // zod checks in `route`; the JSON schemas only describe
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    if (hostsOf(request) > 1) throw new Problem('bad-request', 'A request names one host.');
  });
  await app.register(helmet, helmetOptions(site?.protocol === 'https:', options.tiles));
  const lanes = openLanes(options.lanes);
  guardDoor(app, lanes);
  await app.register(cookie);
  await app.register(formbody);
  await readForms(app);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
  });
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (request, { after, ttl }) => {
      const kind = request.routeOptions.config.isPage ? kindOf(request.originalUrl) : null;
      if (kind !== null) refused.note(kind, request.ip, ttl);
      return tooMany(after);
    },
  });
  const door = openDoor(app, lanes);
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) =>
    answerUnknown(methodsAt, request, reply),
  );
  await app.register(swagger, {
    openapi: { info: { title: 'Isobar', version: '1', description: 'Services of the archive' } },
  });
  app.addHook('onRequest', async (request) => {
    if (!isReading(request.method)) refuseForeignSite(request, site);
  });
  closeInOrder(app, patience.close);
  limitConnections(app, patience, {
    all: 8000,
    address: 2000,
    ...options.connections,
    isProxy: (address) => believed(address, 0),
  });
  const limitPerson = personGuard(options);
  const guardReading = (request: FastifyRequest, changes: true | 'proven') =>
    changes === 'proven' || request.method === 'HEAD'
      ? refuseUnproven(request, site)
      : refuseForeignSite(request, site);

  return {
    app,
    door,
    isSecure: (request) => request.protocol === 'https' || site?.protocol === 'https:',
    route<P extends MaybeSchema, Q extends MaybeSchema, B extends MaybeSchema>(
      route: Route<Session, P, Q, B>,
    ) {
      app.route({
        method: [...(typeof route.method === 'string' ? [route.method] : route.method)],
        url: route.url,
        schema: describe(route),
        ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
        ...(route.compress === false ? { compress: false } : {}),
        config: {
          ...(route.lane ? { lane: route.lane } : {}),
          ...(route.isPage ? { isPage: true } : {}),
          ...(route.perMinute ? { rateLimit: { max: route.perMinute, timeWindow: 60_000 } } : {}),
        },
        handler: async (request, reply) => {
          if (route.session !== 'none') reply.header('cache-control', 'no-store'); // a person's own, unless `act` knows better
          const session =
            route.session === 'none' ? null : await options.session(request, route.session);
          if (route.session === 'required' && session === null)
            throw new Problem('no-session', options.noSessionMessage);
          if (route.changes && isReading(request.method)) guardReading(request, route.changes);
          if (session !== null) limitPerson(session, route, reply);
          route.bounds?.(request.body);
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

function createNodeServer(
  handler: RequestListener,
  patience: Patience,
  believed: (address: string, hop: number) => boolean,
) {
  const isProxy = (address: string) => believed(address, 0);

  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: patience.look,
      maxHeaderSize: HEADER_BYTES,
    },
    oneByOne(shedding(handler, { lateness: watchLateness(), isProxy })),
  );
  return server.setTimeout(patience.silent);
}

const KEEP_ALIVE_MS = 72_000;

/** Without a stack: writing one down costs more than all else of a refusal, and these come by the thousand. */
function tooMany(after: string): Problem {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new Problem('too-many-requests', `Too many calls. Try again in ${after}.`);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const PATIENCE: Patience = {
  headers: 15_000,
  request: 60_000,
  silent: 120_000,
  look: 1000,
  close: 10_000,
};
/** Address and headers. */
const HEADER_BYTES = 16 << 10;

/** Two of them would mean one thing to a proxy and another one here. */
const hostsOf = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;

/** Quality 4: nearly gzip's speed, better ratio. */
const BROTLI = { params: { 0: 0, 1: 4 } };

/** Throws 'too-many-requests' when a person had their share, of all calls or of one route. */
function personGuard<Session>({ personOf, requestsPerMinute }: HttpOptions<Session>) {
  const calls = personLimit();
  return (
    session: Session,
    { url, perMinute }: { readonly url: string; readonly perMinute?: number },
    reply: FastifyReply,
  ): void => {
    const person = personOf?.(session);
    if (person === undefined) return;
    const all = calls.take(person, requestsPerMinute);
    if (all && (perMinute === undefined || calls.take(`${person} ${url}`, perMinute))) return;
    reply.header('retry-after', calls.secondsLeft());
    throw new Problem('too-many-requests', 'Too many calls. Try again in a minute.');
  };
}

/** Nothing there: 404; there, but not by this method: 405, or what is allowed when that is asked. */
async function answerUnknown(
  methodsAt: (path: string) => readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = request.url.split('?')[0] ?? '';
  const asked = request.originalUrl.split('?')[0] ?? ''; // under the name that the caller knows
  const methods = methodsAt(path);
  if (methods.length === 0 || methods.includes(request.method))
    throw new Problem('not-found', `There is nothing at ${asked}.`);
  reply.header('allow', [...methods, 'OPTIONS'].join(', '));
  if (request.method === 'OPTIONS') return reply.code(204).send();
  throw new Problem('method-not-allowed', `${asked} takes ${methods.join(', ')}.`);
}

/** Reasons told at once: a long list of wrong things is not answered by a longer one. */
const MOST_DETAILS = 50;

function parse<S extends MaybeSchema>(
  where: string,
  schema: S | undefined,
  value: unknown,
): Parsed<S> {
  if (!schema) return undefined as Parsed<S>; // no schema: S is undefined
  const result = z.safeParse(schema, value ?? {});
  if (result.success) return result.data as Parsed<S>; // zod's output of this very schema
  const details = result.error.issues.slice(0, MOST_DETAILS).map((issue) => ({
    path: [where, ...issue.path].join('.'),
    reason: issue.message,
  }));
  const first = details[0];
  throw new Problem('bad-request', `${first?.path}: ${first?.reason}`, { details });
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
