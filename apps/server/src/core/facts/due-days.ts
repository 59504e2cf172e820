// Which days of a datastream lack hour facts: marked by the harvest, taken by a worker, asked for
// by users. A day that is due or taken has no facts, so a worker that dies in the middle leaves
// nothing wrong.
import type { Kysely, Transaction } from 'kysely';
import type { Store } from '../../store/open.ts';
import type { Tables } from '../../store/tables.ts';
import { daysTouched, YEAR_DAYS, YearDays, yearOf } from './year-days.ts';

/** First and last sample of a file, seconds UTC. */
export interface Changed {
  readonly datastream: string;
  readonly start: number;
  readonly end: number;
}

/** A datastream may claim samples over this many years at most; earlier ones get no facts. */
const MOST_YEARS = 200;

/**
 * Marks the days of added, changed and removed files as due, in the transaction that changes the
 * file index. Nothing is to do for a datastream without any rows: all of its days are due already.
 */
export async function markDue(
  db: Transaction<Tables>,
  kind: Store['kind'],
  files: readonly Changed[],
): Promise<void> {
  for (const [datastream, some] of Map.groupBy(files, (file) => file.datastream)) {
    const all = db.selectFrom('fact_years').select(['year', 'due']);
    const mine = all.where('datastream', '=', datastream);
    const rows = await (kind === 'postgres' ? mine.forUpdate() : mine).execute();
    if (rows.length === 0) continue;
    await insertYears(db, datastream, yearsFrom(some));
    for (const { year, due } of rows) {
      const days = YearDays.from(due);
      for (const { start, end } of some) {
        const [first, last] = daysTouched(year, start, end) ?? NONE;
        for (let day = first; day <= last; day++) days.add(day);
      }
      if (days.text !== due) await updateYear(db, { datastream, year }, { due: days.text });
    }
  }
}

const NONE = [0, -1] as const;

const yearsFrom = (files: readonly Changed[]): readonly number[] => {
  const last = yearOf(Math.max(...files.map(({ end }) => end)));
  const first = yearOf(Math.min(...files.map(({ start }) => start)));
  const count = Math.min(MOST_YEARS, last - first + 1);
  return Array.from({ length: count }, (_, n) => last - n);
};

/** Years without a row get one, of which all days are due. */
async function insertYears(
  db: Kysely<Tables>,
  datastream: string,
  years: readonly number[],
): Promise<void> {
  const none = new YearDays().text;
  const rest = { taken: none, leased_until_ms: 0, wanted_ms: 0, wanted: '', version: 0 };
  const rows = years.map((year) => ({ datastream, year, ...rest, due: YearDays.all(year).text }));
  await db
    .insertInto('fact_years')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['datastream', 'year']).doNothing())
    .execute();
}

async function addYears(db: Kysely<Tables>, datastream: string): Promise<void> {
  const life = await db
    .selectFrom('datastreams')
    .select(['datastream', 'start_s as start', 'end_s as end'])
    .where('datastream', '=', datastream)
    .executeTakeFirst();
  if (!life) return;
  await insertYears(
    db,
    datastream,
    yearsFrom([{ datastream, start: Number(life.start), end: Number(life.end) }]),
  );
}

/**
 * Makes the rows of datastreams that have none, at most `most` datastreams; resolves how many it
 * did.
 */
export async function addDatastreams(db: Kysely<Tables>, most: number): Promise<number> {
  const rows = await db
    .selectFrom('datastreams')
    .select('datastream')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('fact_years')
            .select('fact_years.year')
            .whereRef('fact_years.datastream', '=', 'datastreams.datastream'),
        ),
      ),
    )
    .limit(most)
    .execute();
  for (const { datastream } of rows) await addYears(db, datastream);
  return rows.length;
}

/** A question is noted again after so long, so that the days of the latest one come first. */
const NOTED_MS = 5000;
/** A question counts as recent for so long. */
export const WANTED_MS = 3_600_000;

