// Turns calls into checked routes: limit, session, input, act, answer; and failures into one shape.
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { Role } from '@isobar/contract/calls/accounts.ts';
import { type Call, pathOf } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  type Admission,
  guardAdmission,
  type LanesRules,
  openAdmission,
  openLanes,
} from '../admission/admission.ts';
import { rememberMethods } from '../admission/allowed-methods.ts';
import { countsWith } from '../admission/call-counts.ts';
import { currentCaller, onBehalfOf } from '../admission/caller.ts';
import { closeInOrder } from '../admission/closing.ts';
import { type ConnectionLimits, limitConnections } from '../admission/connections.ts';
import type { CountExchange } from '../admission/count-exchange.ts';
import { withinDeadline } from '../admission/deadline.ts';
import { isReading, refuseForeignSite, refuseUnproven } from '../admission/foreign-site.ts';
import { mainThread } from '../admission/main-thread.ts';
import { networkOf } from '../admission/network.ts';
import { requireOneHost } from '../admission/one-host.ts';
import { connectionsWithin } from '../admission/open-files.ts';
import { isForOtherSites, openToOtherSites } from '../admission/other-sites.ts';
import { personLimit } from '../admission/person-limit.ts';
import { kindOf, Refused } from '../admission/refused.ts';
import { newServer, PATIENCE, type Patience, REQUEST_ID } from '../admission/server.ts';
import { believes, type TrustedProxies } from '../admission/trusted-proxies.ts';
import type { Log } from '../log/log.ts';
import { routeIn } from '../replies/dialect.ts';
import { lenientScope, textBody } from '../replies/lenient.ts';
import { type PageForRefused, sendProblem } from '../replies/problem-reply.ts';
import { helmetOptions, PERMISSIONS_POLICY } from '../replies/security-headers.ts';
import { type ServedFolder, serveFolder } from '../replies/serve-folder.ts';
import { recordOf, textsOf } from '../text/unknown.ts';
import { checkAnswers } from './check-answers.ts';
import { type Description, describeAll, describedAs } from './describe-call.ts';
import { fieldsOfText, readForms } from './form-fields.ts';
import { parse, type RouteOf, type Rules } from './route.ts';
import { traceRequests } from './trace-requests.ts';
import { type PageForUnknown, unknownAddresses } from './unknown-address.ts';

export interface HttpOptions<Session> {
  readonly log: Log;
  /** The limit of one address, and of one person from any address. */
  readonly requestsPerMinute: number;
  /** The proxies whose X-Forwarded-* headers are trusted. */
  readonly trustProxy: TrustedProxies;
  /** The public address, if it is known. With https, browsers are instructed to stay with it. */
  readonly siteUrl?: string;
  /** Address of the map's tiles, if they come from elsewhere. */
  readonly tiles?: string;
  /**
   * Resolves the caller from cookie, header or address, whichever the call accepts; null: the
   * caller is not authenticated. May throw a Problem where a session is required.
   */
  readonly session: (
    request: FastifyRequest,
    need: 'optional' | 'required',
  ) => Promise<Session | null>;
  /** The message when there is no session. */
  readonly noSessionMessage: string;
  /** Throws 'forbidden' unless the session's user has this role; absent: no user has any role. */
  readonly requireRole?: (session: Session, role: Role) => Promise<void>;
  /** The person of a session, for the limit per person; absent: there is no such limit. */
  readonly personOf?: (session: Session) => string;
  readonly patience?: Patience;
  /** The service's own address, for a call that came under another name of it. */
  readonly ownAddress?: (address: string) => string;
  readonly lanes?: LanesRules;
  /**
   * False: pages of other sites may read nothing. Absent: they may read what is public (decision
   * 59).
   */
  readonly otherSites?: boolean;
  /** For development: checks answers against the schemas of their calls. */
  readonly checksAnswers?: boolean;
  /**
   * Counts with other web processes for limits of addresses and persons; absent: there are none.
   */
  readonly exchange?: CountExchange | undefined;
  readonly connections?: Partial<Pick<ConnectionLimits, 'all' | 'address'>>;
}

export interface Http<Session> {
  readonly app: FastifyInstance;
  readonly admission: Admission;
  /**
   * Whether this request came over https, or the site uses https behind a proxy that does not state
   * it.
   */
  isSecure(request: FastifyRequest): boolean;
  /** Answers a call. */
  readonly route: RouteOf<Session>;
  /** Serves the files of a folder. */
  serve(folder: ServedFolder): Promise<void>;
  /**
   * What a browser is shown at an address at which there is nothing; without it everybody gets
   * JSON.
   */
  pageForUnknown(make: PageForUnknown): void;
  /** What a browser is shown where a call fails; without it everybody gets JSON. */
  pageForRefused(make: PageForRefused): void;
  /** All calls, described as OpenAPI. */
  readonly describe: () => Promise<Description>;
}

