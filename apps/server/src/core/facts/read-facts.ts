// Reads hour facts: the columns of a variable over years, and which of its hours are still unknown.
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import {
  type CountColumn,
  decodeHours,
  HOUR_SECONDS,
  type HourColumn,
  type HourColumns,
  type ValueColumn,
} from './hour-columns.ts';
import { daysIn, YearDays, yearOf, yearStart } from './year-days.ts';

/** Whole hours, seconds UTC; `to` is not included. */
export interface HourRange {
  readonly from: number;
  readonly to: number;
}

export const hoursIn = ({ from, to }: HourRange): number => (to - from) / HOUR_SECONDS;

/** A variable of a datastream in one unit, and the years of which it has facts. */
export interface FactVariable {
  readonly variable: string;
  readonly units: string;
  readonly dimensions: 1 | 2;
  readonly firstYear: number;
  readonly lastYear: number;
}

/** Every variable and unit with facts; the units of the latest year come first. */
export async function factVariables(
  db: Kysely<Tables>,
  datastream: string,
  variable?: string,
): Promise<readonly FactVariable[]> {
  const all = db
    .selectFrom('hour_facts')
    .select((e) => [
      'variable',
      'units',
      e.fn.max('dimensions').as('dimensions'),
      e.fn.min('year').as('first'),
      e.fn.max('year').as('last'),
    ])
    .where('datastream', '=', datastream);
  const rows = await (variable === undefined ? all : all.where('variable', '=', variable))
    .groupBy(['variable', 'units'])
    .execute();
  return rows
    .map(({ variable: name, units, dimensions, first, last }) => ({
      variable: name,
      units,
      dimensions: Number(dimensions) === 2 ? (2 as const) : (1 as const),
      firstYear: Number(first),
      lastYear: Number(last),
    }))
    .sort((a, b) =>
      a.variable < b.variable ? -1 : a.variable > b.variable ? 1 : b.lastYear - a.lastYear,
    );
}

/** One byte an hour: 1 where facts have not been computed yet. */
export async function unknownHours(
  db: Kysely<Tables>,
  datastream: string,
  range: HourRange,
): Promise<Uint8Array> {
  const unknown = new Uint8Array(hoursIn(range)).fill(1);
  const life = await db
    .selectFrom('datastreams')
    .select(['start_s', 'end_s'])
    .where('datastream', '=', datastream)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('fact_years')
    .select(['year', 'due', 'taken'])
    .where('datastream', '=', datastream)
    .where('year', '>=', yearOf(range.from))
    .where('year', '<=', yearOf(range.to))
    .execute();
  for (const { year, due, taken } of rows) {
    const days = YearDays.from(due).addAll(YearDays.from(taken));
    for (let day = 0; day < daysIn(Number(year)); day++)
      if (!days.has(day))
        fillHours(unknown, range, yearStart(Number(year)) + day * 24 * HOUR_SECONDS, 0);
  }
  // Before the first and after the last file there is nothing to compute.
  if (life) clearOutside(unknown, range, Number(life.start_s), Number(life.end_s));
  return unknown;
}

function fillHours(hours: Uint8Array, { from }: HourRange, day: number, value: 0 | 1): void {
  const at = (day - from) / HOUR_SECONDS;
  for (let hour = Math.max(0, at); hour < Math.min(hours.length, at + 24); hour++)
    hours[hour] = value;
}

function clearOutside(hours: Uint8Array, { from }: HourRange, start: number, end: number): void {
  const first = Math.max(0, Math.floor((start - from) / HOUR_SECONDS));
  const last = Math.floor((end - from) / HOUR_SECONDS);
  hours.fill(0, 0, Math.min(first, hours.length));
  hours.fill(0, Math.max(0, Math.min(hours.length, last + 1)));
}

/** A variable in one unit. */
export interface FactsOf {
  readonly datastream: string;
  readonly variable: string;
  readonly units: string;
}

/** How many bytes of decoded columns are kept for the next question. */
const MOST_KEPT = 64_000_000;

/**
 * Columns by block; a block that was computed again has a new version, so what is kept is never
 * old.
 */
export class FactReader {
  readonly #kept = new Map<string, HourColumns[HourColumn]>();
  #bytes = 0;
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** How many samples an hour; 0 where there are no facts in these units. */
  async counts(of: FactsOf, name: CountColumn, range: HourRange): Promise<Uint32Array> {
    const column = new Uint32Array(hoursIn(range));
    await this.#fill(column, of, name, range);
    return column;
  }

  /** A statistic of each hour; NaN where there are no facts in these units. */
  async values(of: FactsOf, name: ValueColumn, range: HourRange): Promise<Float32Array> {
    const column = new Float32Array(hoursIn(range)).fill(Number.NaN);
    await this.#fill(column, of, name, range);
    return column;
  }

  /** Reads one year at a time, so that other calls are answered in between. */
  async #fill(
    column: Uint32Array | Float32Array,
    { datastream, variable, units }: FactsOf,
    name: HourColumn,
    range: HourRange,
  ): Promise<void> {
    const years = await this.#db
      .selectFrom('hour_facts')
      .innerJoin('fact_years', (join) =>
        join
          .onRef('fact_years.datastream', '=', 'hour_facts.datastream')
          .onRef('fact_years.year', '=', 'hour_facts.year'),
      )
      .select(['hour_facts.year', 'fact_years.version'])
      .where('hour_facts.datastream', '=', datastream)
      .where('hour_facts.variable', '=', variable)
      .where('hour_facts.units', '=', units)
      .where('hour_facts.year', '>=', yearOf(range.from))
      .where('hour_facts.year', '<=', yearOf(range.to - 1))
      .execute();
    for (const row of years) {
      const [year, version] = [Number(row.year), Number(row.version)];
      const values = await this.#year({ datastream, variable, units, year, version, name });
      if (values) copyHours(column, range, values, year);
    }
  }

  async #year(key: BlockKey): Promise<HourColumns[HourColumn] | undefined> {
    const { datastream, variable, units, year, name } = key;
    const text = JSON.stringify(key);
    const kept = this.#kept.get(text);
    if (kept) {
      this.#kept.delete(text); // the most recently used one stands last
      this.#kept.set(text, kept);
      return kept;
    }
    const row = await this.#db
      .selectFrom('hour_facts')
      .select('block')
      .where('datastream', '=', datastream)
      .where('variable', '=', variable)
      .where('units', '=', units)
      .where('year', '=', year)
      .executeTakeFirst();
    if (!row) return undefined;
    const values = decodeHours(row.block, [name])[name];
    this.#keep(text, values);
    await setImmediate();
    return values;
  }

  #keep(key: string, values: HourColumns[HourColumn]): void {
    this.#kept.set(key, values);
    this.#bytes += values.byteLength;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= MOST_KEPT) return;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}

interface BlockKey {
  readonly datastream: string;
  readonly variable: string;
  readonly units: string;
  readonly year: number;
  readonly version: number;
  readonly name: HourColumn;
}

function copyHours(
  into: Uint32Array | Float32Array,
  { from, to }: HourRange,
  values: Uint32Array | Float32Array,
  year: number,
): void {
  const start = yearStart(year);
  const first = Math.max(from, start);
  const last = Math.min(to, yearStart(year + 1));
  if (first >= last) return;
  const at = (first - start) / HOUR_SECONDS;
  const count = (last - first) / HOUR_SECONDS;
  into.set(values.subarray(at, at + count), (first - from) / HOUR_SECONDS);
}
