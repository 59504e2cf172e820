// What the stored numbers of a variable of times mean: which of them are no times, and which are
// read as unsigned.
import { findAttribute, numbersAttribute } from '../attribute.ts';
import type { Attribute, NcType, Values } from '../dataset.ts';
import { DEFAULT_FILL } from '../hdf5/fill.ts';
import { signChange } from '../packing.ts';
import { secondsAt, type TimeUnits } from './time-units.ts';

/** The number that counts; NaN where there is no time. */
export type StoredTime = (value: number | bigint | string | undefined) => number;

/** The format's fill value for floating numbers that were never written; no time is as large. */
const NEVER_WRITTEN = 9.9e36;
/** Types whose every value may be meant, so that none is taken for a fill value. */
const SMALL: readonly NcType[] = ['byte', 'ubyte', 'char'];

export function storedTimes(variable: {
  readonly type: NcType;
  readonly attributes: readonly Attribute[];
}): StoredTime {
  const { type } = variable;
  const missing = new Set(
    ['missing_value', '_FillValue'].flatMap((name) => numbersAttribute(variable, name) ?? []),
  );
  const isFilledBySize = type !== 'string' && !SMALL.includes(type);
  if (isFilledBySize && !findAttribute(variable, '_FillValue'))
    missing.add(Number(DEFAULT_FILL[type]));
  // In the precision that they are stored in.
  if (type === 'float') for (const value of [...missing]) missing.add(Math.fround(value));
  for (const value of missing) if (!(Math.abs(value) < NEVER_WRITTEN)) missing.delete(value);
  const sign = signChange(variable);
  if (missing.size === 0 && !sign) return countedTime; // most axes, with a value for each row
  return (value) => {
    const stored = typeof value === 'bigint' ? value : Number(value);
    const number = Number(stored);
    if (missing.has(number) || !(Math.abs(number) < NEVER_WRITTEN)) return Number.NaN;
    return sign ? sign(stored) : number;
  };
}

function countedTime(value: Parameters<StoredTime>[0]): number {
  const number = Number(value);
  return Math.abs(number) < NEVER_WRITTEN ? number : Number.NaN;
}

/** Times further from 1970 than this (about 270,000 years) have no date. */
const LAST_DATE = 8.64e12;

/** Seconds since 1970 UTC; NaN where there is no time. */
export function secondsOf(values: Values, stored: StoredTime, units: TimeUnits): Float64Array {
  const seconds = new Float64Array(values.length);
  if (stored === countedTime && values instanceof Float64Array) {
    putSeconds(values, units, seconds);
    return seconds;
  }
  for (let i = 0; i < seconds.length; i++) {
    const found = secondsAt(stored(values[i]), units);
    seconds[i] = Math.abs(found) <= LAST_DATE ? found : Number.NaN;
  }
  return seconds;
}

/** The same for most axes, without a call for each of their values. */
function putSeconds(values: Float64Array, units: TimeUnits, seconds: Float64Array): void {
  for (let i = 0; i < seconds.length; i++) {
    const value = values[i] ?? 0; // within both
    const found = secondsAt(value, units);
    const isTime = Math.abs(value) < NEVER_WRITTEN && Math.abs(found) <= LAST_DATE;
    seconds[i] = isTime ? found : Number.NaN;
  }
}
