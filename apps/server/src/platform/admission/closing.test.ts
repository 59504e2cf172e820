// How a server closes: what is under way is finished, streams without an end are ended, and no
// connection is kept for more.
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeInOrder } from './closing.ts';

let app: FastifyInstance;
let slow: PromiseWithResolvers<string>;
let begun: PromiseWithResolvers<void>;
let closing: PromiseWithResolvers<void>;
const agent = new Agent({ keepAlive: true });
beforeEach(async () => {
  app = fastify();
  slow = Promise.withResolvers();
  begun = Promise.withResolvers();
  closing = Promise.withResolvers();
  closeInOrder(app, 3_600_000); // nothing is cut within this test
  app.addHook('preClose', async () => closing.resolve());
  app.get('/', async () => 'fine');
  app.get('/slow', () => {
    begun.resolve();
    return slow.promise;
  });
  app.get('/events', async (_, reply) => {
    const events = new ReadableStream({
      start: (to) => to.enqueue(new TextEncoder().encode('data: 1\n\n')),
    });
    return reply.header('content-type', 'text/event-stream').send(events);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  slow.resolve('late');
  await app.close();
  agent.destroy();
});

function ask(path: string): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent }, resolve).on('error', reject);
  });
}
const whole = async (reply: IncomingMessage) => (await reply.toArray()).join('');

it('a server that is open keeps connections for the next request', async () => {
  const reply = await ask('/');
  expect([await whole(reply), reply.headers.connection]).toEqual(['fine', 'keep-alive']);
});

it('a call under way is finished while the server closes, and its connection is closed after it', async () => {
  const asked = ask('/slow');
  await begun.promise;
  const closed = app.close();
  await closing.promise;
  slow.resolve('done');
  const reply = await asked;
  expect([await whole(reply), reply.headers.connection]).toEqual(['done', 'close']);
  await closed;
});

it('a stream of events is ended when the server closes, although its client stays, and no timer outlives the server', async () => {
  const events = await ask('/events');
  const ended = new Promise((resolve) => {
    events.on('error', resolve).on('close', resolve).resume();
  });
  const waiting = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  await Promise.all([app.close(), ended]);
  const timers = waiting.mock.results.flatMap(({ value }, n) =>
    waiting.mock.calls[n]?.[1] === 3_600_000 ? [value] : [],
  );
  expect(timers).toHaveLength(1);
  expect(cleared.mock.calls.map(([timer]) => timer)).toContain(timers[0]);
  vi.restoreAllMocks();
});
