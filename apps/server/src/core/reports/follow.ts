// The catalogue follows the reports: documents of datastreams whose reports changed are rebuilt,
// however often a process is killed in between.
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { Tables } from '../../store/tables.ts';
import { indexCatalogue } from '../catalogue/index-catalogue.ts';
import { updateCatalogue } from '../catalogue/update-catalogue.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';

/** The form in which the publisher stores the names of datastreams whose reports changed. */
const names = z.array(z.string());

export interface FollowInput {
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  readonly external: () => readonly ExternalRecord[];
  readonly index: SearchIndex;
}

/** For more datastreams than these it is quicker to build the whole index again, and bounded. */
const MOST = 1000;

/** Returns how many datastreams were updated; costs one small query when there is nothing to do. */
export async function followReports(input: FollowInput): Promise<number> {
  const { db, index } = input;
  const waiting = await db
    .selectFrom('quality_reports')
    .select(['dqr_id', 'revision', 'pending'])
    .where('pending', 'is not', null)
    .execute();
  if (waiting.length === 0) return 0;
  const datastreams = [
    ...new Set(waiting.flatMap((row) => names.parse(JSON.parse(row.pending ?? '[]')))),
  ];
  const tables = await input.tables();
  if (datastreams.length > MOST)
    await indexCatalogue({ db, tables, external: input.external(), index });
  else await updateCatalogue({ db, tables, index, datastreams });
  for (const { dqr_id, revision } of waiting)
    await db
      .updateTable('quality_reports')
      .set({ pending: null })
      .where('dqr_id', '=', dqr_id)
      .where('revision', '=', revision) // what changed meanwhile is still to be followed
      .execute();
  return datastreams.length;
}
