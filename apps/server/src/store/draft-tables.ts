// Orders that programs prepared and that their owners have not placed (migration 0160).
import type { Kysely } from 'kysely';

export interface DraftTables {
  order_drafts: {
    /** Random, because it is in a link. */
    draft_id: string;
    person_id: string;
    made_at: number;
    expires_at: number;
    /** JSON of the selected data; never changed, so that what is displayed is what is placed. */
    selected: string;
    files: number;
    bytes: number;
    /** Name of the access token; '' for a browser. */
    token: string;
    /** How the program named itself. */
    client: string;
    state: 'open' | 'placed' | 'discarded';
    order_id: number | null;
  };
}

export async function createDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_drafts')
    .addColumn('draft_id', 'text', (c) => c.primaryKey())
    .addColumn('person_id', 'text', (c) =>
      c.notNull().references('people.person_id').onDelete('cascade'),
    )
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('selected', 'text', (c) => c.notNull())
    .addColumn('files', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('order_id', 'bigint')
    .execute();
  await db.schema
    .createIndex('order_drafts_by_person')
    .on('order_drafts')
    .columns(['person_id', 'made_at'])
    .execute();
  await db.schema
    .createIndex('order_drafts_by_end')
    .on('order_drafts')
    .column('expires_at')
    .execute();
}
