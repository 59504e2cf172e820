// Saved searches for days, and web hooks that are notified of what is new in a saved search
// (migration 0191).
import type { Kysely } from 'kysely';

export async function addSavedDays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('saved_searches')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('data'))
    .execute();
  await db.schema.alterTable('saved_searches').addColumn('hook_url', 'text').execute();
  await db.schema
    .alterTable('saved_searches')
    .addColumn('hooked_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('saved_searches')
    .addColumn('hooked', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
}