/** Seconds UTC; both ends are included. */
export interface WantedSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Notes that a user's question needs the days that these spans touch, so that they are computed
 * before others. Writes only where such days are to be computed, and every few seconds.
 */
export async function wantDays(
  db: Kysely<Tables>,
  datastream: string,
  spans: readonly WantedSpan[],
  nowMs: number,
): Promise<void> {
  const rowsOf = () =>
    db
      .selectFrom('fact_years')
      .select(['year', 'due', 'taken', 'wanted', 'wanted_ms'])
      .where('datastream', '=', datastream)
      .execute();
  let rows = await rowsOf();
  if (rows.length === 0) {
    await addYears(db, datastream);
    rows = await rowsOf();
  }
  for (const row of rows) {
    const year = Number(row.year);
    const before = wantedSince(row, nowMs - WANTED_MS);
    const asked = daysOf(spans, year).keepAll(toCompute(row));
    const wanted = YearDays.from(before.text).addAll(asked);
    if (asked.size === 0) continue;
    if (wanted.text === before.text && Number(row.wanted_ms) > nowMs - NOTED_MS) continue;
    // Nothing is noted of a year that changed meanwhile, of which days may have been computed: a
    // client that waits asks again.
    await db
      .updateTable('fact_years')
      .set({ wanted: wanted.text, wanted_ms: nowMs })
      .where('datastream', '=', datastream)
      .where('year', '=', year)
      .where('due', '=', row.due)
      .where('taken', '=', row.taken)
      .where('wanted', '=', row.wanted)
      .execute();
  }
}

function daysOf(spans: readonly WantedSpan[], year: number): YearDays {
  const days = new YearDays();
  for (const { from, to } of spans) {
    const [first, last] = daysTouched(year, from, to) ?? NONE;
    for (let day = first; day <= last; day++) days.add(day);
  }
  return days;
}

/** Days without facts: what a dead worker had taken is due again. */
const toCompute = ({ due, taken }: Pick<Tables['fact_years'], 'due' | 'taken'>): YearDays =>
  YearDays.from(due).addAll(YearDays.from(taken));

const wantedSince = (
  { wanted, wanted_ms }: Pick<Tables['fact_years'], 'wanted' | 'wanted_ms'>,
  sinceMs: number,
): YearDays => (Number(wanted_ms) >= sinceMs ? YearDays.from(wanted) : new YearDays());

/** Forgets all facts, when the archive is replaced by another. */
export async function forgetFacts(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('hour_facts').execute();
  await db.deleteFrom('fact_years').execute();
}

export interface DueYear {
  readonly datastream: string;
  readonly year: number;
  /** What is to be computed now: days that users asked for, if there are any, else all. */
  readonly due: YearDays;
}

/** A worker that has not finished by then is taken for dead, and its days are due again. */
const LEASE_MS = 10 * 60_000;

export interface Which {
  /** Questions since then, milliseconds since 1970, come first. */
  readonly wantedSinceMs: number;
  readonly onlyWanted: boolean;
  /** Absent: any. */
  readonly datastreams?: readonly string[];
}

/**
 * The year with days to compute that comes first: days that users asked for, the latest question
 * first, then, unless `onlyWanted`, the newest year. Years that another worker has at the moment
 * are passed over.
 */
export async function nextDue(
  db: Kysely<Tables>,
  nowMs: number,
  { wantedSinceMs, onlyWanted, datastreams }: Which,
): Promise<DueYear | undefined> {
  const none = new YearDays().text;
  const all = db
    .selectFrom('fact_years')
    .select(['datastream', 'year', 'due', 'taken', 'wanted', 'wanted_ms'])
    .where('leased_until_ms', '<', nowMs)
    .where((e) => e.or([e('due', '!=', none), e('taken', '!=', none)]))
    .limit(1);
  const due = datastreams ? all.where('datastream', 'in', datastreams) : all;
  const wanted = due.where('wanted_ms', '>=', wantedSinceMs).where('wanted', 'not in', ['', none]);
  const row =
    (await wanted.orderBy('wanted_ms', 'desc').orderBy('year', 'desc').executeTakeFirst()) ??
    (onlyWanted
      ? undefined
      : await due.orderBy('year', 'desc').orderBy('datastream').executeTakeFirst());
  if (!row) return undefined;
  const days = toCompute(row);
  const asked = wantedSince(row, wantedSinceMs).keepAll(days);
  return {
    ...{ datastream: row.datastream, year: Number(row.year) },
    due: asked.size > 0 ? asked : days,
  };
}

