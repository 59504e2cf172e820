// Which data products the archive has.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** Their codes (datastream classes), by name. */
export async function productCodes(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('datastreams')
    .select('datastream_class')
    .distinct()
    .orderBy('datastream_class')
    .execute();
  return rows.map((row) => row.datastream_class);
}
