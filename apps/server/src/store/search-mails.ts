// How often a person is mailed what is new in a saved search (migration 0143).
import type { Kysely } from 'kysely';

export async function addSearchMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('saved_searches')
    .addColumn('tell', 'text', (c) => c.notNull().defaultTo('never'))
    .execute();
  await db.schema
    .alterTable('saved_searches')
    .addColumn('told_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('saved_searches')
    .addColumn('told', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
}
