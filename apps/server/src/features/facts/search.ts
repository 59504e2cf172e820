// Answers a search for days: reads the facts of every clause and variable, finds events, judges
// days, counts what is unknown.
import {
  type Clause,
  type EventReply,
  type EventSearch,
  MOST_EVENTS,
  MOST_FACT_DATASTREAMS,
} from '@isobar/contract/calls/facts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { DAY_SECONDS, formatDay, formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { wantDays } from '../../core/facts/due-days.ts';
import { HOUR_SECONDS } from '../../core/facts/hour-columns.ts';
import { type HourRange, unknownHours } from '../../core/facts/read-facts.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Tables } from '../../store/tables.ts';
import { type ClauseHours, daysOf, extremesIn, findEvents, type Run } from './find-events.ts';
import { type DayState, judgeDays } from './good-days.ts';
import { type Limits, limitsOf } from './limits.ts';
import { countingHours, type Life, readRange, sunOffset, wholeDays } from './range.ts';
import { type FactSources, type KnownHours, knownHours } from './variable-hours.ts';

/** A search with all that a thread needs to answer it from the store alone. */
export interface DaysJob {
  readonly search: EventSearch;
  readonly lives: readonly KnownLife[];
  readonly limits: Readonly<Record<string, Limits>>;
}

/**
 * Checks a search, and notes that its days come first. Throws Problem 'bad-request' that names the
 * field, or 'not-found'.
 */
export async function planSearch(
  { db, tables }: { readonly db: Kysely<Tables>; readonly tables: CuratedTables },
  search: EventSearch,
  nowMs: number,
): Promise<DaysJob> {
  refuseUnclear(search);
  const datastreams = [
    ...new Set([...search.clauses, ...search.variables].map((one) => one.datastream)),
  ];
  if (datastreams.length > MOST_FACT_DATASTREAMS)
    throw new Problem('bad-request', `variables: at most ${MOST_FACT_DATASTREAMS} datastreams`);
  const lives = await livesOf({ db, tables }, datastreams);
  const { days } = rangesOf(search, lives);
  for (const datastream of datastreams)
    await wantDays(db, datastream, [{ from: days.from, to: days.to - 1 }], nowMs);
  const limits = Object.fromEntries(datastreams.map((one) => [one, limitsOf(tables, one)]));
  return { search, lives, limits };
}

function rangesOf(search: EventSearch, lives: readonly Life[]) {
  const names = { from: 'start', to: 'end' };
  const range = readRange({ from: search.start, to: search.end }, commonLife(lives), names);
  return { range, days: wholeDays(range) };
}

/** Whether all hours of a search have been computed. */
export async function isComputed(db: Kysely<Tables>, { search, lives }: DaysJob): Promise<boolean> {
  const { days } = rangesOf(search, lives);
  for (const { datastream } of lives)
    if ((await unknownHours(db, datastream, days)).includes(1)) return false;
  return true;
}

const NO_LIMITS: Limits = { reports: [], limited: [] };

/**
 * Answers a search that was checked before. Throws Problem 'bad-request' for statistics that a
 * variable lacks, 'not-found' for variables.
 */
export async function answerSearch(
  { db, reader }: Pick<FactSources, 'db' | 'reader'>,
  { search, lives, limits }: DaysJob,
): Promise<EventReply> {
  const sources = { db, reader, limits: (name: string) => limits[name] ?? NO_LIMITS };
  const { range, days } = rangesOf(search, lives);
  const offset = search.hoursOfDay?.clock === 'site' ? (lives[0]?.offset ?? 0) : 0;
  const counts = countingHours(days, range, search, offset);
  const clauses = await clausesOf(sources, search, days);
  const found = findEvents(clauses, counts, search.hours);
  const states = await statesOf(sources, search, days, counts);
  const reply = replyOf({ search, days, counts, clauses, found, states });
  const datastreams = lives.map(({ datastream }) => datastream);
  return {
    ...reply,
    factsUntil: await factsUntil(sources, datastreams, days),
    start: formatInstant(range.from),
    end: formatInstant(range.to),
    clockOffset: offset,
  };
}

