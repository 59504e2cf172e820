// Two accounts of an older store that share a name: what is held by an id stays with the person of
// that id, whatever others are called.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertPerson } from '../../core/accounts/people.ts';
import { type AccountFixture, accountFixture } from './testing/account-fixture.ts';

const VICTIM = '0000-0002-1825-009X';
let house: AccountFixture;
let session: { readonly cookie: string };

beforeEach(async () => {
  house = await accountFixture();
  const { db } = house.store;
  const raw = { name_last: '', password_hash: '', access_token_hash: null, expires_at: null };
  // Older than the victim's, with every name that is the victim's id: by each of them, findings of
  // 'name or id' would meet it first.
  await db
    .insertInto('people')
    .values({
      ...{ ...raw, person_id: 'a-stranger', user_name: VICTIM.toLowerCase() },
      ...{ email: 'stranger@example.org', name_first: 'Stranger', created_at: 1 },
    })
    .execute();
  const ada = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'B' };
  await insertPerson(db, { ...ada, passwordHash: '' }, VICTIM);
  const { cookie, reply } = await house.sessionOf(VICTIM);
  expect(reply.json()).toMatchObject({ personId: VICTIM, email: 'ada@example.org' });
  session = { cookie };
});
afterEach(() => house.close());

it('a sign-in, the account, the export and the tokens are those of the id', async () => {
  const person = await house.send('GET', 'profile/person', undefined, session);
  expect(person.json()).toMatchObject({ personId: VICTIM, userName: 'ada', nameFirst: 'Ada' });
  const data = await house.send('GET', 'profile/export', undefined, session);
  expect(data.json().account).toMatchObject({ personId: VICTIM, email: 'ada@example.org' });
  const wish = { name: 'script', scopes: ['data'], days: 1 };
  expect((await house.send('POST', 'profile/tokens', wish, session)).statusCode).toBe(200);
  const [mail] = await house.mailed();
  expect(mail?.to.address).toBe('ada@example.org');
  const named = { nameFirst: 'Countess', nameLast: 'Ada' };
  await house.send('PUT', 'profile/person', named, session);
  const names = await house.store.db.selectFrom('people').select(['person_id', 'name_first']);
  expect(await names.orderBy('created_at').execute()).toEqual([
    { person_id: 'a-stranger', name_first: 'Stranger' },
    { person_id: VICTIM, name_first: 'Countess' },
  ]);
});

it('leaving removes the account of the id and no other', async () => {
  const left = await house.send('POST', 'profile/leave', { userName: 'ada' }, session);
  expect(left.statusCode).toBe(200);
  expect(left.cookies).toMatchObject([{ name: 'isobar_session', value: '', path: '/' }]);
  const rest = await house.store.db.selectFrom('people').select('person_id').execute();
  expect(rest).toEqual([{ person_id: 'a-stranger' }]);
});

it('signing out everywhere ends the sessions of the id only', async () => {
  await house.store.db
    .insertInto('sessions')
    .values({
      ...{ token_hash: 'of the stranger', person_id: 'a-stranger', created_at: 1 },
      ...{ expires_at: 9e9, lifetime_s: 1 },
    })
    .execute();
  await house.send('POST', 'auth/logout?everywhere=true', undefined, session);
  const left = await house.store.db.selectFrom('sessions').select('token_hash').execute();
  expect(left).toEqual([{ token_hash: 'of the stranger' }]);
});
