// What the profile keeps of a person, and the list of their sessions: each value by its own name,
// so many and no more, while it lasts.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertPerson } from '../../core/accounts/people.ts';
import type { SignInSite } from '../../ports/sign-in-site.ts';
import { type AccountFixture, accountFixture } from './testing/account-fixture.ts';

const away = () => Promise.reject(new Error('No test signs in there.'));
const LAB: SignInSite = {
  ...{ id: 'lab', label: 'Lab account', issuer: 'https://lab.example', emailDomains: [] },
  ...{ roleDays: null, begin: away, finish: away, endAddress: away, ended: away, examine: away },
};

let house: AccountFixture;
let personId: string;
let session: { readonly cookie: string };
beforeEach(async () => {
  house = await accountFixture({ feature: { sites: [LAB] } });
  const ada = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'Byron' };
  personId = await insertPerson(house.store.db, { ...ada, passwordHash: '' });
  const { cookie } = await house.sessionOf(personId);
  session = { cookie };
});
afterEach(() => house.close());

const save = (preference: string, value: string, application = 'discovery') =>
  house.send('POST', 'profile/preference', { personId, application, preference, value }, session);
async function read(preference: string, application = 'discovery'): Promise<unknown> {
  const query = new URLSearchParams({ personId, application, preference });
  const url = `profile/preference/search/appPersonIdPref?${query}`;
  const reply = await house.send('GET', url, undefined, session);
  return reply.statusCode === 200 ? reply.json().value : reply.statusCode;
}

it('a preference is that of its name and its application', async () => {
  await save('email', 'of discovery');
  await save('email', 'of the studio', 'studio');
  await save('theme', 'dark');
  expect(await read('email')).toBe('of discovery');
  expect(await read('email', 'studio')).toBe('of the studio');
  expect(await read('theme')).toBe('dark');
  expect(await read('theme', 'studio')).toBe(404);
});

it('a person keeps two hundred preferences, of which each can still be changed', async () => {
  const row = { person_id: personId, application: 'discovery', value: '' };
  const rows = Array.from({ length: 199 }, (_, n) => ({ ...row, preference: `p${n}` }));
  await house.store.db.insertInto('preferences').values(rows).execute();
  expect((await save('the last', '1')).statusCode).toBe(200);
  const more = await save('one more', '1');
  expect([more.statusCode, more.json().code]).toEqual([409, 'conflict']);
  expect(await read('one more')).toBe(404);
  expect((await save('the last', '2')).statusCode).toBe(200);
  expect(await read('the last')).toBe('2');
});

it('a cart of megabytes is kept as it is, with the time at which it was', async () => {
  const items = Array.from({ length: 300 }, (_, id) => ({ id, files: 'x'.repeat(10_000) }));
  const reply = await house.send('PUT', 'profile/cart', { items }, session);
  expect(reply.statusCode).toBe(200);
  const kept = (await house.send('GET', 'profile/cart', undefined, session)).json();
  expect(kept.items).toEqual(items);
  expect(kept.savedAt).toBe(reply.json().savedAt);
  expect(Math.abs(Date.parse(kept.savedAt) - Date.now())).toBeLessThan(60_000);
});

it('sessions are listed with when they began and were used last, and by which site, until they are over', async () => {
  const began = Math.floor(house.clock.ms / 1000);
  const list = async (of: { readonly cookie: string }) => {
    const reply = await house.send('GET', 'profile/sessions', undefined, of);
    return reply.json().sessions;
  };
  const text = (at: number) => `${new Date(at * 1000).toISOString().slice(0, 19)}Z`;
  const first = { startedAt: text(began), lastUsedAt: text(began), provider: LAB.label };
  expect(await list(session)).toMatchObject([{ ...first, current: true }]);
  house.clock.ms += 11 * 3_600_000;
  const { cookie } = await house.sessionOf(personId);
  const second = { startedAt: text(began + 11 * 3600), current: true };
  expect(await list({ cookie })).toMatchObject([second, { ...first, current: false }]);
  house.clock.ms += 3 * 3_600_000; // the first is over twelve hours after its last use
  expect(await list({ cookie })).toMatchObject([second]);
  house.clock.ms += 60_000;
  // lasts longer than the one that asks, which is the first in its list
  await house.sessionOf(personId);
  const listed: { readonly current: boolean }[] = await list({ cookie });
  expect(listed.map(({ current }) => current)).toEqual([true, false]);
});

it('an account is listed with the names of its sign-in sites, the first one first, and of one that is gone with its address', async () => {
  const issuers = [LAB.issuer, 'https://gone.example'];
  for (const [linked_at, issuer] of issuers.entries())
    await house.store.db
      .insertInto('person_identities')
      .values({ issuer, subject: 'ada', person_id: personId, linked_at })
      .execute();
  const { providers } = (await house.send('GET', 'profile/person', undefined, session)).json();
  expect(providers).toEqual([LAB.label, 'https://gone.example']);
});

it('answers about sign-ins are stored nowhere on their way', async () => {
  const replies = [
    await house.send('GET', 'auth/login', undefined, session),
    await house.send('GET', 'auth/login'),
    await house.send('POST', 'auth/login'),
    await house.send('POST', 'auth/register', {}),
    await house.send('POST', 'auth/forgotten', { name: 'ada' }),
    await house.send('POST', 'auth/confirm', { key: 'x'.repeat(60) }),
    await house.send('POST', 'auth/connect/look'),
    await house.send('GET', 'profile/export', undefined, session),
    await house.send('POST', 'auth/logout', undefined, session),
  ];
  for (const { statusCode, headers, raw } of replies)
    expect([raw.req.url, statusCode, headers['cache-control']]).toEqual([
      ...[raw.req.url, statusCode],
      expect.stringContaining('no-store'),
    ]);
});

it('credentials without a name are none', async () => {
  const signIn = async (text: string) => {
    const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
    return (await house.send('POST', 'auth/login', undefined, { authorization })).json().code;
  };
  expect(await signIn(':a password')).toBe('no-session');
  expect(await signIn('ada')).toBe('no-session');
  expect(await signIn('a:')).toBe('invalid-credentials');
});
