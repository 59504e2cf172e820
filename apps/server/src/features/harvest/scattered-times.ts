// Times of several stations, trajectories or profiles: beside one another, in a variable of two
// dimensions or more, as CF's incomplete multidimensional arrays have them, or one behind another
// with counts, as its contiguous ragged arrays do. They are the axis of nothing.
import { type Dataset, secondsIn, textAttribute, type Variable } from '@isobar/netcdf';

/** Values that are read at once. */
const BLOCK = 2 ** 20;
/** A file with more times than this is not searched for its first and its last one. */
const MOST = 2 ** 25;

/**
 * First and last of all times for which `isMeant` holds, seconds UTC; null where no variable has
 * such times.
 */
export async function readScatteredSpan(
  dataset: Dataset,
  isMeant: (seconds: number) => boolean,
): Promise<{ readonly first: number; readonly last: number } | null> {
  for (const variable of dataset.variables.filter(isScattered)) {
    const seconds = secondsIn(variable);
    if (!seconds) continue;
    const [rows = 0, ...inner] = variable.shape;
    const width = inner.reduce((product, length) => product * length, 1);
    if (rows * width > MOST || width > BLOCK) continue;
    let [first, last] = [Infinity, -Infinity];
    const step = Math.max(1, Math.floor(BLOCK / Math.max(1, width)));
    for (let from = 0; from < rows; from += step) {
      const values = await dataset.read(variable.name, from, Math.min(rows, from + step));
      for (const time of seconds(values)) {
        if (!isMeant(time)) continue;
        if (time < first) first = time;
        if (time > last) last = time;
      }
    }
    if (first <= last) return { first, last };
  }
  return null;
}

/** Bounds and the like are none. */
const isScattered = (variable: Variable): boolean =>
  variable.shape.length > 0 && isCalledTime(variable);

/** Whether a variable says by its name or its attributes that it is the time of measurement. */
export const isCalledTime = (variable: Variable): boolean =>
  variable.name.split('/').at(-1)?.toLowerCase() === 'time' ||
  textAttribute(variable, 'standard_name') === 'time' ||
  textAttribute(variable, 'axis') === 'T';
