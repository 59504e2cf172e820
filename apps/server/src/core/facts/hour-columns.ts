// The hour facts of one variable and year as columns, and the compressed block in which the store
// keeps them.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { shuffle, unshuffle } from '@isobar/netcdf';
import { formOf, valuesOf } from './value-forms.ts';

/**
 * Hours of a leap year: every year has so many rows, the last 24 of an ordinary year stay empty.
 */
export const YEAR_HOURS = 366 * 24;
export const HOUR_SECONDS = 3600;

/**
 * One row an hour, from 1 January 00:00 UTC. `valid`: samples that are there, finite and not Bad by
 * an automatic check; `bad`: samples that are there and Bad; `indeterminate`: those of `valid` that
 * a check marks as doubtful; `missing`: samples without a value. `mean`, `min` and `max` are of the
 * valid samples in the measured units, NaN where there is none. Of a variable with a second
 * dimension a sample is a whole column: `mean` is the mean of the columns' means, `max` their
 * largest value, `min` is NaN.
 */
export interface HourColumns {
  readonly valid: Uint32Array;
  readonly bad: Uint32Array;
  readonly indeterminate: Uint32Array;
  readonly missing: Uint32Array;
  readonly mean: Float32Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
}

export type HourColumn = keyof HourColumns;
export type CountColumn = (typeof COUNTS)[number];
export type ValueColumn = (typeof VALUES)[number];

export const COUNTS = ['valid', 'bad', 'indeterminate', 'missing'] as const;
export const VALUES = ['mean', 'min', 'max'] as const;
const COLUMNS: readonly HourColumn[] = [...COUNTS, ...VALUES];

export const emptyHours = (hours = YEAR_HOURS): HourColumns => ({
  valid: new Uint32Array(hours),
  bad: new Uint32Array(hours),
  indeterminate: new Uint32Array(hours),
  missing: new Uint32Array(hours),
  mean: new Float32Array(hours).fill(Number.NaN),
  min: new Float32Array(hours).fill(Number.NaN),
  max: new Float32Array(hours).fill(Number.NaN),
});

/** Puts `rows` of `from` (all of them) at the hour `at` of a year. */
export function putHours(year: HourColumns, at: number, from: HourColumns): void {
  for (const name of COLUMNS) year[name].set(from[name], at);
}

/** Blocks of version 1 are read as well; `isOldBlock` finds them. */
const VERSION = 2;
const BYTES = 4;
const COLUMN_BYTES = YEAR_HOURS * BYTES;
/** A version byte, then the compressed length of each column; 0: it is empty, all 0 or all NaN. */
const HEAD = 1 + COLUMNS.length * 4;

/**
 * Each column is stored by itself, so that one can be read alone; those of values need `valid` as
 * well.
 */
export function encodeHours(hours: HourColumns): Buffer {
  const parts = COLUMNS.map((name) =>
    isValue(name) ? packedValues(hours[name], hours.valid, name === 'mean') : packed(hours[name]),
  );
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(VERSION, 0);
  for (const [n, part] of parts.entries()) head.writeUInt32LE(part.length, 1 + n * 4);
  return Buffer.concat([head, ...parts]);
}

export const isOldBlock = (block: Uint8Array): boolean => block[0] !== VERSION;

const packed = (counts: Uint32Array): Uint8Array =>
  counts.some((count) => count > 0) ? compressed(counts) : new Uint8Array();

function packedValues(values: Float32Array, valid: Uint32Array, isMean: boolean): Uint8Array {
  if (values.every(Number.isNaN)) return new Uint8Array();
  const { form, digits, column } = formOf(values, valid, isMean);
  return Buffer.concat([Buffer.from([form, digits]), compressed(column)]);
}

/**
 * The named columns of a block; throws an Error for a block that is damaged or has a different
 * version.
 */
export function decodeHours<N extends HourColumn>(
  block: Uint8Array,
  names: readonly N[],
): Pick<HourColumns, N> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const version = bytes.length < HEAD ? 0 : bytes.readUInt8(0);
  if (version !== 1 && version !== VERSION)
    throw new Error('The block of hour facts has an unknown version.');
  const wanted = new Set<HourColumn>(names);
  // The first column, so that it is there when those of values are read.
  if (version === VERSION && names.some(isValue)) wanted.add('valid');
  const all: Filled = { ...emptyHours(0) };
  let from = HEAD;
  COLUMNS.forEach((name, n) => {
    const part = bytes.subarray(from, from + bytes.readUInt32LE(1 + n * 4));
    from += part.length;
    if (!wanted.has(name)) return;
    if (!isValue(name)) all[name] = new Uint32Array(plainOf(part));
    else if (version === 1) all[name] = new Float32Array(plainOf(part));
    else all[name] = unpackedValues(part, all.valid);
  });
  return all;
}

type Filled = { -readonly [K in HourColumn]: HourColumns[K] };

const isValue = (name: HourColumn): name is ValueColumn =>
  name === 'mean' || name === 'min' || name === 'max';

function unpackedValues(part: Uint8Array, valid: Uint32Array): Float32Array {
  const [form, digits] = part;
  if (form === undefined || digits === undefined)
    return new Float32Array(YEAR_HOURS).fill(Number.NaN);
  return valuesOf({ form, digits, column: new Int32Array(plainOf(part.subarray(2))) }, valid);
}

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Byte plane after byte plane, which halves the compressed size. */
const compressed = (column: Uint32Array | Int32Array): Uint8Array =>
  zstdCompressSync(
    shuffle(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), BYTES),
    FAST,
  );

/** An empty part has only zeros. */
function plainOf(part: Uint8Array): ArrayBuffer {
  if (part.length === 0) return new ArrayBuffer(COLUMN_BYTES);
  const plain = zstdDecompressSync(part, { maxOutputLength: COLUMN_BYTES });
  if (plain.length !== COLUMN_BYTES) throw new Error('A column of hour facts is cut short.');
  return unshuffle(plain, BYTES).buffer;
}
