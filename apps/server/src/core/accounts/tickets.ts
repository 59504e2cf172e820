// One-time tickets by which the callback of a sign-in site hands a person to the portal: for a
// minute, and for one browser.
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { newSecret, secretHash } from './secret.ts';

export const TICKET_SECONDS = 60;

export interface MadeTicket {
  /** Part of the address that the portal opens. */
  readonly ticket: string;
  /**
   * Kept in a cookie of the browser that signed in, so that the address is useless in any other
   * browser.
   */
  readonly browser: string;
}

/** `now` in seconds UTC; `idToken` sealed. */
export async function makeTicket(
  db: Kysely<Tables>,
  of: {
    readonly personId: string;
    readonly provider: string;
    readonly idToken: string;
    /** The session at the site; '' if it has no id. */
    readonly siteSession: string;
  },
  now: number,
): Promise<MadeTicket> {
  const made = { ticket: newSecret(), browser: newSecret() };
  await db
    .insertInto('sign_in_tickets')
    .values({
      ticket_hash: secretHash(made.ticket),
      browser_hash: secretHash(made.browser),
      person_id: of.personId,
      provider: of.provider,
      id_token: of.idToken,
      site_session: of.siteSession,
      expires_at: now + TICKET_SECONDS,
    })
    .execute();
  return made;
}

/**
 * Spends it: of two who try, one gets it. Null: forged, spent, too old, or made for another
 * browser.
 */
export async function spendTicket(
  db: Kysely<Tables>,
  ticket: string,
  browser: string | undefined,
  now: number,
): Promise<Pick<
  Selectable<Tables['sign_in_tickets']>,
  'person_id' | 'provider' | 'id_token' | 'site_session'
> | null> {
  if (!browser) return null;
  const spent = await db
    .deleteFrom('sign_in_tickets')
    .where('ticket_hash', '=', secretHash(ticket))
    .where('browser_hash', '=', secretHash(browser))
    .where('expires_at', '>', now)
    .returning(['person_id', 'provider', 'id_token', 'site_session'])
    .executeTakeFirst();
  return spent ?? null;
}
