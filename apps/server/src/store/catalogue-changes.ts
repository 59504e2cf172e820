// The log of changes of the catalogue, which search indexes that belong to one home each follow
// (migration 0220).
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

export interface CatalogueChangeTables {
  /**
   * Revisions count up without a gap; `token` names one among all stores, also among copies of this
   * one that went on by themselves. `datastreams`: JSON, the names of those whose documents are
   * others since; null: everything may be.
   */
  catalogue_changes: { revision: number; token: string; datastreams: string | null };
}

/** Begins with one change, so that an index may note that it has followed all of none. */
export async function createCatalogueChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('catalogue_changes')
    .addColumn('revision', 'bigint', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('datastreams', 'text')
    .execute();
  await sql`insert into catalogue_changes (revision, token) values (0, ${randomUUID()})`.execute(
    db,
  );
}
