// Sessions, tickets and devices to the second: how long they are good, when their use is noted,
// what is swept.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { createAccounts } from './accounts.ts';
import { DEVICE_SECONDS, knownDevice, rememberDevice } from './devices.ts';
import { addPerson, expirePerson, requirePerson } from './people.ts';
import { secretHash } from './secret.ts';
import { makeTicket, spendTicket, TICKET_SECONDS } from './tickets.ts';
import { makeToken } from './tokens.ts';

const NOW = 1_700_000_000;
const HOUR = 3600;
const DAY = 86_400;
const PASSWORD = 'a long engine';
let store: TemporaryStore;
let now: number;
let personId: string;
beforeEach(async () => {
  store = await temporaryStore();
  now = NOW;
  const names = { nameFirst: 'Ada', nameLast: 'Byron', email: 'ada@example.org' };
  personId = await addPerson(store.db, { userName: 'ada', password: PASSWORD, ...names });
});
afterEach(() => store.close());

const accounts = () => createAccounts(store.db, () => now * 1000 + 999);
const signIn = (more: { remember?: boolean; agent?: string; device?: string } = {}) =>
  accounts().signIn({
    ...{ name: 'ada', password: PASSWORD, address: '127.0.0.1', remember: false, ...more },
    onThrottled: () => undefined,
  });
const stored = async () => await store.db.selectFrom('sessions').selectAll().execute();
const find = async (cookie: string, at: number) => {
  now = at;
  return (await accounts().find(cookie))?.userName;
};

it.each([
  [false, 12 * HOUR, null],
  [true, 30 * DAY, 30 * DAY],
])(
  'a session that is remembered: %s, is good for %i seconds after its last use',
  async (remember, seconds, maxAge) => {
    const { cookie, maxAge: told } = await signIn({ remember });
    expect(told).toBe(maxAge);
    expect(await stored()).toMatchObject([
      { created_at: NOW, expires_at: NOW + seconds, lifetime_s: seconds, person_id: personId },
    ]);
    // Each look would itself prolong the session, so its end is set back before the next look.
    expect(await find(cookie, NOW + seconds - 1)).toBe('ada');
    await store.db
      .updateTable('sessions')
      .set({ expires_at: NOW + seconds })
      .execute();
    expect(await find(cookie, NOW + seconds)).toBeUndefined();
  },
);

it('its use is noted once in five minutes', async () => {
  const { cookie } = await signIn();
  const ends = async () => Number((await stored())[0]?.expires_at) - NOW - 12 * HOUR;
  await find(cookie, NOW + 299);
  expect(await ends()).toBe(0);
  await find(cookie, NOW + 300);
  expect(await ends()).toBe(300);
});

it('a session ends after ninety days to the second, and only its own use makes it longer', async () => {
  const { cookie } = await signIn();
  const other = await signIn();
  await store.db
    .updateTable('sessions')
    .set({ expires_at: NOW + 91 * DAY })
    .execute();
  expect(await find(cookie, NOW + 90 * DAY - 1)).toBe('ada');
  expect(await find(cookie, NOW + 90 * DAY)).toBeUndefined();
  await store.db
    .updateTable('sessions')
    .set({ created_at: NOW, expires_at: NOW + 600 })
    .execute();
  expect(await find(other.cookie, NOW + 1)).toBe('ada');
  const ends = new Map((await stored()).map((row) => [row.token_hash, Number(row.expires_at)]));
  expect(ends.get(secretHash(other.cookie))).toBe(NOW + 1 + 12 * HOUR);
  expect(ends.get(secretHash(cookie))).toBe(NOW + 600);
});

it('a session knows its browser by the first three hundred letters of its name, and where it began', async () => {
  await signIn({ agent: 'x'.repeat(301) });
  expect(await stored()).toMatchObject([{ agent: 'x'.repeat(300) }]);
  await store.db.deleteFrom('sessions').execute();
  const person = await requirePerson(store.db, 'ada');
  const how = { provider: 'lab', idToken: 'sealed', siteSession: '', agent: 'y'.repeat(301) };
  const begun = await accounts().signInAs(person, how);
  expect(begun).toMatchObject({ maxAge: null, session: { userName: 'ada', expired: false } });
  expect(await stored()).toMatchObject([
    { agent: 'y'.repeat(300), provider: 'lab', id_token: 'sealed', lifetime_s: 12 * HOUR },
  ]);
  expect(await accounts().signOut(begun.cookie)).toEqual({ provider: 'lab', idToken: 'sealed' });
  expect(await accounts().signOut(begun.cookie)).toBeNull();
  expect(await accounts().signOut((await signIn()).cookie)).toBeNull();
  expect(await stored()).toEqual([]);
});