/**
 * Builds the server with its guards; routes are added by features, then `app.listen` or
 * `app.inject`.
 */
export async function createHttp<Session>(options: HttpOptions<Session>): Promise<Http<Session>> {
  const site = options.siteUrl === undefined ? null : new URL(options.siteUrl);
  const patience = options.patience ?? PATIENCE;
  const believed = believes(options.trustProxy);
  const refused = new Refused();
  let refusedPage: PageForRefused | null = null;
  const app = newServer(options, { patience, believed, refused, page: () => refusedPage });
  const isOpen = options.otherSites === false ? () => false : isForOtherSites;
  const unknown = unknownAddresses(rememberMethods(app, isOpen));
  // zod checks in `route`; the JSON schemas only describe
  app.setValidatorCompiler(() => () => true);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, refusedPage));
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header(REQUEST_ID, id);
    reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
  await app.register(helmet, helmetOptions(site?.protocol === 'https:', options.tiles));
  app.addHook('onRequest', async (request) => requireOneHost(request.raw));
  openToOtherSites(app, isOpen);
  enterRequests(app, believed);
  chargeSerializing(app);
  const lanes = openLanes(options.lanes);
  guardAdmission(app, lanes);
  await app.register(cookie);
  await app.register(formbody, { parser: fieldsOfText });
  await readForms(app);
  if (options.checksAnswers) checkAnswers(app);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
  });
  await limitAddresses(app, options, refused);
  const slots = openAdmission(app, lanes);
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, unknown.answer);
  const calls = new Set<Call>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.call) calls.add(config.call);
  });
  let described: ReturnType<typeof describeAll> | undefined;
  app.addHook('onRequest', async (request) => {
    if (!isReading(request.method)) refuseForeignSite(request, site);
  });
  closeInOrder(app, patience.close);
  limitConnections(app, patience, {
    all: connectionsWithin(MOST_CONNECTIONS),
    address: 2000,
    ...options.connections,
    isProxy: (address) => believed(address, 0),
  });
  const limitPerson = personGuard(options);
  const guardReading = (request: FastifyRequest, changes: true | 'proven') =>
    changes === 'proven' || request.method === 'HEAD'
      ? refuseUnproven(request, site)
      : refuseForeignSite(request, site);

  const { admitByRole, admitted } = admission(options);

  const scope = lenientScope(app);
  const route: RouteOf<Session> = (
    call: Call,
    act: (input: never) => Promise<unknown>,
    rules: Rules = {},
  ) => {
    const url = pathOf(call);
    const add = call.lenient === 'text' ? scope : (options: RouteOptions) => app.route(options);
    add({
      ...optionsOf(call, rules),
      ...(call.role ? { preParsing: admitByRole(call, call.role) } : {}),
      handler: async (request, reply) => {
        // a person's own, unless `act` knows better
        if (call.session !== 'none') reply.header('cache-control', 'no-store');
        const session = await admitted(call, request);
        if (rules.changes && isReading(request.method)) guardReading(request, rules.changes);
        if (session !== null) {
          limitPerson(session, call, url, reply);
          await chargePerson(options.personOf?.(session));
        }
        rules.bounds?.(request.body);
        const answer = await withinDeadline(reply, rules.deadlineMs, (signal, own) =>
          charged(() => {
            const input = { ...inputOf(call, request), session, request, reply: own, signal };
            return act(input as never); // RouteOf says which act gets which input
          }),
        );
        mainThread.charge();
        return reply.sent ? reply : answer;
      },
    });
  };
  return {
    app,
    admission: slots,
    isSecure: (request) => request.protocol === 'https' || site?.protocol === 'https:',
    route,
    serve: (folder) => serveFolder(app, folder),
    pageForUnknown: unknown.show,
    pageForRefused: (make) => {
      refusedPage = make;
    },
    describe: () => (described ??= describeAll(calls)),
  };
}

/** From here on, work is the caller's, goes back to the request, and is a part of its trace. */
function enterRequests(
  app: FastifyInstance,
  believed: (address: string, hop: number) => boolean,
): void {
  const { within } = traceRequests(app, believed);
  app.addHook('preHandler', (request, _, done) =>
    onBehalfOf({ address: networkOf(request.ip), requestId: request.id }, () =>
      within(request, done),
    ),
  );
}

/** Charges the time until the act has to wait for something. */
function charged<T>(act: () => Promise<T>): Promise<T> {
  mainThread.restart();
  const answering = act();
  mainThread.charge();
  return answering;
}

/** From here on, the time of the current call is the person's as well. */
function chargePerson(person: string | undefined): Promise<void> | undefined {
  const caller = currentCaller();
  if (!caller || person === undefined) return undefined;
  caller.person = person;
  return mainThread.enter();
}

