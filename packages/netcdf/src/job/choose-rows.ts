// Chooses the rows of an input whose times are within the requested ranges.
import type { Dataset } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { isRowIndex } from '../time/counted-rows.ts';
import { readTimeRange, readTimes, type TimeAxis } from '../time/time-axis.ts';
import { type RowRun, sortedInWords, sortedRows } from './sort-rows.ts';

/** Seconds since 1970 UTC, [start, end). */
export type Range = readonly [start: number, end: number];

export interface ChosenRows {
  /** The runs of rows, in the order of the output. */
  readonly runs: readonly RowRun[];
  readonly records: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly earliest: number;
  readonly latest: number;
  /** The runs go back and forth. */
  readonly isMoved?: boolean;
  /** What was left out for want of a time, and what was done to the order. */
  readonly note?: string;
}

interface RowChoice {
  /** All rows when undefined. */
  readonly ranges: readonly Range[] | undefined;
  /**
   * Reads every time instead of trusting that times between the first and the last lie between
   * them.
   */
  readonly exact: boolean;
  /** Whether rows are sorted by time, with each time once. */
  readonly sort: boolean;
}

/**
 * The rows of a dataset whose times are within the ranges, with their first and last time; no runs
 * if there are none.
 */
export async function chooseRows(
  dataset: Dataset,
  axis: TimeAxis,
  { ranges, exact: isExact, sort }: RowChoice,
): Promise<ChosenRows> {
  const exact = isExact || sort;
  const none = Number.NaN;
  const nothing: ChosenRows = {
    ...{ runs: [], records: 0, firstTime: none, lastTime: none, earliest: none, latest: none },
  };
  const range = await readTimeRange(dataset, axis);
  if (!range) {
    if (axis.length === 0) return nothing;
    throw new NetcdfError('no-time', 'All times are missing.');
  }
  const whole: ChosenRows = {
    runs: [{ start: 0, stop: axis.length }],
    records: axis.length,
    firstTime: range.first,
    lastTime: range.last,
    earliest: Math.min(range.first, range.last),
    latest: Math.max(range.first, range.last),
  };
  if (!ranges && !exact) return whole;
  if (ranges && !exact) {
    if (ranges.some(([start, end]) => start <= range.first && range.last < end)) return whole;
    if (!ranges.some(([start, end]) => start <= range.last && range.first < end)) return nothing;
  }
  const times = await readTimes(dataset, axis);
  const inside = ranges ? runsInside(times, ranges) : whole.runs;
  const sorted = sort ? sortedRows(times, inside, await instancesOf(dataset, axis)) : undefined;
  const runs = sorted?.runs ?? inside;
  const [first] = runs;
  const last = runs.at(-1);
  if (!first || !last) return nothing;
  const order = sort && !sorted ? TOO_MANY : sorted && sortedInWords(sorted);
  const note = [ranges && timelessInWords(times), order].filter(Boolean).join('; ');
  return {
    runs,
    records: runs.reduce((sum, { start, stop }) => sum + stop - start, 0),
    firstTime: finite(times[first.start], range.first),
    lastTime: finite(times[last.stop - 1], range.last),
    ...endsOf(times, runs),
    ...(note === '' ? {} : { note }),
    ...(sorted?.isMoved ? { isMoved: true } : {}),
  };
}

/** The station, profile or trajectory of each row; undefined where a file has one only. */
async function instancesOf(dataset: Dataset, { dimension }: TimeAxis) {
  const index = dataset.variables.find(
    (variable) =>
      isRowIndex(variable) &&
      variable.dimensions.length === 1 &&
      variable.dimensions[0] === dimension,
  );
  const values = index && (await dataset.read(index.name));
  return values && isNumeric(values) ? values : undefined;
}

/**
 * States how many rows have no time, so that no dates can select them; undefined when each row has
 * one.
 */
function timelessInWords(times: Float64Array): string | undefined {
  const count = times.filter(Number.isNaN).length;
  if (count === 0) return undefined;
  return count === 1
    ? '1 row has no time and cannot be assigned to the dates, so it is not here'
    : `${count} rows have no time and cannot be assigned to the dates, so they are not here`;
}

const TOO_MANY = 'its times go back too often to be sorted, so its rows stand as they are';

/** The time, or `other` where the time is missing, as it may be at the ends. */
const finite = (time: number | undefined, other: number): number =>
  time !== undefined && Number.isFinite(time) ? time : other;

/** The first and last time of rows in any order. */
function endsOf(times: Float64Array, runs: readonly RowRun[] = [{ start: 0, stop: times.length }]) {
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const { start, stop } of runs) {
    for (let row = start; row < stop; row++) {
      const time = times[row] ?? Number.NaN;
      if (time < earliest) earliest = time;
      if (time > latest) latest = time;
    }
  }
  return { earliest, latest };
}

/** Runs of rows whose times are within one of the ranges [start, end). */
export function runsInside(times: Float64Array, ranges: readonly Range[]): RowRun[] {
  const near = overlapping(times, ranges);
  const runs: RowRun[] = [];
  let start = -1;
  for (let row = 0; row <= times.length; row++) {
    const inside = row < times.length && isInside(times[row] ?? Number.NaN, near);
    if (inside && start < 0) start = row;
    if (!inside && start >= 0) {
      runs.push({ start, stop: row });
      start = -1;
    }
  }
  return runs;
}

/**
 * The ranges that may hold one of the times: an order may have hundreds, of which a file meets few.
 */
export function overlapping(times: Float64Array, ranges: readonly Range[]): readonly Range[] {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return ranges.filter(([start, end]) => start <= last && first < end);
}

export function isInside(time: number, ranges: readonly Range[]): boolean {
  return ranges.some(([start, end]) => time >= start && time < end);
}
