// Access tokens to the second: how long they are good, how often their use is noted, whose they
// are, and how many there may be.
import { MOST_TOKENS, SCOPE_NAMES } from '@isobar/contract/calls/own-account.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { callerOf } from './caller.ts';
import { expirePerson, insertPerson, renewAccessToken } from './people.ts';
import { holderOf, makeToken, revokeToken, tokensOf, toOwn } from './tokens.ts';

const NOW = 1_700_000_000;
const DAY = 86_400;
let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
  for (const userName of ['ada', 'bob']) {
    const names = { email: `${userName}@example.org`, nameFirst: '', nameLast: '' };
    await insertPerson(store.db, { ...names, userName, passwordHash: '' }, `ID-${userName}`);
  }
});
afterEach(() => store.close());

const make = (name = 'script', days = 1, person = 'ID-ada', at = NOW) =>
  makeToken(store.db, person, { name, days, scopes: ['profile', 'data'] }, at);
const holds = async (token: string, user: string | null = null, at = NOW) =>
  (await holderOf(store.db, user, token, at * 1000))?.person.user_name;

it('an access token is valid for its days, and not in the second in which they end', async () => {
  const { token, expiresAt, createdAt, expired, lastUsedAt, scopes } = await make();
  expect([createdAt, expiresAt]).toEqual([formatInstant(NOW), formatInstant(NOW + DAY)]);
  expect([expired, lastUsedAt, scopes]).toEqual([false, null, ['data', 'profile']]);
  expect(await holds(token, null, NOW + DAY - 1)).toBe('ada');
  expect(await holds(token, null, NOW + DAY)).toBeUndefined();
  const [row] = await tokensOf(store.db, 'ID-ada');
  expect(row && toOwn(row, NOW + DAY - 1)).toMatchObject({
    expired: false,
    lastUsedAt: formatInstant(NOW + DAY - 1),
  });
  expect(row && toOwn(row, NOW + DAY).expired).toBe(true);
});

it('an access token is valid until the second in which its owner’s account expires', async () => {
  const { token } = await make();
  await expirePerson(store.db, 'ada', NOW + 10);
  expect(await holderOf(store.db, null, token, (NOW + 10) * 1000 - 1)).not.toBeNull();
  expect(await holderOf(store.db, null, token, (NOW + 10) * 1000)).toBeNull();
});

it('an access token has its use noted once in five minutes', async () => {
  const { token } = await make();
  const noted = async (at: number) => {
    await holds(token, null, at);
    const [row] = await tokensOf(store.db, 'ID-ada');
    return Number(row?.last_used_at) - NOW;
  };
  expect(await noted(NOW + 7)).toBe(7);
  expect(await noted(NOW + 7 + 299)).toBe(7);
  expect(await noted(NOW + 7 + 300)).toBe(307);
});

it('an access token is shown by its owner alone, under any of three names', async () => {
  const { token } = await make();
  for (const user of ['ada', ' ADA', 'Ada@Example.org ', 'ID-ada', null])
    expect([user, await holds(token, user)]).toEqual([user, 'ada']);
  for (const user of ['bob', 'ID-bob', 'id-ada', 'ad', ''])
    expect([user, await holds(token, user)]).toEqual([user, undefined]);
  const credential = { by: 'header', user: 'ada', token } as const;
  expect((await callerOf(store.db, credential, NOW * 1000))?.scopes).toEqual(['data', 'profile']);
  expect(await callerOf(store.db, { ...credential, user: 'bob' }, NOW * 1000)).toBeNull();
  expect(await callerOf(store.db, credential)).toBeNull(); // today it is long over
});

it('the access token of the installation authorises every call, and that of a different account none', async () => {
  const renewed = await renewAccessToken(store.db, 'ada');
  expect((await holderOf(store.db, 'ada', renewed, 0))?.scopes).toBe('all');
  expect(await holderOf(store.db, 'bob', renewed, 0)).toBeNull();
  const { token } = await make();
  expect((await holderOf(store.db, null, token, NOW * 1000))?.scopes).toEqual(['data', 'profile']);
});

it('a scope that a later version took away opens nothing, and the others stay', async () => {
  const { token } = await make();
  await store.db.updateTable('access_tokens').set({ scopes: 'data gone profile' }).execute();
  expect((await holderOf(store.db, null, token, NOW * 1000))?.scopes).toEqual(['data', 'profile']);
});

it('an access token stores each requested scope once, in the order of the list of scopes', async () => {
  const wish = { name: 'all', days: 1, scopes: [...SCOPE_NAMES].reverse().flatMap((s) => [s, s]) };
  expect((await makeToken(store.db, 'ID-ada', wish, NOW)).scopes).toEqual(SCOPE_NAMES);
});

it('one person has at most so many, each of a name of its own; a refused one is not kept', async () => {
  await make('mine', 1, 'ID-bob');
  for (let n = 0; n < MOST_TOKENS; n++) await make(`n${n}`, 1, 'ID-ada', NOW + n);
  await expect(make('one more')).rejects.toMatchObject({ code: 'conflict' });
  const kept = await tokensOf(store.db, 'ID-ada');
  expect(kept.map(({ name }) => name)).toEqual(
    Array.from({ length: MOST_TOKENS }, (_, n) => `n${n}`),
  );
  await expect(make('mine', 1, 'ID-bob')).rejects.toThrow('There is a token called mine already.');
  expect(await tokensOf(store.db, 'ID-bob')).toHaveLength(1);
});

it('an access token is revoked by its owner alone, once', async () => {
  const { tokenId, token } = await make();
  const other = await make('other');
  expect(await revokeToken(store.db, 'ID-bob', tokenId)).toBe(false);
  expect(await holds(token)).toBe('ada');
  expect(await revokeToken(store.db, 'ID-ada', tokenId)).toBe(true);
  expect(await revokeToken(store.db, 'ID-ada', tokenId)).toBe(false);
  expect([await holds(token), await holds(other.token)]).toEqual([undefined, 'ada']);
});
