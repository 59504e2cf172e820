// Finds the rows of a file that are within a time span, and how far apart rows may be that a plot
// needs.
import { type Dataset, readTimes, type TimeAxis } from '@isobar/netcdf';
import type { Rows } from './measured-values.ts';

export type TimedRows = Rows & {
  /** Seconds since 1970 of each of the rows. */
  readonly times: Float64Array;
  /** Usual seconds between neighbours in the file; NaN with fewer than two. */
  readonly step: number;
};

/** Files with more times are looked through in steps first. */
const MANY_TIMES = 4000;
const LOOKED_AT = 1000;

/** Seconds since 1970 UTC; `to` is not included. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The smallest run of rows that holds every sample of a span; `atLeast`: seconds between those that
 * are read.
 */
export async function rowsWithin(
  dataset: Dataset,
  axis: TimeAxis,
  span: TimeSpan,
  atLeast: number,
): Promise<TimedRows> {
  const near = await roughly(dataset, axis, span);
  const every = Math.max(1, Math.floor(atLeast / near.step) || 1);
  const isAll = every === 1 && near.times.length === near.stop - near.start;
  const times = isAll ? near.times : await timesOf(dataset, axis, { ...near, every });
  const within = (time: number): boolean => time >= span.from && time < span.to;
  const first = times.findIndex(within);
  const last = times.findLastIndex(within);
  const found = first < 0 ? new Float64Array() : times.subarray(first, last + 1);
  const start = near.start + Math.max(0, first) * every;
  const stop = first < 0 ? start : Math.min(near.stop, near.start + last * every + 1);
  return { start, stop, every, times: found, step: stepOf(found) / every };
}

/** Rows around those of the span. */
async function roughly(
  dataset: Dataset,
  axis: TimeAxis,
  { from, to }: TimeSpan,
): Promise<TimedRows> {
  const { length } = axis;
  const every = length > MANY_TIMES ? Math.floor(length / LOOKED_AT) : 1;
  const all = { start: 0, stop: length, every };
  const times = await timesOf(dataset, axis, all);
  const step = stepOf(times) / every;
  if (every === 1) return { ...all, times, step };
  const isWithin = (time: number): boolean => time >= from && time < to;
  const first = times.findIndex(isWithin);
  if (first >= 0) {
    const start = Math.max(0, (first - 1) * every);
    const stop = Math.min(length, (times.findLastIndex(isWithin) + 1) * every + 1);
    return { start, stop, every, times, step };
  }
  // The span may lie between two of those that were looked at.
  const after = times.findIndex((time) => time >= from);
  if (after <= 0) {
    const tail = after < 0 ? Math.max(0, (times.length - 1) * every) : 0;
    return { start: tail, stop: after < 0 ? length : 0, every, times, step };
  }
  return { start: (after - 1) * every, stop: after * every + 1, every, times, step };
}

const timesOf = async (
  dataset: Dataset,
  axis: TimeAxis,
  { start, stop, every }: Rows,
): Promise<Float64Array> =>
  every === 1
    ? readTimes(dataset, axis, start, stop)
    : axis.seconds(await dataset.readEvery(axis.variable, start, stop, every));

/** The median of the seconds between them. */
function stepOf(times: Float64Array): number {
  const steps: number[] = [];
  const every = Math.max(1, Math.floor(times.length / 2000));
  for (let i = 1; i < times.length; i += every) {
    const step = (times[i] ?? Number.NaN) - (times[i - 1] ?? Number.NaN); // rows of the axis
    if (step > 0) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? Number.NaN;
}