/**
 * Days that a worker has; its token is the end of its lease, which no other lease of the year
 * shares.
 */
export interface TakenDays {
  readonly datastream: string;
  readonly year: number;
  readonly days: YearDays;
  readonly leasedUntilMs: number;
}

/** Takes days of a year for this worker; undefined: another worker was quicker. */
export async function takeDays(
  store: Store,
  one: DueYear,
  days: YearDays,
  nowMs: number,
): Promise<TakenDays | undefined> {
  return store.db.transaction().execute(async (db) => {
    const row = await lockYear(db, store.kind, one);
    const before = Number(row?.leased_until_ms);
    if (!row || before >= nowMs) return undefined;
    const leasedUntilMs = Math.max(nowMs + LEASE_MS, before + 1);
    const due = toCompute(row).deleteAll(days);
    await updateYear(db, one, { due: due.text, taken: days.text, leased_until_ms: leasedUntilMs });
    return { datastream: one.datastream, year: one.year, days, leasedUntilMs };
  });
}

/**
 * Ends the lease in the transaction that writes the facts; false: it was lost meanwhile, and
 * nothing may be written. Days that the harvest marked again since they were taken stay due.
 */
export async function settleDays(
  db: Transaction<Tables>,
  kind: Store['kind'],
  taken: TakenDays,
): Promise<boolean> {
  const row = await lockYear(db, kind, taken);
  if (!row || Number(row.leased_until_ms) !== taken.leasedUntilMs) return false;
  const none = new YearDays().text;
  const version = Number(row.version) + 1;
  const wanted = YearDays.from(row.wanted).deleteAll(taken.days).text;
  await updateYear(db, taken, { taken: none, leased_until_ms: 0, wanted, version });
  return true;
}

/**
 * Gives days back that could not be computed now; no worker takes days of that year before
 * `notBeforeMs`.
 */
export async function releaseDays(
  store: Store,
  taken: TakenDays,
  notBeforeMs: number,
): Promise<void> {
  await store.db.transaction().execute(async (db) => {
    const row = await lockYear(db, store.kind, taken);
    if (!row || Number(row.leased_until_ms) !== taken.leasedUntilMs) return;
    const due = toCompute(row).text;
    const none = new YearDays().text;
    await updateYear(db, taken, { due, taken: none, leased_until_ms: notBeforeMs });
  });
}

async function lockYear(
  db: Transaction<Tables>,
  kind: Store['kind'],
  { datastream, year }: Pick<DueYear, 'datastream' | 'year'>,
) {
  const row = db
    .selectFrom('fact_years')
    .select(['due', 'taken', 'leased_until_ms', 'wanted', 'version'])
    .where('datastream', '=', datastream)
    .where('year', '=', year);
  return (kind === 'postgres' ? row.forUpdate() : row).executeTakeFirst();
}

/** Up to `most` consecutive due days, the latest first: [first, last], both included. */
export function latestRun(
  due: YearDays,
  most: number,
): readonly [first: number, last: number] | undefined {
  let last = YEAR_DAYS - 1;
  while (last >= 0 && !due.has(last)) last--;
  if (last < 0) return undefined;
  let first = last;
  while (first > 0 && due.has(first - 1) && last - first + 1 < most) first--;
  return [first, last];
}

const updateYear = async (
  db: Kysely<Tables>,
  { datastream, year }: Pick<DueYear, 'datastream' | 'year'>,
  change: Partial<Tables['fact_years']>,
): Promise<void> => {
  await db
    .updateTable('fact_years')
    .set(change)
    .where('datastream', '=', datastream)
    .where('year', '=', year)
    .execute();
};
