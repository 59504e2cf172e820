// The deadline of a call on a real connection: 504, the signal, and replies that have begun.
import { setTimeout as sleep } from 'node:timers/promises';
import { bytes, defineCall } from '@isobar/contract/calls/call.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Http } from '../http/http.ts';
import { anonymousHttp } from '../testing/anonymous-http.ts';

let http: Http<never>;
beforeEach(async () => {
  http = await anonymousHttp();
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

it('is answered with 504, and its work is cancelled by the signal', async () => {
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
      ...{ code: 'timeout', message: 'It took longer than 0 seconds. Ask for less.' },
    }),
  ]);
  expect(reason).toMatchObject({ code: 'timeout' });
});

it('does not cut a reply that has begun', async () => {
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

it('is cancelled when its client has gone', async () => {
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
