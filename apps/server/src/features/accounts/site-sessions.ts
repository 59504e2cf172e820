// Sessions that a sign-in site has ended end here too, and so do tickets that were not spent yet.
import { type Kysely, sql } from 'kysely';
import type { EndedThere, SignInSite } from '../../ports/sign-in-site.ts';
import type { Tables } from '../../store/tables.ts';

/**
 * A notice that names a session ends that one. Where the session here does not know which session
 * of the site it belongs to, the notice ends it if it names the person. A notice that names only
 * the person ends all of them.
 */
export async function endSessionsOf(
  db: Kysely<Tables>,
  site: Pick<SignInSite, 'id' | 'issuer'>,
  { subject, siteSession, at }: EndedThere,
): Promise<void> {
  const mine = sql<boolean>`person_id in (select person_id from person_identities where issuer = ${site.issuer} and subject = ${subject})`;
  const ended =
    siteSession === null
      ? mine
      : subject === null
        ? sql<boolean>`site_session = ${siteSession}`
        : sql<boolean>`((site_session = ${siteSession} or site_session = '') and ${mine})`;
  if (siteSession === '') return; // names nothing, and would be that of every session without one
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('sessions')
      .where('provider', '=', site.id)
      .where('created_at', '<=', at)
      .where(ended)
      .execute();
    await trx.deleteFrom('sign_in_tickets').where('provider', '=', site.id).where(ended).execute();
  });
}
