// The facts of a variable as rows of one or more hours, in JSON or as plain 32-bit numbers.
import type { FactColumns } from '@isobar/contract/calls/facts.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { COUNTS, HOUR_SECONDS, VALUES } from '../../core/facts/hour-columns.ts';
import {
  type FactVariable,
  type HourRange,
  hoursIn,
  unknownHours,
} from '../../core/facts/read-facts.ts';
import { limitedHours } from './limits.ts';
import type { FactSources } from './variable-hours.ts';

/** Rows of one reply in JSON: a year of hours. */
export const MOST_ROWS = 8784;
/** Rows of one reply as plain numbers: forty years of hours. */
export const MOST_PLAIN_ROWS = 366 * 24 * 40;

export interface Rows {
  readonly rows: number;
  /** The values of each column, in the order of COUNTS, then of VALUES. */
  readonly columns: readonly Float64Array[];
  /** 1: some hour has not been computed. */
  readonly computing: Uint8Array;
  /** 1: some hour is of limited access. */
  readonly limited: Uint8Array;
}

/**
 * Counts are added up, means weighted by the valid samples. Days of limited access have no numbers.
 */
export async function rowsOf(
  sources: FactSources,
  of: { readonly datastream: string } & FactVariable,
  range: HourRange,
  hours: number,
): Promise<Rows> {
  const { reader, db, limits } = sources;
  const rows = Math.ceil(hoursIn(range) / hours);
  const [computing, isLimited] = [new Uint8Array(rows), new Uint8Array(rows)];
  const unknown = await unknownHours(db, of.datastream, range);
  const limited = limitedHours(limits(of.datastream), range);
  const counted = COUNTS.map(() => new Float64Array(rows));
  const [mean, min, max] = VALUES.map(() => new Float64Array(rows).fill(Number.NaN));
  if (!mean || !min || !max) throw new Error('There are three columns of values.');
  const [valid] = counted;
  const hourly = {
    counts: await allOf(COUNTS, (name) => reader.counts(of, name, range)),
    values: await allOf(VALUES, (name) => reader.values(of, name, range)),
  };
  for (let hour = 0; hour < unknown.length; hour++) {
    const row = Math.floor(hour / hours);
    if (unknown[hour]) computing[row] = 1;
    if (limited[hour]) isLimited[row] = 1;
    if (unknown[hour] || limited[hour]) continue;
    for (const [at, column] of counted.entries())
      column[row] = (column[row] ?? 0) + (hourly.counts[at]?.[hour] ?? 0);
    const weight = hourly.counts[0]?.[hour] ?? 0;
    if (weight === 0) continue;
    const [mean1 = Number.NaN, min1 = Number.NaN, max1 = Number.NaN] = hourly.values.map(
      (column) => column[hour],
    );
    mean[row] = weight * mean1 + (Number.isNaN(mean[row]) ? 0 : (mean[row] ?? 0));
    if (!((min[row] ?? Number.NaN) <= min1)) min[row] = min1;
    if (!((max[row] ?? Number.NaN) >= max1)) max[row] = max1;
  }
  // The means were added up, each with the weight of its valid samples.
  for (let row = 0; row < rows; row++) mean[row] = (mean[row] ?? Number.NaN) / (valid?.[row] ?? 0);
  const columns = [...counted, mean, min, max];
  return { rows, columns, computing, limited: isLimited };
}

async function allOf<N, T>(names: readonly N[], read: (name: N) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const name of names) all.push(await read(name)); // one after the other bounds the memory
  return all;
}

export function columnsReply(
  of: { readonly datastream: string } & FactVariable,
  others: readonly FactVariable[],
  { from }: HourRange,
  hours: number,
  { columns, computing, limited, rows }: Rows,
): FactColumns {
  const list = (at: number) =>
    Array.from(columns[at] ?? [], (value, row) =>
      computing[row] || Number.isNaN(value) ? null : value,
    );
  return {
    datastream: of.datastream,
    variable: of.variable,
    units: of.units,
    dimensions: of.dimensions,
    from: formatInstant(from),
    to: formatInstant(from + rows * hours * HOUR_SECONDS),
    hours,
    n: list(0),
    bad: list(1),
    indeterminate: list(2),
    missing: list(3),
    mean: list(4),
    min: list(5),
    max: list(6),
    computing: marked(computing),
    limited: marked(limited),
    otherUnits: others.map(({ units, firstYear, lastYear }) => ({ units, firstYear, lastYear })),
  };
}

const marked = (rows: Uint8Array): number[] => [...rows.keys()].filter((row) => rows[row]);

/**
 * Little-endian 32-bit numbers, column after column; NaN where there is none or it has not been
 * computed.
 */
export function plainColumns({ columns, computing, rows }: Rows): Buffer {
  const bytes = Buffer.alloc(columns.length * rows * 4);
  for (const [at, column] of columns.entries())
    for (let row = 0; row < rows; row++)
      bytes.writeFloatLE(
        computing[row] ? Number.NaN : (column[row] ?? Number.NaN),
        (at * rows + row) * 4,
      );
  return bytes;
}

const BINS = 60;

/** How many hours have which value; the edges lie where all but one in two hundred values are. */
export function distributionOf(values: Float32Array): { edges: number[]; hours: number[] } {
  const there = values.filter((value) => !Number.isNaN(value)).sort();
  if (there.length === 0) return { edges: [], hours: [] };
  const at = (share: number): number => there[Math.round(share * (there.length - 1))] ?? 0;
  const [low, high] = [at(0.005), at(0.995)];
  const [first, last] = low < high ? [low, high] : [low - 0.5, low + 0.5];
  const width = (last - first) / BINS;
  const hours = new Array<number>(BINS).fill(0);
  for (const value of there) {
    const bin = Math.max(0, Math.min(BINS - 1, Math.floor((value - first) / width)));
    hours[bin] = (hours[bin] ?? 0) + 1;
  }
  return { edges: Array.from({ length: BINS + 1 }, (_, n) => first + n * width), hours };
}
