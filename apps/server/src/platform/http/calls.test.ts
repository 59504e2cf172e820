// Calls as values: what a route takes from its call, how answers are checked against it, and what
// the description says of it.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { accepted, bytes, defineCall, jsonOr } from '@isobar/contract/calls/call.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createLog } from '../log/log.ts';
import { sendAs, sendUnchecked } from '../replies/sent.ts';
import { createHttp, type Http } from './http.ts';

const read = defineCall({
  method: 'GET',
  service: 'words',
  path: '/thing/:id',
  summary: 'A thing',
  session: 'optional',
  token: 'profile',
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  query: z.object({ more: z.optional(z.string()) }),
  answer: z.object({ id: z.number(), name: z.optional(z.string()) }),
  errors: ['gone'],
  example: { params: { id: 7 } },
});
const take = defineCall({
  method: 'POST',
  path: '/take',
  tag: 'pages',
  summary: 'Takes it on',
  session: 'required',
  token: 'none',
  body: z.object({ n: z.number() }),
  answer: accepted(z.object({ told: z.string() })),
});
const picture = defineCall({
  method: 'GET',
  path: '/picture',
  tag: 'pages',
  summary: 'A picture',
  session: 'none',
  answer: bytes('image/png'),
});

const kept = defineCall({
  method: 'GET',
  path: '/kept/:how',
  tag: 'pages',
  summary: 'An answer that is kept compressed',
  session: 'none',
  params: z.object({ how: z.string() }),
  answer: jsonOr(z.object({ id: z.number() })),
});

const opened: Http<string>[] = [];
async function open(checksAnswers: boolean): Promise<Http<string>> {
  const http = await createHttp<string>({
    log: createLog('silent'),
    requestsPerMinute: 100,
    trustProxy: false,
    noSessionMessage: 'Not signed in.',
    session: async ({ headers }) => headers.cookie ?? null,
    checksAnswers,
  });
  http.route(read, async ({ params: { id }, query, reply }) => {
    if (id === 1) return sendUnchecked(reply, '{"id":1,"name":"one","more":true}');
    if (id === 2) return sendUnchecked(reply, '{"id":"two"}');
    return { id, ...(query.more ? { name: query.more } : {}) };
  });
  http.route(take, async ({ session, body, reply }) =>
    sendAs(take, reply, { told: session.toUpperCase() + body.n }),
  );
  http.route(picture, async ({ reply }) => reply.type('application/json').send('{"no":"picture"}'));
  http.route(kept, async ({ params: { how }, reply }) => {
    const text = how.startsWith('wrong') ? '{"id":"one"}' : '{"id":1}';
    const isGzip = how.endsWith('gzip');
    return await reply
      .type('application/json')
      .header('content-encoding', isGzip ? 'gzip' : 'br')
      .send(isGzip ? gzipSync(text) : brotliCompressSync(text));
  });
  opened.push(http);
  return http;
}

let http: Http<string>;
beforeEach(async () => {
  http = await open(true);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.app.close();
});
const get = (url: string) => http.app.inject(url);

it('a call has the base address of its service and takes its input', async () => {
  expect((await get('/services/words/thing/7?more=x')).json()).toEqual({ id: 7, name: 'x' });
  const wrong = await get('/services/words/thing/half');
  expect([wrong.statusCode, wrong.json().message]).toEqual([
    400,
    'path.id: Invalid input: expected number, received NaN',
  ]);
});

it('a call fails loudly for an answer that does not fit, or has more than its schema describes', async () => {
  const more = await get('/services/words/thing/1');
  expect([more.statusCode, more.json().message]).toEqual([
    500,
    'The answer does not fit its call: it has more than its schema describes: .more',
  ]);
  const other = await get('/services/words/thing/2');
  expect(other.statusCode).toBe(500);
  expect(other.json().message).toContain('expected number');
  expect((await get('/picture')).statusCode).toBe(500);
});

it('a call in development reads compressed answers, and sends what fails as plain JSON', async () => {
  for (const how of ['gzip', 'br']) {
    const right = await get(`/kept/${how}`);
    expect([right.statusCode, right.headers['content-encoding']]).toEqual([200, how]);
    const wrong = await get(`/kept/wrong-${how}`);
    expect([wrong.statusCode, wrong.headers['content-encoding']]).toEqual([500, undefined]);
    expect(wrong.json().message).toContain('expected number');
  }
  const picture = await get('/picture');
  expect(picture.headers['content-type']).toContain('application/json');
});

