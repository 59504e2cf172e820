// The guards of every route: input, session, limits, origin, failures and headers.

import { request } from 'node:http';
import { Readable } from 'node:stream';
import { bytes, defineCall } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createLog } from '../log/log.ts';
import { createHttp, type Http } from './http.ts';

/** These are about guards, not about answers. */
const anything = z.any();

let http: Http<{ name: string }>;

beforeEach(async () => {
  http = await createHttp({
    log: createLog('silent'),
    requestsPerMinute: 50,
    trustProxy: false,
    noSessionMessage: 'Not signed in.',
    session: async (request) => (request.headers.cookie === 'who=ada' ? { name: 'Ada' } : null),
  });
  http.route(
    defineCall({
      method: 'POST',
      path: '/double',
      summary: 'Doubles a number',
      session: 'none',
      body: z.object({ n: z.number().max(100) }),
      answer: anything,
    }),
    async ({ body }) => ({ doubled: body.n * 2 }),
  );
  http.route(
    defineCall({
      method: 'POST',
      path: '/mine',
      summary: 'Who am I',
      session: 'required',
      token: 'none',
      answer: anything,
    }),
    async ({ session }) => session,
  );
  http.route(
    defineCall({
      method: 'GET',
      path: '/broken/:how',
      summary: 'Fails',
      session: 'none',
      perMinute: 3,
      params: z.object({ how: z.enum(['gone', 'crash']) }),
      answer: anything,
    }),
    async ({ params }) => {
      if (params.how === 'gone') throw new Problem('gone', 'It has expired.');
      throw new Error('secret detail');
    },
  );
});
afterEach(() => http.app.close());