function refuseUnclear({ clauses, variables, hoursOfDay }: EventSearch): void {
  if (clauses.length + variables.length === 0)
    throw new Problem(
      'bad-request',
      'clauses: give a clause, or variables whose good days are searched',
    );
  for (const [n, { comparison, value, upTo }] of clauses.entries()) {
    if ((comparison === 'between') !== (upTo !== undefined))
      throw new Problem('bad-request', `clauses.${n}.upTo: goes with "between", and only with it`);
    if (upTo !== undefined && upTo < value)
      throw new Problem('bad-request', `clauses.${n}.upTo: is less than value`);
  }
  if (hoursOfDay && hoursOfDay.from === 24)
    throw new Problem('bad-request', 'hoursOfDay.from: is an hour from 0 to 23');
}

export interface KnownLife extends Life {
  readonly datastream: string;
  readonly offset: number;
}

async function livesOf(
  { db, tables }: { readonly db: Kysely<Tables>; readonly tables: CuratedTables },
  datastreams: readonly string[],
): Promise<readonly KnownLife[]> {
  const rows = await db
    .selectFrom('datastreams')
    .select(['datastream', 'site_code', 'facility_code', 'start_s', 'end_s'])
    .where('datastream', 'in', datastreams)
    .execute();
  return datastreams.map((datastream) => {
    const row = rows.find((one) => one.datastream === datastream);
    if (!row) throw new Problem('not-found', `There is no datastream ${datastream}.`);
    const longitude = tables.facility(row.site_code, row.facility_code)?.longitude;
    return {
      datastream,
      start: Number(row.start_s),
      end: Number(row.end_s),
      offset: typeof longitude === 'number' ? sunOffset(longitude) : 0,
    };
  });
}

/** The time from the first to the last sample of any variable. */
const commonLife = (lives: readonly Life[]): Life => ({
  start: Math.min(...lives.map(({ start }) => start)),
  end: Math.max(...lives.map(({ end }) => end)),
});

interface KnownClause extends ClauseHours {
  readonly known: KnownHours;
}

async function clausesOf(
  sources: FactSources,
  { clauses, reports }: EventSearch,
  days: HourRange,
): Promise<readonly KnownClause[]> {
  const read: KnownClause[] = [];
  for (const [n, clause] of clauses.entries()) {
    const known = await knownHours(
      sources,
      clause,
      { statistic: clause.statistic, reports },
      days,
      `clauses.${n}`,
    );
    const [holds, unknown] = [
      new Uint8Array(known.values.length),
      new Uint8Array(known.values.length),
    ];
    for (let hour = 0; hour < holds.length; hour++) {
      if (!known.hasValue[hour] || known.reasons.report[hour]) unknown[hour] = 1;
      else if (isTrue(clause, known.values[hour] ?? Number.NaN)) holds[hour] = 1;
    }
    read.push({ holds, unknown, known });
  }
  return read;
}

function isTrue({ comparison, value, upTo = value }: Clause, hourly: number): boolean {
  if (comparison === '>') return hourly > value;
  if (comparison === '<') return hourly < value;
  return hourly >= value && hourly <= upTo;
}

async function statesOf(
  sources: FactSources,
  { variables, reports, share }: EventSearch,
  days: HourRange,
  counts: Uint8Array,
): Promise<readonly (DayState | undefined)[] | undefined> {
  if (variables.length === 0) return undefined;
  const hours = [];
  for (const [n, variable] of variables.entries()) {
    const { hasValue, reasons } = await knownHours(
      sources,
      variable,
      { statistic: 'mean', reports },
      days,
      `variables.${n}`,
    );
    const { report, limited, computing } = reasons;
    hours.push({
      hasValue,
      computing,
      touched: report.map((one, hour) => one | (limited[hour] ?? 0)),
    });
  }
  return judgeDays(hours, counts, share);
}

interface Answered {
  readonly search: EventSearch;
  readonly days: HourRange;
  readonly counts: Uint8Array;
  readonly clauses: readonly KnownClause[];
  readonly found: { readonly runs: readonly Run[]; readonly unknown: Uint8Array };
  readonly states: readonly (DayState | undefined)[] | undefined;
}

