// Devices on which a user has signed in: guesses from other devices cannot lock the user out there.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { newSecret, secretHash } from './secret.ts';

type Db = Kysely<Tables>;

/** A device is remembered for this long after the last sign-in. */
export const DEVICE_SECONDS = 180 * 86_400;

/** Hash of the secret when this person signed in with it before; else null. */
export async function knownDevice(
  db: Db,
  personId: string | undefined,
  secret: string | undefined,
  now: number,
): Promise<string | null> {
  if (!personId || !secret) return null;
  const hash = secretHash(secret);
  const found = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('token_hash', '=', hash)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found ? hash : null;
}

/**
 * Gives the device a new secret and answers it; the former one is no longer valid. `now` in seconds
 * UTC.
 */
export async function rememberDevice(
  db: Db,
  personId: string,
  former: string | null,
  now: number,
): Promise<string> {
  const secret = newSecret();
  if (former !== null)
    await db.deleteFrom('known_devices').where('token_hash', '=', former).execute();
  await db
    .insertInto('known_devices')
    .values({
      token_hash: secretHash(secret),
      person_id: personId,
      expires_at: now + DEVICE_SECONDS,
    })
    .execute();
  return secret;
}
