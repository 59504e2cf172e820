// What the store keeps by a name: marks of the last change, what a harvest filed, choices of
// operators.
import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables>;
type Read = CompiledQuery<{ value: string }>;

/** Marks are read by most calls: the query of each is built once for a connection. */
const reads = new WeakMap<Db, Map<string, Read>>();

/** Undefined: nothing was kept under that name. */
export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await db.executeQuery(readOf(db, name));
  return rows[0]?.value;
}

/** Replaces what was kept under that name. */
export async function keepSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Keeps the value unless there is one under that name; gives what is kept. Several processes that
 * do so at the same time get the same.
 */
export async function keptSetting(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readSetting(db, name)) ?? value;
}

function readOf(db: Db, name: string): Read {
  const known = reads.get(db) ?? new Map<string, Read>();
  reads.set(db, known);
  const found =
    known.get(name) ?? db.selectFrom('settings').select('value').where('name', '=', name).compile();
  known.set(name, found);
  return found;
}
