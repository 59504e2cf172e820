// Lays variables out in the columns of a text file: one for each value that a variable has per
// time.

import type { Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import type { Mark } from '../job/missing.ts';
import type { MergedVariable } from '../job/schema.ts';
import { bytesOf } from '../numeric-array.ts';
import { decodeText } from '../text-bytes.ts';
import { defused } from './defuse.ts';
import {
  LONGEST_NUMBER,
  putDouble,
  putFloat,
  putInteger,
  putSmallInteger,
  putText,
} from './number-text.ts';

const COMMA = 44;

/** How the values of a variable are arranged in its columns. */
export interface CellShape {
  /** Columns, and so values (or texts) of a row. */
  readonly perRow: number;
  /**
   * Characters that make one text, the innermost dimension of a `char` variable; 0 for other types.
   */
  readonly width: number;
  /** Values whose cells are empty; none where left out. */
  readonly empty?: ReadonlySet<Mark>;
}

/** One variable and the columns that it takes. */
export interface ColumnGroup {
  readonly variable: MergedVariable;
  /**
   * The names of its columns: `name`, or `name[i][j]` with 0 as the first index of each dimension.
   */
  readonly names: readonly string[];
  readonly shape: CellShape;
}

export function columnGroup(variable: MergedVariable): ColumnGroup {
  const lengths = variable.inner.map(({ length }) => length);
  const isText = variable.type === 'char';
  const width = isText ? (lengths.at(-1) ?? 1) : 0;
  const spread = isText ? lengths.slice(0, -1) : lengths;
  let names = [variable.name];
  for (const length of spread) {
    names = names.flatMap((name) => Array.from({ length }, (_, index) => `${name}[${index}]`));
  }
  return { variable, names, shape: { perRow: names.length, width } };
}

/** The column of times, in every table. */
export const TIME_COLUMN = 'time_utc';

/**
 * Gives every column a name of its own, the time's included: a variable may be called `time_utc`,
 * or `a[0]` beside `a`.
 */
export function withNamesApart<G extends ColumnGroup>(groups: readonly G[]): G[] {
  const wanted = new Set(groups.flatMap(({ names }) => names));
  const taken = new Set([TIME_COLUMN]);
  const apart = (name: string): string => {
    let free = name;
    while (taken.has(free) || (free !== name && wanted.has(free))) free += '_';
    taken.add(free);
    return free;
  };
  return groups.map((group) => ({ ...group, names: group.names.map(apart) }));
}

/** How many columns a variable would take, without laying them out. */
export function columnCount({ type, inner }: MergedVariable): number {
  return columnsOf(
    type,
    inner.map(({ length }) => length),
  );
}

/** `inner`: the lengths of its dimensions after time. */
function columnsOf(type: string, inner: readonly number[]): number {
  const spread = type === 'char' ? inner.slice(0, -1) : inner;
  return spread.reduce((product, length) => product * length, 1);
}

/** A block of values, sorted by kind so that the inner loops always meet the same sort of array. */
export class Cells {
  readonly perRow: number;
  private readonly floats: Float32Array | undefined;
  private readonly doubles: Float64Array | undefined;
  private readonly integers: Int32Array | undefined;
  private readonly others: Values | undefined;
  private readonly width: number;
  private readonly empty: ReadonlySet<Mark> | undefined;

  constructor({ perRow, width, empty }: CellShape, values: Values) {
    this.perRow = perRow;
    this.width = width;
    this.empty = empty;
    if (values instanceof Float32Array) this.floats = values;
    else if (values instanceof Float64Array) this.doubles = values;
    else if (values instanceof Int32Array) this.integers = values;
    else this.others = values;
  }

  /** The most bytes that `putRow` may write. */
  longestRow(row: number): number {
    const { others, perRow, width } = this;
    // Characters may be Latin-1, of two bytes in UTF-8, or quotes, which are doubled.
    if (!others || isNumeric(others)) return perRow * (LONGEST_NUMBER + 1 + width * 4);
    let bytes = 0;
    for (let k = 0; k < perRow; k++) bytes += (others[row * perRow + k] ?? '').length * 6 + 4;
    return bytes;
  }

  /** Writes the cells of a row, each behind its comma; gives where they end. */
  putRow(bytes: Uint8Array, start: number, row: number): number {
    const { floats, doubles, integers, empty, perRow } = this;
    const first = row * perRow;
    const last = first + perRow;
    let at = start;
    if (empty) return this.putPresent(bytes, at, first, empty);
    if (floats) {
      for (let i = first; i < last; i++) {
        bytes[at] = COMMA;
        at = putFloat(bytes, at + 1, floats[i] ?? Number.NaN);
      }
    } else if (integers) {
      for (let i = first; i < last; i++) {
        bytes[at] = COMMA;
        at = putSmallInteger(bytes, at + 1, integers[i] ?? Number.NaN);
      }
    } else if (doubles) {
      for (let i = first; i < last; i++) {
        bytes[at] = COMMA;
        at = putDouble(bytes, at + 1, doubles[i] ?? Number.NaN);
      }
    } else {
      for (let i = first; i < last; i++) {
        bytes[at] = COMMA;
        at = this.putOther(bytes, at + 1, i);
      }
    }
    return at;
  }

  /** A row from value `first` on, in which some cells are empty. */
  private putPresent(
    bytes: Uint8Array,
    start: number,
    first: number,
    empty: ReadonlySet<Mark>,
  ): number {
    const { floats, doubles, integers, others } = this;
    const values = floats ?? doubles ?? integers ?? others ?? [];
    let at = start;
    for (let i = first; i < first + this.perRow; i++) {
      bytes[at++] = COMMA;
      const value = values[i];
      if (typeof value !== 'string' && empty.has(value ?? Number.NaN)) continue;
      if (others) at = this.putOther(bytes, at, i);
      else if (integers) at = putSmallInteger(bytes, at, Number(value));
      else if (floats) at = putFloat(bytes, at, Number(value));
      else at = putDouble(bytes, at, Number(value));
    }
    return at;
  }

  private putOther(bytes: Uint8Array, at: number, index: number): number {
    const others = this.others ?? [];
    if (!isNumeric(others)) return putField(bytes, at, others[index] ?? '');
    if (this.width > 0) {
      const from = index * this.width;
      const text = decodeText(bytesOf(others).subarray(from, from + this.width));
      return putField(bytes, at, text);
    }
    const value = others[index] ?? Number.NaN;
    if (typeof value === 'bigint') return putText(bytes, at, String(value));
    return putInteger(bytes, at, value);
  }
}

/** A text as a CSV field (RFC 4180): in quotes where it needs them. */
export function field(text: string): string {
  return /[",\r\n]|^#|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const UTF8 = new TextEncoder();

function putField(bytes: Uint8Array, at: number, text: string): number {
  const { written } = UTF8.encodeInto(field(defused(text)), bytes.subarray(at));
  return at + written;
}

/**
 * The most characters that the values of a variable take at one time, for estimates of size.
 * `inner` as above.
 */
export function longestCells(type: string, inner: readonly number[], isPacked: boolean): number {
  const width = type === 'char' ? (inner.at(-1) ?? 1) : 0;
  return columnsOf(type, inner) * (longestText(isPacked ? 'double' : type, width) + 1);
}

function longestText(type: string, width: number): number {
  const widths: Readonly<Record<string, number>> = { float: 15, double: 24, int64: 20, uint64: 20 };
  return width > 0 ? width + 2 : (widths[type] ?? 11);
}
