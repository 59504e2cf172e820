// Fastify on a server of Node that refuses early: how long it waits for what, and which addresses
// it understands.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '@isobar/contract/problem.ts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Log } from '../log/log.ts';
import { givenRequestId } from '../log/origin.ts';
import {
  type PageForRefused,
  refuseConnection,
  refuseFull,
  sendProblem,
} from '../replies/problem-reply.ts';
import { harden } from '../replies/security-headers.ts';
import { codeOf } from '../text/unknown.ts';
import { oneByOne } from './pipelining.ts';
import { type Refused, refusing } from './refused.ts';
import { shedding, sheddingConnections, watchLateness } from './shedding.ts';

/** How long a connection may take, in milliseconds. */
export interface Patience {
  /** The time until the headers of a request must be there, and until the whole of it must be. */
  readonly headers: number;
  readonly request: number;
  /** A connection on which nothing was sent or received for this long is closed. */
  readonly silent: number;
  /** Between looks at the clock. */
  readonly look: number;
  /**
   * How long answers under way may take when the server closes; after that their connections are
   * cut.
   */
  readonly close: number;
}

export const PATIENCE: Patience = {
  headers: 15_000,
  request: 60_000,
  silent: 120_000,
  look: 1000,
  close: 10_000,
};
/** The header in which replies have the id of their request, and a trusted proxy may give one. */
export const REQUEST_ID = 'x-request-id';
/**
 * Address and headers: programs that read by DAP2 ask for all small variables of an array at once,
 * by their names.
 */
const HEADER_BYTES = 64 << 10;

/**
 * Scripts join addresses to something like `//armlive//query`, and no part of our addresses is
 * empty. Proxies put the host first. Queries stay as they are.
 */
function withoutEmptyParts(address: string): string {
  const own = address.replace(HOST_BEFORE, '');
  if (!own.includes('//')) return own;
  const end = own.indexOf('?');
  const path = end < 0 ? own : own.slice(0, end);
  return path.replace(/\/{2,}/g, '/') + (end < 0 ? '' : own.slice(end));
}

/** `http://host` of `http://host/path`. */
const HOST_BEFORE = /^https?:\/\/[^/?#]*(?=\/)/i;

interface ServerRules {
  readonly patience: Patience;
  /** Whether the proxy at this address, which is `hop` steps away, is trusted. */
  readonly believed: (address: string, hop: number) => boolean;
  readonly refused: Refused;
  /** Made for browsers whose address is refused before there is a route. */
  readonly page: () => PageForRefused | null;
}

/** Most characters of a part of an address, decoded. */
const LONGEST_PART = 500;

/** What the router refuses; it calls all of it no valid part of a URL. */
const REFUSED_ADDRESSES = new Map([
  ['FST_ERR_BAD_URL', 'The address is not percent-encoded as it should be.'],
  ['FST_ERR_MAX_PARAM_LENGTH', `A part of the address has more than ${LONGEST_PART} characters.`],
]);

function ofAddress(error: unknown): unknown {
  const message = REFUSED_ADDRESSES.get(codeOf(error) ?? '');
  return message === undefined ? error : new Problem('bad-request', message, { cause: error });
}

/** `ownAddress`: the service's own address, for a call that came under another name of it. */
export function newServer(
  { log, ownAddress }: { readonly log: Log; readonly ownAddress?: (address: string) => string },
  { patience, believed, refused, page }: ServerRules,
): FastifyInstance {
  return fastify({
    loggerInstance: log as FastifyBaseLogger, // pino's Logger is one; its generics differ
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: believed,
    bodyLimit: 2 << 20,
    serverFactory: (handler) =>
      createNodeServer(refusing(handler as RequestListener, refused, believed), patience, believed),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PART },
    genReqId: ({ headers, socket }) =>
      (believed(socket.remoteAddress ?? '', 0) && givenRequestId(headers[REQUEST_ID])) ||
      randomUUID(),
    rewriteUrl: ({ url = '/' }) => {
      const address = withoutEmptyParts(url);
      return ownAddress?.(address) ?? address;
    },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      harden(reply as FastifyReply); // hooks do not run for these
      reply.header(REQUEST_ID, request.id);
      const problem = ofAddress(error);
      // HTTP/1 is all that is spoken
      void sendProblem(problem, request as FastifyRequest, reply as FastifyReply, page());
    },
    clientErrorHandler: refuseConnection,
  }) as FastifyInstance;
}

function createNodeServer(
  handler: RequestListener,
  patience: Patience,
  believed: (address: string, hop: number) => boolean,
) {
  const isProxy = (address: string) => believed(address, 0);

  const rules = { lateness: watchLateness(), isProxy };
  const listener = oneByOne(shedding(handler, rules));
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: patience.look,
      maxHeaderSize: HEADER_BYTES,
      requireHostHeader: false, // Node's own refusal has none of our headers
    },
    listener,
  );
  const accepting = server.listeners('connection');
  server.removeAllListeners('connection');
  const accept = (socket: Socket) => {
    for (const one of accepting) one.call(server, socket);
  };
  server.on('connection', sheddingConnections(accept, refuseFull, rules));
  // requests with an unknown Expect are answered like any other
  server.on('checkExpectation', listener);
  return server.setTimeout(patience.silent);
}

const KEEP_ALIVE_MS = 72_000;