it('a reply has the id of its request, which only a trusted proxy may choose', async () => {
  const ask = (of: Http<{ name: string }>, id: string) =>
    of.app.inject({ url: '/broken/crash', headers: { 'x-request-id': id } });
  const stranger = await ask(http, 'chosen-by-a-client');
  expect(stranger.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(stranger.json().requestId ?? stranger.headers['x-request-id']).toBe(
    stranger.headers['x-request-id'],
  );
  const lines: string[] = [];
  const behind = await createHttp<{ name: string }>({
    log: createLog('info', { write: (line) => lines.push(line) }),
    requestsPerMinute: 50,
    trustProxy: true,
    noSessionMessage: 'Not signed in.',
    session: async () => null,
  });
  behind.route(
    defineCall({
      method: 'GET',
      path: '/broken/crash',
      summary: 'Fails',
      session: 'none',
      answer: anything,
    }),
    async () => {
      throw new Error('unforeseen');
    },
  );
  const given = await ask(behind, 'proxy-0123456789');
  expect(given.headers['x-request-id']).toBe('proxy-0123456789');
  expect(given.json().requestId).toBe('proxy-0123456789');
  expect(JSON.parse(lines[0] ?? '').requestId).toBe('proxy-0123456789');
  for (const odd of ['short', 'x'.repeat(129), 'with "quotes" in it'])
    expect((await ask(behind, odd)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  await behind.app.close();
});

describe('an urlencoded form', () => {
  const form = (payload: string) =>
    http.app.inject({
      method: 'POST',
      url: '/text',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  beforeEach(() =>
    http.route(
      defineCall({
        method: 'POST',
        path: '/text',
        summary: 'Says it again',
        session: 'none',
        body: z.record(z.string(), z.unknown()),
        answer: anything,
      }),
      async ({ body }) => body,
    ),
  );

  it('an urlencoded form is parsed with spaces, repeated fields, fields without a value and malformed escapes', async () => {
    expect((await form('a=1+2%263&b=x&b=y&c&d=%E0%A4%A&=e')).json()).toMatchObject({
      a: '1 2&3',
      b: ['x', 'y'],
      c: '',
    });
  });

  it('an urlencoded form of more than a thousand fields is refused before one is read', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=1`).join('&');
    expect(Object.keys((await form(fields(1000))).json())).toHaveLength(1000);
    const refused = await form(fields(1001));
    expect([refused.statusCode, refused.json().code]).toEqual([413, 'too-large']);
  });
});

describe('another name of a service', () => {
  it('another name of a service leads to the service, with its query, and refuses as the service does', async () => {
    const named = await createHttp<never>({
      log: createLog('silent'),
      requestsPerMinute: 50,
      trustProxy: false,
      noSessionMessage: '',
      session: async () => null,
      ownAddress: (address) => address.replace(/^\/old\//, '/services/new/'),
    });
    named.route(
      defineCall({
        method: 'GET',
        path: '/services/new/:what',
        summary: 'Repeats the request',
        session: 'none',
        params: z.object({ what: z.string() }),
        query: z.object({ n: z.coerce.number() }),
        answer: anything,
      }),
      async ({ params, query }) => ({ ...params, ...query }),
    );
    expect((await named.app.inject('/old/thing?n=4')).json()).toEqual({ what: 'thing', n: 4 });
    expect((await named.app.inject('/old/thing?n=x')).statusCode).toBe(400);
    expect((await named.app.inject('/older/thing?n=4')).statusCode).toBe(404);
    expect((await named.app.inject('/old/other/thing')).json().message).toContain(
      '/old/other/thing',
    );
    await named.app.close();
  });
});

describe('a route', () => {
  it('a route answers parsed input and refuses the rest with path and reason', async () => {
    const ok = await http.app.inject({ method: 'POST', url: '/double', payload: { n: 4 } });
    expect(ok.json()).toEqual({ doubled: 8 });
    const bad = await http.app.inject({ method: 'POST', url: '/double', payload: { n: 'x' } });
    expect(bad.statusCode).toBe(400);
    expect(bad.json()).toMatchObject({ code: 'bad-request', details: [{ path: 'body.n' }] });
    const broken = await http.app.inject({
      method: 'POST',
      url: '/double',
      headers: { 'content-type': 'application/json' },
      payload: '{"n":',
    });
    expect(broken.statusCode).toBe(400);
    expect(broken.json().code).toBe('bad-request');
  });

  it('a route asks for a session where one is required', async () => {
    const nobody = await http.app.inject({ method: 'POST', url: '/mine' });
    expect(nobody.statusCode).toBe(401);
    expect(nobody.json()).toMatchObject({ code: 'no-session', message: 'Not signed in.' });
    const ada = await http.app.inject({
      method: 'POST',
      url: '/mine',
      headers: { cookie: 'who=ada' },
    });
    expect(ada.json()).toEqual({ name: 'Ada' });
  });

  it('a route refuses a writing call that another site makes with the cookie of a person', async () => {
    const headers = {
      cookie: 'who=ada',
      origin: 'https://elsewhere.example',
      host: 'here.example',
    };
    const foreign = await http.app.inject({ method: 'POST', url: '/mine', headers });
    expect(foreign.statusCode).toBe(403);
    const own = await http.app.inject({
      method: 'POST',
      url: '/mine',
      headers: { ...headers, origin: 'https://here.example' },
    });
    expect(own.statusCode).toBe(200);
  });

  it('a route answers expected errors with their message and unexpected ones without details', async () => {
    const gone = await http.app.inject('/broken/gone');
    expect(gone.statusCode).toBe(410);
    expect(gone.json().message).toBe('It has expired.');
    const crash = await http.app.inject('/broken/crash');
    expect(crash.statusCode).toBe(500);
    expect(crash.body).not.toContain('secret detail');
    expect(crash.json().requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('limits calls per minute and says how long to wait', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 4; i++) codes.push((await http.app.inject('/broken/gone')).statusCode);
    expect(codes).toEqual([410, 410, 410, 429]);
    const limited = await http.app.inject('/broken/gone');
    expect(limited.headers['retry-after']).toBeDefined();
    expect(limited.json().code).toBe('too-many-requests');
  });

  it('a route answers the unknown address with 404 in the same shape, under a strict policy', async () => {
    const missing = await http.app.inject('/nowhere?token=1');
    expect(missing.statusCode).toBe(404);
    expect(missing.json()).toMatchObject({
      code: 'not-found',
      message: 'There is nothing at /nowhere.',
    });
    const policy = String(missing.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });
});

describe('a client that leaves', () => {
  it.each([
    ['before a compressed answer', 'soon'],
    ['within a stream', 'stream'],
  ])('%s is no error', async (_, how) => {
    const lines: { level: number; msg: string }[] = [];
    const guarded = await createHttp({
      log: pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) }),
      requestsPerMinute: 50,
      trustProxy: false,
      noSessionMessage: '',
      session: async () => null,
    });
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    guarded.app.addHook('onRequest', async (_request, reply) => {
      reply.raw.once('close', () => left.resolve());
    });
    guarded.route(
      defineCall({
        method: 'POST',
        path: '/soon',
        summary: 'Answers after the client has left',
        session: 'none',
        answer: bytes('application/json'),
      }),
      async ({ reply }) => {
        asked.resolve();
        await left.promise;
        setTimeout(answered.resolve, 50);
        return reply.type('application/json').send(Buffer.alloc(1 << 20, 32));
      },
    );
    guarded.route(
      defineCall({
        method: 'POST',
        path: '/stream',
        summary: 'Never ends',
        session: 'none',
        answer: bytes('application/octet-stream'),
      }),
      async ({ reply }) => {
        asked.resolve();
        const endless = Readable.from(pieces()).on('close', () => setTimeout(answered.resolve, 50));
        return reply.type('application/octet-stream').send(endless);
      },
      { compress: false },
    );
    const address = await guarded.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { 'accept-encoding': 'gzip', 'content-type': 'application/json' };
    const call = request(`${address}/${how}`, { method: 'POST', headers });
    call.on('error', () => undefined).on('response', () => call.destroy());
    call.end('{}');
    await asked.promise;
    if (how === 'soon') call.destroy();
    await answered.promise;
    await guarded.app.close();
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    if (how === 'soon') expect(lines.map(({ msg }) => msg)).toContain('the client left');
  });
});

async function* pieces() {
  for (;;) yield Buffer.alloc(1 << 16);
}
