// Accounts over HTTP: signing in and out, throttling, expiry, preferences and the kept cart.
import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccounts } from '../../core/accounts/accounts.ts';
import { addPerson, expirePerson } from '../../core/accounts/people.ts';
import type { Session } from '../../core/accounts/session.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { registerAccounts } from './routes.ts';
import { accountsFeature } from './testing/account-fixture.ts';

let store: TemporaryStore;
let http: Http<Session>;
let now: number;
let personId: string;

beforeEach(async () => {
  store = await temporaryStore();
  now = Date.now();
  const accounts = createAccounts(store.db, () => now);
  http = await createHttp<Session>({
    log: createLog('silent'),
    requestsPerMinute: 1000,
    trustProxy: true,
    noSessionMessage: NO_SESSION_MESSAGE,
    session: accounts.sessionOf,
  });
  registerAccounts(http, accountsFeature(store, { accounts }));
  const ada = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'Byron' };
  personId = await addPerson(store.db, { ...ada, password: 'pässword:of ada' });
});
afterEach(async () => {
  await http.app.close();
  await store.close();
});

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const signIn = (name = 'ada', password = 'pässword:of ada', query = '', headers = {}) =>
  http.app.inject({
    method: 'POST',
    url: `/services/auth/login${query}`,
    headers: { ...basic(name, password), ...headers },
  });
const cookieOf = (reply: Awaited<ReturnType<typeof signIn>>) => {
  const cookie = reply.cookies.find((c) => c.name === 'isobar_session')!;
  return { cookie: `isobar_session=${cookie.value}` };
};
const whoAmI = (headers = {}) => http.app.inject({ url: '/services/auth/login', headers });

it('[A001] [A013] [A040] [P033] [P035] signing in takes user name or e-mail address and sets a cookie that scripts cannot read', async () => {
  const reply = await signIn();
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    personId,
    userName: 'ada',
    nameFirst: 'Ada',
    nameLast: 'Byron',
    personName: 'Ada Byron',
    betaFeatures: [],
    email: 'ada@example.org',
  });
  const [cookie] = reply.cookies;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(cookie).not.toHaveProperty('secure');
  expect(cookie).not.toHaveProperty('maxAge');
  expect((await signIn('ADA@example.org')).statusCode).toBe(200);
  expect((await whoAmI(cookieOf(reply))).json()).toEqual(reply.json());
  const rows = await store.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(cookie!.value);
});

it('signing in marks the cookie secure over https and keeps it when asked to', async () => {
  const reply = await signIn('ada', 'pässword:of ada', '?remember=true', {
    'x-forwarded-proto': 'https',
  });
  expect(reply.cookies[0]).toMatchObject({ secure: true, maxAge: 30 * 86_400 });
});

it('[A055] signing in answers a wrong name or password alike', async () => {
  const wrong = await signIn('ada', 'wrong');
  const nobody = await signIn('nobody', 'wrong');
  for (const reply of [wrong, nobody]) {
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({
      code: 'invalid-credentials',
      message: 'Invalid Credentials!',
    });
    expect(reply.cookies).toEqual([]);
  }
});

it('[A060] signing in answers with an error when there is no session or no credentials were sent', async () => {
  for (const reply of [
    await whoAmI(),
    await whoAmI({ cookie: 'isobar_session=forged' }),
    await http.app.inject({ method: 'POST', url: '/services/auth/login' }),
    await http.app.inject({
      method: 'POST',
      url: '/services/auth/login',
      headers: { authorization: 'Basic !!' },
    }),
  ]) {
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({
      code: 'no-session',
      message: 'Invalid session, no ticket provided, no username/password provided',
    });
  }
});

it('[A057] signing in knows no ticket where single sign-on is not configured', async () => {
  const reply = await http.app.inject('/services/auth/login?ticket=ST-1');
  expect(reply.statusCode).toBe(403);
  expect(reply.json()).toMatchObject({ code: 'invalid-session', message: 'Invalid Session!' });
});

it('signing in stops guessing after ten wrong passwords, from this address only, and for a while', async () => {
  for (let i = 0; i < 10; i++) expect((await signIn('ada', `guess ${i}`)).statusCode).toBe(401);
  const stopped = await signIn();
  expect(stopped.statusCode).toBe(429);
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(800);
  expect(stopped.json().code).toBe('too-many-requests');
  now += 14.5 * 60_000;
  expect((await signIn()).json().message).toBe(
    'Too many failed attempts to sign in. Try again in 1 minute.',
  );
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
  expect((await signIn('ada', 'pässword:of ada', '', elsewhere)).statusCode).toBe(200);
  now += 16 * 60_000;
  expect((await signIn()).statusCode).toBe(200);
});

