// What changed in the catalogue and when: each search index that belongs to one home follows this
// log of the store.
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { Tables } from '../../store/tables.ts';

type Db = Kysely<Tables>;

/** Changes that are kept; an index that missed more is built again. */
const KEPT = 1000;
/** A change of more datastreams than these counts as one of everything. */
export const MOST_NAMED = 1000;
const REVISION = 'catalogue.revision';
const names = z.array(z.string());

/**
 * Notes that the documents of these datastreams are others from now on; null: all may be. To be
 * called in the transaction of the change, as late as may be: changes follow each other from here
 * to the end of their transactions.
 */
export async function noteChange(db: Db, datastreams: readonly string[] | null): Promise<void> {
  // The row of the setting is locked until the end of the transaction, so that revisions are seen
  // in their order.
  const { value } = await db
    .insertInto('settings')
    .values({ name: REVISION, value: '1' })
    .onConflict((c) =>
      c.column('name').doUpdateSet({
        value: sql<string>`cast(cast(settings.value as bigint) + 1 as text)`,
      }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  const revision = Number(value);
  const named = datastreams && datastreams.length <= MOST_NAMED ? [...datastreams] : null;
  await db
    .insertInto('catalogue_changes')
    .values({
      revision,
      token: randomUUID(),
      datastreams: named && JSON.stringify(named),
    })
    .execute();
  await db
    .deleteFrom('catalogue_changes')
    .where('revision', '<=', revision - KEPT)
    .execute();
}

/** The token of the last change; '': there was none. */
export async function lastChange(db: Db): Promise<string> {
  const last = await db
    .selectFrom('catalogue_changes')
    .select('token')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.token ?? '';
}

/**
 * Datastreams that changed after the change with this token; null: everything may have, or the
 * store no longer has that change.
 */
export async function changedSince(db: Db, token: string): Promise<readonly string[] | null> {
  const known = await db
    .selectFrom('catalogue_changes')
    .select('revision')
    .where('token', '=', token)
    .executeTakeFirst();
  if (!known) return null;
  const later = await db
    .selectFrom('catalogue_changes')
    .select('datastreams')
    .where('revision', '>', known.revision)
    .execute();
  const changed = new Set<string>();
  for (const { datastreams } of later) {
    if (datastreams === null) return null;
    for (const name of names.parse(JSON.parse(datastreams))) changed.add(name);
  }
  return [...changed];
}
