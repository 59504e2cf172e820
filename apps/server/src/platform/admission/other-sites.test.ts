// Pages of other sites (CORS): what their scripts may read, their preflight requests, and what is
// refused.
import { once } from 'node:events';
import { request } from 'node:http';
import { defineCall } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { createHttp, type Http } from '../http/http.ts';
import { createLog } from '../log/log.ts';

const anything = z.any();
const FROM = { origin: 'https://notebook.example' };
let http: Http<{ name: string }>;

beforeEach(async () => {
  http = await createHttp<{ name: string }>({
    log: createLog('silent'),
    requestsPerMinute: 50,
    trustProxy: false,
    noSessionMessage: 'Not signed in.',
    session: async () => null,
  });
  const common = { summary: '', answer: anything } as const;
  for (const method of ['GET', 'POST'] as const)
    http.route(
      defineCall({ ...common, method, service: 'search', path: '/thing', session: 'none' }),
      async () => {
        if (method === 'POST') throw new Problem('bad-request', 'Not so.');
        return { found: 1 };
      },
    );
  http.route(
    defineCall({
      ...common,
      method: 'GET',
      service: 'search',
      path: '/mine',
      session: 'required',
      token: 'profile',
    }),
    async () => ({}),
  );
  http.route(
    defineCall({ ...common, method: 'POST', service: 'auth', path: '/in', session: 'none' }),
    async () => ({}),
  );
  http.route(
    defineCall({
      method: 'GET',
      path: '/says',
      summary: '',
      session: 'none',
      query: z.object({ q: z.string() }),
      answer: anything,
    }),
    async ({ query }) => query,
  );
});
afterEach(() => http.app.close());

const ask = (method: 'GET' | 'POST' | 'OPTIONS' | 'HEAD', url: string) =>
  http.app.inject({ method, url, headers: FROM });

it('an open call may be read, its refusals too', async () => {
  const { headers, statusCode } = await ask('GET', '/services/search/thing');
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(headers['access-control-expose-headers']).toContain('Content-Range');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  // With credentials a browser would not take the star; nothing says that it may.
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  const refused = await ask('POST', '/services/search/thing');
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([400, '*']);
});

it('a page of another site learns from a preflight request what it may send', async () => {
  const { headers, statusCode } = await ask('OPTIONS', '/services/search/thing');
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, '*']);
  expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST');
  for (const name of ['Authorization', 'Content-Type', 'Range'])
    expect(headers['access-control-allow-headers']).toContain(name);
});

it('other sites may read neither personal data nor account forms', async () => {
  for (const [method, url] of [
    ['GET', '/services/search/mine'],
    ['OPTIONS', '/services/search/mine'],
    ['POST', '/services/auth/in'],
    ['OPTIONS', '/services/auth/in'],
    ['GET', '/nowhere'],
  ] as const) {
    const { headers } = await ask(method, url);
    expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined]);
    expect([url, headers['access-control-allow-methods']]).toEqual([url, undefined]);
  }
});

it('nothing is read by other sites where that is turned off', async () => {
  const closed = await createHttp<never>({
    log: createLog('silent'),
    requestsPerMinute: 50,
    trustProxy: false,
    noSessionMessage: '',
    session: async () => null,
    otherSites: false,
  });
  const path = '/thing';
  closed.route(
    defineCall({
      method: 'GET',
      service: 'search',
      path,
      summary: '',
      session: 'none',
      answer: anything,
    }),
    async () => ({}),
  );
  for (const method of ['GET', 'OPTIONS'] as const) {
    const reply = await closed.app.inject({ method, url: '/services/search/thing', headers: FROM });
    expect(reply.statusCode).toBeLessThan(300);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin');
  }
  await closed.app.close();
});

it('empty parts of an address are passed over, and its query is not touched', async () => {
  for (const url of [
    '//services/search/thing',
    '/services//search///thing',
    '/services/search/thing//',
  ])
    expect([url, (await ask('GET', url)).statusCode]).toEqual([url, 200]);
  expect((await ask('GET', '//says?q=http://a//b')).json()).toEqual({ q: 'http://a//b' });
});

it('an address with its host before it, as proxies send it, stays what it is', async () => {
  const url = new URL(await http.app.listen({ port: 0, host: '127.0.0.1' }));
  for (const path of ['/services/search/thing', '//services/search//thing']) {
    const asked = request({ port: url.port, host: url.hostname, path: url.origin + path }).end();
    const [reply] = await once(asked, 'response');
    reply.resume();
    expect([path, reply.statusCode]).toEqual([path, 200]);
  }
});