it('signing in stops guessing alike for names with and without an account, so that it shows neither', async () => {
  const codesOf = async (names: readonly string[]) => {
    for (let i = 0; i < 10; i++) await signIn(names[0], `guess ${i}`);
    return Promise.all(names.map(async (name) => (await signIn(name, 'wrong')).statusCode));
  };
  const known = await codesOf(['ada', '\uff41da', 'ada@example.org']);
  const unknown = await codesOf(['bob', '\uff42ob', 'bob@example.org']);
  expect([known, unknown]).toEqual(Array(2).fill([429, 429, 401]));
});

it('signing in does not let a volley of guesses through at once, and forgets failures after success', async () => {
  for (let i = 0; i < 9; i++) await signIn('ada', 'wrong');
  expect((await signIn()).statusCode).toBe(200);
  const volley = await Promise.all(Array.from({ length: 14 }, () => signIn('ada', 'wrong')));
  const codes = volley.map((reply) => reply.statusCode);
  expect(codes.filter((code) => code === 401)).toHaveLength(10);
  expect(codes.filter((code) => code === 429)).toHaveLength(4);
});

it('[A008] [A056] [A059] signing in answers an expired account with 403, at sign-in and during a session', async () => {
  const headers = cookieOf(await signIn());
  await expirePerson(store.db, 'ada', Math.floor(now / 1000) - 10);
  const again = await signIn();
  const cart = await http.app.inject({ url: '/services/profile/cart', headers });
  for (const reply of [again, await whoAmI(headers), cart]) {
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'account-expired', message: 'Account expired!' });
  }
  expect(again.cookies).toEqual([]);
  expect((await signIn('ada', 'wrong')).json().code).toBe('invalid-credentials');
});

it('[A047] [P036] a session ends at logout, on the server too', async () => {
  const headers = cookieOf(await signIn());
  const out = await http.app.inject({ url: '/services/auth/logout', headers });
  expect(out.statusCode).toBe(200);
  expect(out.cookies[0]).toMatchObject({ name: 'isobar_session', value: '' });
  expect((await whoAmI(headers)).statusCode).toBe(401);
  expect((await http.app.inject('/services/auth/logout')).statusCode).toBe(200);
});

it('a session slides with use and ends twelve hours after the last', async () => {
  const headers = cookieOf(await signIn());
  now += 11 * 3_600_000;
  expect((await whoAmI(headers)).statusCode).toBe(200);
  now += 11 * 3_600_000;
  expect((await whoAmI(headers)).statusCode).toBe(200);
  now += 13 * 3_600_000;
  expect((await whoAmI(headers)).statusCode).toBe(401);
});

it('a session is another one after signing in again', async () => {
  const first = cookieOf(await signIn());
  const second = cookieOf(await signIn('ada', 'pässword:of ada', '', first));
  expect((await whoAmI(first)).statusCode).toBe(401);
  expect((await whoAmI(second)).statusCode).toBe(200);
});

const preferenceUrl = '/services/profile/preference';
const searchUrl = (id: string, preference: string) =>
  `${preferenceUrl}/search/appPersonIdPref?personId=${id}&application=discovery&preference=${preference}`;

it('[A016] [A042] [P038] [P039] the profile keeps preferences per person and application', async () => {
  const headers = cookieOf(await signIn());
  const missing = await http.app.inject({ url: searchUrl(personId, 'email'), headers });
  expect(missing.statusCode).toBe(404);
  const empty = await http.app.inject({
    url: `${searchUrl(personId, 'email')}&none=empty`,
    headers,
  });
  expect([empty.statusCode, empty.json().value]).toEqual([200, '']);
  for (const value of ['{"html":true}', '{"html":false}']) {
    const payload = { personId, application: 'discovery', preference: 'email', value };
    const saved = await http.app.inject({ method: 'POST', url: preferenceUrl, headers, payload });
    expect(saved.statusCode).toBe(200);
  }
  const read = await http.app.inject({ url: searchUrl(personId, 'email'), headers });
  expect(read.json()).toEqual({
    personId,
    application: 'discovery',
    preference: 'email',
    value: '{"html":false}',
  });
});

