// Single sign-on against a real OpenID provider: tickets, linking, roles, ends, and what must not
// be believed.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOidcSite } from '../../adapters/sign-in-oidc.ts';
import {
  CLIENT,
  type OidcServer,
  oidcServer,
  signInThere,
} from '../../adapters/testing/oidc-server.ts';
import {
  addPerson,
  ensureDemoPerson,
  expirePerson,
  findPerson,
} from '../../core/accounts/people.ts';
import { giveRole, rolesOf } from '../../core/accounts/roles.ts';
import { createLog } from '../../platform/log/log.ts';
import { type AccountFixture, accountFixture, SITE } from './testing/account-fixture.ts';
import { siteVisits } from './testing/site-visit.ts';

let server: OidcServer;
let house: AccountFixture;
const lines: string[] = [];

beforeAll(async () => {
  server = await oidcServer(SITE.url);
});
afterAll(() => server.close());
beforeEach(async () => {
  lines.length = 0;
  server.people.clear();
  const roles = {
    claim: 'groups',
    values: { 'isobar-operators': 'operator', staff: 'nothing' },
    days: 30,
  };
  const settings = {
    ...CLIENT,
    issuer: server.issuer,
    scope: 'openid email profile',
    trustEmail: false,
    emailDomains: ['example.org'],
    pkce: 'always' as const,
    roles,
  };
  const lab = openOidcSite({ ...settings, id: 'lab', label: 'Lab account', personId: 'staff_id' });
  const away = openOidcSite({
    ...settings,
    id: 'away',
    label: 'Away',
    issuer: 'http://localhost:9',
  });
  house = await accountFixture({
    log: createLog('debug', { write: (line) => lines.push(line) }),
    feature: { sites: [lab, away] },
  });
});
afterEach(() => house.close());

const ADA = { email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'B' };

const { begin, comeBack, through, spend, signedIn } = siteVisits(() => house);

it('[A002] [A006] [P034] single sign-on hands a ticket to the portal that signs in once, within a minute, in this browser', async () => {
  server.people.set('ada', { ...ADA, preferred_username: 'Ada.Byron' });
  const { address } = await begin();
  const asked = new URL(address).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked.get(name)?.length).toBeGreaterThan(30);
  const { ticket, browser } = await through('ada');
  expect((await spend(ticket, {})).statusCode).toBe(403);
  expect((await spend(ticket, { cookie: 'isobar_ticket=forged' })).statusCode).toBe(403);
  expect((await spend(ticket, browser, 'HEAD')).statusCode).toBe(405);
  const reply = await spend(ticket, browser);
  expect(reply.json()).toMatchObject({ userName: 'ada.byron', nameFirst: 'Ada', nameLast: 'B' });
  const cookie = reply.cookies.find((c) => c.name === 'isobar_session');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const again = await spend(ticket, browser);
  expect(again.json()).toMatchObject({ code: 'invalid-session', message: 'Invalid Session!' });
  const late = await through('ada');
  house.clock.ms += 61_000;
  expect((await spend(late.ticket, late.browser)).statusCode).toBe(403);
  const stored = JSON.stringify([
    await house.store.db.selectFrom('sign_in_tickets').selectAll().execute(),
    await house.store.db.selectFrom('sessions').selectAll().execute(),
    lines,
  ]);
  for (const secret of [ticket, late.ticket, cookie?.value ?? '?', CLIENT.clientSecret])
    expect(stored).not.toContain(secret);
  // no token of the site in clear: random letters have no dot
  expect(stored).not.toMatch(/eyJ[\w-]+\.eyJ/);
});

it('[A059] single sign-on leaves an expired account to the portal: its ticket is answered 403, expired', async () => {
  server.people.set('ada', ADA);
  await signedIn('ada');
  await expirePerson(house.store.db, 'ada@example.org', 1);
  const { reply } = await signedIn('ada');
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'account-expired']);
});