/** What Fastify needs to know of a call besides its handler. */
function optionsOf(call: Call, rules: Rules) {
  return {
    ...describedAs(call),
    ...(rules.bodyLimit ? { bodyLimit: rules.bodyLimit } : {}),
    ...(rules.compress === false ? { compress: false as const } : {}),
    ...(rules.head === false ? { exposeHeadRoute: false } : {}),
    ...(rules.dialect ? routeIn(rules.dialect) : {}),
    ...(call.lenient === 'text' ? { preValidation: textBody(rules.bodyLimit) } : {}),
    config: {
      ...(rules.unlisted ? { unlisted: true as const } : { call }),
      ...(rules.lane ? { lane: rules.lane } : {}),
      ...(rules.isProbe ? PROBE : {}),
      ...(rules.isPage ? { isPage: true as const } : {}),
      ...(call.perMinute && !rules.isProbe
        ? { rateLimit: { max: call.perMinute, timeWindow: 60_000 } }
        : {}),
    },
  };
}

const PROBE = { lane: 'free', isProbe: true, rateLimit: false } as const;

/** Parsed by the schemas of the call, or as it came where the call is lenient. */
const inputOf = (call: Call, { params, query, body }: FastifyRequest) =>
  call.lenient
    ? { params: textsOf(recordOf(params)), query: recordOf(query), body }
    : {
        params: parse('path', call.params, params),
        query: parse('query', call.query, query),
        body: parse('body', call.body, body),
      };

/** Making JSON of a long answer takes time as well. */
function chargeSerializing(app: FastifyInstance): void {
  app.setReplySerializer((payload) => {
    mainThread.restart();
    const text = JSON.stringify(payload);
    mainThread.charge();
    return text;
  });
}

async function limitAddresses(
  app: FastifyInstance,
  { requestsPerMinute, exchange }: Pick<HttpOptions<unknown>, 'requestsPerMinute' | 'exchange'>,
  refused: Refused,
): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    store: countsWith(exchange),
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (request, { after, ttl }) => {
      const kind = request.routeOptions.config.isPage ? kindOf(request.originalUrl) : null;
      if (kind !== null) refused.note(kind, request.ip, ttl);
      return tooMany(after);
    },
  });
}

/** Finds out who makes a request, as far as its call needs to know. */
function admission<Session>(options: HttpOptions<Session>) {
  const sessionFor = async (call: Call, request: FastifyRequest): Promise<Session | null> => {
    if (call.session === 'none') return null;
    const session = await options.session(request, call.session);
    if (call.session === 'required' && session === null)
      throw new Problem('no-session', options.noSessionMessage);
    return session;
  };
  const byRole = new WeakMap<FastifyRequest, Session>();
  return {
    /**
     * Before the body is read, so that a refusal reveals nothing about a call that is meant for
     * few.
     */
    admitByRole: (call: Call, role: Role) => {
      const { requireRole = nobodyHas } = options;
      return async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('cache-control', 'no-store');
        const session = await sessionFor(call, request);
        if (session === null) throw new Problem('no-session', options.noSessionMessage);
        await requireRole(session, role);
        byRole.set(request, session);
      };
    },
    admitted: async (call: Call, request: FastifyRequest): Promise<Session | null> =>
      byRole.get(request) ?? (await sessionFor(call, request)),
  };
}

const MOST_CONNECTIONS = 8000;

const nobodyHas = async (_: unknown, role: Role): Promise<void> => {
  throw new Problem('forbidden', `This needs the role ${role}, which no account has here.`);
};

/**
 * Without a stack: capturing one costs more than the rest of a refusal, and these come by the
 * thousand.
 */
function tooMany(after: string): Problem {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new Problem('too-many-requests', `Too many calls. Try again in ${after}.`);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Quality 4: nearly gzip's speed, better ratio. */
const BROTLI = { params: { 0: 0, 1: 4 } };

/** Throws 'too-many-requests' when a person has reached the limit of all calls or of one route. */
function personGuard<Session>({ personOf, requestsPerMinute, exchange }: HttpOptions<Session>) {
  const calls = personLimit(undefined, exchange);
  return (session: Session, call: Call, url: string, reply: FastifyReply): void => {
    const person = personOf?.(session);
    if (person === undefined) return;
    const { perMinute, limitName = url } = call;
    const isAbove = perMinute !== undefined && perMinute > requestsPerMinute;
    const all = isAbove || calls.take(person, requestsPerMinute);
    if (all && (perMinute === undefined || calls.take(`${person} ${limitName}`, perMinute))) return;
    reply.header('retry-after', calls.secondsLeft());
    throw new Problem('too-many-requests', 'Too many calls. Try again in a minute.');
  };
}
