// Forms in which a column of values is small: as whole numbers of its last decimal, hour after
// hour, where it has decimals. Pure.

/** What a column is stored as; `digits`: decimals of whole numbers, else 0. */
export interface Formed {
  readonly form: number;
  readonly digits: number;
  readonly column: Int32Array;
}

/**
 * PLAIN: the bits of each value. STEPS: the bits, as numbers that rise with the value, from one
 * hour to the next. SCALED: whole numbers of the last decimal, from one hour to the next; SUMS: the
 * same of mean times count. Only PLAIN has values where nothing is valid.
 */
const PLAIN = 0;
const STEPS = 1;
const SCALED = 2;
const SUMS = 3;

const MOST_DIGITS = 6;
const MOST_WHOLE = 2 ** 31 - 1;

/** `valid`: how many samples each hour has. Every form gives back exactly these values. */
export function formOf(values: Float32Array, valid: Uint32Array, isMean: boolean): Formed {
  if (!values.every((value, hour) => Number.isNaN(value) === (valid[hour] === 0)))
    return { form: PLAIN, digits: 0, column: bitsOf(values) };
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    const column = wholeOf(values, unitsOf(valid, digits, isMean));
    if (column) return { form: isMean ? SUMS : SCALED, digits, column };
  }
  return { form: STEPS, digits: 0, column: stepsOf(values) };
}

/** The values of a column; throws an Error for a form that is not known. */
export function valuesOf({ form, digits, column }: Formed, valid: Uint32Array): Float32Array {
  if (form === PLAIN) return new Float32Array(column.buffer, column.byteOffset, column.length);
  if (form !== STEPS && form !== SCALED && form !== SUMS)
    throw new Error('A column of hour facts has an unknown form.');
  const units = form === STEPS ? null : unitsOf(valid, digits, form === SUMS);
  const values = new Float32Array(column.length);
  const bits = new Int32Array(values.buffer);
  let last = 0;
  for (let hour = 0; hour < column.length; hour++) {
    if (valid[hour] === 0) {
      values[hour] = Number.NaN;
      continue;
    }
    last = (last + unfolded(column[hour] ?? 0)) | 0;
    if (units) values[hour] = last / units(hour);
    else bits[hour] = rising(last);
  }
  return values;
}

const unitsOf =
  (valid: Uint32Array, digits: number, isSum: boolean) =>
  (hour: number): number =>
    10 ** digits * (isSum ? (valid[hour] ?? 1) : 1);

/** Null: a value is no whole number of these units. */
function wholeOf(values: Float32Array, units: (hour: number) => number): Int32Array | null {
  const column = new Int32Array(values.length);
  let last = 0;
  for (let hour = 0; hour < values.length; hour++) {
    const value = values[hour] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const unit = units(hour);
    const whole = Math.round(value * unit) + 0; // never -0, which would come back as 0
    if (Math.abs(whole) > MOST_WHOLE || !Object.is(Math.fround(whole / unit), value)) return null;
    column[hour] = folded((whole - last) | 0);
    last = whole;
  }
  return column;
}

function stepsOf(values: Float32Array): Int32Array {
  const bits = bitsOf(values);
  const column = new Int32Array(values.length);
  let last = 0;
  for (let hour = 0; hour < values.length; hour++) {
    if (Number.isNaN(values[hour] ?? Number.NaN)) continue;
    const step = rising(bits[hour] ?? 0);
    column[hour] = folded((step - last) | 0);
    last = step;
  }
  return column;
}

const bitsOf = (values: Float32Array): Int32Array => new Int32Array(values.slice().buffer);

/** Bits of a value as a number that rises with it, and back. */
const rising = (bits: number): number => (bits < 0 ? bits ^ 0x7fffffff : bits);

/** Small numbers of either sign as small numbers without one, and back. */
const folded = (step: number): number => (step << 1) ^ (step >> 31);
const unfolded = (number: number): number => (number >>> 1) ^ -(number & 1);

/**
 * The mean of samples that have decimals, without what single precision added to each of them: of
 * the same samples always the same number, which is small to store. Differs from sum / count by
 * less than single precision can hold.
 */
export function plainMean(sum: number, count: number): number {
  const mean = sum / count;
  const near = Math.abs(mean) * 1e-7;
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    const unit = 10 ** digits;
    const whole = Math.round(sum * unit);
    if (Math.abs(whole) > MOST_WHOLE) return mean;
    if (Math.abs(whole / unit / count - mean) <= near) return whole / (unit * count);
  }
  return mean;
}
