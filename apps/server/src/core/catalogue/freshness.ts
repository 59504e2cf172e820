// Whether the search index shows the file index as it is: two marks in the settings.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

const CHANGED = 'catalogue.changed';
const INDEXED = 'catalogue.indexed';

/** Which state of the file index this is; to be read before documents are made of it. */
export const catalogueState = (db: Kysely<Tables>): Promise<string> => setting(db, CHANGED);

/** True when files changed since the search index was made, for instance because a run was killed in between. */
export async function catalogueIsStale(db: Kysely<Tables>): Promise<boolean> {
  return (await setting(db, CHANGED)) !== (await setting(db, INDEXED));
}

/** Must be called in the transaction that changes files. */
export const markFilesChanged = (db: Kysely<Tables>): Promise<void> =>
  set(db, CHANGED, `${Date.now()}.${process.pid}.${++changes}`);

let changes = 0;

/** `state`: the state that the search index was made of. */
export const markIndexed = (db: Kysely<Tables>, state: string): Promise<void> =>
  set(db, INDEXED, state);

async function setting(db: Kysely<Tables>, name: string): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? '';
}

async function set(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
