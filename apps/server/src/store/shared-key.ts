// The signing key of servers and workers that share a store but no folder: the store has it, and
// each home a copy.
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { writeDurably } from '../platform/files/disk.ts';
import { signingKey } from '../platform/keys/signing-key.ts';
import { keptSetting } from './settings.ts';
import type { Tables } from './tables.ts';

const SETTING = 'signing-key';

/**
 * Puts the key of the home into the store if that has none, else the store's key into the home:
 * links that one machine signs are then good on every other. Returns whether the home had a
 * different key.
 */
export async function shareSigningKey(db: Kysely<Tables>, home: string): Promise<boolean> {
  const own = Buffer.from(await signingKey(home)).toString('hex');
  const value = await keptSetting(db, SETTING, own);
  if (value === own) return false;
  await writeDurably(join(home, 'signing-key'), `${value}\n`, 0o600);
  return true;
}
