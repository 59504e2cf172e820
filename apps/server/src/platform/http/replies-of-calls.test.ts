// What replies have whatever their call is about: which statuses and media types are described,
// pages for unknown addresses, compression, https.
import { bytes, type Call, defineCall, events, jsonOr } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createLog } from '../log/log.ts';
import { createHttp, type Http, type HttpOptions } from './http.ts';

const opened: Http<never>[] = [];
afterEach(async () => {
  for (const http of opened.splice(0)) await http.app.close();
});
async function open(more: Partial<HttpOptions<never>> = {}): Promise<Http<never>> {
  const http = await createHttp<never>({
    ...{ log: createLog('silent'), requestsPerMinute: 1000, trustProxy: false },
    ...{ noSessionMessage: '', session: async () => null, ...more },
  });
  opened.push(http);
  return http;
}
const base = { method: 'GET', summary: 'A test', session: 'none', tag: 'pages' } as const;
const shape = z.object({ n: z.number() });

describe('the description of a call', () => {
  interface Described {
    readonly description: string;
    readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  }
  const CALLS = {
    plain: defineCall({ ...base, path: '/plain', answer: shape }),
    parts: defineCall({ ...base, path: '/parts', answer: bytes('image/png'), ranges: true }),
    again: defineCall({ ...base, path: '/again', answer: shape, revalidates: true }),
    both: defineCall({ ...base, path: '/both', answer: jsonOr(shape, 'text/csv') }),
    either: defineCall({
      ...{ ...base, path: '/either' },
      answer: jsonOr(shape, 'application/json', 'application/geo+json'),
    }),
    stream: defineCall({ ...base, path: '/stream', answer: events(shape) }),
    also: defineCall({ ...base, path: '/also', answer: shape, also: { 202: bytes('text/csv') } }),
    below: defineCall({ ...base, path: '/services/below', answer: shape }),
    posted: defineCall({ ...base, method: 'POST', path: '/posted', answer: shape }),
    own: defineCall({ ...base, path: '/own', answer: shape, failure: bytes('text/plain') }),
  };
  const described = async () => {
    const http = await open();
    for (const call of Object.values<Call>(CALLS)) http.route(call, async () => ({ n: 1 }));
    const { paths, components } = (await http.describe()) as unknown as {
      paths: Record<
        string,
        Record<string, { responses: Record<string, Described | { $ref: string }> }>
      >;
      components: { responses: Record<string, Described> };
    };
    const shared = (one: Described | { $ref: string }) =>
      '$ref' in one ? components.responses[one.$ref.split('/').at(-1) ?? ''] : one;
    return (name: string) =>
      Object.fromEntries(
        Object.values(paths[`/${name}`] ?? {})
          .flatMap(({ responses }) => Object.entries(responses))
          .map(([status, one]) => [status, shared(one)]),
      );
  };
  const typesOf = (one: Described | undefined) => Object.keys(one?.content ?? {}).sort();
  const asJson = (one: Described | undefined, type: string) =>
    JSON.stringify(one?.content?.[type]?.schema ?? null).includes('"n"');

  it('the description of a call has the statuses that it may be answered with, parts and what is known already only where there are such', async () => {
    const of = await described();
    const successes = (name: string) => Object.keys(of(name)).filter((status) => status < '400');
    expect(successes('plain')).toEqual(['200']);
    expect(successes('parts')).toEqual(['200', '206', '304']);
    expect(successes('again')).toEqual(['200', '304']);
    expect(successes('also')).toEqual(['200', '202']);
    expect(of('also')['202']?.description).toBe('Accepted');
    expect(typesOf(of('again')['304'])).toEqual([]);
    expect(typesOf(of('parts')['206'])).toEqual(['image/png']);
  });

  it('the description of a call names only schemas and replies that it has', async () => {
    const http = await open();
    for (const call of Object.values<Call>(CALLS)) http.route(call, async () => ({ n: 1 }));
    const description = JSON.parse(JSON.stringify(await http.describe()));
    const named = [...JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, path = ''] of named) {
      const found = path.split('/').reduce((at, name) => at?.[name], description);
      expect([path, typeof found]).toEqual([path, 'object']);
    }
  });

  it('the description of a call has the media types of an answer, with its shape where that is JSON', async () => {
    const of = await described();
    const [both, either, stream] = ['both', 'either', 'stream'].map((name) => of(name)['200']);
    expect(typesOf(both)).toEqual(['application/json', 'text/csv']);
    expect([asJson(both, 'application/json'), asJson(both, 'text/csv')]).toEqual([true, false]);
    expect(typesOf(either)).toEqual(['application/geo+json', 'application/json']);
    expect(asJson(either, 'application/geo+json')).toBe(true);
    expect(typesOf(stream)).toEqual(['text/event-stream']);
    expect(asJson(stream, 'text/event-stream')).toBe(true);
    expect(typesOf(of('parts')['200'])).toEqual(['image/png']);
  });

  it('the description of a call has failures in the form of the call, and in the usual one where it is refused before the call is known', async () => {
    const of = await described();
    expect(typesOf(of('services/below')['500'])).toEqual(['application/json']);
    expect(typesOf(of('posted')['500'])).toEqual(['application/json']);
    expect(typesOf(of('own')['500'])).toEqual(['text/plain']);
    expect(typesOf(of('own')['429'])).toEqual(['application/json', 'text/html', 'text/plain']);
  });

  it('the description of a call has the page of a refusal for what a browser may open outside of the services', async () => {
    expect(typesOf((await described())('plain')['500'])).toEqual(['application/json', 'text/html']);
  });
});

