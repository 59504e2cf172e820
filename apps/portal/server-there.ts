// For `npm run dev`: requests for the server wait while it starts again, instead of failing one by
// one, each with a stack in the terminal.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, type Logger, type Plugin } from 'vite';

const LONGEST_MS = 30_000;
const EVERY_MS = 50;

/**
 * `server`: its address. `isFor`: whether a path is answered by it and not from the sources of the
 * portal.
 */
export function serverThere(server: string, isFor: RegExp): Plugin {
  return {
    name: 'server-there',
    apply: 'serve',
    config: () =>
      process.env.ISOBAR_DEV_SERVER ? { customLogger: inOneLine(createLogger()) } : {},
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        if (!isFor.test(request.url ?? '')) return next();
        void isListening(server, LONGEST_MS).then((isThere) => {
          if (isThere) return next();
          response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' });
          response.end('The server does not start: the terminal of `npm run dev` shows why.');
        });
      });
    },
  };
}

/** Whether something listens at the address, now or within so many milliseconds. */
export async function isListening(address: string, withinMs: number): Promise<boolean> {
  const { hostname, port } = new URL(address);
  for (const until = performance.now() + withinMs; ; await sleep(EVERY_MS)) {
    if (await accepts(hostname, Number(port))) return true;
    if (performance.now() >= until) return false;
  }
}

const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/**
 * A request that was cut off by a restart is one line: its stack is that of the proxy and shows
 * nothing.
 */
export function inOneLine(logger: Logger): Logger {
  return {
    ...logger,
    error: (message, options) => {
      if (message.includes('http proxy error')) logger.warn(message.split('\n')[0] ?? message);
      else logger.error(message, options);
    },
  };
}
