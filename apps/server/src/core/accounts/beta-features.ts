// Features that some users try out before everybody has them: read by the portal, given by
// operators.
import { BETA_FEATURES, BETA_NAME } from '@isobar/contract/accounts/beta-features.ts';
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import { Problem } from '@isobar/contract/problem.ts';
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

/**
 * Gives a person a feature of the portal, or takes it away. Throws 'bad-request' for a name that is
 * none.
 */
export async function setBeta(
  db: Kysely<Tables>,
  personId: string,
  feature: string,
  on: boolean,
): Promise<void> {
  if (!BETA_NAME.test(feature)) {
    const known = BETA_FEATURES.map(({ name }) => name).join(', ');
    throw new Problem(
      'bad-request',
      `${feature} is no name of a feature. The portal has ${known}.`,
    );
  }
  const row = { person_id: personId, app_name: PREFERENCE_APPLICATION, feature_name: feature };
  if (on)
    await db
      .insertInto('beta_users')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom('beta_users')
      .where('person_id', '=', personId)
      .where('app_name', '=', PREFERENCE_APPLICATION)
      .where('feature_name', '=', feature)
      .execute();
}
