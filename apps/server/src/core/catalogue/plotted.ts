// Which variables of a datastream have plots, and on which days: from the file index, nothing is
// stored per day.
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { dimensionsOf, headersOf, variablesOf } from './designs.ts';
import { drawableVariables } from './drawable.ts';
import { givenUp } from './given-up.ts';
import { measurementsOf } from './measured.ts';

export interface PlotSources {
  readonly db: Kysely<Tables>;
  /** The tables as they are now. */
  readonly tables: () => Promise<CuratedTables>;
}

export type PlottedFile = {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  /** First and last sample, seconds UTC. */
  readonly start: number;
  readonly end: number;
};

/** Names of the variables with plots; null: there is no such datastream. */
export async function plottedVariables(
  { db, tables }: PlotSources,
  datastream: string,
): Promise<readonly string[] | null> {
  const row = await db
    .selectFrom('datastreams')
    .select(['datastream', 'datastream_class', 'data_level'])
    .where('datastream', '=', datastream)
    .executeTakeFirst();
  if (!row) return null;
  const known = await tables();
  const designs = await headersOf(db, datastream);
  const headers = designs.map(({ header }) => header);
  const variables = variablesOf(headers);
  const measured = measurementsOf(
    {
      datastream: row.datastream,
      instrumentClass: known.instrumentClassOf(row.datastream_class) ?? row.datastream_class,
      datastreamClass: row.datastream_class,
      dataLevel: row.data_level,
      variables,
    },
    known,
  );
  return drawableVariables(variables, measured, dimensionsOf(headers));
}

/**
 * Files with a header and samples between two instants (seconds UTC, `to` not included), at most
 * `most`.
 */
export async function filesBetween(
  db: Kysely<Tables>,
  datastream: string,
  from: number,
  to: number,
  most: number,
): Promise<readonly PlottedFile[]> {
  const known = await db
    .selectFrom('datastreams')
    .select('longest_s')
    .where('datastream', '=', datastream)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('files')
    .select(['path', 'size', 'modified_ms', 'start_s', 'end_s'])
    .where('datastream', '=', datastream)
    .where('start_s', '<', to)
    .where('start_s', '>=', from - Number(known?.longest_s ?? 0))
    .where('end_s', '>=', from)
    .where('design', 'is not', null)
    .orderBy('start_s')
    .limit(most)
    .execute();
  const hopeless = await givenUp(
    db,
    rows.map((row) => row.path),
  );
  const readable = rows.filter((row) => !hopeless.has(row.path));
  return readable.map((row) => ({
    path: row.path,
    size: Number(row.size),
    modified: Number(row.modified_ms),
    start: Number(row.start_s),
    end: Number(row.end_s),
  }));
}

/** Midnights of the days in [from, to) on which one of the files has samples, ascending. */
export function daysWithFiles(
  files: readonly PlottedFile[],
  from: number,
  to: number,
): readonly number[] {
  const days = new Set<number>();
  for (const { start, end } of files) {
    const first = Math.floor(Math.max(start, from) / DAY_SECONDS) * DAY_SECONDS;
    for (let day = first; day <= end && day < to; day += DAY_SECONDS) days.add(day);
  }
  return [...days].sort((a, b) => a - b);
}

/**
 * Most files of a time span that are looked at: enough for a month of a datastream with many files
 * an hour.
 */
const MOST_FILES = 20_000;

/** Midnights of the days in [from, to) with files of the datastream, ascending. */
export const plottedDays = async (
  db: Kysely<Tables>,
  datastream: string,
  from: number,
  to: number,
): Promise<readonly number[]> =>
  daysWithFiles(await filesBetween(db, datastream, from, to, MOST_FILES), from, to);
