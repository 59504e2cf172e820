// Packed variables: how stored numbers become the measured ones (scale_factor, add_offset,
// _Unsigned), for text and plots.
import { findAttribute, numberAttribute, numbersAttribute, textAttribute } from './attribute.ts';
import type { Attribute, NcType, NumericArray, Values } from './dataset.ts';
import { isNumeric } from './element.ts';
import { floatText } from './text/number-text.ts';
import { turn } from './yielding.ts';

interface Described {
  readonly type: NcType;
  readonly attributes: readonly Attribute[];
}

export interface Unpacking {
  /** The unpacking in words. */
  readonly told: string;
  /**
   * What stands for a missing value among unpacked ones: -9999, or NaN where that could be
   * measured.
   */
  readonly missing: number;
  /** Whether the result is held in 32 bits, as it is where the attributes are 32-bit numbers. */
  readonly isSingle: boolean;
  /** The measured values [from, to) written to `into`. */
  readonly unpack: (
    values: NumericArray,
    into: Float32Array | Float64Array,
    from: number,
    to: number,
  ) => void;
}

const INTEGER_BITS: Partial<Record<NcType, number>> = {
  ...{ byte: 8, ubyte: 8, short: 16, ushort: 16 },
  ...{ int: 32, uint: 32, int64: 64, uint64: 64 },
};

/** undefined for a variable that is stored as it was measured. */
export function unpackingOf(variable: Described): Unpacking | undefined {
  const { type } = variable;
  if (type === 'char' || type === 'string') return undefined;
  const scale = usable(numberAttribute(variable, 'scale_factor'));
  const offset = usable(numberAttribute(variable, 'add_offset'));
  const sign = signChange(variable);
  const isScaled = (scale ?? 1) !== 1 || (offset ?? 0) !== 0;
  if (!isScaled && !sign) return undefined;
  const read = sign ?? Number;
  const missing = new Set(statedMissing(variable).map(read));
  const round = rounding(variable, scale, offset);
  const mark = markFor(type, sign !== undefined, scale ?? 1, offset ?? 0);
  return {
    told: inWords(scale, offset, type, sign !== undefined),
    missing: mark,
    isSingle: isScaled && isSingle(variable),
    unpack: (values, into, from, to) => {
      for (let i = from; i < to; i++) {
        const stored = read(values[i] ?? Number.NaN);
        if (Number.isNaN(stored) || missing.has(stored)) into[i] = mark;
        else into[i] = isScaled ? round(stored * (scale ?? 1) + (offset ?? 0)) : stored;
      }
    },
  };
}

/** Values that are processed before the loop yields. */
const PIECE = 1 << 16;

/** The measured values, or `values` themselves where nothing is packed. */
export async function unpacked(unpacking: Unpacking | undefined, values: Values): Promise<Values> {
  if (!unpacking || !isNumeric(values)) return values;
  const made = emptyFor(unpacking, values);
  for (let from = 0; from < values.length; from += PIECE) {
    unpacking.unpack(values, made, from, Math.min(values.length, from + PIECE));
    const due = turn();
    if (due) await due;
  }
  return made;
}

/** Unpacks a few values without yielding. */
export function unpackedNow(unpacking: Unpacking | undefined, values: Values): Values {
  if (!unpacking || !isNumeric(values)) return values;
  const made = emptyFor(unpacking, values);
  unpacking.unpack(values, made, 0, values.length);
  return made;
}

const emptyFor = ({ isSingle: single }: Unpacking, { length }: NumericArray) =>
  single ? new Float32Array(length) : new Float64Array(length);

const usable = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isFinite(value) ? value : undefined;

/** In the precision that the variable is stored in. */
const statedMissing = (variable: Described): (number | bigint)[] =>
  ['missing_value', '_FillValue'].flatMap((name): (number | bigint)[] => {
    const value = findAttribute(variable, name)?.value;
    if (value instanceof BigInt64Array || value instanceof BigUint64Array) return [...value];
    const numbers = numbersAttribute(variable, name) ?? [];
    return variable.type === 'float' ? numbers.map(Math.fround) : numbers;
  });

/**
 * `_Unsigned` tells that the bits of a signed type mean an unsigned number, or the other way round.
 */
