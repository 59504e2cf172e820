// The datastream that a word means.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/**
 * The datastream's name as the archive spells it, even if `word` differs in case; null: there is
 * none, or several differ only in case.
 */
export async function datastreamNamed(db: Kysely<Tables>, word: string): Promise<string | null> {
  const called = db.selectFrom('datastreams').select('datastream').limit(2);
  const exact = await called.where('datastream', '=', word).executeTakeFirst();
  if (exact) return exact.datastream;
  const [only, other] = await called
    .where(sql`lower(datastream)`, '=', word.toLowerCase())
    .execute();
  return only && !other ? only.datastream : null;
}
