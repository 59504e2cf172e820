// Who a request comes from: the session of its cookie, or the owner of a token that the call
// accepts.
import cookie from '@fastify/cookie';
import { type Call, defineCall } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { createAccounts } from './accounts.ts';
import { expirePerson, personById } from './people.ts';
import { withAdaAndBob } from './testing/with-ada-and-bob.ts';
import { makeToken } from './tokens.ts';

const NOW = 1_700_000_000;
const given = withAdaAndBob();
let app: FastifyInstance;
let isSecure: boolean;
let token: string;
const accounts = () =>
  createAccounts(
    given.store.db,
    () => NOW * 1000,
    () => isSecure,
  );

const call = (path: string, more: Partial<Call>): Call => ({
  ...defineCall({
    ...{ method: 'GET', path, summary: 'Asks', session: 'optional', token: 'data' },
    answer: z.any(),
  }),
  ...more,
});

beforeEach(async () => {
  isSecure = false;
  ({ token } = await makeToken(
    given.store.db,
    'ada',
    { name: 'script', days: 1, scopes: ['data'] },
    NOW,
  ));
  app = fastify();
  await app.register(cookie);
  for (const [path, of] of Object.entries({
    '/data': call('/data', {}),
    '/orders': call('/orders', { token: 'orders:read' }),
    '/installation': call('/installation', { token: 'installation' }),
    '/none': call('/none', { token: 'none' }),
    '/auth': call('/auth', { service: 'auth' }),
    '/tokens': call('/tokens', { credential: 'token' }),
  }))
    for (const need of ['optional', 'required'] as const)
      app.get(`${path}/${need}`, { config: { call: of } }, async (request) => {
        const session = await accounts()
          .sessionOf(request, need)
          .catch((error: unknown) => {
            if (error instanceof Problem) return error.code;
            throw error;
          });
        if (session === null || typeof session === 'string') return { who: session };
        return { who: session.userName, token: session.token };
      });
});
afterEach(() => app.close());

const who = async (path: string, headers: Record<string, string> = {}) => {
  const both = [];
  for (const need of ['optional', 'required']) {
    const [address, query = ''] = path.split('?');
    const reply = await app.inject({ url: `${address}/${need}?${query}`, headers });
    both.push(reply.json().who);
  }
  return both;
};
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const basic = (text: string) => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
});
async function signedIn(id: string) {
  const person = await personById(given.store.db, id);
  if (!person) throw new Error('there is no such person');
  const how = { provider: 'lab', idToken: '', siteSession: '', agent: '' };
  return (await accounts().signInAs(person, how)).cookie;
}

it('a token speaks for its owner in calls of its scope, by itself or with the name of the owner', async () => {
  for (const headers of [bearer(token), bearer(`ada:${token}`), basic(`ada:${token}`)])
    expect(await who('/data', headers)).toEqual(['ada', 'ada']);
  const reply = await app.inject({ url: '/data/required', headers: bearer(token) });
  expect(reply.json()).toEqual({ who: 'ada', token: 'script' });
});

it('a token of another scope is refused where a session is needed, and counts as none elsewhere', async () => {
  for (const path of ['/orders', '/installation', '/none'])
    expect([path, await who(path, bearer(token))]).toEqual([path, [null, 'forbidden']]);
});

it('that is wrong, or shown with the name of another, is none', async () => {
  for (const headers of [
    ...[bearer(`${token}x`), bearer(`bob:${token}`), basic(`bob:${token}`), basic(token)],
    ...[bearer(`:${token}`), bearer('ada:'), { authorization: `Digest ${token}` }, {}],
  ])
    expect([headers, await who('/data', headers)]).toEqual([headers, [null, null]]);
});

it('a token is never looked at where names and passwords are', async () => {
  expect(await who('/auth', bearer(token))).toEqual([null, null]);
});

it('a token may be in the address of calls that accept nothing else, and no cookie opens these', async () => {
  expect(await who(`/tokens?user=ada:${token}`)).toEqual(['ada', 'ada']);
  expect(await who('/tokens', bearer(token))).toEqual(['ada', 'ada']);
  expect(await who(`/tokens?user=bob:${token}`)).toEqual([null, null]);
  expect(await who('/tokens', { cookie: `isobar_session=${await signedIn('bob')}` })).toEqual([
    ...[null, null],
  ]);
  expect(await who(`/data?user=ada:${token}`)).toEqual([null, null]);
  await given.store.db.updateTable('access_tokens').set({ scopes: 'orders:read' }).execute();
  expect(await who(`/tokens?user=ada:${token}`)).toEqual([null, null]);
});

it('a session is that of the cookie, whatever token comes with it', async () => {
  const headers = { cookie: `isobar_session=${await signedIn('bob')}` };
  expect(await who('/data', headers)).toEqual(['bob', 'bob']);
  expect(await who('/none', { ...headers, ...bearer(token) })).toEqual(['bob', 'bob']);
});

it('a session is read over https from a cookie that no neighbour can set', async () => {
  const headers = { cookie: `isobar_session=${await signedIn('bob')}` };
  isSecure = true;
  expect(await who('/data', headers)).toEqual([null, null]);
  const host = { cookie: `__Host-isobar_session=${await signedIn('bob')}` };
  expect(await who('/data', host)).toEqual(['bob', 'bob']);
});

it('a session of an account that has expired counts as none, and is refused where one is needed', async () => {
  const secret = await signedIn('bob');
  await expirePerson(given.store.db, 'bob', NOW - 1);
  const headers = { cookie: `isobar_session=${secret}` };
  expect(await who('/data', headers)).toEqual([null, 'account-expired']);
  expect((await accounts().find(secret))?.expired).toBe(true); // for the page of the account
  await expect(signedIn('bob')).rejects.toMatchObject({ code: 'account-expired' });
});

it('a session ends with its sign-out, and a cookie that was never given has none', async () => {
  const secret = await signedIn('bob');
  expect(await accounts().signOut(undefined)).toBeNull();
  await accounts().signOut(secret);
  expect(await who('/data', { cookie: `isobar_session=${secret}` })).toEqual([null, null]);
  expect(await who('/data', { cookie: 'isobar_session=x' })).toEqual([null, null]);
});
