// A sign-in at another site that is not connected with an account yet: kept for an hour, for the
// browser in which it happened.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { newSecret, secretHash } from '../../core/accounts/secret.ts';
import type { SignInSite, SiteClaims } from '../../ports/sign-in-site.ts';
import type { Tables } from '../../store/tables.ts';
import { identityOf } from './link-person.ts';

type Db = Kysely<Tables>;

export const PENDING_COOKIE = 'isobar_connect';
export const PENDING_SECONDS = 3600;
/** No link of a mail opens a request of this kind. */
const PENDING_KIND = 'site';

/** What is kept: who the person is at the site, and the hash of the browser's secret. */
export const pendingIdentity = z.object({
  identity: z.object({
    site: z.string(),
    label: z.string(),
    issuer: z.string(),
    subject: z.string(),
    roles: z.array(z.string()).nullable(),
    roleDays: z.number(),
  }),
  newcomer: z.object({
    personId: z.string().nullable(),
    nameFirst: z.string(),
    nameLast: z.string(),
    userName: z.string(),
  }),
  browser: z.string(),
});
export type PendingIdentity = z.infer<typeof pendingIdentity>;

/** Keeps it; returns what the browser has to show in its cookie. `now` in seconds UTC. */
export async function keepPending(
  db: Db,
  site: SignInSite,
  claims: SiteClaims,
  now: number,
): Promise<string> {
  const request_id = randomUUID();
  const secret = newSecret();
  const { personId, nameFirst, nameLast, userName, email } = claims;
  const kept = {
    identity: identityOf(site, claims),
    newcomer: { personId, nameFirst, nameLast, userName },
    browser: secretHash(secret),
  };
  await db
    .insertInto('account_requests')
    .values({
      ...{ request_id, kind: PENDING_KIND, email, person_id: null, used_at: null },
      payload: JSON.stringify(kept),
      created_at: now,
      expires_at: now + PENDING_SECONDS,
    })
    .execute();
  return `${request_id}.${secret}`;
}

/** What this browser's sign-in left open. Throws 'gone'. */
export async function pendingOf(db: Db, cookie: string | undefined, now: number) {
  const [requestId = '', secret = ''] = (cookie ?? '').split('.');
  const row = await db
    .selectFrom('account_requests')
    .select(['request_id', 'email', 'payload'])
    .where('request_id', '=', requestId)
    .where('kind', '=', PENDING_KIND)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const pending = row && pendingIdentity.parse(JSON.parse(row.payload));
  if (!row || !pending || !isOf(pending, secret)) throw over();
  return { requestId: row.request_id, email: row.email, pending };
}

/**
 * Throws 'forbidden' in any browser but the one of the sign-in: a link that is opened elsewhere
 * connects no account.
 */
export function requireBrowser(pending: PendingIdentity, cookie: string | undefined): void {
  const [, secret = ''] = (cookie ?? '').split('.');
  if (!isOf(pending, secret))
    throw new Problem(
      'forbidden',
      `Open this link in the browser in which you signed in at ${pending.identity.label}.`,
    );
}

const isOf = ({ browser }: PendingIdentity, secret: string): boolean =>
  timingSafeEqual(Buffer.from(browser), Buffer.from(secretHash(secret)));

const over = () =>
  new Problem('gone', 'This sign-in was not begun in this browser, or too long ago. Begin again.');
