// Mails that are requested without a session are counted, so that this server cannot be used to
// flood a mailbox.
import { plural } from '@isobar/contract/count.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import { countAsked } from '../../core/accounts/throttle.ts';
import type { Heads } from '../../platform/replies/sent.ts';
import type { Tables } from '../../store/tables.ts';

/**
 * Counts one more. Throws 'too-many-requests', with the seconds to wait in Retry-After. `now` in
 * seconds UTC.
 */
export async function askedTooOften(
  db: Kysely<Tables>,
  asked: { readonly address: string; readonly from: string },
  now: number,
  reply: Heads,
): Promise<void> {
  const wait = await countAsked(db, asked, now);
  if (wait === 0) return;
  reply.header('retry-after', wait);
  throw new Problem(
    'too-many-requests',
    `Too many mails were requested. Try again in ${plural(Math.ceil(wait / 60), 'minute')}.`,
  );
}
