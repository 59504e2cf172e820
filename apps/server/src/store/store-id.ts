// The identity of a store: what others keep for it, such as search indexes in a cluster, is marked with it.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const SETTING = 'store-id';

/** Made once; a copy of the store has the same. */
export async function storeId(db: Kysely<Tables>): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: SETTING, value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirstOrThrow();
  return value;
}