it('[A061] the profile refuses other users and callers without a session', async () => {
  const headers = cookieOf(await signIn());
  const payload = { personId: 'other', application: 'discovery', preference: 'p', value: '1' };
  const foreign = await http.app.inject({ method: 'POST', url: preferenceUrl, headers, payload });
  expect(foreign.statusCode).toBe(403);
  expect((await http.app.inject({ url: searchUrl('other', 'p'), headers })).statusCode).toBe(403);
  const nobody = await http.app.inject({ method: 'POST', url: preferenceUrl, payload });
  expect(nobody.statusCode).toBe(401);
  expect(nobody.json().message).toBe(NO_SESSION_MESSAGE);
  const empty = { ...payload, personId, preference: '' };
  const bad = await http.app.inject({
    method: 'POST',
    url: preferenceUrl,
    headers,
    payload: empty,
  });
  expect(bad.statusCode).toBe(400);
});

it('[A053] [P037] the profile lists beta features per person and application', async () => {
  const headers = cookieOf(await signIn());
  await store.db
    .insertInto('beta_users')
    .values({ person_id: personId, app_name: 'discovery', feature_name: 'mlRecommendations' })
    .execute();
  const url = (app: string) =>
    `/services/profile/beta-users/search/app?personId=${personId}&appName=${app}`;
  const reply = await http.app.inject({ url: url('discovery'), headers });
  expect(reply.json()).toEqual({
    _embedded: { 'beta-users': [{ featureName: 'mlRecommendations' }] },
  });
  const other = await http.app.inject({ url: url('studio'), headers });
  expect(other.json()).toEqual({ _embedded: { 'beta-users': [] } });
});

it('[A041] a person has an id, a user name, a name, beta features, and a token that no answer repeats', async () => {
  await store.db
    .insertInto('beta_users')
    .values([
      { person_id: personId, app_name: 'discovery', feature_name: 'newMap' },
      { person_id: personId, app_name: 'discovery', feature_name: 'calendar' },
      { person_id: personId, app_name: 'studio', feature_name: 'other' },
    ])
    .execute();
  const headers = cookieOf(await signIn());
  expect((await whoAmI(headers)).json()).toMatchObject({
    personId,
    userName: 'ada',
    personName: 'Ada Byron',
    betaFeatures: ['calendar', 'newMap'],
  });
  const made = await http.app.inject({
    method: 'POST',
    url: '/services/profile/tokens',
    headers,
    payload: { name: 'notebook', scopes: ['data'], days: 7 },
  });
  const { token } = made.json() as { token: string }; // checked in the next line
  expect(token).toMatch(/^\S{20,}$/);
  const listed = await http.app.inject({ url: '/services/profile/tokens', headers });
  expect(listed.json()).toMatchObject({ tokens: [{ name: 'notebook' }] });
  expect(listed.body + (await whoAmI(headers)).body).not.toContain(token);
});

it('a person without first and last name is called by the user name', async () => {
  const nobody = { userName: 'probe', email: 'probe@example.org', nameFirst: '', nameLast: '' };
  await addPerson(store.db, { ...nobody, password: 'pässword:of ada' });
  expect((await signIn('probe')).json()).toMatchObject({ personName: 'probe' });
});

it('the profile keeps the cart of a person, and of no one else', async () => {
  const headers = cookieOf(await signIn());
  const url = '/services/profile/cart';
  const empty = await http.app.inject({ url, headers });
  expect(empty.json()).toEqual({ items: [], savedAt: null });
  const payload = { items: [{ siteCode: 'sgp' }] };
  await http.app.inject({ method: 'PUT', url, headers, payload });
  const kept = await http.app.inject({ url, headers });
  expect(kept.json().items).toEqual(payload.items);
  expect(kept.json().savedAt).toMatch(/Z$/);
  expect((await http.app.inject({ url })).statusCode).toBe(401);
  const bob = { userName: 'bob', email: 'bob@example.org', nameFirst: 'B', nameLast: 'B' };
  await addPerson(store.db, { ...bob, password: 'password of bob' });
  const bobs = cookieOf(await signIn('bob', 'password of bob'));
  expect((await http.app.inject({ url, headers: bobs })).json().items).toEqual([]);
  const statusOf = async (items: unknown) =>
    (await http.app.inject({ method: 'PUT', url, headers, payload: { items } })).statusCode;
  expect(await statusOf('all')).toBe(400);
  expect(await statusOf(Array(1001).fill({}))).toBe(400);
  expect(await statusOf(Array(1000).fill({}))).toBe(200);
});
