// Requests over real connections: malformed HTTP, slow clients, wrong methods, other sites,
// proxies, and closing the server.

import { setTimeout as sleep } from 'node:timers/promises';
import { defineCall } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod';
import type { HttpOptions } from '../http/http.ts';
import { anything, bodyOf, closeHttp, openHttp, raw, type Who } from '../testing/open-http.ts';
import { believes } from './trusted-proxies.ts';

afterEach(closeHttp);

it.each([
  ['both lengths', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
  ['a length that is none', 'Content-Length: +4\r\n'],
  [
    'an encoding that hides',
    'Transfer-Encoding: xchunked\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n',
  ],
  ['a header with a space before its colon', 'Content-Length : 4\r\n'],
])('the server refuses a request with %s, in the usual shape', async (_, headers) => {
  const http = await openHttp();
  const reply = await raw(http, `POST /things/1 HTTP/1.1\r\nHost: a\r\n${headers}\r\nbody`);
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(reply).toContain('connection: close');
  expect(bodyOf(reply)).toMatchObject({ code: 'bad-request' });
});

it.each([
  '',
  'Host: a\r\nHost: a\r\n',
  'Host: a b\r\n',
  'Host: u:p@a\r\n',
  'Host: "><a\r\n',
  'Host: a/b\r\n',
  'Host: a:b\r\n',
])('the server refuses a request with the host %j, in the usual shape', async (host) => {
  const reply = await raw(
    await openHttp(),
    `GET /things/1 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  );
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(reply.toLowerCase()).toContain('content-security-policy:');
  expect(bodyOf(reply)).toMatchObject({ code: 'bad-request' });
});

it.each(['Host:\r\n', 'Host: a_b.example:8080\r\n', 'Host: [::1]:80\r\n', 'Host: 127.0.0.1\r\n'])(
  'the server takes a request with the host %j',
  async (host) => {
    const reply = await raw(
      await openHttp(),
      `GET /things/1 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  },
);

it('the server accepts an HTTP/1.0 request without a host, and one with an unknown expectation', async () => {
  const old = await raw(await openHttp(), 'GET /things/1 HTTP/1.0\r\n\r\n');
  expect(old).toMatch(/^HTTP\/1\.1 200 /);
  const expecting = 'GET /things/1 HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n';
  expect(await raw(await openHttp(), expecting)).toMatch(/^HTTP\/1\.1 200 /);
});

it('the server refuses headers and addresses that never end', async () => {
  const asked = (length: number) => `GET /things/1?${'a'.repeat(length)} HTTP/1.1\r\nHost: a\r\n`;
  expect(await raw(await openHttp(), `${asked(60_000)}Connection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 200 /,
  );
  const reply = await raw(await openHttp(), `${asked(70_000)}\r\n`);
  expect(reply).toMatch(/^HTTP\/1\.1 431 /);
  expect(bodyOf(reply).code).toBe('headers-too-large');
});

it('the server does not wait for ever for headers, a body, or a silent client', async () => {
  const { server } = (await openHttp()).app;
  expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([
    15_000, 60_000, 120_000,
  ]);
  const patience = { headers: 100, request: 200, silent: 10_000, look: 50, close: 1000 };
  for (const begun of [
    'GET /things/1 HT',
    'POST /things/1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"n',
  ])
    expect(bodyOf(await raw(await openHttp({ patience }), begun)).code).toBe('request-timeout');
  expect(
    await raw(
      await openHttp({ patience: { ...patience, silent: 100, headers: 9000, request: 9000 } }),
      'GET',
    ),
  ).toBe('');
});

it('the server tells unknown methods, addresses and kinds of content apart', async () => {
  const { app } = await openHttp();
  const put = await app.inject({ method: 'PUT', url: '/things/1?x=1' });
  expect([put.statusCode, put.json().code, put.headers.allow]).toEqual([
    405,
    'method-not-allowed',
    'GET, HEAD, POST, OPTIONS',
  ]);
  const asked = await app.inject({ method: 'OPTIONS', url: '/things/1/' });
  expect([asked.statusCode, asked.headers.allow, asked.body]).toEqual([
    204,
    'GET, HEAD, POST, OPTIONS',
    '',
  ]);
  expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  expect((await app.inject({ method: 'OPTIONS', url: '/nowhere' })).statusCode).toBe(404);
  const xml = await app.inject({
    method: 'POST',
    url: '/things/1',
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  });
  expect([xml.statusCode, xml.json().code]).toEqual([415, 'unsupported-type']);
  for (const url of ['/%zz', '/things/%ff']) {
    const bad = await app.inject(url);
    expect([bad.statusCode, bad.json().code, bad.headers['x-content-type-options']]).toEqual([
      400,
      'bad-request',
      'nosniff',
    ]);
    expect(bad.json().message).toBe('The address is not percent-encoded as it should be.');
  }
  const long = await app.inject(`/things/${'a'.repeat(600)}`);
  expect([long.statusCode, long.json().code, long.json().message]).toEqual([
    400,
    'bad-request',
    'A part of the address has more than 500 characters.',
  ]);
  expect((await app.inject({ method: 'HEAD', url: '/things/1' })).body).toBe('');
});

it.each(['{"__proto__":{"n":1}}', '{"constructor":{"prototype":{"n":1}}}', '{"n":1e400}', '[', ''])(
  'the server takes no body %s',
  async (payload) => {
    const { app } = await openHttp();
    const headers = { 'content-type': 'application/json' };
    const reply = await app.inject({ method: 'POST', url: '/things/1', headers, payload });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad-request']);
    expect(({} as { n?: number }).n).toBeUndefined();
  },
);

it('the server answers a long list of wrong things by a short one, and what is nested too deeply', async () => {
  const http = await openHttp();
  http.route(
    defineCall({
      method: 'POST',
      path: '/lists',
      summary: 'Takes lists',
      session: 'none',
      body: z.unknown(),
      answer: anything,
    }),
    async () => ({}),
    {
      bounds: (body) => {
        if (body === null) throw new Problem('too-large', 'Nothing is too much.');
      },
    },
  );
  http.route(
    defineCall({
      method: 'POST',
      path: '/numbers',
      summary: 'Takes numbers',
      session: 'none',
      body: z.array(z.number()),
      answer: anything,
    }),
    async () => ({}),
  );
  http.route(
    defineCall({
      method: 'POST',
      path: '/deep',
      summary: 'Takes anything',
      session: 'none',
      body: z.unknown(),
      answer: anything,
    }),
    async ({ body }) => ({ text: JSON.stringify(body) }),
  );
  const post = (url: string, payload: string) =>
    http.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const wrong = await post('/numbers', JSON.stringify(Array.from({ length: 5000 }, () => 'x')));
  expect([wrong.statusCode, wrong.json().details.length]).toEqual([400, 50]);
  const deep = await post('/deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect([deep.statusCode, deep.json().code]).toEqual([400, 'bad-request']);
  expect((await post('/lists', 'null')).statusCode).toBe(413);
});

it('the server refuses what other sites make a browser do, by whatever header tells', async () => {
  const { app } = await openHttp({ siteUrl: 'https://data.example' });
  const post = async (headers: Record<string, string>) =>
    (
      await app.inject({
        method: 'POST',
        url: '/things/1',
        headers: { host: 'inner:8080', ...headers },
        payload: { n: 1 },
      })
    ).statusCode;
  const cookie = 'who=ada';
  expect(await post({ cookie })).toBe(200); // a program
  expect(await post({ cookie, origin: 'https://data.example' })).toBe(200); // through the proxy
  expect(await post({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(200);
  for (const origin of [
    'https://evil.example',
    'null',
    'garbage',
    'http://data.example',
    'http://inner:8080',
  ])
    expect([origin, await post({ cookie, origin })]).toEqual([origin, 403]);
  for (const site of ['cross-site', 'same-site'])
    expect(await post({ cookie, 'sec-fetch-site': site })).toBe(403);
  const leave = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/leave', headers })).statusCode;
  expect(await leave({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await leave({ cookie, 'sec-fetch-site': 'none' })).toBe(200);
});

it('the server marks https: strict transport only there, no frames, no devices', async () => {
  const { headers } = await (await openHttp({ siteUrl: 'https://data.example' })).app.inject(
    '/things/1',
  );
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['permissions-policy']).toContain('geolocation=()');
  const plain = await (await openHttp()).app.inject('/things/1');
  expect(plain.headers['strict-transport-security']).toBeUndefined();
});

it("the server never lets a person's own be kept, nor a failure", async () => {
  const { app } = await openHttp();
  const mine = await app.inject({ url: '/mine', headers: { cookie: 'who=ada' } });
  expect(mine.headers['cache-control']).toBe('no-store');
  for (const url of ['/mine', '/nowhere', '/fails/x'])
    expect((await app.inject(url)).headers['cache-control']).toBe('no-store');
});

it('the server counts calls per person too, from whatever address', async () => {
  const { app } = await openHttp({ trustProxy: true });
  const ask = async (name: string, n: number) =>
    await app.inject({
      url: '/mine',
      headers: { cookie: `who=${name}`, 'x-forwarded-for': `198.51.100.${n}` },
    });
  const codes: number[] = [];
  for (let n = 1; n <= 21; n++) codes.push((await ask('ada', n)).statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(20);
  const refused = await ask('ada', 99);
  expect(refused.json().code).toBe('too-many-requests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('bob', 1)).statusCode).toBe(200);
});

it('the server limits what is not found as well', async () => {
  const { app } = await openHttp({ requestsPerMinute: 3 });
  const codes: number[] = [];
  for (let i = 0; i < 5; i++) codes.push((await app.inject(`/nowhere/${i}`)).statusCode);
  expect(codes).toEqual([404, 404, 404, 429, 429]);
});

it.each([
  ['SQLITE_FULL', 503, /not enough disk space/],
  ['ENOSPC', 503, /not enough disk space/],
  ['SQLITE_BUSY', 503, /at the moment/],
  ['57P01', 503, /at the moment/],
  ['EIO', 503, /at the moment/],
  ['EROFS', 503, /at the moment/],
  ['EACCES', 503, /at the moment/],
  ['22021', 400, /NUL/],
  ['ELSE', 500, /our side/],
])(
  'the server answers a store that fails with %s by %i, without its words',
  async (code, status, words) => {
    const reply = await (await openHttp()).app.inject(`/fails/${code}`);
    expect(reply.statusCode).toBe(status);
    expect(reply.json().message).toMatch(words);
    expect(reply.body).not.toMatch(/secret|inner words|\.ts/);
    if (status === 503) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  },
);

it('the server believes the address that a proxy tells only of proxies that were named', async () => {
  const ipOf = async (
    trustProxy: HttpOptions<Who>['trustProxy'],
    told: string,
    remoteAddress: string,
  ) =>
    (
      await (
        await openHttp({ trustProxy })
      ).app.inject({
        url: '/things/1',
        headers: { 'x-forwarded-for': told },
        remoteAddress,
      })
    ).json().ip;
  const forged = '203.0.113.9, 198.51.100.7'; // the client wrote the first, the proxy the second
  expect(await ipOf(false, forged, '127.0.0.1')).toBe('127.0.0.1');
  expect(await ipOf(true, forged, '127.0.0.1')).toBe('198.51.100.7');
  expect(await ipOf(true, forged, '192.0.2.1')).toBe('192.0.2.1'); // not behind a proxy
  // a client of the same network
  expect(await ipOf(true, '203.0.113.9, 10.0.0.5', '::ffff:10.0.0.1')).toBe('10.0.0.5');
  expect(await ipOf(['192.0.2.0/24', '2001:db8::1'], forged, '192.0.2.1')).toBe('198.51.100.7');
  expect(await ipOf(['192.0.2.0/24'], forged, '127.0.0.1')).toBe('127.0.0.1');
  for (const wrong of ['nginx', '10.0.0.0/33', '10.0.0.1/8/8', ''])
    expect(() => believes([wrong])).toThrow(/no address/);
});

it('the server closes although a client listens to events, and finishes calls that are under way', async () => {
  // nothing is cut within this test
  const patience = { headers: 5000, request: 5000, silent: 60_000, look: 50, close: 3_600_000 };
  const http = await openHttp({ patience });
  const underWay = Promise.withResolvers<void>();
  http.route(
    defineCall({
      method: 'GET',
      path: '/slow',
      summary: 'Takes a while',
      session: 'none',
      answer: anything,
    }),
    async () => {
      underWay.resolve();
      await sleep(150);
      throw new Problem('gone', 'It was there.');
    },
  );
  const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const events = await fetch(`${url}/events`);
  const reader = events.body!.getReader();
  await reader.read();
  const slow = fetch(`${url}/slow`);
  await underWay.promise;
  await Promise.all([http.app.close(), reader.read().catch(() => {})]);
  expect((await slow).status).toBe(410);
  await expect(fetch(`${url}/things/1`)).rejects.toThrow();
});

it('the server cuts what does not end in time when it closes', async () => {
  const patience = { headers: 5000, request: 5000, silent: 60_000, look: 50, close: 100 };
  const http = await openHttp({ patience });
  const underWay = Promise.withResolvers<void>();
  http.route(
    defineCall({
      method: 'GET',
      path: '/forever',
      summary: 'Is never answered',
      session: 'none',
      answer: anything,
    }),
    () => {
      underWay.resolve();
      return new Promise(() => {});
    },
  );
  const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const waiting = fetch(`${url}/forever`).catch(() => 'cut');
  await underWay.promise;
  await http.app.close();
  expect(await waiting).toBe('cut');
});
