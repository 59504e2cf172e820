// Files that state no time, among others that do: the dates of a datastream are those of its data,
// and such files are filed under the first.
import { type Kysely, sql, type Transaction } from 'kysely';
import { hasNotice } from '../../store/has-notice.ts';
import type { Tables } from '../../store/tables.ts';

/** Those of the datastreams of which no file stated a time so far. */
export async function undatedAmong(
  db: Kysely<Tables>,
  datastreams: Iterable<string>,
): Promise<readonly string[]> {
  const known = await db
    .selectFrom('datastreams')
    .select('datastream')
    .where('undated', '=', 1)
    .where('datastream', 'in', [...datastreams])
    .execute();
  return known.map(({ datastream }) => datastream);
}

/**
 * Files a datastream's files without a time under the first date of the others, so that they are
 * ordered with the data that they belong to and no date is stated that is only that of their last
 * change; under that one where no file states a time.
 */
export async function fileUndated(db: Transaction<Tables>, datastream: string): Promise<void> {
  const dated = await db
    .selectFrom('files')
    .select((e) => [
      e.fn.min('start_s').as('start_s'),
      e.fn.max('end_s').as('end_s'),
      e.fn.max(sql<number>`end_s - start_s`).as('longest_s'),
    ])
    .where('datastream', '=', datastream)
    .where((e) => e.not(hasNotice('no-time')))
    .executeTakeFirstOrThrow();
  const isDated = dated.start_s !== null;
  const at = isDated ? sql<number>`${Number(dated.start_s)}` : sql<number>`modified_ms / 1000`;
  await db
    .updateTable('files')
    .set({ start_s: at, end_s: at })
    .where('datastream', '=', datastream)
    .where(hasNotice('no-time'))
    .where((e) => e.or([e('start_s', '!=', at), e('end_s', '!=', at)])) // once each
    .execute();
  const extent = isDated
    ? dated
    : await db
        .selectFrom('files')
        .select((e) => [
          e.fn.min('start_s').as('start_s'),
          e.fn.max('end_s').as('end_s'),
          sql<number>`0`.as('longest_s'),
        ])
        .where('datastream', '=', datastream)
        .executeTakeFirstOrThrow();
  if (extent.start_s === null) return; // no files are left
  await db
    .updateTable('datastreams')
    .set({
      start_s: Number(extent.start_s),
      end_s: Number(extent.end_s),
      longest_s: Number(extent.longest_s),
    })
    .where('datastream', '=', datastream)
    .execute();
}
