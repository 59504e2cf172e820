// Which values stand for missing ones, and which one to write where there is nothing.

import { findAttribute, numbersAttribute } from '../attribute.ts';
import type { Attribute, NcType } from '../dataset.ts';
import { arrayOf, isFixedType, isNumeric } from '../element.ts';
import { DEFAULT_FILL } from '../hdf5/fill.ts';
import { numbersOf, putNumber } from '../numeric-array.ts';

/** Attributes that state missing values. */
export const STATING_MISSING = ['missing_value', '_FillValue'];

export const MISSING = -9999;

interface Described {
  readonly type: NcType;
  readonly attributes: readonly Attribute[];
}

/** A number as its type holds it. */
export type Mark = number | bigint;

/**
 * The values that a variable states as missing, in the precision that it is stored in; -9999 always
 * counts.
 */
export function missingValues(variable: Described): number[] {
  const stated = STATING_MISSING.flatMap((name) => numbersAttribute(variable, name) ?? []);
  const kept = variable.type === 'float' ? stated.map(Math.fround) : stated;
  return [...new Set([...kept, MISSING])];
}

/** The stored values that stand for missing ones, each also as an integer of 64 bits, exactly. */
export const missingMarks = (variable: Described): ReadonlySet<Mark> =>
  new Set([
    ...missingValues(variable),
    BigInt(MISSING),
    ...STATING_MISSING.flatMap((name) => bigsOf(variable, name)),
  ]);

/** Whether a stored value stands for a missing one. */
export function missingTest(variable: Described): (value: Mark | string) => boolean {
  const marks = missingMarks(variable);
  return (value) => marks.has(typeof value === 'bigint' ? value : Number(value));
}

function bigsOf(variable: Described, name: string): bigint[] {
  const value = findAttribute(variable, name)?.value;
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) return [...value];
  return (numbersAttribute(variable, name) ?? []).filter(Number.isInteger).map(BigInt);
}

/** The integers that each type holds. */
export const RANGES: Partial<Record<NcType, readonly [low: bigint, high: bigint]>> = {
  byte: [-128n, 127n],
  ubyte: [0n, 255n],
  short: [-32768n, 32767n],
  ushort: [0n, 65535n],
  int: [-2147483648n, 2147483647n],
  uint: [0n, 4294967295n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/** The first value that an attribute states as missing and that the type holds. */
export function statedMissing(variable: Described): Mark | undefined {
  for (const name of STATING_MISSING) {
    const value = findAttribute(variable, name)?.value;
    const isBig = value instanceof BigInt64Array || value instanceof BigUint64Array;
    const stated: Mark | undefined = isBig ? value[0] : numbersAttribute(variable, name)?.[0];
    if (stated !== undefined && holds(variable.type, stated)) return typed(variable.type, stated);
  }
  return undefined;
}

/** Whether a number can be stored in a type as it is; floating ones take any. */
export function holds(type: NcType, value: Mark): boolean {
  const range = RANGES[type];
  if (!range) return true;
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  return BigInt(value) >= range[0] && BigInt(value) <= range[1];
}

export const typed = (type: NcType, value: Mark): Mark =>
  type === 'int64' || type === 'uint64' ? BigInt(value) : Number(value);

/**
 * What to write where an input has nothing: what the variable states, else -9999, else the format's
 * own fill value.
 */
export function fillerOf(variable: Described): Mark {
  const { type } = variable;
  if (type === 'char' || type === 'string') return 0;
  const stated = statedMissing(variable);
  if (stated !== undefined) return stated;
  return holds(type, MISSING) ? typed(type, MISSING) : DEFAULT_FILL[type];
}

/** `attributes` that state `value` as missing, without taking away what they state already. */
export function stating(variable: Described, value: Mark): Attribute[] {
  const { type, attributes } = variable;
  if (!isFixedType(type) || type === 'char') return [...attributes];
  const fill = findAttribute(variable, '_FillValue');
  const before = findAttribute(variable, 'missing_value');
  const isFill = fill?.type === type && numbersIn(fill)[0] === value;
  if (isFill && !before) return [...attributes];
  // A missing value written as text is only a description.
  const stated = before ? numbersIn(before) : [];
  const isStated = before?.type === type && stated.includes(value);
  const result = attributes.filter(({ name }) => name !== 'missing_value' || isStated);
  if (!isStated) {
    const values = [...new Set([...stated.filter((each) => holds(type, each)), value])];
    result.push({ name: 'missing_value', type, value: arrayFrom(type, values) });
  }
  if (!fill) result.push({ name: '_FillValue', type, value: arrayFrom(type, [value]) });
  return result;
}

/** Of numbers, and of text that is made of numbers. */
const numbersIn = (attribute: Attribute): Mark[] => {
  const { name, type, value } = attribute;
  if (typeof value !== 'string' && isNumeric(value)) return Array.from(numbersOf(value));
  return numbersAttribute({ attributes: [{ name, type, value }] }, name) ?? [];
};

function arrayFrom(type: Exclude<NcType, 'string'>, values: readonly Mark[]) {
  const array = new (arrayOf(type))(values.length);
  values.forEach((value, index) => {
    putNumber(array, index, value);
  });
  return array;
}
