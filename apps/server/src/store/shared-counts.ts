// The table of counts that all web processes add up in PostgreSQL (migration 0201).
import { type Kysely, sql } from 'kysely';

export interface SharedCountTables {
  /**
   * PostgreSQL only: what all web processes counted of a key until a time of the database's clock.
   */
  shared_counts: { key: string; amount: number; until_ms: number };
}

/** PostgreSQL only. Not logged: after a crash of the database everybody begins a new window. */
export async function createSharedCounts(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table shared_counts (
    key text primary key, amount double precision not null, until_ms double precision not null
  )`.execute(db);
}
