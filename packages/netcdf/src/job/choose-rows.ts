// Which rows of an input lie in the time ranges that are wanted.
import type { Dataset } from '../dataset.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { readTimeRange, readTimes, type TimeAxis } from '../time/time-axis.ts';

/** Seconds since 1970 UTC, [start, end). */
export type Range = readonly [start: number, end: number];

export interface RowRun {
  readonly start: number;
  readonly stop: number;
}

interface RowChoice {
  /** All rows when undefined. */
  readonly ranges: readonly Range[] | undefined;
  /** Reads every time instead of trusting that times between the first and the last lie between them. */
  readonly exact: boolean;
}

/** The rows of a dataset that lie in the ranges, with their first and last time; none when it has none there. */
export async function chooseRows(dataset: Dataset, axis: TimeAxis, { ranges, exact }: RowChoice) {
  const none = Number.NaN;
  const nothing = {
    ...{ runs: [], records: 0, firstTime: none, lastTime: none, earliest: none, latest: none },
  };
  const range = await readTimeRange(dataset, axis);
  if (!range) {
    if (axis.length === 0) return nothing;
    throw new NetcdfError('no-time', 'All times are missing.');
  }
  const whole = {
    runs: [{ start: 0, stop: axis.length }],
    records: axis.length,
    firstTime: range.first,
    lastTime: range.last,
    earliest: Math.min(range.first, range.last),
    latest: Math.max(range.first, range.last),
  };
  if (!ranges) return exact ? { ...whole, ...endsOf(await readTimes(dataset, axis)) } : whole;
  if (!exact) {
    if (ranges.some(([start, end]) => start <= range.first && range.last < end)) return whole;
    if (!ranges.some(([start, end]) => start <= range.last && range.first < end)) return nothing;
  }
  const times = await readTimes(dataset, axis);
  const runs = runsInside(times, ranges);
  const [first] = runs;
  const last = runs.at(-1);
  if (!first || !last) return nothing;
  return {
    runs,
    records: runs.reduce((sum, { start, stop }) => sum + stop - start, 0),
    firstTime: times[first.start] as number,
    lastTime: times[last.stop - 1] as number,
    ...endsOf(times, runs),
  };
}

/** The first and last time of rows in any order. */
function endsOf(times: Float64Array, runs: readonly RowRun[] = [{ start: 0, stop: times.length }]) {
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const { start, stop } of runs) {
    for (let row = start; row < stop; row++) {
      const time = times[row] as number;
      if (time < earliest) earliest = time;
      if (time > latest) latest = time;
    }
  }
  return { earliest, latest };
}

/** Runs of rows whose times lie in one of the ranges [start, end). */
function runsInside(times: Float64Array, ranges: readonly Range[]): RowRun[] {
  const near = overlapping(times, ranges);
  const runs: RowRun[] = [];
  let start = -1;
  for (let row = 0; row <= times.length; row++) {
    const inside = row < times.length && isInside(times[row] as number, near);
    if (inside && start < 0) start = row;
    if (!inside && start >= 0) {
      runs.push({ start, stop: row });
      start = -1;
    }
  }
  return runs;
}

/** Those ranges that may hold one of the times: an order may have hundreds, a file meets few of them. */
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