function replyOf({ search, days, counts, clauses, found, states }: Answered) {
  const { from } = days;
  const dayText = (day: number): string => formatDay(from + day * DAY_SECONDS);
  // Without clauses every hour that counts holds, and so each day is judged by its variables alone.
  const withEvent = daysOf(found.runs);
  const isGood = (day: number): boolean => !states || states[day]?.isGood === true;
  const runs = clauses.length === 0 ? [] : found.runs;
  const longest = [...runs]
    .sort((a, b) => b.end - b.first - (a.end - a.first) || a.first - b.first)
    .slice(0, MOST_EVENTS);
  const events = longest.map((run) => ({
    start: formatInstant(from + run.first * HOUR_SECONDS),
    end: formatInstant(from + run.end * HOUR_SECONDS),
    hours: run.end - run.first,
    clauses: clauses.map(({ known }) => extremesIn(known.values, run)),
  }));
  const has = new Set(withEvent);
  const unknownDays = new Set<number>();
  found.unknown.forEach((one, hour) => {
    if (one && !has.has(Math.floor(hour / 24))) unknownDays.add(Math.floor(hour / 24));
  });
  const nearly = withEvent.flatMap((day) => {
    const state = states?.[day];
    if (!state || state.isGood) return [];
    const [first] = state.spoilers;
    const of = first && search.variables[first.variable];
    const isOne =
      of &&
      state.spoilers.every((one) => search.variables[one.variable]?.datastream === of.datastream);
    return isOne
      ? [
          {
            day: dayText(day),
            datastream: of.datastream,
            variable: of.variable,
            reason: first.reason,
          },
        ]
      : [];
  });
  return {
    days: withEvent.filter(isGood).map(dayText),
    events,
    total: runs.length,
    nearly,
    unknownHours: sumOf(found.unknown),
    unknown: reasonsOf(clauses, counts, found.unknown),
    unknownDays: [...unknownDays].map(dayText),
    emptyDays: emptyDays(clauses, states, counts).map(dayText),
    units: clauses.map(({ known }) => known.units),
  };
}

/** Days with hours that count of which no hour has any value of all clauses and variables. */
function emptyDays(
  clauses: readonly KnownClause[],
  states: Answered['states'],
  counts: Uint8Array,
): number[] {
  const empty: number[] = [];
  for (let day = 0; day * 24 < counts.length; day++) {
    let [wanted, known] = [0, 0];
    for (let hour = day * 24; hour < day * 24 + 24; hour++) {
      if (!counts[hour]) continue;
      wanted++;
      if (clauses.every(({ known: { hasValue } }) => hasValue[hour])) known++;
    }
    const hasData = clauses.length > 0 ? known > 0 : states?.[day]?.hasData === true;
    if (wanted > 0 && !hasData) empty.push(day);
  }
  return empty;
}

const sumOf = (bytes: Uint8Array): number => bytes.reduce((sum, one) => sum + one, 0);

function reasonsOf(clauses: readonly KnownClause[], counts: Uint8Array, unknown: Uint8Array) {
  const sums = { missing: 0, report: 0, units: 0, limited: 0, computing: 0 };
  const names = ['missing', 'report', 'units', 'limited', 'computing'] as const;
  for (let hour = 0; hour < counts.length; hour++) {
    if (!unknown[hour]) continue;
    for (const name of names)
      if (clauses.some(({ known }) => known.reasons[name][hour])) sums[name]++;
  }
  return sums;
}

/**
 * End of the last hour before the first one that has not been computed, of the datastream that is
 * furthest behind.
 */
async function factsUntil(
  { db }: FactSources,
  datastreams: readonly string[],
  days: HourRange,
): Promise<string | null> {
  let until = days.to;
  for (const datastream of datastreams) {
    const unknown = await unknownHours(db, datastream, days);
    let last = unknown.length - 1;
    while (last >= 0 && unknown[last]) last--;
    until = Math.min(until, days.from + (last + 1) * HOUR_SECONDS);
  }
  return until > days.from ? formatInstant(until) : null;
}
