// Names of accounts in one name space, and what a sign-in site proved: tables and columns of
// migration 0140.
import { type Kysely, sql } from 'kysely';
import { nameKey } from '../platform/text/name-key.ts';

export interface IdentityTables {
  /**
   * User name, address and person id of every account, each in the form in which names are
   * compared: no name leads to two accounts, whichever kind of name it is.
   */
  person_names: { name_key: string; person_id: string };
}

/** Roles that sites gave before this change end as if given for this long. */
const FORMER_ROLE_SECONDS = 30 * 86_400;
/** The number of accounts that are read at once. */
const PAGE = 1000;

export async function createIdentityTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('person_names')
    .addColumn('name_key', 'text', (c) => c.primaryKey())
    .addColumn('person_id', 'text', (c) =>
      c.notNull().references('people.person_id').onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('person_names_by_person')
    .on('person_names')
    .column('person_id')
    .execute();
  await db.schema
    .alterTable('person_identities')
    .addColumn('proof', 'text', (c) => c.notNull().defaultTo('site'))
    .execute();
  await db.schema.alterTable('person_roles').addColumn('ends_at', 'bigint').execute();
  for (const table of ['sessions', 'sign_in_tickets'])
    await db.schema
      .alterTable(table)
      .addColumn('site_session', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await sql`update person_roles set ends_at = given_at + ${sql.lit(FORMER_ROLE_SECONDS)} where given_by <> ''`.execute(
    db,
  );
  await nameEveryone(db.withTables<NamedPeople>());
}

/** The tables as they are at this point of the history. */
type NamedPeople = {
  people: { person_id: string; user_name: string; email: string; created_at: number };
  person_names: IdentityTables['person_names'];
};

/**
 * Where two accounts have the same name, the id goes first, then the address, then the user name,
 * and of the same kind the older account: ids are held by sites and records, while a user name can
 * be chosen by anyone. The other account stays and is found by its other names; `isobar doctor`
 * lists it.
 */
async function nameEveryone(db: Kysely<NamedPeople>): Promise<void> {
  const kinds = ['person_id', 'email', 'user_name'] as const;
  for (const kind of kinds)
    for (let offset = 0; ; offset += PAGE) {
      const people = await db
        .selectFrom('people')
        .select(['person_id', 'user_name', 'email'])
        .orderBy('created_at')
        .orderBy('person_id')
        .limit(PAGE)
        .offset(offset)
        .execute();
      for (const person of people) {
        const { person_id } = person;
        await db
          .insertInto('person_names')
          .values({ name_key: nameKey(person[kind]), person_id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      if (people.length < PAGE) break;
    }
}
