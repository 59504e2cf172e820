// The variables that a report without a list of them is about: everything measured in a datastream.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { headersOf, variablesOf } from '../catalogue/designs.ts';

/** Variables that say when and where; no report is about them. */
const NOT_MEASURED = new Set([
  'base_time',
  'time_offset',
  'time',
  'time_bounds',
  'lat',
  'lon',
  'alt',
]);

/** By their names in the files' headers, over all designs; none where no file has a readable header. */
export async function dataVariables(
  db: Kysely<Tables>,
  datastream: string,
): Promise<readonly string[]> {
  const headers = (await headersOf(db, datastream)).map(({ header }) => header);
  const axes = new Set(headers.flatMap(({ dimensions }) => dimensions.map(({ name }) => name)));
  return variablesOf(headers)
    .map(({ name }) => name)
    .filter(
      (name) => !NOT_MEASURED.has(name) && !axes.has(name) && !/^a?qc_|_bo?u?nds$/.test(name),
    );
}

/** Whether the catalogue has files of it. */
export const isKnownDatastream = async (db: Kysely<Tables>, name: string): Promise<boolean> =>
  (await db
    .selectFrom('datastreams')
    .select('datastream')
    .where('datastream', '=', name)
    .executeTakeFirst()) !== undefined;
