// Whose page makes a call, as the headers of browsers state it, and what is refused for it.
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isReading, refuseForeignSite, refuseUnproven } from './foreign-site.ts';

type Headers = Readonly<Record<string, string>>;

const COOKIE = { cookie: 'who=ada' };
const SAME = { 'sec-fetch-site': 'same-origin' };
const TYPED = { 'sec-fetch-site': 'none' };

let app: FastifyInstance;
let site: URL | null;
beforeEach(() => {
  site = null;
  app = fastify();
  app.post('/change', async (request) => refuseForeignSite(request, site));
  app.get('/change', async (request) => refuseUnproven(request, site));
});
afterEach(() => app.close());

/** Whether the call is let in; any other refusal than 'forbidden' fails the test. */
const isLetIn = async (headers: Headers, method: 'POST' | 'GET' = 'POST') => {
  const own = { host: 'data.example', ...headers };
  const { statusCode } = await app.inject({ method, url: '/change', headers: own });
  expect([200, 403]).toContain(statusCode);
  return statusCode === 200;
};

describe('a call with a cookie that changes something', () => {
  it.each<[string, Headers, boolean]>([
    ['states no page, as programs do', {}, true],
    ['is typed or bookmarked', TYPED, true],
    ['comes from a page of this site', SAME, true],
    ['comes from another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['comes from a neighbour below the same domain', { 'sec-fetch-site': 'same-site' }, false],
    ['has the origin of this site', { origin: 'http://data.example' }, true],
    ['has the origin of this site over https', { origin: 'https://data.example' }, true],
    ['has the origin of another port', { origin: 'http://data.example:81' }, false],
    ['has another origin', { origin: 'http://evil.example' }, false],
    ['has the origin null of a sandbox', { origin: 'null' }, false],
    ['has the page of this site as its referrer', { referer: 'http://data.example/a' }, true],
    ['has another referrer', { referer: 'http://evil.example/data.example' }, false],
    [
      'has the origin of this site and another referrer, which counts only without an origin',
      { origin: 'http://data.example', referer: 'http://evil.example/' },
      true,
    ],
    [
      'is typed and has the referrer that an address bar keeps',
      { ...TYPED, referer: 'http://evil.example/' },
      true,
    ],
    ['is typed and has another origin', { ...TYPED, origin: 'http://evil.example' }, false],
    [
      'comes from this site by one header and from another by the next',
      { ...SAME, origin: 'http://evil.example' },
      false,
    ],
  ])('that %s: %j is let in: %s', async (_, headers, letIn) => {
    expect(await isLetIn({ ...COOKIE, ...headers })).toBe(letIn);
  });

  it('without a cookie may come from anywhere, since it carries nothing of a person', async () => {
    expect(await isLetIn({ origin: 'http://evil.example' })).toBe(true);
  });

  it('to a site over https is refused from its own host without encryption', async () => {
    site = new URL('https://data.example');
    expect(await isLetIn({ ...COOKIE, origin: 'https://data.example' })).toBe(true);
    expect(await isLetIn({ ...COOKIE, origin: 'http://data.example' })).toBe(false);
    site = new URL('http://data.example');
    expect(await isLetIn({ ...COOKIE, origin: 'http://data.example' })).toBe(true);
  });

  it('a call with a cookie that changes something may come from the public address, whatever host a proxy names', async () => {
    site = new URL('https://public.example');
    expect(await isLetIn({ ...COOKIE, origin: 'https://public.example' })).toBe(true);
    expect(await isLetIn({ ...COOKIE, origin: 'https://public.example.evil' })).toBe(false);
  });
});

describe('a GET that changes something', () => {
  it.each<[string, Headers, boolean]>([
    ['with a cookie from a page of this site', { ...COOKIE, ...SAME }, true],
    ['with a cookie from no page', COOKIE, false],
    ['with a cookie as it is typed or linked', { ...COOKIE, ...TYPED }, false],
    ['with a cookie from another site', { ...COOKIE, 'sec-fetch-site': 'cross-site' }, false],
    ['with a token from no page', { authorization: 'Bearer a:b' }, true],
    [
      'with a token from another site',
      { authorization: 'Bearer a:b', 'sec-fetch-site': 'cross-site' },
      false,
    ],
    ['with neither', {}, false],
  ])('%s: %j is let in: %s', async (_, headers, letIn) => {
    expect(await isLetIn(headers, 'GET')).toBe(letIn);
  });

  it('a GET that changes something is refused as a HEAD request', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/change', headers: SAME });
    expect(reply.statusCode).toBe(405);
  });
});

it('GET, HEAD and OPTIONS change nothing by themselves, all other methods may', () => {
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
  expect(methods.filter(isReading)).toEqual(['GET', 'HEAD', 'OPTIONS']);
});
