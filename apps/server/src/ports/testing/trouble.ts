// A server that misbehaves, and what every port promises about it: the call ends, reads a bounded
// number of bytes, and never follows where the server points.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const head = (status: string, more = '') => `HTTP/1.1 ${status}\r\n${more}\r\n`;
const JSON_HEAD = 'content-type: application/json\r\n';
const whole = (status: string, type: string, body: string) =>
  head(status, `content-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n`) +
  body;

/** Writes for as long as the other side takes it. */
export function pour(socket: Socket, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10);
  socket.once('close', () => clearInterval(timer));
}

const CHUNK = `10000\r\n${' '.repeat(0x10000)}\r\n`;

/** What an HTTP server may do instead of answering; `elsewhere` is where it points. */
const HTTP = {
  'stays silent': () => undefined,
  'hangs up': (socket) => socket.destroy(),
  'speaks another language': (socket) => socket.end('SSH-2.0-OpenSSH_9\r\n'),
  'breaks off': (socket) => {
    socket.write(`${head('200 OK', `${JSON_HEAD}content-length: 1000\r\n`)}{"a`);
    setTimeout(() => socket.destroy(), 20);
  },
  'answers drop by drop': (socket) => {
    socket.write(`${head('200 OK', `${JSON_HEAD}content-length: 100000\r\n`)}{`);
    drip(socket, ' ');
  },
  'answers without end': (socket) => {
    socket.write(head('200 OK', `${JSON_HEAD}transfer-encoding: chunked\r\n`));
    pour(socket, CHUNK);
  },
  'has a head without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, `x-more: ${'x'.repeat(4000)}\r\n`);
  },
  'answers a page': (socket) => socket.end(whole('200 OK', 'text/html', '<html>Sign in</html>')),
  'answers another shape': (socket) =>
    socket.end(whole('200 OK', 'application/json', '{"unexpected":{"__proto__":[1]}}')),
  'is broken': (socket) => socket.end(whole('500 Oh', 'application/json', '{"error":"x"}')),
  'is busy': (socket) => socket.end(whole('503 Busy', 'text/plain', 'later')),
  'points elsewhere': (socket, elsewhere) =>
    socket.end(head('307 There', `location: ${elsewhere}\r\ncontent-length: 0\r\n`)),
} as const satisfies Record<string, (socket: Socket, elsewhere: string) => void>;

export type Trouble = keyof typeof HTTP | 'is away';

/** The path to which an answer points that points elsewhere. */
const ELSEWHERE = '/elsewhere-of-trouble';

/** More bytes than any adapter may take before it notices that an answer is too long. */
const MOST_BYTES = 128 << 20;

export interface TroubleOptions {
  /**
   * Troubles with a part of the answer that the call does not depend on, so that it may well
   * resolve.
   */
  readonly fine?: readonly Trouble[];
  /** Checks the error further; without it, any error will do. */
  readonly error?: (error: unknown, trouble: Trouble) => void;
  /** A secret in the user and password of the address, which no error may show. */
  readonly secret?: string;
}

/** `ask` calls the other side at an address, through an adapter whose patience is short. */
export function troubleSuite(
  what: string,
  ask: (url: string) => Promise<unknown>,
  { fine = [], error: holds = () => undefined, secret }: TroubleOptions = {},
): void {
  describe(`${what}, when the other side`, () => {
    let elsewhere: Listening;
    let asked = 0;
    beforeEach(async () => {
      asked = 0;
      elsewhere = await listening((socket) => {
        // A late call of another test may come to a port that is used again.
        socket.once('data', (data) => {
          if (data.includes(ELSEWHERE)) asked++;
          socket.end(head('200 OK', 'content-length: 0\r\n'));
        });
      });
    });
    afterEach(() => elsewhere.close());

    const troubles: readonly Trouble[] = [...keysOf(HTTP), 'is away'];
    it.each(troubles)('%s', async (trouble) => {
      const there = await listening((socket) => {
        if (trouble === 'is away') return;
        const act: (socket: Socket, elsewhere: string) => void = HTTP[trouble];
        socket.once('data', () => act(socket, `${elsewhere.url}${ELSEWHERE}`));
      });
      if (trouble === 'is away') await there.close();
      const outcome = await ask(there.url).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      if (!fine.includes(trouble)) expect(outcome).toHaveProperty('error', expect.any(Error));
      if ('error' in outcome) {
        holds(outcome.error, trouble);
        if (secret) expect(toldBy(outcome.error)).not.toContain(secret);
      }
      expect(asked).toBe(0);
      expect(there.written()).toBeLessThan(MOST_BYTES);
      if (trouble !== 'is away') await there.close();
    });
  });
}

/** What a log would show of an error. */
const toldBy = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${error.stack} ${toldBy(error.cause)}` : String(error);

const keysOf = <T extends object>(of: T) =>
  Object.keys(of).filter((key): key is Extract<keyof T, string> => key in of);

export interface Listening {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  readonly port: number;
  /** Bytes that went out so far. */
  written(): number;
  close(): Promise<void>;
}

/** A TCP server on a free port of this machine. */
export async function listening(take: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>();
  let gone = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      gone += socket.bytesWritten;
    });
    take(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    written: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, gone),
    async close() {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
