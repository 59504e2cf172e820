// The datastream that a word means.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** Its name as it is written here, also of a word in other capitals; null: there is none, or several are called so. */
export async function datastreamNamed(db: Kysely<Tables>, word: string): Promise<string | null> {
  const called = db.selectFrom('datastreams').select('datastream').limit(2);
  const exact = await called.where('datastream', '=', word).executeTakeFirst();
  if (exact) return exact.datastream;
  const [only, other] = await called
    .where(sql`lower(datastream)`, '=', word.toLowerCase())
    .execute();
  return only && !other ? only.datastream : null;
}
