// Accounts on both databases: names, passwords, tokens, expiry.
import { Problem } from '@isobar/contract/problem.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { passwordFits } from './password.ts';
import {
  addPerson,
  ensureDemoPerson,
  expirePerson,
  findPerson,
  isShared,
  listPeople,
  removeDemoPerson,
  renewAccessToken,
  requirePerson,
  setPassword,
  signOutEverywhere,
  storePassword,
} from './people.ts';
import { fileRequest } from './requests.ts';
import { holderOf } from './tokens.ts';

const ada = {
  userName: 'Ada',
  email: 'Ada@Example.org',
  nameFirst: 'Ada',
  nameLast: 'Byron',
  password: 'a long engine',
};

describe.each(STORE_KINDS)('people on %s', (kind) => {
  let store: TemporaryStore;
  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  beforeEach(() => store.empty());
  afterAll(() => store.close());

  it('[A001] people are found by user name, e-mail address or id, without regard to case', async () => {
    const id = await addPerson(store.db, ada);
    for (const name of ['ada', 'ADA', 'ada@example.ORG', id])
      expect((await findPerson(store.db, name))?.person_id).toBe(id);
    expect(await findPerson(store.db, 'bob')).toBeNull();
  });

  it('people exist once, under a decent name and password', async () => {
    await addPerson(store.db, ada);
    await expect(addPerson(store.db, { ...ada, email: 'x@example.org' })).rejects.toThrow(
      /already/,
    );
    await expect(addPerson(store.db, { ...ada, userName: 'b c' })).rejects.toThrow(Problem);
    await expect(addPerson(store.db, { ...ada, email: 'nowhere' })).rejects.toThrow(Problem);
    await expect(addPerson(store.db, { ...ada, userName: 'c', password: 'short' })).rejects.toThrow(
      /characters/,
    );
  });

  it('people keep no password and no token in clear', async () => {
    await addPerson(store.db, ada);
    const token = await renewAccessToken(store.db, 'ada');
    const row = (await findPerson(store.db, 'ada'))!;
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await passwordFits(ada.password, row.password_hash)).toBe(true);
    expect(await passwordFits(`${ada.password} `, row.password_hash)).toBe(false);
    expect(await passwordFits(ada.password, null)).toBe(false);
  });

  it('[A068] people have an access token beside the password, renewed and expired with the account', async () => {
    await addPerson(store.db, ada);
    const first = await renewAccessToken(store.db, 'ada');
    expect((await holderOf(store.db, 'ada', first, Date.now()))?.person.user_name).toBe('ada');
    const second = await renewAccessToken(store.db, 'ada');
    expect(await holderOf(store.db, 'ada', first, Date.now())).toBeNull();
    await expirePerson(store.db, 'ada', Math.floor(Date.now() / 1000) - 1);
    expect(await holderOf(store.db, 'ada', second, Date.now())).toBeNull();
    await expirePerson(store.db, 'ada', null);
    expect(await holderOf(store.db, 'ada', second, Date.now())).not.toBeNull();
  });

  it('people change their password, are signed out everywhere, and links that were asked for are good no more', async () => {
    const person_id = await addPerson(store.db, ada);
    const session = { token_hash: 'x', created_at: 0, expires_at: 9e9, lifetime_s: 1 };
    await store.db
      .insertInto('sessions')
      .values({ person_id, ...session })
      .execute();
    await fileRequest(
      store.db,
      { kind: 'email', email: 'eve@example.org', personId: person_id },
      1,
    );
    await setPassword(store.db, 'ada', 'another engine');
    expect(await store.db.selectFrom('account_requests').selectAll().execute()).toEqual([]);
    expect(await store.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    const row = (await findPerson(store.db, 'ada'))!;
    expect(await passwordFits('another engine', row.password_hash)).toBe(true);
  });

  it('people are kept without blanks around their names, and found by exactly what they are called', async () => {
    const padded = { userName: ' Ada\n', email: ' Ada@Example.org ', nameFirst: ' Ada ' };
    const id = await addPerson(store.db, { ...ada, ...padded, nameLast: ' Byron ', expiresAt: 7 });
    expect(await requirePerson(store.db, ' ADA@example.org ')).toMatchObject({
      ...{ user_name: 'ada', email: 'ada@example.org', name_first: 'Ada', name_last: 'Byron' },
      ...{ access_token_hash: null, expires_at: 7, person_id: id },
    });
    const age = Date.now() / 1000 - Number((await findPerson(store.db, id))?.created_at);
    expect(Math.abs(age)).toBeLessThan(3600);
    await addPerson(store.db, { ...ada, userName: 'aaron', email: 'aaron@example.org' });
    expect((await listPeople(store.db)).map((person) => person.user_name)).toEqual([
      'aaron',
      'ada',
    ]);
    for (const nobody of ['', 'ad', `${id} `.toUpperCase()])
      await expect(requirePerson(store.db, nobody)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('a change of one account leaves all other accounts as they are', async () => {
    const bob = { ...ada, userName: 'bob', email: 'bob@example.org' };
    const id = await addPerson(store.db, ada);
    await addPerson(store.db, bob);
    const before = await requirePerson(store.db, 'bob');
    await setPassword(store.db, 'ada', 'another engine');
    await renewAccessToken(store.db, 'ada');
    await expirePerson(store.db, 'ada', 1);
    expect(await requirePerson(store.db, 'bob')).toEqual(before);
    for (const guessed of ['ADA', 'ada@example.org'])
      await expect(setPassword(store.db, 'ada', guessed)).rejects.toThrow(Problem);
    const here = (person_id: string, token_hash: string) => ({
      ...{ person_id, token_hash, created_at: 0, expires_at: 9e9, lifetime_s: 1 },
    });
    await store.db
      .insertInto('sessions')
      .values([here(id, 'one'), here(id, 'two'), here(before.person_id, 'bobs')])
      .execute();
    const device = await rememberDevice(store.db, before.person_id, null, 0);
    const left = async () =>
      (await store.db.selectFrom('sessions').select('token_hash').execute())
        .map(({ token_hash }) => token_hash)
        .sort();
    await storePassword(store.db, id, 'a hash', 'two');
    expect(await left()).toEqual(['bobs', 'two']);
    await signOutEverywhere(store.db, 'ada');
    expect(await left()).toEqual(['bobs']);
    expect(await knownDevice(store.db, before.person_id, device, 0)).not.toBeNull();
  });

  it('people of the demo are removed alone', async () => {
    await ensureDemoPerson(store.db);
    const id = await addPerson(store.db, ada);
    expect([isShared('demo'), isShared(id)]).toEqual([true, false]);
    await removeDemoPerson(store.db);
    expect((await listPeople(store.db)).map((person) => person.user_name)).toEqual(['ada']);
  });

  it('people of the demo are made once, with their token', async () => {
    await Promise.all([ensureDemoPerson(store.db), ensureDemoPerson(store.db)]);
    await ensureDemoPerson(store.db);
    expect((await holderOf(store.db, 'demo', 'demo-token', Date.now()))?.person.person_id).toBe(
      'demo',
    );
  });

  it.each([
    new Error('The disk is full.'),
    new Problem('unavailable', 'The database does not answer.'),
  ])('the demo account that cannot be created is reported: %s', async (failure) => {
    const failing = store.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'InsertQueryNode') throw failure;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await expect(ensureDemoPerson(failing)).rejects.toBe(failure);
    expect(await listPeople(store.db)).toEqual([]);
  });
});
