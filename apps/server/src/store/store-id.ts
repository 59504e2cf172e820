// The identity of a store: what others keep for it, such as search indexes in a cluster, is marked
// with it.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { keptSetting } from './settings.ts';
import type { Tables } from './tables.ts';

const SETTING = 'store-id';

/** Made once; a copy of the store has the same. */
export const storeId = (db: Kysely<Tables>): Promise<string> =>
  keptSetting(db, SETTING, randomUUID());
