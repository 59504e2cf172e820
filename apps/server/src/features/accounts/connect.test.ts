// A sign-in at another site whose word on an address is not enough: whose account it opens, and
// what has to be shown before.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOidcSite } from '../../adapters/sign-in-oidc.ts';
import { CLIENT, type OidcServer, oidcServer } from '../../adapters/testing/oidc-server.ts';
import {
  addPerson,
  DEMO_PERSON,
  ensureDemoPerson,
  expirePerson,
  findPerson,
  requirePerson,
} from '../../core/accounts/people.ts';
import { giveRole, rolesOf } from '../../core/accounts/roles.ts';
import { type AccountFixture, accountFixture, keyIn, SITE } from './testing/account-fixture.ts';
import { siteVisits } from './testing/site-visit.ts';

const PASSWORD = 'an analytical engine';
const ADA = { email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'B' };
let server: OidcServer;
let house: AccountFixture;

beforeAll(async () => {
  server = await oidcServer(SITE.url);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.people.clear();
  house = await openHouse([]);
});
afterEach(() => house.close());

async function openHouse(emailDomains: string[]): Promise<AccountFixture> {
  const lab = openOidcSite({
    ...{ ...CLIENT, id: 'lab', label: 'Lab account', issuer: server.issuer },
    ...{ scope: 'openid email profile', trustEmail: false, emailDomains, pkce: 'always' },
    personId: 'staff_id',
    roles: { claim: 'groups', values: { ops: 'operator' }, days: 10 },
  });
  return await accountFixture({ feature: { sites: [lab] } });
}
const { through, signedIn } = siteVisits(() => house);
const addAda = () =>
  addPerson(house.store.db, {
    ...{ userName: 'countess', email: ADA.email, nameFirst: 'Ada', nameLast: 'L' },
    password: PASSWORD,
  });
const identities = () => house.store.db.selectFrom('person_identities').selectAll().execute();
const connect = (how: object, waiting: { readonly cookie: string }) =>
  house.send('POST', 'auth/connect', how, waiting);

it('a verified address of a domain that is not the site’s opens no account that exists', async () => {
  await addAda();
  server.people.set('eve', ADA);
  const { reply, ticket } = await through('eve');
  expect([reply.headers.location, ticket]).toEqual(['/discovery/#/connect', '']);
  expect(await identities()).toEqual([]);
});

it('an operator’s account is not opened by its address, even by the site that owns the domain', async () => {
  await house.close();
  house = await openHouse(['example.org']);
  await addAda();
  await giveRole(house.store.db, 'countess', 'operator');
  server.people.set('eve', { ...ADA, groups: ['ops'] });
  expect((await through('eve')).reply.headers.location).toBe('/discovery/#/connect');
  expect(await identities()).toEqual([]);
});

it('an address below or beside the site’s domain is not of the domain', async () => {
  await house.close();
  house = await openHouse(['example.org']);
  for (const email of [
    'ada@lab.example.org',
    'ada@notexample.org',
    'ada@example.org.evil.example',
  ]) {
    await addPerson(house.store.db, {
      ...{ userName: `u${email.length}`, email, nameFirst: 'A', nameLast: '', password: PASSWORD },
    });
    server.people.set(email, { ...ADA, email });
    expect([email, (await through(email)).reply.headers.location]).toEqual([
      email,
      '/discovery/#/connect',
    ]);
  }
});

it('a sign-in without a trusted address is connected by the password of the account, which is asked for as at any sign-in', async () => {
  await addAda();
  server.people.set('ada', { ...ADA, groups: ['ops'] });
  const { waiting } = await through('ada');
  const look = await house.send('POST', 'auth/connect/look', undefined, waiting);
  expect(look.json()).toEqual({ label: 'Lab account', email: ADA.email });
  const wrong = await connect({ name: 'countess', password: 'a guess of eve' }, waiting);
  expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'invalid-credentials']);
  expect(await identities()).toEqual([]);
  const right = await connect({ name: ADA.email, password: PASSWORD }, waiting);
  expect(right.json()).toMatchObject({ userName: 'countess', roles: ['operator'] });
  expect(right.cookies.map(({ name }) => name)).toContain('isobar_session');
  expect(await identities()).toMatchObject([{ subject: 'ada', proof: 'password' }]);
  expect((await house.mailed()).map(({ subject }) => subject)).toEqual([
    'A new way to sign in: Archive',
  ]);
  expect((await signedIn('ada')).reply.json().userName).toBe('countess');
  const again = await connect({ name: ADA.email, password: PASSWORD }, waiting);
  expect(again.json().code).toBe('gone'); // it was connected once
});