it('a call that fails for its answer says where it differs: the status, the media type, or the first member', async () => {
  const answer = z.object({
    a: z.object({ b: z.number(), c: z._default(z.number(), 1) }),
    d: z.array(z.number()),
  });
  const odd = defineCall({
    ...{ method: 'GET', path: '/odd/:how', tag: 'pages', summary: 'An odd answer' },
    ...{ session: 'none', params: z.object({ how: z.string() }), answer: jsonOr(answer) },
  });
  const bodies: Readonly<Record<string, object>> = {
    fine: { a: { b: 1, c: 2 }, d: [] },
    below: { a: { b: 1, c: 2, more: 3 }, d: [] },
    less: { a: { b: 1 }, d: [] },
    top: { a: { b: 1, c: 2 }, d: [], more: null },
  };
  http.route(odd, async ({ params: { how }, reply }) => {
    if (how === 'teapot') return reply.code(418).type('application/json').send('{}');
    if (how === 'csv') return reply.type('text/csv; charset=utf-8').send('a,b');
    if (how === 'bare') return reply.send(Buffer.from('{}'));
    if (how === 'empty') return reply.send('');
    return reply.type('application/json').send(JSON.stringify(bodies[how]));
  });
  const misfit = async (how: string) =>
    (await get(`/odd/${how}`)).json().message?.replace(/^The answer does not fit its call: /, '');
  expect((await get('/odd/fine')).json()).toEqual(bodies.fine);
  expect(await misfit('below')).toBe('it has more than its schema describes: .a.more');
  expect(await misfit('less')).toBe('it has more than its schema describes: .a.c');
  expect(await misfit('top')).toBe('it has more than its schema describes: .more');
  expect(await misfit('teapot')).toBe('the status 418 is not described');
  expect(await misfit('csv')).toBe('the media type text/csv is not described for 200');
  expect(await misfit('bare')).toMatch(/^the media type (application\/octet-stream|\(none\)) /);
  expect((await get('/odd/empty')).statusCode).toBe(200);
  expect((await http.app.inject({ method: 'HEAD', url: '/odd/csv' })).statusCode).toBe(200);
});

it('a call holds nothing against anything where it is not for development', async () => {
  http = await open(false);
  expect((await get('/services/words/thing/1')).json()).toEqual({ id: 1, name: 'one', more: true });
  expect((await get('/picture')).statusCode).toBe(200);
});

it('a call gives a session where one is required, and refuses without', async () => {
  const payload = { n: 2 };
  const refused = await http.app.inject({ method: 'POST', url: '/take', payload });
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'no-session']);
  const headers = { cookie: 'ada' };
  const taken = await http.app.inject({ method: 'POST', url: '/take', payload, headers });
  expect([taken.statusCode, taken.json()]).toEqual([202, { told: 'ADA2' }]);
});

it('a call is described: input, answer, failures, who may, examples', async () => {
  const told = JSON.parse(JSON.stringify(await http.describe()));
  const thing = told.paths['/services/words/thing/{id}'].get;
  expect(thing).toMatchObject({
    summary: 'A thing',
    tags: ['words'],
    security: [{}, { session: [] }, { token: ['profile'] }],
    parameters: [
      { name: 'id', in: 'path', required: true, example: 7 },
      { name: 'more', in: 'query', required: false },
    ],
  });
  expect(thing.responses['200'].content['application/json'].schema.required).toEqual(['id']);
  const named = (status: string) =>
    told.components.responses[thing.responses[status].$ref.split('/').at(-1)];
  expect(named('410').description).toBe('gone');
  expect(named('400').content['application/json'].schema.$ref).toBe('#/components/schemas/problem');
  const { post } = told.paths['/take'];
  expect(post.security).toEqual([{ session: [] }]);
  expect(post.requestBody.content['application/json'].schema.required).toEqual(['n']);
  expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['202', '401', '413']));
  expect(told.paths['/picture'].get.security).toEqual([]);
  expect(Object.keys(told.paths['/picture'].get.responses['200'].content)).toEqual(['image/png']);
});
