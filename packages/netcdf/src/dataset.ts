// What a NetCDF dataset is, whichever format it is stored in.

import { nearMisses } from './near-misses.ts';
import { NetcdfError } from './netcdf-error.ts';

export type NcType =
  | 'byte'
  | 'char'
  | 'short'
  | 'int'
  | 'float'
  | 'double'
  | 'ubyte'
  | 'ushort'
  | 'uint'
  | 'int64'
  | 'uint64'
  | 'string';

export type NumericArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/**
 * Values in row-major order. `char` gives bytes as a Uint8Array (see `charRows` for text), `string`
 * gives strings, every other type gives its typed array; int64 and uint64 the 64-bit integer
 * arrays.
 */
export type Values = NumericArray | readonly string[];

/** `length` is the present length, also of an unlimited dimension. */
export interface Dimension {
  readonly name: string;
  readonly length: number;
  readonly unlimited: boolean;
}

/**
 * `char` and a lone `string` give text without trailing NULs (text that is not UTF-8 is read as
 * Latin-1), several `string`s a list, every other type its typed array of one or more values.
 */
export interface Attribute {
  readonly name: string;
  readonly type: NcType;
  readonly value: string | readonly string[] | NumericArray;
}

/** Dimension names with the slowest first; `shape` are their lengths. Scalars have none. */
export interface Variable {
  readonly name: string;
  readonly type: NcType;
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly attributes: readonly Attribute[];
  /** As the file has them, where time is not the slowest there (see timeFirst). */
  readonly storedDimensions?: readonly string[];
}

export type Format = 'cdf1' | 'cdf2' | 'cdf5' | 'netcdf4' | 'icartt' | 'csv';

export interface Dataset {
  readonly format: Format;
  readonly dimensions: readonly Dimension[];
  readonly attributes: readonly Attribute[];
  readonly variables: readonly Variable[];
  /**
   * Variables and attributes of types that are not read, each with its reason; they are not among
   * `variables`.
   */
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
  /** Throws `no-such-variable`, naming near misses, or `unsupported` for an unreadable one. */
  variable(name: string): Variable;
  /**
   * Rows [start, stop) of the leading axis; the whole variable when both are omitted; a scalar
   * gives its one value. Throws `no-such-variable`, `out-of-range`, `truncated`, `corrupt`,
   * `unsupported`, `unreadable`, `closed`.
   */
  read(name: string, start?: number, stop?: number): Promise<Values>;
  /**
   * Row `start` and every `every`th row after it, before `stop`; the rows between are skipped where
   * that is possible.
   */
  readEvery(name: string, start: number, stop: number, every: number): Promise<Values>;
  /**
   * The same rows of several variables that share their leading axis, in one sweep over the file.
   */
  readRows(names: readonly string[], start: number, stop: number): Promise<Values[]>;
  /**
   * Positions [start, stop) along any one axis, and all along the others, in the order in which
   * they are stored. Throws as `read` does. Absent where time leads all variables of a format, as
   * in tables of text.
   */
  readAlong?(name: string, axis: number, start: number, stop: number): Promise<Values>;
  close(): Promise<void>;
}

export function findVariable<V extends Variable>(variables: readonly V[], name: string): V {
  const found = variables.find((variable) => variable.name === name);
  if (found) return found;
  const near = nearMisses(
    name,
    variables.map((variable) => variable.name),
  );
  const hint = near.length > 0 ? `; near misses: ${near.join(', ')}` : '';
  throw new NetcdfError('no-such-variable', `There is no variable "${name}"${hint}.`);
}

/** Checks the rows of a read: [start, stop) of a leading axis of `rows` rows. */
export function checkedRows(
  name: string,
  rows: number,
  start: number | undefined,
  stop: number | undefined,
): { start: number; stop: number } {
  const from = start ?? 0;
  const to = stop ?? rows;
  if (Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= rows) {
    return { start: from, stop: to };
  }
  throw new NetcdfError('out-of-range', `Rows ${from} to ${to} of "${name}", which has ${rows}.`);
}

/** Checks the positions of a read along an axis that the variable has. */
export function checkedAlong(
  { name, shape }: Pick<Variable, 'name' | 'shape'>,
  axis: number,
  start: number,
  stop: number,
): { start: number; stop: number } {
  const length = shape[axis];
  if (length === undefined)
    throw new NetcdfError('out-of-range', `"${name}" has no dimension number ${axis + 1}.`);
  return checkedRows(name, length, start, stop);
}

/** Throws for a step between rows that is not a positive whole number. */
export function checkedEvery(name: string, every: number): number {
  if (Number.isSafeInteger(every) && every >= 1) return every;
  throw new NetcdfError('out-of-range', `Each ${every}th row of "${name}".`);
}

export function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** Rows of the leading axis; a scalar counts as one row. */
export function rowCount(variable: Pick<Variable, 'shape'>): number {
  return variable.shape[0] ?? 1;
}
