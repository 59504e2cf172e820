// Names and addresses in entries of the operators' log that were made before each entry had the id
// of its person.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { nameSubjects } from './operator-log.ts';
import { STORE_KINDS, temporaryStore } from './testing/temporary-store.ts';

it.each(STORE_KINDS)(
  'old entries of the log in %s lose addresses, and names of accounts that are gone',
  async (kind) => {
    const { db, close } = await temporaryStore(kind);
    await db.schema.alterTable('operator_log').dropColumn('about_id').execute();
    await db
      .insertInto('people')
      .values({
        ...{ person_id: 'id1', user_name: 'ada', email: 'ada@example.org', name_first: 'Ada' },
        ...{ name_last: '', password_hash: '', access_token_hash: null, expires_at: null },
        created_at: 1,
      })
      .execute();
    const entry = (action: string, subject: string, note: string, person: string | null = null) =>
      sql`insert into operator_log (at, person_id, person_name, action, subject, note)
        values (1, ${person}, ${person ?? 'command line'}, ${action}, ${subject}, ${note})`.execute(
        db,
      );
    await entry('person.address', 'ada', 'new@example.org');
    await entry('person.token', 'Ada@example.org', '', 'id1');
    await entry('person.rename', 'bob', 'robert', 'gone');
    await entry('table.save', 'sites.csv', '1 added');
    await nameSubjects(db);
    const rows = await db.selectFrom('operator_log').selectAll().orderBy('entry_id').execute();
    expect(
      rows.map((row) => [row.person_name, row.action, row.subject, row.note, row.about_id]),
    ).toEqual([
      ['command line', 'person.address', 'ada', '', 'id1'],
      ['id1', 'person.token', 'ada', '', 'id1'],
      ['a former member', 'person.rename', 'a former member', '', null],
      ['command line', 'table.save', 'sites.csv', '1 added', null],
    ]);
    await close();
  },
);
