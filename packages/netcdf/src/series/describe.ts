// What a series has to know about one file before any of its values is read.
import type { Dataset } from '../dataset.ts';
import { countTimes } from '../job/time-order.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { findTimeAxis, readTimes, type TimeAxis } from '../time/time-axis.ts';
import { recentShapes } from './recent-shapes.ts';
import type { Constants, FileShape } from './shape.ts';

export interface FileDescription {
  readonly rows: number;
  /**
   * The first and the last row that has a time, seconds since 1970 UTC; NaN in a file without rows.
   */
  readonly first: number;
  readonly last: number;
  /** Rows without a time, or whose time is not later than that of the row before. */
  readonly unordered: number;
  /** The same object as that of a file before, where most of both is alike. */
  readonly shape: FileShape;
  readonly constants: Constants;
  /** Of every row in the order of the file, seconds since 1970 UTC; NaN where a row has no time. */
  readonly times: Float64Array;
}

const shapeOf = recentShapes();

/** Throws `no-time` for a file whose rows have no times, and what reading throws. */
export async function describeFile(dataset: Dataset): Promise<FileDescription> {
  const axis = alongDimension(await findTimeAxis(dataset));
  const times = await readTimes(dataset, axis);
  const first = times.find(Number.isFinite) ?? Number.NaN;
  const last = times.findLast(Number.isFinite) ?? Number.NaN;
  if (times.length > 0 && Number.isNaN(first))
    throw new NetcdfError('no-time', 'All times are missing.');
  const { repeated, decreasing } = countTimes(times);
  const missing = times.reduce((count, time) => (Number.isFinite(time) ? count : count + 1), 0);
  const unordered = missing + repeated + decreasing;
  return { rows: times.length, first, last, unordered, times, ...(await shapeOf(dataset, axis)) };
}

/** Throws `no-time` for a file with a single time. */
export function alongDimension(axis: TimeAxis): TimeAxis & { readonly dimension: string } {
  const { dimension } = axis;
  if (dimension === undefined)
    throw new NetcdfError('no-time', 'The file has a single time and no time axis.');
  return { ...axis, dimension };
}