it('a session never begins for an expired account, even when another site vouches for it', async () => {
  await expirePerson(store.db, 'ada', NOW);
  const how = { provider: 'lab', idToken: '', siteSession: '', agent: '' };
  const person = await requirePerson(store.db, 'ada');
  const ended = { code: 'account-expired' };
  await expect(accounts().signInAs(person, how)).rejects.toMatchObject(ended);
  await expect(signIn()).rejects.toMatchObject(ended);
  expect(await stored()).toEqual([]);
});

it('a device is recognised for its user until it expires, and never by its former secret', async () => {
  const first = await rememberDevice(store.db, personId, null, NOW);
  const known = (secret: string | undefined, at: number, whose: string | undefined = personId) =>
    knownDevice(store.db, whose, secret, at);
  expect(await known(first, NOW + DEVICE_SECONDS - 1)).toBe(secretHash(first));
  expect(await known(first, NOW + DEVICE_SECONDS)).toBeNull();
  expect(await known(first, NOW, 'another')).toBeNull();
  expect(await known(undefined, NOW)).toBeNull();
  expect(await knownDevice(store.db, undefined, first, NOW)).toBeNull();
  const other = await rememberDevice(store.db, personId, null, NOW);
  const second = await rememberDevice(store.db, personId, secretHash(first), NOW);
  expect([await known(first, NOW), await known(second, NOW), await known(other, NOW)]).toEqual([
    null,
    secretHash(second),
    secretHash(other),
  ]);
});

it('a device that is known at a sign-in by a site gets a new secret, too', async () => {
  const { device } = await signIn();
  const person = await requirePerson(store.db, 'ada');
  await accounts().signInAs(person, {
    ...{ provider: 'lab', idToken: '', siteSession: '', agent: '' },
    device,
  });
  expect(await knownDevice(store.db, personId, device, NOW)).toBeNull();
});

it('a ticket is spent once, within its minute, by the browser that it was made for', async () => {
  const of = { personId, provider: 'lab', idToken: 'sealed', siteSession: 's1' };
  const one = await makeTicket(store.db, of, NOW);
  const two = await makeTicket(store.db, of, NOW);
  const spend = (ticket: string, browser: string | undefined, at: number) =>
    spendTicket(store.db, ticket, browser, at);
  expect(await spend(one.ticket, two.browser, NOW)).toBeNull();
  expect(await spend(one.ticket, undefined, NOW)).toBeNull();
  expect(await spend(one.ticket, one.browser, NOW + TICKET_SECONDS)).toBeNull();
  expect(await spend(one.ticket, one.browser, NOW + TICKET_SECONDS - 1)).toEqual({
    person_id: personId,
    provider: 'lab',
    id_token: 'sealed',
    site_session: 's1',
  });
  expect(await spend(one.ticket, one.browser, NOW)).toBeNull();
  expect(await spend(two.ticket, two.browser, NOW)).not.toBeNull();
});

it('a ticket that many clients redeem at once is valid for one of them', async () => {
  const of = { personId, provider: 'lab', idToken: 'sealed', siteSession: 's1' };
  const { ticket, browser } = await makeTicket(store.db, of, NOW);
  const tries = Array.from({ length: 6 }, () => spendTicket(store.db, ticket, browser, NOW));
  expect((await Promise.all(tries)).filter((spent) => spent !== null)).toHaveLength(1);
});

it('what has ended is swept in the second in which it ends, and tokens after another ninety days', async () => {
  const { cookie } = await signIn();
  await signIn();
  await store.db
    .updateTable('sessions')
    .set({ created_at: NOW - 90 * DAY, expires_at: NOW + 91 * DAY })
    .where('token_hash', '!=', secretHash(cookie))
    .execute();
  await store.db.deleteFrom('known_devices').execute();
  await rememberDevice(store.db, personId, null, NOW + 12 * HOUR - DEVICE_SECONDS);
  await makeTicket(
    store.db,
    { personId, provider: '', idToken: '', siteSession: '' },
    NOW + 12 * HOUR - 60,
  );
  await makeToken(store.db, personId, { name: 'a', scopes: [], days: 1 }, NOW + 12 * HOUR - DAY);
  const left = async (at: number) => {
    now = at;
    await accounts().sweep();
    const tables = ['sessions', 'known_devices', 'sign_in_tickets', 'access_tokens'] as const;
    return await Promise.all(
      tables.map(async (table) => (await store.db.selectFrom(table).selectAll().execute()).length),
    );
  };
  expect(await left(NOW - 1)).toEqual([2, 1, 1, 1]);
  expect(await left(NOW)).toEqual([1, 1, 1, 1]);
  expect(await left(NOW + 12 * HOUR - 1)).toEqual([1, 1, 1, 1]);
  expect(await left(NOW + 12 * HOUR)).toEqual([0, 0, 0, 1]);
  expect(await left(NOW + 12 * HOUR + 90 * DAY - 1)).toEqual([0, 0, 0, 1]);
  expect(await left(NOW + 12 * HOUR + 90 * DAY)).toEqual([0, 0, 0, 0]);
});
