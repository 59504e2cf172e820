// Which variables have plots on which days, for many datastreams at once: read from the file index
// and kept for some minutes.
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { DayRuns, PlotHolding, PlotHoldings } from '../../ports/plot-holdings.ts';
import { allGivenUp, type GivenUp } from './given-up.ts';
import { type PlotSources, plottedVariables } from './plotted.ts';

/**
 * What was read is kept as long while neither the datastream's row nor the tables change, in
 * milliseconds.
 */
const KEPT_MS = 10 * 60_000;
/** Rows of files of one question to the store. */
const ROWS_AT_ONCE = 2000;

type Row = {
  readonly datastream: string;
  readonly file_count: number;
  readonly bytes: number;
  readonly start_s: number;
  readonly end_s: number;
};
type Kept = { readonly state: string; readonly until: number; readonly holding: PlotHolding };

export function plotHoldings(sources: PlotSources, now: () => number = Date.now): PlotHoldings {
  const { db, tables } = sources;
  const kept = new Map<string, Kept>();
  let ofTables: unknown;
  /** One reading at a time: a second caller finds what the first has kept. */
  let last: Promise<unknown> = Promise.resolve();

  async function holdingOf(row: Row, givenUp: () => Promise<GivenUp>): Promise<PlotHolding> {
    const state = [row.file_count, row.bytes, row.start_s, row.end_s].join(' ');
    const known = kept.get(row.datastream);
    if (known?.state === state && known.until > now()) return known.holding;
    const variables = (await plottedVariables(sources, row.datastream)) ?? [];
    const days = variables.length > 0 ? await runsOf(sources, row.datastream, await givenUp()) : [];
    const holding = { ds: row.datastream, variables, days };
    kept.set(row.datastream, { state, until: now() + KEPT_MS, holding });
    return holding;
  }

  async function read(names: readonly string[] | null, most: number) {
    let query = db
      .selectFrom('datastreams')
      .select(['datastream', 'file_count', 'bytes', 'start_s', 'end_s'])
      .orderBy('datastream')
      .limit(most + 1);
    if (names) query = query.where('datastream', 'in', names);
    const rows = await query.execute();
    if (rows.length > most) return null;
    const current = await tables();
    if (current !== ofTables) kept.clear();
    ofTables = current;
    let reading: Promise<GivenUp> | undefined;
    const givenUp = () => {
      reading ??= allGivenUp(db);
      return reading;
    };
    const found: PlotHolding[] = [];
    for (const row of rows) {
      found.push(await holdingOf(row, givenUp));
      await breathe();
    }
    return found;
  }

  return {
    of(names, most) {
      const reading = last.then(() => read(names, most));
      last = reading.catch(() => {});
      return reading;
    },
  };
}

/**
 * The days on which files of the datastream have samples, without the files whose reading timed
 * out.
 */
async function runsOf({ db }: PlotSources, datastream: string, givenUp: GivenUp): Promise<DayRuns> {
  const runs: [number, number][] = [];
  let from = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom('files')
      .select(['start_s', 'end_s'])
      .$if(givenUp.size > 0, (query) => query.select(['path', 'size', 'modified_ms']))
      .where('datastream', '=', datastream)
      .where('start_s', '>=', from)
      .where('design', 'is not', null)
      .orderBy('start_s')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const noted = givenUp.get(row.path ?? '');
      if (noted?.size === Number(row.size) && noted.modified === Number(row.modified_ms)) continue;
      addRun(runs, dayOf(Number(row.start_s)), dayOf(Number(row.end_s)) + 1);
    }
    const latest = Number(rows.at(-1)?.start_s);
    if (rows.length < ROWS_AT_ONCE) return runs;
    from = latest > from ? latest : latest + 1; // files that begin alike may fill a page
    await breathe();
  }
}

const dayOf = (seconds: number): number => Math.floor(seconds / DAY_SECONDS);

/** Files come by their beginnings, so a run begins within the last one or after it. */
function addRun(runs: [number, number][], first: number, after: number): void {
  const last = runs.at(-1);
  if (last && first <= last[1]) last[1] = Math.max(last[1], after);
  else runs.push([first, after]);
}
