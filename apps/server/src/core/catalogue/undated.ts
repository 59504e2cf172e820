// Files that state no time: a harvest files them under the day on which they were last changed, which says nothing of their data.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** The notice that such a file has in the store. */
const NO_TIME = 'no-time';

/** By the notices of a file, with commas between. */
export const statesNoTime = (notices: string | null): boolean =>
  notices?.split(',').includes(NO_TIME) ?? false;

/** Whether a file of the datastream that ends at `end` (seconds UTC) states no time; without `end`, whether one of its files does not. */
export async function isUndated(
  db: Kysely<Tables>,
  datastream: string,
  end?: number,
): Promise<boolean> {
  const files = db
    .selectFrom('files')
    .select('file_name')
    .where('datastream', '=', datastream)
    .where('notices', 'like', `%${NO_TIME}%`);
  const found = await (end === undefined ? files : files.where('end_s', '=', end))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