it('single sign-on links an account by a verified address of a domain of the site only, and confirms it by mail', async () => {
  const local = { userName: 'countess', nameFirst: 'Ada', nameLast: 'L', email: ADA.email };
  await addPerson(house.store.db, { ...local, password: 'an analytical engine' });
  server.people.set('eve', { ...ADA, email_verified: false });
  server.people.set('none', { name: 'No Address' });
  for (const who of ['eve', 'none']) {
    const { reply, ticket } = await through(who);
    expect([reply.headers.location, ticket]).toEqual(['/discovery/#/connect', '']);
  }
  server.people.set('ada', { ...ADA, email: 'ADA@example.org' });
  expect((await signedIn('ada')).reply.json().userName).toBe('countess');
  expect((await house.mailed()).map(({ subject }) => subject)).toEqual([
    'A new way to sign in: Archive',
  ]);
  // From now on the subject counts, whatever becomes of the address.
  server.people.set('ada', { ...ADA, email: 'other@example.org', email_verified: false });
  const { reply, cookie } = await signedIn('ada');
  expect(reply.json().userName).toBe('countess');
  const person = await house.send('GET', 'profile/person', undefined, cookie);
  expect(person.json()).toMatchObject({ providers: ['Lab account'], hasPassword: true });
  const sessions = await house.send('GET', 'profile/sessions', undefined, cookie);
  expect(sessions.json().sessions[0].provider).toBe('Lab account');
});

it('single sign-on takes the person id and the roles from claims, and takes no other account over', async () => {
  const { db } = house.store;
  server.people.set('ada', { ...ADA, staff_id: 'S-0042', groups: ['isobar-operators', 'staff'] });
  expect((await signedIn('ada')).reply.json()).toMatchObject({
    personId: 'S-0042',
    roles: ['operator'],
  });
  server.people.set('ada', { ...ADA, staff_id: 'S-0042', groups: ['staff', '__proto__'] });
  expect((await signedIn('ada')).reply.json().roles).toBeUndefined();
  await giveRole(db, 'S-0042', 'operator'); // by an operator: no site takes it back
  await signedIn('ada');
  expect(await rolesOf(db, 'S-0042')).toEqual(['operator']);
  await ensureDemoPerson(db);
  for (const [staff_id, email] of [
    ['S-0042', 'eve@example.org'],
    ['demo', 'eve@example.org'],
    ['../../etc', 'eve@example.org'],
    ['x', 'demo@isobar.invalid'],
  ]) {
    server.people.set('eve', { email, email_verified: true, staff_id });
    expect([staff_id, (await through('eve')).reply.statusCode]).toEqual([staff_id, 403]);
  }
  expect(await findPerson(db, 'eve@example.org')).toBeNull();
});

it('single sign-on gives each newcomer a user name of their own', async () => {
  server.people.set('a', {
    email: 'a@example.org',
    email_verified: true,
    preferred_username: 'Zoë!',
  });
  server.people.set('b', {
    email: 'b@example.org',
    email_verified: true,
    preferred_username: 'zoe',
  });
  server.people.set('c', {
    email: 'c@example.org',
    email_verified: true,
    preferred_username: '§§',
  });
  const names: string[] = [];
  for (const who of ['a', 'b', 'c']) names.push((await signedIn(who)).reply.json().userName);
  expect(names).toEqual(['zoe', 'zoe2', 'person']);
});