export function signChange(variable: Described): ((stored: number | bigint) => number) | undefined {
  const bits = INTEGER_BITS[variable.type];
  const told = textAttribute(variable, '_Unsigned')?.trim().toLowerCase();
  if (bits === undefined || (told !== 'true' && told !== 'false')) return undefined;
  const isUnsigned = variable.type.startsWith('u');
  if (isUnsigned === (told === 'true')) return undefined;
  const wrap = told === 'true' ? BigInt.asUintN : BigInt.asIntN;
  const width = 2 ** bits;
  const half = width / 2;
  return (stored) => {
    if (typeof stored === 'bigint') return Number(wrap(bits, stored));
    if (told === 'true') return stored < 0 && stored >= -half ? stored + width : stored;
    return stored >= half && stored < width ? stored - width : stored;
  };
}

/**
 * Chosen as common readers do: by the type of the attributes, except that 32-bit integers with an
 * offset need more.
 */
function isSingle(variable: Described): boolean {
  const [scale, offset] = ['scale_factor', 'add_offset'].map((name) =>
    findAttribute(variable, name),
  );
  if (!offset) return scale?.type === 'float';
  if (scale?.type !== 'float' || offset.type !== 'float') return false;
  return INTEGER_BITS[variable.type] !== 32;
}

/** A scale with more decimals than this came from a division, and is not a decimal scale. */
const MOST_DECIMALS = 12;

/**
 * Rounds to as many decimals as scale and offset have, so that 1234 times 0.01 is 12.34. Where the
 * product is another number than that (a scale that is no decimal, or stored numbers that are no
 * integers) it stays as it is.
 */
function rounding(
  variable: Described,
  scale: number | undefined,
  offset: number | undefined,
): (value: number) => number {
  const same = (value: number) => value;
  if (INTEGER_BITS[variable.type] === undefined) return same;
  const decimals = Math.max(
    decimalsOf(variable, 'scale_factor', scale),
    decimalsOf(variable, 'add_offset', offset),
  );
  if (decimals > MOST_DECIMALS) return same;
  const isShort = ['scale_factor', 'add_offset'].some(
    (name) => findAttribute(variable, name)?.type === 'float',
  );
  const tolerance = isShort ? 2 ** -23 : 1e-13;
  const power = 10 ** decimals;
  return (value) => {
    const counted = value * power;
    if (Math.abs(counted) > Number.MAX_SAFE_INTEGER) return value;
    const rounded = Math.round(counted) / power + 0; // no -0
    const size = Math.max(Math.abs(value), Math.abs(offset ?? 0));
    return Math.abs(rounded - value) <= tolerance * size ? rounded : value;
  };
}

function decimalsOf(variable: Described, name: string, value: number | undefined): number {
  if (value === undefined) return 0;
  const text = attributeText(findAttribute(variable, name)?.type, value);
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

const attributeText = (type: NcType | undefined, value: number): string =>
  type === 'float' ? floatText(value) : String(value);

function inWords(
  scale: number | undefined,
  offset: number | undefined,
  type: NcType,
  isOther: boolean,
): string {
  const steps = [
    isOther ? `stored ${type} read as ${type.startsWith('u') ? 'signed' : 'unsigned'}` : 'stored',
    ...(scale === undefined ? [] : [`× ${shortOf(scale)}`]),
    ...(offset === undefined ? [] : [`${offset < 0 ? '-' : '+'} ${shortOf(Math.abs(offset))}`]),
  ];
  return `unpacked: ${steps.join(' ')}`;
}

/** The number as it was meant: 0.01 in 32 bits is not written as 0.009999999776482582. */
const shortOf = (value: number): string =>
  Math.fround(value) === value ? floatText(value) : String(value);

/** -9999, unless a stored number may mean that. */
function markFor(type: NcType, isOther: boolean, scale: number, offset: number): number {
  const bits = INTEGER_BITS[type];
  if (bits === undefined) return Number.NaN;
  const isSigned = type.startsWith('u') === isOther;
  const [low, high] = isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  const ends = [low * scale + offset, high * scale + offset];
  return Math.min(...ends) > -9999 || Math.max(...ends) < -9999 ? -9999 : Number.NaN;
}
