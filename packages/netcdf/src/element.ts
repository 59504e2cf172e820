// The numeric types: their sizes, their typed arrays, and their way to and from big-endian bytes.
import type { NcType, NumericArray, Values } from './dataset.ts';
import { NetcdfError } from './netcdf-error.ts';

/** Every type but `string`, whose elements have no fixed size. */
export type FixedType = Exclude<NcType, 'string'>;

export type NumericArrayConstructor = {
  new (length: number): NumericArray;
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): NumericArray;
};

/** Type numbers are those of the classic format's specification; 7 to 11 exist in CDF-5 only. */
const TABLE: Record<FixedType, { code: number; bytes: number; array: NumericArrayConstructor }> = {
  byte: { code: 1, bytes: 1, array: Int8Array },
  char: { code: 2, bytes: 1, array: Uint8Array },
  short: { code: 3, bytes: 2, array: Int16Array },
  int: { code: 4, bytes: 4, array: Int32Array },
  float: { code: 5, bytes: 4, array: Float32Array },
  double: { code: 6, bytes: 8, array: Float64Array },
  ubyte: { code: 7, bytes: 1, array: Uint8Array },
  ushort: { code: 8, bytes: 2, array: Uint16Array },
  uint: { code: 9, bytes: 4, array: Uint32Array },
  int64: { code: 10, bytes: 8, array: BigInt64Array },
  uint64: { code: 11, bytes: 8, array: BigUint64Array },
};

const BY_NAME = new Map<string, { bytes: number }>(Object.entries(TABLE));
const BY_CODE = new Map(
  Object.entries(TABLE).map(([name, entry]) => [entry.code, name as FixedType] as const),
);

export function elementBytes(type: FixedType): number {
  return TABLE[type].bytes;
}

/** What a reader holds for an element without a fixed size: a reference. */
const REFERENCE_BYTES = 8;

/**
 * Bytes of an element by the name of its type; for text and unknown names, the size of a reference.
 */
export function typeBytes(name: string): number {
  return BY_NAME.get(name)?.bytes ?? REFERENCE_BYTES;
}

export function typeCode(type: FixedType): number {
  return TABLE[type].code;
}

export function typeOfCode(code: number): FixedType | undefined {
  return BY_CODE.get(code);
}

export function arrayOf(type: FixedType): NumericArrayConstructor {
  return TABLE[type].array;
}

export function isFixedType(type: NcType): type is FixedType {
  return type !== 'string';
}

/** Whether a type exists only in CDF-5 and NetCDF-4. */
export function isExtendedType(type: NcType): boolean {
  return isFixedType(type) && TABLE[type].code > 6;
}

export function isNumeric(values: Values | string): values is NumericArray {
  return ArrayBuffer.isView(values);
}

/** Elements [from, to); those of numeric arrays share their memory. */
export const cut = (values: Values, from: number, to: number): Values =>
  isNumeric(values) ? values.subarray(from, to) : values.slice(from, to);

/** The values of big-endian `bytes`, which are reordered in place and then belong to the result. */
export function decodeBigEndian(bytes: Uint8Array, type: FixedType): NumericArray {
  const { bytes: size, array } = TABLE[type];
  const whole = bytes.length - (bytes.length % size);
  // A typed array must start at a multiple of its element size; a view that does not is copied.
  const own = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes);
  swapBytes(whole === own.length ? own : own.subarray(0, whole), size);
  return new array(own.buffer, own.byteOffset, whole / size);
}

/**
 * Big-endian bytes of `values`, never sharing memory with them. Values of another numeric type are
 * converted; text is for `char` only. Throws `invalid` when the values cannot be of that type.
 */
export function encodeBigEndian(
  values: NumericArray | readonly number[] | string,
  type: FixedType,
): Uint8Array {
  if (typeof values === 'string') {
    if (type !== 'char') throw new NetcdfError('invalid', `Text cannot be stored as ${type}.`);
    return new TextEncoder().encode(values);
  }
  const bytes = new Uint8Array(encodeNative(values, type));
  swapBytes(bytes, TABLE[type].bytes);
  return bytes;
}

/** The bytes of `values` in this machine's order; they may share its memory. */
export function encodeNative(
  values: NumericArray | readonly number[],
  type: FixedType,
): Uint8Array {
  const native = values instanceof TABLE[type].array ? values : convert(values, type);
  return new Uint8Array(native.buffer, native.byteOffset, native.byteLength);
}

/** A new array of `type` holding `values`; between integers of 64 bits and the rest by value. */
export function convert(values: NumericArray | readonly number[], type: FixedType): NumericArray {
  const converted = new TABLE[type].array(values.length);
  if (converted instanceof BigInt64Array || converted instanceof BigUint64Array) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? 0;
      converted[i] = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
    }
    return converted;
  }
  for (let i = 0; i < values.length; i++) converted[i] = Number(values[i]);
  return converted;
}

/**
 * Up to here a loop is quicker than a Buffer around the bytes: headers are full of single numbers.
 */
const SHORT = 64;

/** Reverses the bytes of each element, in place. */
export function swapBytes(bytes: Uint8Array, size: number): void {
  if (size === 1) return;
  if (bytes.length <= SHORT) swapShort(bytes, size);
  else swapLong(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), size);
}

function swapLong(bytes: Buffer, size: number): void {
  if (size === 2) bytes.swap16();
  else if (size === 4) bytes.swap32();
  else bytes.swap64();
}

function swapShort(bytes: Uint8Array, size: number): void {
  for (let start = 0; start < bytes.length; start += size) {
    for (let low = start, high = start + size - 1; low < high; low++, high--) {
      const byte = bytes[low] ?? 0; // within the element
      bytes[low] = bytes[high] ?? 0;
      bytes[high] = byte;
    }
  }
}
