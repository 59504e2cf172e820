// What is tried out with a person before everybody has it.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** Names in the order of the alphabet; `application`: which program tries them out. */
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
