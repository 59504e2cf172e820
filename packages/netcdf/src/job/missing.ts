// Which values stand for missing ones, and which one to write where there is nothing.

import { findAttribute, numbersAttribute } from '../attribute.ts';
import type { Attribute, NcType } from '../dataset.ts';
import { arrayOf, isFixedType } from '../element.ts';
import { putNumber } from '../numeric-array.ts';

export const MISSING = -9999;

interface Described {
  readonly type: NcType;
  readonly attributes: readonly Attribute[];
}

/** The values that a variable states as missing; -9999 always counts. */
export function missingValues(variable: Described): number[] {
  const stated = ['missing_value', '_FillValue'].flatMap(
    (name) => numbersAttribute(variable, name) ?? [],
  );
  return [...new Set([...stated, MISSING])];
}

/** What to write where an input has nothing: what the variable states, else -9999, else the lowest value it can hold. */
export function fillerOf(variable: Described): number {
  for (const name of ['missing_value', '_FillValue']) {
    const [stated] = numbersAttribute(variable, name) ?? [];
    if (stated !== undefined && holds(variable.type, stated)) return stated;
  }
  if (variable.type === 'char' || variable.type === 'string') return 0;
  if (holds(variable.type, MISSING)) return MISSING;
  return variable.type === 'byte' ? -127 : lastOf(variable.type);
}

/** `attributes` that state `value` as missing, without taking away what they state already. */
export function stating(variable: Described, value: number | bigint): Attribute[] {
  const { type, attributes } = variable;
  if (!isFixedType(type) || type === 'char') return [...attributes];
  const stated = numbersAttribute(variable, 'missing_value');
  const isStated = stated?.includes(Number(value)) ?? false;
  const fill = findAttribute(variable, '_FillValue');
  const result = attributes.filter(({ name }) => name !== 'missing_value' || isStated);
  const isFill =
    fill?.type === type && numbersAttribute(variable, '_FillValue')?.[0] === Number(value);
  if (isFill && !stated) return [...attributes];
  if (!isStated) {
    const values = [...(stated ?? []), value];
    result.push({ name: 'missing_value', type, value: arrayFrom(type, values) });
  }
  if (!fill) result.push({ name: '_FillValue', type, value: arrayFrom(type, [value]) });
  return result;
}

function arrayFrom(type: Exclude<NcType, 'string'>, values: readonly (number | bigint)[]) {
  const array = new (arrayOf(type))(values.length);
  values.forEach((value, index) => {
    putNumber(array, index, value);
  });
  return array;
}

function holds(type: NcType, value: number): boolean {
  if (type === 'float' || type === 'double') return true;
  if (!isFixedType(type) || type === 'char' || !Number.isInteger(value)) return false;
  return Number(arrayFrom(type, [value])[0]) === value;
}

const LAST: ReadonlyMap<NcType, number> = new Map([
  ['ubyte', 255],
  ['ushort', 65_535],
  ['uint', 4_294_967_295],
]);

function lastOf(type: NcType): number {
  return LAST.get(type) ?? 0;
}
