// Writes numbers as text with the fewest digits that read back as the same number, straight into
// bytes.

const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const LARGEST_EXACT = 2 ** 53;
/** Numbers outside these bounds are written with an exponent. */
const SMALLEST_PLAIN = 1e-5;
const LARGEST_PLAIN = 1e15;
/** No number is longer than this. */
export const LONGEST_NUMBER = 32;

const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/**
 * Writes a value of a `float` variable at `at`, where LONGEST_NUMBER bytes are free; gives where it
 * ends.
 */
export function putFloat(bytes: Uint8Array, at: number, value: number): number {
  const whole = value | 0;
  if (whole === value && (whole !== 0 || !Object.is(value, -0))) {
    return putSmallInteger(bytes, at, whole);
  }
  const size = Math.abs(value);
  if (size < LARGEST_PLAIN && (size >= SMALLEST_PLAIN || size === 0)) {
    for (let decimals = 0; decimals <= 15; decimals++) {
      const power = POWERS[decimals] ?? Number.NaN;
      const digits = Math.round(size * power);
      if (digits > LARGEST_EXACT) break;
      if (Math.fround(digits / power) === size) {
        return putDecimal(bytes, at, isNegative(value), digits, decimals);
      }
    }
  }
  return putText(bytes, at, shortestFloat(value));
}

/** Writes a value of a `double` variable. */
export function putDouble(bytes: Uint8Array, at: number, value: number): number {
  const size = Math.abs(value);
  if (size < LARGEST_PLAIN && (size >= SMALLEST_PLAIN || size === 0)) {
    for (let decimals = 0; decimals <= 17; decimals++) {
      const power = POWERS[decimals] ?? Number.NaN;
      const whole = Math.round(size * power);
      if (whole > LARGEST_EXACT) break;
      if (whole / power === size) return putDecimal(bytes, at, isNegative(value), whole, decimals);
    }
  }
  return putText(bytes, at, isNegative(value) && value === 0 ? '-0' : String(value));
}

/** Writes a whole number below 2^53 in size. */
export function putInteger(bytes: Uint8Array, at: number, value: number): number {
  return putDecimal(bytes, at, value < 0, Math.abs(value), 0);
}

/** Writes a whole number of 32 bits. */
export function putSmallInteger(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  if (value < 0) {
    if (value === -2147483648) return putText(bytes, at, '-2147483648');
    bytes[at++] = MINUS;
    rest = -value;
  }
  if (rest < 10) {
    bytes[at++] = ZERO + rest;
    return at;
  }
  const end = at + digitsOf(rest);
  for (let place = end - 1; place >= at; place--) {
    const next = (rest / 10) | 0;
    bytes[place] = ZERO + rest - next * 10;
    rest = next;
  }
  return end;
}

/** Writes ASCII text. */
export function putText(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** `digits` places of a whole number, with zeros in front. */
export function putPadded(bytes: Uint8Array, at: number, value: number, digits: number): number {
  let rest = value;
  for (let place = digits - 1; place >= 0; place--) {
    const next = Math.floor(rest / 10);
    bytes[at + place] = ZERO + rest - next * 10;
    rest = next;
  }
  return at + digits;
}

/** The text of a value of a `float` variable. */
export function floatText(value: number): string {
  const bytes = new Uint8Array(LONGEST_NUMBER);
  return String.fromCharCode(...bytes.subarray(0, putFloat(bytes, 0, value)));
}

/** `whole` divided by 10 to the power of `decimals`. */
function putDecimal(
  bytes: Uint8Array,
  start: number,
  negative: boolean,
  whole: number,
  decimals: number,
): number {
  let at = start;
  if (negative) bytes[at++] = MINUS;
  if (whole <= 0x7fffffff) return putSmallDecimal(bytes, at, whole | 0, decimals);
  let digits = 10;
  while (digits < 16 && whole >= (POWERS[digits] ?? Number.NaN)) digits++;
  if (digits <= decimals) digits = decimals + 1;
  const end = at + digits + (decimals > 0 ? 1 : 0);
  let rest = whole;
  let place = end - 1;
  for (let i = 0; i < digits; i++) {
    if (i === decimals && decimals > 0) bytes[place--] = POINT;
    const next = Math.floor(rest / 10);
    bytes[place--] = ZERO + rest - next * 10;
    rest = next;
  }
  return end;
}

/** Writes a decimal number of up to 32 bits, where division is quicker. */
function putSmallDecimal(bytes: Uint8Array, at: number, whole: number, decimals: number): number {
  let digits = digitsOf(whole);
  if (digits <= decimals) digits = decimals + 1;
  let rest = whole | 0;
  let place = at + digits - 1;
  let end = place + 1;
  if (decimals > 0) {
    end++;
    const point = end - decimals - 1;
    for (place = end - 1; place > point; place--) {
      const next = (rest / 10) | 0;
      bytes[place] = ZERO + rest - next * 10;
      rest = next;
    }
    bytes[place--] = POINT;
  }
  for (; place >= at; place--) {
    const next = (rest / 10) | 0;
    bytes[place] = ZERO + rest - next * 10;
    rest = next;
  }
  return end;
}

function digitsOf(value: number): number {
  if (value < 100_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1000 ? 3 : value < 10_000 ? 4 : 5;
  }
  if (value < 10_000_000) return value < 1_000_000 ? 6 : 7;
  return value < 100_000_000 ? 8 : value < 1_000_000_000 ? 9 : 10;
}

function shortestFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  for (let precision = 1; precision < 9; precision++) {
    const candidate = Number(value.toPrecision(precision));
    if (Math.fround(candidate) === value) return String(candidate);
  }
  return String(Number(value.toPrecision(9)));
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}
