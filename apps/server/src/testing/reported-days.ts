// What the properties of quality reports have in common: an archive of some days, and how many
// random cases hold a reader to the twin.
import fc from 'fast-check';
import { type Header, storedHeader } from '../core/catalogue/header.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import { addDatastream, tablesWith } from '../features/quality/testing/reports.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';
import {
  anyCase,
  type Case,
  DAY,
  DAYS,
  FIRST,
  LAST,
  OTHER,
  STEP,
  STREAM,
  VARIABLES,
} from './report-twin.ts';

export const HEADER: Header = {
  format: 'netcdf4',
  attributes: {},
  place: null,
  dimensions: [{ name: 'time', length: DAY / STEP, unlimited: true }],
  variables: ['time', ...VARIABLES].map((name) => ({
    ...{ name, type: 'float', dimensions: ['time'] },
    attributes: name === 'time' ? { units: 'seconds since 2020-01-01' } : {},
  })),
};

/** A store with two datastreams, one of them with a file of each day. */
export async function storeWithDays(): Promise<TemporaryStore> {
  const store = await temporaryStore();
  for (const name of [STREAM, OTHER]) await addDatastream(store.db, name, VARIABLES);
  await store.db
    .updateTable('designs')
    .set({ header: storedHeader(HEADER) })
    .execute();
  await store.db.updateTable('datastreams').set({ start_s: FIRST, end_s: LAST }).execute();
  await store.db.insertInto('files').values(FILES).execute();
  return store;
}

export const FILES = Array.from({ length: DAYS }, (_, n) => ({
  datastream: STREAM,
  file_name: `${STREAM}.2020010${n + 1}.000000.nc`,
  path: `${n}`,
  size: 1,
  start_s: FIRST + n * DAY,
  end_s: FIRST + (n + 1) * DAY - STEP,
  modified_ms: 0,
  design: 'one',
}));

/** The samples of the files. */
export const TIMES = Array.from({ length: (DAYS * DAY) / STEP }, (_, n) => FIRST + n * STEP);

export const described = async (store: TemporaryStore) => ({
  row: await store.db
    .selectFrom('datastreams')
    .selectAll()
    .where('datastream', '=', STREAM)
    .executeTakeFirstOrThrow(),
  variables: HEADER.variables,
  header: HEADER,
  dimensions: [],
  gaps: [],
  scanNames: [],
});

/** Thousands of cases, each of which holds a reader to the twin. */
export const law = (
  runs: number,
  holds: (one: Case, tables: CuratedTables) => void | Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(anyCase, async (one) => {
      await holds(one, tablesWith(one.rows));
    }),
    { numRuns: runs },
  );

export const MANY = 2000;
export const FEWER = 400;