it('single sign-on believes no callback that was not begun here, was tampered with, or comes twice', async () => {
  server.people.set('ada', ADA);
  const first = await begin();
  const second = await begin();
  const back = await signInThere(first.address, 'ada');
  const notBegun = await comeBack(back, '');
  expect(notBegun.statusCode).toBe(403);
  expect(notBegun.body).toContain('This sign-in was not started here, or too long ago.');
  expect((await comeBack(back, 'isobar_sso=forged')).statusCode).toBe(403);
  expect((await comeBack(back, second.cookie)).statusCode).toBe(403); // another state
  const crossed = new URL(back);
  crossed.searchParams.set('code', 'guessed');
  expect((await comeBack(crossed.href, first.cookie)).statusCode).toBe(403);
  const elsewhere = new URL(back);
  elsewhere.pathname = '/services/auth/sso/away/callback';
  expect((await comeBack(elsewhere.href, first.cookie)).statusCode).toBe(403);
  expect((await comeBack(back, first.cookie)).statusCode).toBe(302);
  expect((await comeBack(back, first.cookie)).statusCode).toBe(403); // its code is spent
  const third = await begin();
  const late = await signInThere(third.address, 'ada');
  house.clock.ms += 15 * 60_000;
  expect((await comeBack(late, third.cookie)).statusCode).toBe(403);
  const fourth = await begin();
  const inTime = await signInThere(fourth.address, 'ada');
  house.clock.ms += 15 * 60_000 - 1000;
  const reply = await comeBack(inTime, fourth.cookie);
  expect(reply.statusCode).toBe(302);
  // The memory of the sign-in is taken from the browser once it has come back.
  const memory = reply.cookies.find(({ name }) => name === 'isobar_sso');
  expect(memory).toMatchObject({ value: '', path: '/services/auth/sso', expires: new Date(0) });
});

it('single sign-on says what happened to whom did not agree, and where a site is away or unknown', async () => {
  server.people.set('ada', ADA);
  const { address, cookie } = await begin();
  const reply = await comeBack(await signInThere(address, 'ada', 'refuse'), cookie);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    403,
    expect.stringContaining('text/html'),
  ]);
  expect(reply.body).toContain('You did not agree at Lab account');
  expect((await house.send('GET', 'auth/sso/away')).statusCode).toBe(503);
  expect((await house.send('GET', 'auth/sso/nowhere')).statusCode).toBe(404);
  expect((await house.send('GET', 'auth/sso/constructor')).statusCode).toBe(404);
});

it('single sign-on needs a sign-in of just now, instead of a password, for what only the owner may do', async () => {
  server.people.set('ada', { ...ADA, preferred_username: 'ada' });
  const { cookie } = await signedIn('ada');
  const leave = () => house.send('POST', 'profile/leave', { userName: 'ada' }, cookie);
  house.clock.ms += 10 * 60_000;
  expect((await leave()).statusCode).toBe(409);
  const fresh = await signedIn('ada');
  const left = await house.send('POST', 'profile/leave', { userName: 'ada' }, fresh.cookie);
  expect(left.statusCode).toBe(200);
  expect((await house.signIn('ada', '')).status).toBe(401);
});

it('single sign-on ends at both ends: the sign-out names the site’s own, and the site’s word ends ours', async () => {
  server.people.set('ada', ADA);
  const { cookie } = await signedIn('ada');
  const out = await house.send('POST', 'auth/logout', undefined, cookie);
  const end = new URL(out.json().endSession);
  expect([end.origin, end.searchParams.get('post_logout_redirect_uri')]).toEqual([
    server.issuer,
    `${SITE.url}/discovery/`,
  ]);
  expect((await fetch(end)).status).toBe(200); // the site takes it
  const forged = await house.send('POST', 'auth/sso/lab/ended', { logout_token: 'e30.e30.x' });
  expect(forged.statusCode).toBe(400);
  const idToken = end.searchParams.get('id_token_hint');
  const misused = await house.send('POST', 'auth/sso/lab/ended', { logout_token: idToken ?? '' });
  expect(misused.statusCode).toBe(400);
  await addPerson(house.store.db, {
    userName: 'bob',
    email: 'bob@example.org',
    nameFirst: 'Bob',
    nameLast: '',
    password: 'an analytical engine',
  });
  const bob = await house.signIn('bob', 'an analytical engine');
  const local = await house.send('POST', 'auth/logout', undefined, { cookie: bob.cookie });
  expect(local.json()).toEqual({ signedOut: true });
});
