// A proxy between the system and a server that it needs, which makes that server busy, slow or
// absent on request.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * `busy`: every request is refused with 503; `slow`: each waits for so long; `away`: connections
 * are cut.
 */
export type Fault = 'busy' | 'slow' | 'away';

export interface FaultyProxy {
  readonly url: string;
  fault: Fault | null;
  /** Requests that met a fault. */
  readonly met: number;
  close(): Promise<void>;
}

const SLOW_MS = 1500;

/** `target`: http://host:port. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const state = { fault: null as Fault | null, met: 0 };
  const pass = (asked: IncomingMessage, reply: ServerResponse): void => {
    const { method, url: path, headers } = asked;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    reply.on('close', () => passed.destroy());
    asked.pipe(passed);
  };
  const server = createServer((asked, reply) => {
    const { fault } = state;
    if (fault !== null) state.met++;
    if (fault === 'away') return void asked.socket.destroy();
    if (fault === 'slow') return void setTimeout(() => pass(asked, reply), SLOW_MS);
    if (fault === null) return pass(asked, reply);
    asked.resume();
    reply.writeHead(503, { 'content-type': 'application/xml' });
    reply.end('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  return Object.assign(state, {
    url: `http://127.0.0.1:${own}`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  });
}
