// Signing up, forgotten passwords and new addresses: the links of their mails, and that no reply
// reveals who has an account.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, ensureDemoPerson, findPerson } from '../../core/accounts/people.ts';
import { createLog } from '../../platform/log/log.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { type AccountFixture, accountFixture, keyIn } from './testing/account-fixture.ts';

const PASSWORD = 'an analytical engine';
const ADA = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'Byron' };
const BOB = { userName: 'bob', email: 'Bob@Example.org', nameFirst: 'Bob', nameLast: '' };

describe.each(STORE_KINDS)('accounts by mail (%s)', (kind) => {
  let store: TemporaryStore;
  let house: AccountFixture;
  const lines: string[] = [];

  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  beforeEach(async () => {
    await store.empty();
    lines.length = 0;
    const log = createLog('debug', { write: (line) => lines.push(line) });
    house = await accountFixture({ store, log });
    await addPerson(store.db, { ...ADA, password: PASSWORD });
  });
  afterEach(() => house.close());
  afterAll(() => store.close());

  const register = (person: object = {}) =>
    house.send('POST', 'auth/register', { ...BOB, password: PASSWORD, ...person });
  const confirm = (key: string, more = {}) => house.send('POST', 'auth/confirm', { key, ...more });
  const rows = async (table: 'account_requests' | 'jobs') =>
    (await store.db.selectFrom(table).selectAll().execute()).length;

  it('the sign-up by mail makes an account when the link of the mail is opened with the password, once', async () => {
    expect((await register()).statusCode).toBe(202);
    expect((await house.signIn('bob', PASSWORD)).status).toBe(401);
    const [mail, ...others] = await house.mailed();
    expect(others).toEqual([]);
    expect(mail?.to).toEqual({ name: '', address: 'bob@example.org' });
    const key = keyIn(mail);
    expect((await house.send('POST', 'auth/confirm/look', { key })).json()).toEqual({
      kind: 'register',
      email: 'bob@example.org',
      userName: 'bob',
    });
    for (const [given, code] of [
      [{}, 'bad-request'],
      [{ password: 'what a stranger guesses' }, 'invalid-credentials'],
    ] as const)
      expect((await confirm(key, given)).json().code).toBe(code);
    expect(await findPerson(store.db, 'bob')).toBeNull();
    const done = await confirm(key, { password: PASSWORD });
    expect(done.json()).toEqual({ kind: 'register', userName: 'bob' });
    expect((await confirm(key, { password: PASSWORD })).json()).toMatchObject({ code: 'gone' });
    expect((await house.signIn('bob@example.org', PASSWORD)).status).toBe(200);
  });

  it('the sign-up by mail answers and works alike for known and unknown addresses, and mails the known one what is so', async () => {
    const unknown = await register();
    const known = await register({ userName: 'eve', email: 'ada@example.org' });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    const ask = (name: string) => house.send('POST', 'auth/forgotten', { name });
    const [a, b] = [await ask('ada@example.org'), await ask('nobody@example.org')];
    expect([b.statusCode, b.body]).toEqual([a.statusCode, a.body]);
    expect([await rows('account_requests'), await rows('jobs')]).toEqual([4, 4]);
    const texts = (await house.mailed()).map(({ to, text }) => [to.address, text]);
    expect(texts.map(([to]) => to)).toEqual([
      'bob@example.org',
      'ada@example.org',
      'ada@example.org',
    ]);
    expect(texts[1]?.[1]).toContain('user name is ada');
    expect(texts[1]?.[1]).not.toContain('/confirm/');
  });

  it('the sign-up by mail lets another user name be chosen where the first was taken meanwhile', async () => {
    await register({ userName: 'ada' });
    const key = keyIn((await house.mailed())[0]);
    const password = PASSWORD;
    expect((await confirm(key, { password })).json()).toMatchObject({ code: 'conflict' });
    expect((await confirm(key, { password, userName: 'Bobby' })).json().userName).toBe('bobby');
    expect((await findPerson(store.db, 'bobby'))?.email).toBe('bob@example.org');
  });

  it('the sign-up by mail takes no forged, altered or old link, and keeps no key in store or log', async () => {
    await register();
    await house.send('POST', 'auth/forgotten', { name: 'ada' });
    const [first, second] = await house.mailed();
    const keys = [keyIn(first), keyIn(second)] as const;
    const crossed = keys[0].slice(0, 32) + keys[1].slice(32);
    for (const key of [crossed, `${keys[0].slice(0, -1)}_`, 'x'.repeat(75), `${keys[0]}A`])
      expect([key, (await confirm(key)).statusCode]).toEqual([key, 410]);
    const everything = JSON.stringify([
      await store.db.selectFrom('account_requests').selectAll().execute(),
      await store.db.selectFrom('jobs').selectAll().execute(),
      lines,
    ]);
    for (const secret of [...keys, keys[0].slice(32), PASSWORD])
      expect(everything).not.toContain(secret);
    house.clock.ms += 25 * 3_600_000;
    expect((await confirm(keys[0])).statusCode).toBe(410);
    await house.accounts.sweep();
    expect(await rows('account_requests')).toBe(0);
  });

  it('the sign-up by mail sets a new password, signs out everywhere, and tells so by mail', async () => {
    const { cookie } = await house.signIn('ada', PASSWORD);
    await house.send('POST', 'auth/forgotten', { name: ' ADA ' });
    await house.send('POST', 'auth/forgotten', { name: 'ada@example.org' });
    const [mail, other] = await house.mailed();
    const key = keyIn(mail);
    expect((await confirm(key)).json()).toMatchObject({ code: 'bad-request' });
    expect((await confirm(key, { password: 'ada@example.org' })).statusCode).toBe(400);
    expect((await confirm(key, { password: 'a difference engine' })).statusCode).toBe(200);
    expect((await house.send('GET', 'auth/login', undefined, { cookie })).statusCode).toBe(401);
    expect((await house.signIn('ada', PASSWORD)).status).toBe(401);
    expect((await house.signIn('ada', 'a difference engine')).status).toBe(200);
    expect((await confirm(keyIn(other), { password: 'a third engine' })).statusCode).toBe(410);
    expect((await house.mailed()).map(({ subject }) => subject)).toEqual([
      'Your password was changed: Archive',
    ]);
  });

  it('the sign-up by mail sets one new password where a link is opened several times at once', async () => {
    await house.send('POST', 'auth/forgotten', { name: 'ada' });
    const key = keyIn((await house.mailed())[0]);
    const wishes = ['a difference engine', 'a third engine', 'a fourth engine'];
    const codes = await Promise.all(
      wishes.map(async (password) => (await confirm(key, { password })).statusCode),
    );
    expect([...codes].sort()).toEqual([200, 410, 410]);
    for (const [at, password] of wishes.entries())
      expect((await house.signIn('ada', password)).status).toBe(codes[at] === 200 ? 200 : 401);
  });

  it('the sign-up by mail changes the address when the new one is confirmed, and tells the old one', async () => {
    const { cookie } = await house.signIn('ada', PASSWORD);
    const change = (email: string, current = PASSWORD) =>
      house.send('POST', 'profile/email', { email, current }, { cookie });
    expect((await change('countess@example.org', 'wrong')).json()).toMatchObject({
      code: 'invalid-credentials',
    });
    expect((await change('countess@example.org')).statusCode).toBe(202);
    const [mail] = await house.mailed();
    expect(mail?.to.address).toBe('countess@example.org');
    expect((await findPerson(store.db, 'ada'))?.email).toBe('ada@example.org');
    expect((await confirm(keyIn(mail))).statusCode).toBe(200);
    expect((await findPerson(store.db, 'ada'))?.email).toBe('countess@example.org');
    const [notice] = await house.mailed();
    expect([notice?.to.address, notice?.text]).toEqual([
      'ada@example.org',
      expect.stringContaining('countess@example.org'),
    ]);
  });

  it('the sign-up by mail never gives two people one address, however their links cross', async () => {
    await addPerson(store.db, { ...BOB, password: PASSWORD });
    const { cookie } = await house.signIn('bob', PASSWORD);
    const body = { email: 'ada@example.org', current: PASSWORD };
    const taken = await house.send('POST', 'profile/email', body, { cookie });
    expect(taken.statusCode).toBe(202); // as for an address without an account
    expect(keyIn((await house.mailed())[0])).toBe('');
    await house.send('POST', 'profile/email', { ...body, email: 'new@example.org' }, { cookie });
    await register({ userName: 'carl', email: 'new@example.org' });
    const [change, signUp] = (await house.mailed()).map(keyIn);
    expect((await confirm(signUp ?? '', { password: PASSWORD })).statusCode).toBe(200);
    expect((await confirm(change ?? '')).statusCode).toBe(410);
    expect((await findPerson(store.db, 'bob'))?.email).toBe('bob@example.org');
  });

  it('the sign-up by mail sends few mails to one address and from one network, known or not', async () => {
    const ask = async () => await house.send('POST', 'auth/forgotten', { name: 'ada' });
    const codes: number[] = [];
    for (let n = 0; n < 5; n++) codes.push((await ask()).statusCode);
    expect(codes).toEqual([202, 202, 202, 202, 429]);
    const waits = async () => {
      const { statusCode, headers, json } = await ask();
      return [statusCode, Number(headers['retry-after']), json().message];
    };
    const words = 'Too many mails were requested. Try again in';
    expect(await waits()).toEqual([429, 900, `${words} 15 minutes.`]);
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const volley = Array.from({ length: 22 }, (_, n) =>
      house.send('POST', 'auth/forgotten', { name: `x${n}@example.org` }, from),
    );
    const refused = (await Promise.all(volley)).filter((reply) => reply.statusCode === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.headers['retry-after']).toBeDefined();
    house.clock.ms += 14.5 * 60_000;
    expect(await waits()).toEqual([429, 30, `${words} 1 minute.`]);
    house.clock.ms += 1.5 * 60_000;
    expect((await ask()).statusCode).toBe(202);
  });

  it('the sign-up by mail reports invalid fields before any mail is sent', async () => {
    for (const wrong of [
      { email: 'none' },
      { password: 'short' },
      { password: 'password1' },
      { userName: 'a b' },
      { userName: '../etc' },
      { nameFirst: 'Ada\r\nBcc: x@example.org' },
      { nameFirst: '' },
      { nameFirst: '<b>' },
    ])
      expect([wrong, (await register(wrong)).statusCode]).toEqual([wrong, 400]);
    expect(await rows('jobs')).toBe(0);
  });

  it('the sign-up by mail leaves the account of the demo as it is', async () => {
    await ensureDemoPerson(store.db);
    await house.send('POST', 'auth/forgotten', { name: 'demo' });
    expect(await house.mailed()).toEqual([]);
    const { cookie } = await house.signIn('demo', 'isobar-demo');
    const change = { current: 'isobar-demo', next: 'my own demo now' };
    expect((await house.send('PUT', 'profile/password', change, { cookie })).statusCode).toBe(409);
    const names = { nameFirst: 'Evil', nameLast: '' };
    expect((await house.send('PUT', 'profile/person', names, { cookie })).statusCode).toBe(409);
    const leave = { current: 'isobar-demo', userName: 'demo' };
    expect((await house.send('POST', 'profile/leave', leave, { cookie })).statusCode).toBe(409);
    expect((await house.signIn('demo', 'isobar-demo')).status).toBe(200);
  });
});

it('the sign-up makes no accounts where the operator makes them', async () => {
  const house = await accountFixture({ feature: { registration: false } });
  const reply = await house.send('POST', 'auth/register', { ...BOB, password: PASSWORD });
  expect(reply.json()).toMatchObject({ code: 'not-implemented' });
  await house.close();
});
