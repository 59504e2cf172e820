// What stands where a NetCDF-4 file has stored nothing: a variable may be shorter than its
// unlimited dimension.

import { findAttribute } from '../attribute.ts';
import { elementCount, type NcType, type Values, type Variable } from '../dataset.ts';
import { arrayOf, isFixedType, isNumeric } from '../element.ts';
import { fillNumbers, setNumbers } from '../numeric-array.ts';

/** The format's own fill values, used where a variable states none. */
export const DEFAULT_FILL: Readonly<Record<Exclude<NcType, 'string'>, number | bigint>> = {
  byte: -127,
  char: 0,
  short: -32767,
  int: -2147483647,
  float: 9.969209968386869e36,
  double: 9.969209968386869e36,
  ubyte: 255,
  ushort: 65535,
  uint: 4294967295,
  int64: -9223372036854775806n,
  uint64: 18446744073709551614n,
};

/**
 * `stored` values laid into the beginning of a block of shape `wanted`, the rest being the fill
 * value.
 */
export function filled(
  variable: Pick<Variable, 'type' | 'attributes'>,
  wanted: readonly number[],
  stored: readonly number[],
  values: Values,
): Values {
  const { type } = variable;
  if (!isFixedType(type)) {
    const texts: string[] = new Array(elementCount(wanted)).fill('');
    paste(wanted, stored, (to, from, length) => {
      for (let i = 0; i < length; i++) texts[to + i] = String(values[from + i] ?? '');
    });
    return texts;
  }
  const block = new (arrayOf(type))(elementCount(wanted));
  fillNumbers(block, fillValue(variable, type));
  if (isNumeric(values)) {
    paste(wanted, stored, (to, from, length) => {
      setNumbers(block, values.subarray(from, from + length), to);
    });
  }
  return block;
}

function fillValue(
  variable: Pick<Variable, 'attributes'>,
  type: Exclude<NcType, 'string'>,
): number | bigint {
  const stated = findAttribute(variable, '_FillValue')?.value;
  const value =
    stated !== undefined && typeof stated !== 'string' && isNumeric(stated) ? stated[0] : undefined;
  return value ?? DEFAULT_FILL[type];
}

/** Calls `copy` for each run of elements that lie together in both blocks. */
function paste(
  wanted: readonly number[],
  stored: readonly number[],
  copy: (to: number, from: number, length: number) => void,
): void {
  const runLength = stored.at(-1) ?? 1;
  const runs = runLength === 0 ? 0 : elementCount(stored) / runLength;
  for (let run = 0; run < runs; run++) {
    let rest = run;
    let to = 0;
    let stride = wanted.at(-1) ?? 1;
    for (let axis = stored.length - 2; axis >= 0; axis--) {
      const length = stored[axis] ?? 1;
      to += (rest % length) * stride;
      stride *= wanted[axis] ?? 1;
      rest = Math.floor(rest / length);
    }
    copy(to, run * runLength, runLength);
  }
}
