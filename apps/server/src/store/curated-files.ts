// The files that curators edit, as servers and workers share them that have homes of their own
// (migration 0221).
import type { Kysely } from 'kysely';

export interface CuratedFileTables {
  /**
   * PostgreSQL only. `path`: below the home, such as tables/sites.csv; `digest`: SHA-256 of the
   * content, hex.
   */
  curated_files: { path: string; digest: string; content: string; changed_at: number };
}

/** PostgreSQL only. */
export async function createCuratedFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('curated_files')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
}
