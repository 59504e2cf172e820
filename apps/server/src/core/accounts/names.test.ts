// Names of accounts on both databases: no name leads to two accounts, whichever kind of name it is
// and however it is spelt.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nameKey } from '../../platform/text/name-key.ts';
import { migrations } from '../../store/migrations.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { checkedEmail, sharedNames } from './names.ts';
import { addPerson, findPerson, insertPerson, renamePerson, requirePerson } from './people.ts';

const ORCID = '0000-0002-1825-009X';
const bare = { nameFirst: 'A', nameLast: 'B', passwordHash: '' };

describe.each(STORE_KINDS)('names on %s', (kind) => {
  let store: TemporaryStore;
  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  beforeEach(() => store.empty());
  afterAll(() => store.close());

  const add = (userName: string, email: string, personId?: string) =>
    insertPerson(store.db, { ...bare, userName, email }, personId);

  it('names of one kind are refused to a second account in every kind, without regard to case', async () => {
    await add('ada', 'ada@example.org', ORCID);
    const taken: readonly [string, string, string?][] = [
      [ORCID.toLowerCase(), 'eve@example.org'],
      ['eve', 'eve@example.org', 'ADA'],
      ['eve', 'eve@example.org', 'Ada@Example.org'],
      ['eve', 'eve@example.org', ORCID.toLowerCase()],
      ['eve', 'ada@EXAMPLE.org'],
    ];
    for (const [userName, email, id] of taken)
      await expect(add(userName, email, id), userName).rejects.toMatchObject({ code: 'conflict' });
    const typed = { userName: ORCID, email: 'eve@example.org', nameFirst: 'E', nameLast: '' };
    await expect(
      addPerson(store.db, { ...typed, password: 'an analytical engine' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    const people = await store.db.selectFrom('people').select('person_id').execute();
    expect(people).toEqual([{ person_id: ORCID }]);
  });

  it('a name may be the same for the user name and the id of one account', async () => {
    await add('ada', 'ada@example.org', 'ADA');
    expect((await requirePerson(store.db, 'Ada')).person_id).toBe('ADA');
  });

  it('names of accounts are given to one of two who ask for them at once', async () => {
    const both = await Promise.allSettled([
      add('s-0042', 'eve@example.org'),
      add('ada', 'ada@example.org', 'S-0042'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await store.db.selectFrom('people').select('person_id').execute()).toHaveLength(1);
  });

  it('names of accounts are free again after an account was renamed or removed, and not before', async () => {
    const ada = await add('ada', 'ada@example.org');
    const eve = await add('eve', 'eve@example.org');
    await expect(renamePerson(store.db, eve, { userName: 'ada' })).rejects.toThrow(/already/);
    expect((await requirePerson(store.db, 'eve')).person_id).toBe(eve);
    await renamePerson(store.db, ada, { userName: 'countess', email: 'ada@example.com' });
    await renamePerson(store.db, eve, { userName: 'ada' });
    expect((await requirePerson(store.db, 'ada')).person_id).toBe(eve);
    expect(await findPerson(store.db, 'ada@example.org')).toBeNull();
    expect((await requirePerson(store.db, 'ADA@example.com')).user_name).toBe('countess');
    await store.db.deleteFrom('people').where('person_id', '=', eve).execute();
    await add('ada', 'ada@example.org');
  });

  it('that several accounts of an older store share find one of these accounts in each spelling, and are reported', async () => {
    await add('ada', 'ada@example.org', ORCID);
    const raw = { name_first: 'E', name_last: '', password_hash: '', created_at: 1 };
    const rest = { ...raw, access_token_hash: null, expires_at: null };
    await store.db
      .insertInto('people')
      .values([
        { ...rest, person_id: 'p-eve', user_name: ORCID.toLowerCase(), email: 'eve@example.org' },
        { ...rest, person_id: 'p-bob', user_name: 'bob', email: 'bob@example.org' },
      ])
      .execute();
    await migrateAgain(store);
    expect((await findPerson(store.db, ORCID))?.person_id).toBe(ORCID);
    expect((await findPerson(store.db, ORCID.toLowerCase()))?.person_id).toBe('p-eve');
    expect((await findPerson(store.db, 'eve@example.org'))?.person_id).toBe('p-eve');
    expect((await findPerson(store.db, 'BOB'))?.person_id).toBe('p-bob');
    const shared = { name: ORCID.toLowerCase(), personId: 'p-eve', heldBy: ORCID };
    expect(await sharedNames(store.db)).toEqual([shared]);
    await expect(requirePerson(store.db, ORCID.toLowerCase())).rejects.toThrow(/p-eve/);
    expect((await requirePerson(store.db, 'p-eve')).person_id).toBe('p-eve');
    await renamePerson(store.db, 'p-eve', { userName: 'eve' });
    expect(await sharedNames(store.db)).toEqual([]);
  });
});

/**
 * Takes the change of the tables back and makes it again, as over a store that is older than it.
 */
async function migrateAgain({ db, kind }: TemporaryStore): Promise<void> {
  await db.schema.dropTable('person_names').execute();
  for (const [table, column] of [
    ['person_identities', 'proof'],
    ['person_roles', 'ends_at'],
    ['sessions', 'site_session'],
    ['sign_in_tickets', 'site_session'],
  ] as const)
    await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
  await migrations(kind)['0140-identity']?.up(db);
}

it.each([
  ['ADA@EXAMPLE.ORG', 'ada@example.org'],
  ['ａda@example.org', 'ada@example.org'],
  ['a\u200dda@example.org', 'ada@example.org'],
  ['stra\u00dfe@example.org', 'strasse@example.org'],
  ['\u212aelvin', 'kelvin'],
  ['σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@example.org.', 'ada@example.org'],
  ['e\u0301ve@example.org', '\u00e9ve@example.org'],
  ['\u0430d\u0430@example.org', 'ada@example.org'], // Cyrillic
  ['ada@ex\u0430mple.org', 'ada@example.org'],
  ['m\u0131ke@example.org', 'mike@example.org'], // i without a dot
  ['M\u0130KE@example.org', 'mike@example.org'],
  ['\uff41da', 'ada'], // full width
  ['ada\u3002', 'ada'],
  ['ada..', 'ada'],
  ['\u3000ada ', 'ada'],
  ['\u200bada\u2060', 'ada'],
  ['\u03bfrville@example.org', 'orville@example.org'], // Greek
])('%s and %s are compared as one name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

it.each(['ada@example.org', 'ada+isobar@example.org', 'o’neil@example.org', 'ada@bücher.example'])(
  '%s is an address',
  (address) => {
    expect(checkedEmail(address.toUpperCase())).toBe(address);
  },
);

it.each([
  'ada',
  'ada@example',
  'ada@eve@example.org',
  'ada@example.org,eve@example.org',
  '"ada"@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  'a\u202eda@example.org',
  'a\u0000da@example.org',
  '<ada@example.org>',
  `${'a'.repeat(250)}@example.org`,
])('%j is no address', (address) => {
  expect(() => checkedEmail(address)).toThrow(/e-mail address/);
});

it('an older store has every account named, however many it has, and roles that a site gave end after thirty days', async () => {
  const store = await temporaryStore('sqlite');
  const rest = { name_first: 'E', name_last: '', password_hash: '', created_at: 1 };
  const people = Array.from({ length: 1001 }, (_, n) => ({
    ...{ ...rest, access_token_hash: null, expires_at: null },
    ...{ person_id: `p-${n}`, user_name: `user-${n}`, email: `e${n}@example.org` },
  }));
  for (let from = 0; from < people.length; from += 100)
    await store.db
      .insertInto('people')
      .values(people.slice(from, from + 100))
      .execute();
  const role = { role: 'operator' as const, given_at: 1000 };
  await store.db
    .insertInto('person_roles')
    .values([
      { ...role, person_id: 'p-1', given_by: 'https://sign-in.example.org' },
      { ...role, person_id: 'p-2', given_by: '' },
    ])
    .execute();
  await store.db.transaction().execute((db) => migrateAgain({ ...store, db }));
  for (const { person_id, user_name, email } of [people[0]!, people[999]!, people[1000]!])
    for (const name of [person_id, user_name, email])
      expect((await findPerson(store.db, name))?.person_id).toBe(person_id);
  const count = store.db.selectFrom('person_names').select(({ fn }) => fn.countAll().as('names'));
  expect(Number((await count.executeTakeFirstOrThrow()).names)).toBe(3 * 1001);
  const roles = store.db.selectFrom('person_roles').select(['person_id', 'ends_at']);
  expect((await roles.orderBy('person_id').execute()).map(({ ends_at }) => ends_at)).toEqual([
    1000 + 30 * 24 * 60 * 60,
    null,
  ]);
  await store.close();
});
