// Plots of new files are made ahead, one after the other, while no caller waits for any and the
// machine has little to do.
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import {
  daysWithFiles,
  filesBetween,
  type PlotSources,
  plottedVariables,
} from '../../core/catalogue/plotted.ts';
import type { Log } from '../../platform/log/log.ts';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';
import type { KeptDays } from './kept-days.ts';
import type { Plotter } from './plot-job.ts';
import { isTooMuch, MOST_FILES, plotOf } from './wanted-plot.ts';

export interface AheadInput extends PlotSources {
  readonly days: KeptDays;
  readonly plotter: Pick<Plotter, 'quietFor'>;
  readonly log: Log;
  /** Share of the machine's cores that is at work. */
  readonly load: () => number;
  /** Milliseconds between looks at new files. */
  readonly everyMs?: number;
}

export interface Ahead {
  close(): Promise<void>;
}

/** Name of the setting that remembers the last file whose plots were seen to. */
const SEEN = 'quicklooks.seen-file';
const EVERY_MS = 60_000;
/**
 * Most new files of one round; plots of further files, as after a first harvest of many years, are
 * made when a user requests them.
 */
const MOST_NEW = 2000;
/** Seconds without a waiting caller, and the load below which the machine counts as idle. */
const QUIET_S = 20;
const BUSY = 0.6;
/** Variables of a datastream, in the order of its measurements. */
const MOST_VARIABLES = 8;

export function makeAhead(input: AheadInput): Ahead {
  const { log, everyMs = EVERY_MS } = input;
  const closing = new AbortController();
  let work: Promise<void> | null = null;
  const timer = setInterval(() => {
    work ??= look(input, closing.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'plots are not made ahead'))
      .finally(() => {
        work = null;
      });
  }, everyMs);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await work;
    },
  };
}

const isIdle = ({ plotter, load }: AheadInput): boolean =>
  plotter.quietFor() >= QUIET_S && load() < BUSY;

async function look(input: AheadInput, signal: AbortSignal): Promise<void> {
  const { db } = input;
  const seen = await seenFile(db);
  if (seen === null) {
    // what was there before is drawn when it is asked for
    await rememberFile(db, await lastFile(db));
    return;
  }
  const fresh = await db
    .selectFrom('files')
    .select(['file_id', 'datastream', 'start_s', 'end_s'])
    .where('file_id', '>', seen)
    .orderBy('file_id', 'desc')
    .limit(MOST_NEW)
    .execute();
  const [latest] = fresh;
  if (!latest) return;
  for (const [datastream, files] of Map.groupBy(fresh, (file) => file.datastream)) {
    const from = Math.min(...files.map((file) => Number(file.start_s)));
    const to = Math.max(...files.map((file) => Number(file.end_s))) + 1;
    for await (const _ of daysAhead(input, { datastream, from, to }, signal)) {
      // the same files are looked at again; what is made is not made twice
      if (!isIdle(input)) return;
    }
    if (signal.aborted || !isIdle(input)) return;
  }
  await rememberFile(db, Number(latest.file_id));
}

export type Stretch = {
  readonly datastream: string;
  /** Seconds UTC, `to` not included. */
  readonly from: number;
  readonly to: number;
};

/** Makes thumbnails of a stretch, the latest days first; yields after each whether it is new. */
export async function* daysAhead(
  input: Pick<AheadInput, 'db' | 'tables' | 'days' | 'log'>,
  { datastream, from, to }: Stretch,
  signal?: AbortSignal,
  mostVariables = MOST_VARIABLES,
): AsyncGenerator<'made' | 'kept' | 'failed'> {
  const { db, days, log } = input;
  const variables = ((await plottedVariables(input, datastream)) ?? []).slice(0, mostVariables);
  if (variables.length === 0) return;
  const first = Math.floor(from / DAY_SECONDS) * DAY_SECONDS;
  for (
    let day = Math.floor((to - 1) / DAY_SECONDS) * DAY_SECONDS;
    day >= first;
    day -= DAY_SECONDS
  ) {
    const files = await filesBetween(db, datastream, day, day + DAY_SECONDS, MOST_FILES + 1);
    if (isTooMuch(files) || daysWithFiles(files, day, day + DAY_SECONDS).length === 0) continue;
    for (const variable of variables) {
      if (signal?.aborted || !(await days.hasRoom())) return;
      const { tag, job } = plotOf(files, { datastream, variable, day, size: 'small' });
      if (await days.has(tag)) {
        yield 'kept';
        continue;
      }
      try {
        await days.day(tag, job, 'ahead');
        yield 'made';
      } catch (error) {
        log.debug({ err: error, datastream, variable }, 'a plot could not be made ahead');
        yield 'failed';
      }
    }
  }
}

async function lastFile(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((e) => e.fn.max('file_id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

async function seenFile(db: Kysely<Tables>): Promise<number | null> {
  const seen = await readSetting(db, SEEN);
  return seen === undefined ? null : Number(seen);
}

const rememberFile = (db: Kysely<Tables>, id: number): Promise<void> =>
  keepSetting(db, SEEN, String(id));
