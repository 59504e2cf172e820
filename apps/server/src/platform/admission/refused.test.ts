// A crawler that goes on after being refused is refused again before any other work; no other
// client is affected.
import { IncomingMessage, ServerResponse } from 'node:http';
import { defineCall } from '@isobar/contract/calls/call.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createHttp, type Http } from '../http/http.ts';
import { createLog } from '../log/log.ts';
import { kindOf, Refused, refusing } from './refused.ts';

/** These are about guards, not about answers. */
const anything = z.any();

let http: Http<never>;
let url: string;
/** Requests that got past the first check. */
let entered: number;

beforeEach(async () => {
  entered = 0;
  http = await createHttp<never>({
    log: createLog('silent'),
    requestsPerMinute: 1000,
    trustProxy: ['127.0.0.1'],
    noSessionMessage: '',
    session: async () => null,
  });
  http.app.addHook('onRequest', async () => {
    entered++;
  });
  for (const kind of ['thing', 'place'])
    http.route(
      defineCall({
        method: 'GET',
        path: `/${kind}/:name`,
        summary: 'A page',
        session: 'none',
        perMinute: 2,
        params: z.object({ name: z.string() }),
        answer: anything,
      }),
      async ({ params }) => params.name,
      { isPage: true },
    );
  http.route(
    defineCall({
      method: 'POST',
      path: '/thing/:name',
      summary: 'Changes it',
      session: 'none',
      answer: anything,
    }),
    async () => 'changed',
  );
  url = await http.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => http.app.close());

const ask = (path: string, from = '203.0.113.9', method = 'GET') =>
  fetch(url + path, { method, headers: { 'x-forwarded-for': from } });

it('the refusal of crawlers refuses at once whom the limit of a kind refused, and counts down', async () => {
  const codes = [];
  for (let n = 0; n < 3; n++) codes.push((await ask(`/thing/${n}`)).status);
  expect(codes).toEqual([200, 200, 429]);
  const before = entered;
  const again = await ask('/thing/99?from=%2Fx');
  expect([again.status, await again.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'too-many-requests' }),
  ]);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await ask('/thing/1', '203.0.113.9', 'HEAD')).status).toBe(429);
  expect(entered).toBe(before);
});

it('the refusal of crawlers lets in others, other kinds, and what is no page', async () => {
  for (let n = 0; n < 4; n++) await ask(`/thing/${n}`);
  expect((await ask('/thing/1', '203.0.113.10')).status).toBe(200);
  expect((await ask('/place/1')).status).toBe(200);
  expect((await ask('/thing/1', '203.0.113.9', 'POST')).status).toBe(200);
  expect((await ask('/thing/1/more')).status).toBe(404);
});

it('the refusal of crawlers counts a network of version 6 as one', async () => {
  for (let n = 0; n < 3; n++) await ask('/thing/1', `2001:db8:1:2::${n}`);
  const before = entered;
  expect((await ask('/thing/1', '2001:db8:1:2:ffff::9')).status).toBe(429);
  expect(entered).toBe(before);
});

describe('what is remembered', () => {
  it('what is remembered ends with its time', () => {
    let now = 0;
    const refused = new Refused(() => now);
    const left = () => refused.ask('thing', () => '192.0.2.1')?.seconds;
    expect(left()).toBeUndefined();
    refused.note('thing', '192.0.2.1', 1500);
    expect(left()).toBe(2);
    now = 1400;
    expect(left()).toBe(1);
    now = 1500;
    expect(left()).toBeUndefined();
  });

  it('what is remembered is bounded: the oldest is forgotten', () => {
    const refused = new Refused(() => 0);
    for (let n = 0; n <= 10_000; n++) refused.note('thing', `a${n}`, 1000);
    expect(refused.ask('thing', () => 'a0')).toBeNull();
    expect(refused.ask('thing', () => 'a1')?.seconds).toBe(1);
    expect(refused.ask('thing', () => 'a10000')?.seconds).toBe(1);
  });
});

it('clients that ignore Retry-After are answered late, a few at a time; clients that waited are answered at once', async () => {
  let now = 0;
  const refused = new Refused(() => now);
  const kept: { done: (value?: unknown) => void; milliseconds: number }[] = [];
  let told = 0;
  const listener = refusing(
    () => {
      throw new Error('no call is allowed here');
    },
    refused,
    () => false,
    (milliseconds) => new Promise((done) => kept.push({ done, milliseconds })),
  );
  const ask = (times: number, from: string) => {
    for (let n = 0; n < times; n++)
      listener(
        requestFrom(from),
        replyThat(() => told++),
      );
  };
  refused.note('thing', '192.0.2.1', 60_000);
  refused.note('thing', '192.0.2.2', 60_000);
  for (let round = 0; round < 2; round++) {
    told = 0;
    ask(1000, '192.0.2.1');
    expect(kept.map((one) => one.milliseconds)).toEqual(new Array(500).fill(2000));
    expect(told).toBe(500);
    ask(10, '192.0.2.2');
    expect(told).toBe(510);
    for (const one of kept.splice(0)) one.done();
    await new Promise(setImmediate);
    expect(told).toBe(1010);
  }
  now = 60_000;
  refused.note('thing', '192.0.2.1', 60_000);
  told = 0;
  ask(20, '192.0.2.1');
  expect([told, kept.length]).toEqual([20, 0]);
});

const requestFrom = (remoteAddress: string) =>
  Object.assign(Object.create(IncomingMessage.prototype), {
    method: 'GET',
    url: '/thing/a',
    headers: {},
    socket: { remoteAddress },
    resume: () => {},
  });
const replyThat = (end: () => void) => {
  const reply = { writeHead: () => reply, end };
  return Object.assign(Object.create(ServerResponse.prototype), reply);
};

it.each([
  ['/thing/a', 'thing'],
  ['/thing/a.b?x=/1/2', 'thing'],
  ['/thing/', 'thing'],
  ['/thing', null],
  ['/', null],
  ['//a', null],
  ['', null],
  ['/thing?x=/a', null],
  ['/thing/a/b', null],
])('the kind of %s is %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});
