// The deadline of a call on a real connection: 504, the signal, and replies that have begun.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bytes, defineCall } from '@isobar/contract/calls/call.ts';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pourFile } from '../files/pour-file.ts';
import type { Http } from '../http/http.ts';
import { createLog } from '../log/log.ts';
import { anonymousHttp } from '../testing/anonymous-http.ts';

let http: Http<never>;
let logged: string[];
beforeEach(async () => {
  logged = [];
  http = await anonymousHttp(createLog('warn', { write: (line) => logged.push(line) }));
});
afterEach(() => http.app.close());

const slow = defineCall({
  method: 'GET',
  path: '/services/slow',
  summary: 'Takes its time',
  session: 'none',
  answer: z.object({ done: z.boolean() }),
});
const poured = defineCall({
  method: 'GET',
  path: '/services/poured',
  summary: 'Begins at once and takes its time',
  session: 'none',
  answer: bytes('text/plain'),
});

it('a call that takes too long is answered with 504, and its work is cancelled by the signal', async () => {
  let reason: unknown;
  http.route(
    slow,
    async ({ signal }) => {
      await sleep(5000, undefined, { signal }).catch(() => {
        reason = signal.reason;
      });
      return { done: true };
    },
    { deadlineMs: 50 },
  );
  const reply = await http.app.inject('/services/slow');
  expect([reply.statusCode, reply.json()]).toEqual([
    504,
    expect.objectContaining({
      ...{ code: 'timeout', message: 'This took longer than 0 seconds. Request less data.' },
    }),
  ]);
  expect(reason).toMatchObject({ code: 'timeout' });
});

it('a call that takes too long does not cut a reply that has begun', async () => {
  http.route(
    poured,
    async ({ reply, signal }) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/plain' });
      reply.raw.write('a');
      await sleep(150);
      reply.raw.end(signal.aborted ? 'cut' : 'b');
      return reply;
    },
    { deadlineMs: 20 },
  );
  const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
  expect(await (await fetch(`${url}/services/poured`)).text()).toBe('ab');
});

it('a call that takes too long is cancelled when its client has gone', async () => {
  const left = Promise.withResolvers<unknown>();
  http.route(slow, async ({ signal }) => {
    signal.addEventListener('abort', () => left.resolve(signal.reason));
    await sleep(2000);
    return { done: true };
  });
  const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const going = new AbortController();
  const asked = fetch(`${url}/services/slow`, { signal: going.signal }).catch(() => null);
  await sleep(100);
  going.abort();
  await asked;
  expect(await left.promise).toMatchObject({ message: 'The client left.' });
});

/** Streams that an act sent, in the order in which it did. */
const streams: Readable[] = [];
const stream = (from: AsyncIterable<string> | readonly string[]): Readable => {
  const made = Readable.from(from);
  streams.push(made);
  return made;
};

it.each<[string, (reply: FastifyReply) => unknown]>([
  ['sends a text', (reply) => reply.code(200).type('text/plain').send('late')],
  ['sends a stream', (reply) => reply.code(200).send(stream(['late']))],
  ['fails', () => Promise.reject(new Error('late'))],
  ['pours a file', (reply) => pourFile(reply, fileURLToPath(import.meta.url), 0, 100)],
])(
  'a call that takes too long answers 504 once, logs nothing and keeps nothing open, when its act %s afterwards',
  async (_, act) => {
    const isOver = Promise.withResolvers<void>();
    http.route(
      poured,
      async ({ reply, signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        try {
          reply.header('cache-control', 'public'); // while the refusal is being written
          await sleep(20); // and when it is
          return await act(reply.header('x-late', '1'));
        } finally {
          isOver.resolve();
        }
      },
      { deadlineMs: 20 },
    );
    const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(`${url}/services/poured`);
    expect(await reply.json()).toMatchObject({ code: 'timeout' });
    expect([reply.status, reply.headers.get('cache-control'), reply.headers.get('x-late')]).toEqual(
      [...[504, 'no-store', null]],
    );
    await isOver.promise;
    expect(logged).toEqual([]);
    expect(streams.every(({ destroyed }) => destroyed)).toBe(true);
  },
);

it('a call that takes too long is answered with 504 when the stream that it sends does not begin, and ends the stream', async () => {
  const never = new Readable({ read: () => undefined });
  http.route(poured, async ({ reply }) => await reply.send(never), { deadlineMs: 20 });
  const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const reply = await fetch(`${url}/services/poured`);
  expect([reply.status, await reply.json()]).toEqual([
    ...[504, expect.objectContaining({ code: 'timeout' })],
  ]);
  expect(never.destroyed).toBe(true);
});
