// Features that some users try out before everybody has them.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** Names in alphabetical order; `application`: the program that offers them. */
export async function betaFeaturesOf(
  db: Kysely<Tables>,
  personId: string,
  application: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('beta_users')
    .select('feature_name')
    .where('person_id', '=', personId)
    .where('app_name', '=', application)
    .orderBy('feature_name')
    .execute();
  return rows.map((row) => row.feature_name);
}
