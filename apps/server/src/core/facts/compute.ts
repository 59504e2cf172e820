// Computes the hour facts of the days that are due: reads their files, and writes the blocks of the
// year in one transaction.
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import { NetcdfError, openDataset } from '@isobar/netcdf';
import type { Transaction } from 'kysely';
import type { Log } from '../../platform/log/log.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Store } from '../../store/open.ts';
import type { Tables } from '../../store/tables.ts';
import { giveUp } from '../catalogue/given-up.ts';
import { filesBetween, type PlottedFile } from '../catalogue/plotted.ts';
import {
  type DueYear,
  latestRun,
  releaseDays,
  settleDays,
  type TakenDays,
  takeDays,
} from './due-days.ts';
import { type Gathered, gatherFile, type HourRun, runOf } from './gather.ts';
import {
  decodeHours,
  emptyHours,
  encodeHours,
  type HourColumns,
  putHours,
  YEAR_HOURS,
} from './hour-columns.ts';
import { YEAR_DAYS, YearDays, yearStart } from './year-days.ts';

export interface ComputeInput {
  readonly store: Store;
  readonly archive: ArchiveStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly now?: () => number;
}

/** Files and bytes of one run; a run is one day at least. */
const MOST_FILES = 400;
const MOST_BYTES = 2_000_000_000;
/** Files of a single day beyond this many get no facts, which is logged. */
const MOST_FILES_A_DAY = 5000;
/** How long days whose archive does not answer are left alone. */
const PAUSE_MS = 5 * 60_000;

/**
 * Computes the latest days that are due in the year; false: another worker has it, or the archive
 * does not answer.
 */
export async function computeLatest(input: ComputeInput, year: DueYear): Promise<boolean> {
  const { store, now = Date.now, log } = input;
  const run = await planRun(store, year);
  if (!run) return false;
  const [first, last] = run;
  const days = new YearDays();
  for (let day = first; day <= last; day++) days.add(day);
  const taken = await takeDays(store, year, days, now());
  if (!taken) return false;
  try {
    // Listed after the days were taken: what the harvest changes from now on makes them due again.
    const hours = runOf(yearStart(year.year), first, last);
    const gathered = await gatherAll(input, await filesOfRun(store, year.datastream, hours), hours);
    return await writeRun(store, taken, gathered, first);
  } catch (error) {
    if (!input.signal.aborted)
      log.warn({ err: error, datastream: year.datastream, year: year.year }, 'hour facts failed');
    await releaseDays(store, taken, input.signal.aborted ? 0 : now() + PAUSE_MS);
    return false;
  }
}

/** The longest run of due days from the latest on that is within the limits of files and bytes. */
async function planRun(store: Store, { datastream, year, due }: DueYear) {
  const run = latestRun(due, YEAR_DAYS);
  if (!run) return undefined;
  let [first, last] = run;
  const start = yearStart(year);
  for (;;) {
    const from = start + first * DAY_SECONDS;
    const to = start + (last + 1) * DAY_SECONDS;
    const files = await filesBetween(store.db, datastream, from, to, MOST_FILES + 1);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if ((files.length <= MOST_FILES && bytes <= MOST_BYTES) || first === last)
      return [first, last] as const;
    first = Math.ceil((first + last) / 2);
  }
}

const filesOfRun = (store: Store, datastream: string, { from, hours }: HourRun) =>
  filesBetween(store.db, datastream, from, from + hours * 3600, MOST_FILES_A_DAY);

async function gatherAll(
  input: ComputeInput,
  files: readonly PlottedFile[],
  run: HourRun,
): Promise<Gathered> {
  const gathered: Gathered = new Map();
  for (const { path } of files) {
    input.signal.throwIfAborted();
    try {
      await gatherPath(input, path, run, gathered);
    } catch (error) {
      if (!(error instanceof NetcdfError) || error.code === 'unreadable') throw error;
      if (error.code === 'endless') await giveUp(input.store.db, path, error.message);
      // A file that cannot be understood has no samples to count; orders and the harvest report it.
      input.log.debug({ err: error, path }, 'a file adds no hour facts');
    }
  }
  return gathered;
}

async function gatherPath(
  { archive, signal }: ComputeInput,
  path: string,
  run: HourRun,
  gathered: Gathered,
): Promise<void> {
  const dataset = await openDataset(archive.localPath?.(path) ?? (await archive.open(path)));
  try {
    await gatherFile(dataset, run, gathered, signal);
  } finally {
    await dataset.close();
  }
}

/**
 * Writes the run into the blocks of its year, also into those of variables that have nothing there
 * any more.
 */
async function writeRun(
  store: Store,
  taken: TakenDays,
  gathered: Gathered,
  firstDay: number,
): Promise<boolean> {
  const { datastream, year } = taken;
  const finished = [...gathered.values()].map((one) => ({ ...one, hours: one.sums.finished() }));
  const length = taken.days.size * 24;
  return store.db.transaction().execute(async (db) => {
    if (!(await settleDays(db, store.kind, taken))) return false;
    const before = await db
      .selectFrom('hour_facts')
      .select(['variable', 'units', 'dimensions', 'block'])
      .where('datastream', '=', datastream)
      .where('year', '=', year)
      .execute();
    const at = firstDay * 24;
    for (const row of before) {
      const now = finished.find(
        ({ variable, units }) => variable === row.variable && units === row.units,
      );
      const hours = emptyHours();
      putHours(hours, 0, decodeHours(row.block, ALL));
      putHours(hours, at, now?.hours ?? emptyHours(length));
      await writeBlock(
        db,
        { ...row, datastream, year, dimensions: now?.dimensions ?? row.dimensions },
        hours,
      );
    }
    for (const { variable, units, dimensions, hours } of finished) {
      if (before.some((row) => row.variable === variable && row.units === units)) continue;
      const whole = length === YEAR_HOURS ? hours : emptyHours();
      if (whole !== hours) putHours(whole, at, hours);
      await writeBlock(db, { datastream, year, variable, units, dimensions }, whole);
    }
    return true;
  });
}

const ALL = ['valid', 'bad', 'indeterminate', 'missing', 'mean', 'min', 'max'] as const;

async function writeBlock(
  db: Transaction<Tables>,
  key: Omit<Tables['hour_facts'], 'block'>,
  hours: HourColumns,
): Promise<void> {
  const { datastream, year, variable, units, dimensions } = key;
  const block = encodeHours(hours);
  await db
    .insertInto('hour_facts')
    .values({ datastream, year, variable, units, dimensions, block })
    .onConflict((conflict) =>
      conflict
        .columns(['datastream', 'variable', 'units', 'year'])
        .doUpdateSet({ dimensions, block }),
    )
    .execute();
}
