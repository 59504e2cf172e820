// When the store accepts no writes, for instance because the disk is full, signed-in users and
// tokens can still read.
import { Problem } from '@isobar/contract/problem.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inPassing } from '../../platform/replies/in-passing.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { createAccounts } from './accounts.ts';
import { addPerson } from './people.ts';
import { holderOf, makeToken } from './tokens.ts';

const HOUR = 3_600_000;
let store: TemporaryStore;
let now: number;
let personId: string;
beforeEach(async () => {
  store = await temporaryStore('sqlite');
  now = Date.now();
  const names = { nameFirst: 'Ada', nameLast: 'Byron', email: 'ada@example.org' };
  personId = await addPerson(store.db, { userName: 'ada', password: 'a long engine', ...names });
});
afterEach(() => store.close());

const refuseWrites = (on: boolean) =>
  sql`pragma query_only = ${sql.lit(on ? 1 : 0)}`.execute(store.db);

it('a session is good for reading, and slides again when it can be written', async () => {
  const accounts = createAccounts(store.db, () => now);
  const { cookie } = await accounts.signIn({
    ...{ name: 'ada', password: 'a long engine', address: '127.0.0.1', remember: false },
    onThrottled: () => undefined,
  });
  const ends = async () =>
    Number(
      (await store.db.selectFrom('sessions').select('expires_at').executeTakeFirst())?.expires_at,
    );
  const before = await ends();
  now += HOUR;
  await refuseWrites(true);
  expect((await accounts.find(cookie))?.personId).toBe(personId);
  await refuseWrites(false);
  expect(await ends()).toBe(before);
  await accounts.find(cookie);
  expect(await ends()).toBe(before + HOUR / 1000);
});

it('a token is good for reading', async () => {
  const wish = { name: 'script', scopes: ['data'], days: 1 } as const;
  const { token } = await makeToken(store.db, personId, wish, Math.floor(now / 1000));
  await refuseWrites(true);
  expect((await holderOf(store.db, 'ada', token, now))?.scopes).toEqual(['data']);
});

it('writes in passing ignore a store without room, and no other failure', async () => {
  await inPassing(Promise.reject(new Problem('unavailable', 'Nothing is stored.')));
  for (const other of [new Error('a mistake'), new Problem('forbidden', 'No.')])
    await expect(inPassing(Promise.reject(other))).rejects.toBe(other);
});