describe('at an address at which there is nothing', () => {
  const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const withPage = async () => {
    const http = await open();
    http.route(defineCall({ ...base, path: '/here', answer: shape }), async () => ({ n: 1 }));
    http.pageForUnknown((path) => `<p>Nothing at ${path}.`);
    return http.app;
  };

  it('a browser is shown the page, which is not kept', async () => {
    const page = await (await withPage()).inject({ url: '/nowhere?token=1', headers: HTML });
    expect([page.statusCode, page.body]).toEqual([404, '<p>Nothing at /nowhere.']);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: expect.stringMatching(/\bAccept\b(?!-)/),
    });
  });

  it('a program gets JSON, and so does a browser that sends a form or where there is no page', async () => {
    const app = await withPage();
    const program = await app.inject({ url: '/nowhere', headers: { accept: 'application/json' } });
    expect([program.statusCode, program.json().code]).toEqual([404, 'not-found']);
    expect(program.headers.vary).toMatch(/\bAccept\b(?!-)/);
    const form = await app.inject({ method: 'POST', url: '/nowhere', headers: HTML });
    expect([form.statusCode, form.json().code]).toEqual([404, 'not-found']);
    const { app: bare } = await open();
    const without = await bare.inject({ url: '/nowhere', headers: HTML });
    expect([without.statusCode, without.json().code]).toEqual([404, 'not-found']);
    expect(without.headers.vary ?? '').not.toMatch(/\bAccept\b(?!-)/);
  });

  it('for another method the allowed ones are listed, also as an answer to OPTIONS', async () => {
    const app = await withPage();
    const wrong = await app.inject({ method: 'DELETE', url: '/here', headers: HTML });
    expect([wrong.statusCode, wrong.json().code]).toEqual([405, 'method-not-allowed']);
    expect(wrong.json().message).toBe('/here takes GET, HEAD.');
    const asked = await app.inject({ method: 'OPTIONS', url: '/here' });
    expect([asked.statusCode, asked.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

it('the page of a refusal passes the check of answers', async () => {
  const http = await open({ checksAnswers: true });
  http.pageForRefused(({ message }) => `<p>${message}`);
  http.route(defineCall({ ...base, path: '/often', answer: shape }), async () => {
    throw new Problem('too-many-requests', 'It is too often.');
  });
  const headers = { accept: 'text/html,*/*;q=0.8' };
  const refused = await http.app.inject({ url: '/often', headers });
  expect([refused.statusCode, refused.body]).toEqual([429, '<p>It is too often.']);
});

it('an address that is refused before there is a route has the page of a refusal in browsers', async () => {
  const http = await open();
  http.pageForRefused(({ message }) => `<p>${message}`);
  const params = z.object({ text: z.string() });
  http.route(defineCall({ ...base, path: '/text/:text', params, answer: shape }), async () => ({
    n: 1,
  }));
  const headers = { accept: 'text/html,*/*;q=0.8' };
  for (const [url, message] of [
    [`/text/${'a'.repeat(501)}`, 'A part of the address has more than 500 characters.'],
    ['/text/%ff', 'The address is not percent-encoded as it should be.'],
  ] as const) {
    const shown = await http.app.inject({ url, headers });
    expect([shown.statusCode, shown.body]).toEqual([400, `<p>${message}`]);
    expect((await http.app.inject(url)).json().message).toBe(message);
  }
});

it('a reply of a kilobyte or more is compressed as the client can read it, a shorter one is not', async () => {
  const http = await open();
  const answer = z.object({ text: z.string() });
  const params = z.object({ length: z.coerce.number() });
  const call = defineCall({ ...base, path: '/text/:length', params, answer });
  http.route(call, async ({ params: { length } }) => ({ text: 'a'.repeat(length) }));
  const encoded = async (length: number, accepted: string) => {
    const headers = { 'accept-encoding': accepted };
    return (await http.app.inject({ url: `/text/${length}`, headers })).headers['content-encoding'];
  };
  expect(await encoded(2000, 'gzip, deflate, br')).toBe('br');
  expect(await encoded(2000, 'gzip, deflate')).toBe('gzip');
  expect(await encoded(2000, 'deflate')).toBeUndefined();
  expect(await encoded(900, 'gzip, br')).toBeUndefined();
});

it('a request is secure over https, by the word of a trusted proxy, or where the site is', async () => {
  const secure = async (
    more: Partial<HttpOptions<never>>,
    headers: Record<string, string> = {},
  ) => {
    const http = await open(more);
    let isSecure: boolean | undefined;
    http.app.addHook('onRequest', async (request) => {
      isSecure = http.isSecure(request);
    });
    const reply = await http.app.inject({ url: '/nowhere', headers });
    return [isSecure, 'strict-transport-security' in reply.headers];
  };
  const proxied = { 'x-forwarded-proto': 'https' };
  expect(await secure({})).toEqual([false, false]);
  expect(await secure({}, proxied)).toEqual([false, false]);
  expect(await secure({ trustProxy: true }, proxied)).toEqual([true, false]);
  expect(await secure({ siteUrl: 'http://localhost:80' })).toEqual([false, false]);
  expect(await secure({ siteUrl: 'https://a.example' }, { host: 'a.example' })).toEqual([
    true,
    true,
  ]);
});

it('a call that changes something though it is read refuses other sites', async () => {
  const http = await open();
  const call = (path: string) => defineCall({ ...base, path, answer: shape });
  http.route(call('/changing'), async () => ({ n: 1 }), { changes: true });
  http.route(call('/proven'), async () => ({ n: 1 }), { changes: 'proven' });
  http.route(call('/reading'), async () => ({ n: 1 }));
  const headers = { origin: 'https://elsewhere.example', cookie: 'a=b' };
  const status = async (url: string, more: object) =>
    (await http.app.inject({ url, headers: { host: 'here.example', ...more } })).statusCode;
  expect(await status('/changing', headers)).toBe(403);
  expect(await status('/changing', { cookie: 'a=b' })).toBe(200);
  expect(await status('/proven', { cookie: 'a=b' })).toBe(403);
  expect(await status('/proven', { origin: 'http://here.example' })).toBe(200);
  expect(await status('/reading', headers)).toBe(200);
});

it('a refusal of input lists at most fifty reasons, in English', async () => {
  const http = await open();
  const body = z.array(z.number());
  const call = defineCall({ ...base, method: 'POST', path: '/list', body, answer: shape });
  http.route(call, async () => ({ n: 1 }));
  const refused = async (count: number) =>
    (
      await http.app.inject({ method: 'POST', url: '/list', payload: Array(count).fill('x') })
    ).json();
  const { message, details } = await refused(60);
  expect(details).toHaveLength(50);
  expect(message).toBe('body.0: Invalid input: expected number, received string');
  expect(details[49].path).toBe('body.49');
  expect((await refused(3)).details).toHaveLength(3);
});
