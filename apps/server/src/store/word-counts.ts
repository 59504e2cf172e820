// Tables of words that found nothing and products that were opened: counts only, without names.
import type { Kysely } from 'kysely';

export interface WordCountTables {
  /** Words without results. */
  missing_words: { word: string; searches: number; last_day: string };
  /** How often the details of a data product were opened. */
  opened_products: { product: string; opened: number };
}

export async function createWordCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('missing_words')
    .addColumn('word', 'text', (c) => c.primaryKey())
    .addColumn('searches', 'integer', (c) => c.notNull())
    .addColumn('last_day', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('opened_products')
    .addColumn('product', 'text', (c) => c.primaryKey())
    .addColumn('opened', 'integer', (c) => c.notNull())
    .execute();
}
