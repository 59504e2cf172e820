// Limits connections, in all and by address; silent ones are the first to be closed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseConnection, refuseFull } from '../replies/problem-reply.ts';
import { networkOf } from './network.ts';

export interface ConnectionLimits {
  readonly all: number;
  /**
   * The limit of one address. Trusted proxies have no such limit, since they hold the connections
   * of all their visitors.
   */
  readonly address: number;
  readonly isProxy: (address: string) => boolean;
}

interface Connection {
  readonly address: string;
  /**
   * When the connection was opened or last answered; null while a request or an answer is under
   * way.
   */
  quietSince: number | null;
  /** Bytes that had arrived by that time. */
  bytes: number;
  /** When the connection was first seen to have begun a request; null if it has not begun one. */
  begunAt: number | null;
  answered: boolean;
}

/** A connection that was opened a moment ago is not taken for a silent one. */
const SETTLED_MS = 1000;
/**
 * A connection that has sent no more than this of a request's headers is never closed because of
 * what it sent.
 */
const SMALL_HEADERS = 16 << 10;
/**
 * Bytes that all others together may have sent of headers that are not complete: the parser holds
 * them in memory.
 */
const MOST_UNFINISHED = 32 << 20;

/**
 * `headers`: milliseconds until the headers of a request have to be complete, however slowly their
 * bytes come in. When all places are taken, the connection that has been silent for longest is
 * closed; if none is silent, the new connection is refused and may try again later. Where long
 * headers that are not complete take too much memory together, those that began first are refused.
 */
export function limitConnections(
  app: FastifyInstance,
  { headers, look }: { readonly headers: number; readonly look: number },
  limits: ConnectionLimits,
): void {
  /** Silent connections are in the order in which they fell silent. */
  const open = new Map<Socket, Connection>();
  const counts = new Map<string, number>();
  const forget = (socket: Socket): void => {
    const connection = open.get(socket);
    if (!connection || !open.delete(socket)) return;
    const left = (counts.get(connection.address) ?? 1) - 1;
    if (left > 0) counts.set(connection.address, left);
    else counts.delete(connection.address);
  };
  /**
   * Closes the longest silent connection, of one address or of any. Returns whether there was one.
   */
  const makeRoom = (address: string | null): boolean => {
    const since = performance.now() - SETTLED_MS;
    for (const [socket, one] of open) {
      if (one.quietSince === null || one.quietSince > since) continue;
      if (address !== null && one.address !== address) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  };

  app.server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? '';
    const address = networkOf(remote);
    const own = limits.isProxy(remote) ? 0 : (counts.get(address) ?? 0);
    const isFull = own >= limits.address || open.size >= limits.all;
    if (isFull && !makeRoom(own >= limits.address ? address : null)) {
      refuseFull(socket);
      return;
    }
    counts.set(address, (counts.get(address) ?? 0) + 1);
    const now = performance.now();
    open.set(socket, { address, quietSince: now, bytes: 0, begunAt: null, answered: false });
    socket.once('close', () => forget(socket));
  });
  app.server.prependListener('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.quietSince = null;
    reply.once('close', () => {
      if (!open.delete(socket)) return;
      open.set(socket, connection);
      connection.quietSince = performance.now();
      connection.bytes = socket.bytesRead;
      connection.begunAt = null;
      connection.answered = true;
    });
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    let unfinished = 0;
    for (const [socket, one] of open) unfinished += longHeaders(socket, one);
    for (const [socket, one] of open) {
      if (one.quietSince === null) continue;
      const long = longHeaders(socket, one);
      if (long > 0 && unfinished > MOST_UNFINISHED) {
        unfinished -= long;
        forget(socket);
        refuseFull(socket);
        continue;
      }
      if (!one.answered) one.begunAt = one.quietSince;
      else if (socket.bytesRead !== one.bytes) one.begunAt ??= now;
      if (one.begunAt === null || now - one.begunAt <= headers) continue;
      forget(socket);
      refuseConnection(
        Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      );
    }
  }, look).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
}

/**
 * Bytes of headers that are not complete; 0 for small ones, and while a request or an answer is
 * under way.
 */
function longHeaders(socket: Socket, { quietSince, bytes }: Connection): number {
  const sent = quietSince === null ? 0 : socket.bytesRead - bytes;
  return sent > SMALL_HEADERS ? sent : 0;
}
