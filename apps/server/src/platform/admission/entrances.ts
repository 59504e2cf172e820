// Listens with many sockets at once. The event loop takes one new connection from each listening
// socket per turn, and in a rush a turn is long: with one socket, new connections would wait for
// minutes.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How many new connections a turn takes. The system shares them out evenly. */
const ENTRANCES = 32;
/** Connections that wait at each; the system may allow fewer. */
const WAITING = 1024;
/** Errors of systems that cannot share a port. */
const UNKNOWN_HERE: ReadonlySet<string> = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOPROTOOPT']);

/**
 * Must be called before the app is ready. Resolves to the address. Port 0 means any free port.
 * Throws the system's errors; 'EADDRINUSE' even if the program that has the port would share it.
 */
export async function listenAtEntrances(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  if (port !== 0) await close(await listening({ host, port, shared: false }));
  const beside: Server[] = [];
  app.addHook('preClose', async () => {
    for (const entrance of beside) entrance.close();
  });
  let url: string;
  try {
    url = await app.listen({ host, port, backlog: WAITING, ...SHARED });
  } catch (error) {
    if (!isUnknownHere(error)) throw error;
    return await app.listen({ host, port, backlog: WAITING });
  }
  const at = app.server.address();
  if (at === null || typeof at === 'string') throw new Error('A server has a port.');
  while (beside.length < ENTRANCES - 1) {
    const entrance = await listening({ host: at.address, port: at.port, shared: true });
    entrance.on('connection', (socket: Socket) => app.server.emit('connection', socket));
    beside.push(entrance);
  }
  return url;
}

const SHARED = { reusePort: true };

const isUnknownHere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNKNOWN_HERE.has(String(error.code));

/** Settings as in a server of HTTP, which reads and ends the sockets itself. */
async function listening(at: {
  readonly host: string;
  readonly port: number;
  readonly shared: boolean;
}): Promise<Server> {
  const { host, port, shared } = at;
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  server.listen({ host, port, backlog: WAITING, ...(shared ? SHARED : {}) });
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
