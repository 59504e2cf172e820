// The variables that a report without a list of them is about: everything measured in a datastream.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { isDataVariable } from './data-variable.ts';
import { headersOf, variablesOf } from './designs.ts';

/**
 * By their names in the files' headers, over all designs; none where no file has a readable header.
 */
export async function dataVariables(
  db: Kysely<Tables>,
  datastream: string,
): Promise<readonly string[]> {
  const variables = variablesOf((await headersOf(db, datastream)).map(({ header }) => header));
  return variables.filter((one) => isDataVariable(one, variables)).map(({ name }) => name);
}

/** Whether the catalogue has files of it. */
export const isKnownDatastream = async (db: Kysely<Tables>, name: string): Promise<boolean> =>
  (await db
    .selectFrom('datastreams')
    .select('datastream')
    .where('datastream', '=', name)
    .executeTakeFirst()) !== undefined;