it('guesses of the password that a waiting sign-in is connected by are limited, and an expired account is not connected', async () => {
  await addAda();
  server.people.set('eve', ADA);
  const { waiting } = await through('eve');
  const { db } = house.store;
  const guess = () => connect({ name: 'countess', password: 'a guess of eve' }, waiting);
  expect((await guess()).statusCode).toBe(401);
  await db.updateTable('sign_in_failures').set({ failures: 100 }).execute();
  const stopped = await guess();
  expect([stopped.statusCode, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true]);
  await db.deleteFrom('sign_in_failures').execute();
  await expirePerson(db, 'countess', Math.floor(house.clock.ms / 1000) - 10);
  const expired = await connect({ name: 'countess', password: PASSWORD }, waiting);
  expect([expired.statusCode, expired.json().code]).toEqual([403, 'account-expired']);
  expect(await identities()).toEqual([]);
});

it('a sign-in is not connected with the account that visitors of a demo archive share, and leaves no session', async () => {
  const { db } = house.store;
  await ensureDemoPerson(db);
  await addAda();
  server.people.set('eve', ADA);
  const { waiting } = await through('eve');
  const { userName: name, password } = DEMO_PERSON;
  const refused = await connect({ name, password }, waiting);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
  expect(await identities()).toEqual([]);
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

it('a sign-in without a trusted address is connected by a mailed link, in the browser of the sign-in and in no other', async () => {
  await addAda();
  server.people.set('ada', { ...ADA, email_verified: false });
  const { waiting } = await through('ada');
  const asked = await house.send(
    'POST',
    'auth/connect/mail',
    { email: 'ADA@example.org' },
    waiting,
  );
  expect([asked.statusCode, asked.json().message]).toEqual([202, expect.stringContaining('mail')]);
  const [mail] = await house.mailed();
  expect([mail?.to.address, mail?.subject]).toEqual([
    ADA.email,
    'Sign in with Lab account: Archive',
  ]);
  const key = keyIn(mail);
  const stranger = await through('ada');
  for (const headers of [{}, stranger.waiting, { cookie: 'isobar_connect=forged' }]) {
    const refused = await house.send('POST', 'auth/confirm', { key }, headers);
    expect(refused.json().code).toBe('forbidden');
  }
  expect(await identities()).toEqual([]);
  const done = await house.send('POST', 'auth/confirm', { key }, waiting);
  expect(done.json()).toEqual({ kind: 'connect', userName: 'countess' });
  expect(await identities()).toMatchObject([{ subject: 'ada', proof: 'mail' }]);
  expect((await house.send('POST', 'auth/confirm', { key }, waiting)).json().code).toBe('gone');
});

it('a site that states no address leads to an account with one that was mailed to', async () => {
  server.people.set('orcid', { name: 'Grace Hopper', staff_id: '0000-0002-1825-009X' });
  const { waiting } = await through('orcid');
  await house.send('POST', 'auth/connect/mail', { email: 'grace@example.org' }, waiting);
  const [mail] = await house.mailed();
  await house.send('POST', 'auth/confirm', { key: keyIn(mail) }, waiting);
  const { reply } = await signedIn('orcid');
  expect(reply.json()).toMatchObject({
    ...{ personId: '0000-0002-1825-009X', email: 'grace@example.org' },
    ...{ nameFirst: 'Grace', nameLast: 'Hopper' },
  });
});

it('a link for one address is of no use for a second one', async () => {
  await addAda();
  server.people.set('eve', { name: 'Eve' });
  const { waiting } = await through('eve');
  const ask = (email: string) => house.send('POST', 'auth/connect/mail', { email }, waiting);
  await ask('eve@example.org');
  const [own] = await house.mailed();
  await ask(ADA.email);
  await house.mailed();
  await house.send('POST', 'auth/confirm', { key: keyIn(own) }, waiting);
  expect((await signedIn('eve')).reply.json().email).toBe('eve@example.org');
  const rows = await identities();
  expect(rows.map(({ person_id }) => person_id)).not.toContain(
    (await requirePerson(house.store.db, 'countess')).person_id,
  );
});

it('a sign-in without a trusted address answers alike whether or not the address has an account, and waits for an hour only', async () => {
  await addAda();
  server.people.set('eve', { name: 'Eve' });
  const { waiting } = await through('eve');
  const ask = (email: string) => house.send('POST', 'auth/connect/mail', { email }, waiting);
  const [known, unknown] = [await ask(ADA.email), await ask('no-one@example.org')];
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  house.clock.ms += 3_601_000;
  expect((await ask(ADA.email)).json().code).toBe('gone');
  expect((await connect({ name: 'countess', password: PASSWORD }, waiting)).json().code).toBe(
    'gone',
  );
});

it('a staff number that another user took as a user name does not lock its owner out', async () => {
  const { db } = house.store;
  const stranger = { userName: 's-0042', email: 'eve@example.org', nameFirst: 'E', nameLast: '' };
  await addPerson(db, { ...stranger, password: PASSWORD });
  server.people.set('ada', { ...ADA, staff_id: 'S-0042' });
  const { reply, cookie } = await signedIn('ada');
  expect(reply.json()).toMatchObject({ email: ADA.email, nameFirst: 'Ada' });
  const own = await house.send('GET', 'profile/export', undefined, cookie);
  expect(own.json().account).toMatchObject({ email: ADA.email });
  expect((await findPerson(db, 's-0042'))?.email).toBe('eve@example.org');
  server.people.set('mallory', { ...ADA, email: 'm@example.org', staff_id: reply.json().personId });
  expect((await through('mallory')).reply.statusCode).toBe(403);
});

it('a role that the site gave is over some days after the last sign-in there', async () => {
  const { db } = house.store;
  server.people.set('ada', { ...ADA, groups: ['ops'] });
  const { personId } = (await signedIn('ada')).reply.json();
  const days = (n: number) => Math.floor(house.clock.ms / 1000) + n * 86_400;
  expect(await rolesOf(db, personId, days(9))).toEqual(['operator']);
  expect(await rolesOf(db, personId, days(10))).toEqual([]);
  house.clock.ms += 6 * 86_400_000;
  await signedIn('ada'); // the days count from here on
  expect(await rolesOf(db, personId, days(9))).toEqual(['operator']);
  await giveRole(db, personId, 'operator'); // an operator gives it for good
  expect(await rolesOf(db, personId, days(4000))).toEqual(['operator']);
});

it('a new password by mail ends a sign-in that rests on nothing but the site’s word', async () => {
  server.people.set('eve', ADA); // at a site that does not own the domain
  const { cookie } = await signedIn('eve');
  const wish = { name: 'script', scopes: ['data'], days: 30 };
  await house.send('POST', 'profile/tokens', wish, cookie);
  await house.mailed();
  await house.send('POST', 'auth/forgotten', { name: ADA.email });
  const [mail] = await house.mailed();
  await house.send('POST', 'auth/confirm', { key: keyIn(mail), password: PASSWORD });
  expect(await identities()).toEqual([]);
  expect(await house.store.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
  expect((await through('eve')).ticket).toBe('');
  expect((await house.mailed())[0]?.text).toContain('had only stated your address');
});

it('an address that only resembles that of an account connects no account', async () => {
  await house.close();
  house = await openHouse(['example.org']);
  await addAda();
  for (const email of ['\u0430da@example.org', '\uff41da@example.org', 'ada@example.org.']) {
    server.people.set('eve', { ...ADA, email });
    const { reply } = await through('eve');
    expect([email, reply.headers.location]).toEqual([email, '/discovery/#/connect']);
  }
  server.people.set('ada', { ...ADA, email: 'ADA@example.org' });
  expect((await signedIn('ada')).reply.json().userName).toBe('countess');
});

it('an address to which no mail can be sent is asked for again, however verified', async () => {
  for (const email of ['eve@example.org\r\nbcc: all@example.org', 'eve', '<eve@example.org>']) {
    server.people.set('eve', { ...ADA, email });
    expect((await through('eve')).reply.headers.location).toBe('/discovery/#/connect');
  }
  expect(await house.store.db.selectFrom('people').select('email').execute()).toEqual([]);
});

it('an address that is the id of another account is not taken for it, and locks no one out for good', async () => {
  server.people.set('ada', { ...ADA, staff_id: 'AB12@uni.example' });
  await signedIn('ada');
  server.people.set('eve', { ...ADA, email: 'ab12@uni.example' });
  const { reply, waiting } = await through('eve');
  expect(reply.headers.location).toBe('/discovery/#/connect');
  await house.send('POST', 'auth/connect/mail', { email: 'eve@example.org' }, waiting);
  const [mail] = (await house.mailed()).filter(({ text }) => text.includes('/confirm/'));
  await house.send('POST', 'auth/confirm', { key: keyIn(mail) }, waiting);
  expect((await signedIn('eve')).reply.json()).toMatchObject({ email: 'eve@example.org' });
});

it('a link that cannot make an account because its id is another’s is refused in words, and stays good', async () => {
  server.people.set('ada', { ...ADA, staff_id: 'S-0042' });
  await signedIn('ada');
  server.people.set('eve', { name: 'Eve', staff_id: 'S-0042' });
  const { waiting } = await through('eve');
  await house.send('POST', 'auth/connect/mail', { email: 'eve@example.org' }, waiting);
  const [mail] = (await house.mailed()).filter(({ text }) => text.includes('/confirm/'));
  const refused = await house.send('POST', 'auth/confirm', { key: keyIn(mail) }, waiting);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
  expect(refused.json().message).toContain('belongs to an account with another address');
  const again = await house.send('POST', 'auth/confirm', { key: keyIn(mail) }, waiting);
  expect(again.statusCode).toBe(409);
});
