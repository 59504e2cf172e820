// Connections over a real port: slow and silent ones are closed in time, silent ones make room, and
// the rest are refused until later.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { limitConnections } from './connections.ts';

const opened: { app: FastifyInstance; sockets: Socket[] }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { app, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
});

async function open(limits: { all: number; address: number; proxy?: boolean; headers?: number }) {
  const app = fastify({ forceCloseConnections: true, http: { maxHeaderSize: 64 << 10 } });
  limitConnections(
    app,
    { headers: limits.headers ?? 60_000, look: 20 },
    { all: limits.all, address: limits.address, isProxy: () => limits.proxy === true },
  );
  app.get('/', async () => 'fine');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const sockets: Socket[] = [];
  opened.push({ app, sockets });
  return async (text = '') => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    const heard = { socket, text: '', closed: once(socket, 'close').catch(() => {}) };
    socket.on('data', (data) => {
      heard.text += data;
    });
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
    return heard;
  };
}
const WHOLE = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

it('the server closes all that drip their headers, however many they are', async () => {
  const dial = await open({ all: 1000, address: 1000, headers: 300 });
  const drips = await Promise.all(
    Array.from({ length: 300 }, () => dial('GET / HTTP/1.1\r\nHost: a\r\nX-Drip: ')),
  );
  const dripping = setInterval(() => {
    for (const { socket } of drips) socket.write('x');
  }, 50);
  await Promise.all(drips.map(({ closed }) => closed));
  clearInterval(dripping);
  expect(drips.filter(({ text }) => text.startsWith('HTTP/1.1 408')).length).toBeGreaterThan(250);
});

it('long headers that never end take 32 MB together, and those that began first are refused; short ones are left alone', async () => {
  const dial = await open({ all: 1000, address: 1000 });
  const short = await dial('GET / HTTP/1.1\r\nHost: a\r\nX-Drip: ');
  const long = `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(60_000)}`;
  const hoarding: Awaited<ReturnType<typeof dial>>[] = [];
  for (let n = 0; n < 600; n++) hoarding.push(await dial(long));
  const most = Math.floor((32 << 20) / long.length);
  const refused = () => hoarding.filter(({ text }) => text.startsWith('HTTP/1.1 503'));
  await vi.waitFor(() => expect(refused().length).toBeGreaterThanOrEqual(600 - most), 10_000);
  expect(hoarding.at(-1)?.text).toBe('');
  expect(hoarding[0]?.text).toContain('overloaded');
  short.socket.write('x\r\n\r\n');
  await vi.waitFor(() => expect(short.text).toContain('fine'));
});

it('the server lets answered connections rest, and closes one that drips its next request', async () => {
  const dial = await open({ all: 10, address: 10, headers: 300 });
  const [resting, dripping] = [await dial(WHOLE), await dial(WHOLE)];
  await vi.waitFor(() => expect(dripping.text).toContain('fine'));
  dripping.socket.write('GET');
  await dripping.closed;
  expect(resting.text).toContain('fine');
  expect(resting.socket.destroyed).toBe(false);
});

it('the server makes room by closing the longest silent, and answers when there is none', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const dial = await open({ all: 2, address: 2 });
  const [first] = [await dial(WHOLE), await dial(WHOLE)];
  await vi.waitFor(() => expect(first.text).toContain('fine'));
  const third = await dial(WHOLE); // all are new, so that none is closed
  await third.closed;
  expect(third.text).toMatch(/^HTTP\/1\.1 503 .*"overloaded"/s);
  expect(third.text).toContain('retry-after: 2');
  clock.mockReturnValue(5000);
  const fourth = await dial(WHOLE);
  await vi.waitFor(() => expect(fourth.text).toContain('fine'));
  await first.closed;
});

it('the server does not count the visitors of a proxy as one address', async () => {
  const dial = await open({ all: 10, address: 1, proxy: true });
  const both = [await dial(WHOLE), await dial(WHOLE)];
  for (const one of both) await vi.waitFor(() => expect(one.text).toContain('fine'));
});

it('the server counts only open connections: one that was closed leaves its place to the next', async () => {
  const dial = await open({ all: 10, address: 1 });
  for (let n = 0; n < 3; n++) {
    const one = await dial(WHOLE);
    await vi.waitFor(() => expect(one.text).toContain('fine'));
    one.socket.destroy();
    await one.closed;
    await new Promise((resolve) => setImmediate(resolve)); // the server sees it close
  }
});
