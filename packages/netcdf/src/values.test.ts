// How stored bytes become the numbers and texts that were measured: each type beside DataView, and
// packing as its conventions describe it.
import { expect, it } from 'vitest';
import { numberAttribute, numbersAttribute, textAttribute } from './attribute.ts';
import type { Attribute, NcType, NumericArray } from './dataset.ts';
import {
  arrayOf,
  convert,
  cut,
  decodeBigEndian,
  encodeBigEndian,
  encodeNative,
  type FixedType,
  isExtendedType,
  typeBytes,
  typeCode,
  typeOfCode,
} from './element.ts';
import { held, item } from './held.ts';
import { nearMisses } from './near-misses.ts';
import { bytesOf, fillNumbers, listed, putNumber, setNumbers } from './numeric-array.ts';
import { bytesTogether, giveBack, OneMemory } from './one-memory.ts';
import { unpacked, unpackedNow, unpackingOf } from './packing.ts';
import { charRows, decodeText, decodeUtf8, encodeUtf8 } from './text-bytes.ts';

type Put = (view: DataView, at: number, value: number) => void;
/** Bytes of an element, how DataView writes it, and numbers that the type holds. */
const TYPES: Readonly<Record<FixedType, readonly [bytes: number, put: Put, values: number[]]>> = {
  byte: [1, (view, at, value) => view.setInt8(at, value), [-128, -1, 0, 127]],
  char: [1, (view, at, value) => view.setUint8(at, value), [0, 65, 255]],
  short: [2, (view, at, value) => view.setInt16(at, value), [-32768, -2, 258]],
  int: [4, (view, at, value) => view.setInt32(at, value), [-(2 ** 31), 66051, 7]],
  float: [4, (view, at, value) => view.setFloat32(at, value), [-0.5, 2 ** 70, Math.fround(0.1)]],
  double: [8, (view, at, value) => view.setFloat64(at, value), [0.1, -1e300, 1 / 3]],
  ubyte: [1, (view, at, value) => view.setUint8(at, value), [0, 200, 255]],
  ushort: [2, (view, at, value) => view.setUint16(at, value), [65535, 258, 1]],
  uint: [4, (view, at, value) => view.setUint32(at, value), [4294967295, 66051, 1]],
  int64: [8, (view, at, value) => view.setBigInt64(at, BigInt(value)), [-(2 ** 53), 2 ** 40, -1]],
  uint64: [8, (view, at, value) => view.setBigUint64(at, BigInt(value)), [2 ** 63, 2 ** 40, 1]],
};
const NAMES = Object.keys(TYPES) as FixedType[];
const numbers = (values: NumericArray): number[] => Array.from(values as Float64Array, Number);

it.each(NAMES)(
  'numbers in big-endian bytes are those of DataView, of few and many elements: %s',
  (type) => {
    const [size, put, some] = TYPES[type];
    for (const count of [1, 64 / size, 64 / size + 1, 1000]) {
      const values = Array.from({ length: count }, (_, n) => some[n % some.length] ?? 0);
      const bytes = new Uint8Array(count * size);
      const view = new DataView(bytes.buffer);
      for (const [n, value] of values.entries()) put(view, n * size, value);
      expect(encodeBigEndian(values, type)).toEqual(bytes);
      const own = convert(values, type);
      expect(encodeBigEndian(own, type)).toEqual(bytes);
      expect(numbers(own)).toEqual(values);
      // Behind one byte of something else, where no typed array of larger elements can begin, and
      // before half an element.
      const apart = Uint8Array.from([1, ...bytes, ...new Uint8Array(size - 1)]);
      expect(numbers(decodeBigEndian(apart.subarray(1), type))).toEqual(values);
      expect(numbers(decodeBigEndian(bytes, type))).toEqual(values);
    }
    expect(typeBytes(type)).toBe(size);
    expect(typeOfCode(typeCode(type))).toBe(type);
    expect(new (arrayOf(type))(1).byteLength).toBe(size);
  },
);

it('numbers in big-endian bytes have the numbers of the classic format and of CDF-5 for their types', () => {
  expect(NAMES.map(typeCode)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const added = ['ubyte', 'ushort', 'uint', 'int64', 'uint64'];
  expect(NAMES.filter((type) => isExtendedType(type))).toEqual(added);
  expect([isExtendedType('string'), typeOfCode(12), typeBytes('string')]).toEqual([
    false,
    undefined,
    8,
  ]);
});

it('numbers in big-endian bytes take text as characters only, and integers of 64 bits by their value', () => {
  expect(encodeBigEndian('né', 'char')).toEqual(Uint8Array.of(110, 0xc3, 0xa9));
  expect(() => encodeBigEndian('1', 'int')).toThrow(/cannot be stored as int/);
  expect(convert([1.9, -1.9], 'int64')).toEqual(BigInt64Array.of(1n, -1n));
  expect(convert(BigInt64Array.of(-3n), 'double')).toEqual(Float64Array.of(-3));
  expect(convert(BigUint64Array.of(3n), 'int64')).toEqual(BigInt64Array.of(3n));
  const shared = Int16Array.of(1, 2, 3);
  expect(encodeNative(shared.subarray(1), 'short').buffer).toBe(shared.buffer);
  expect(encodeNative(shared.subarray(1), 'short')).toHaveLength(4);
  expect(cut(shared, 1, 3)).toEqual(Int16Array.of(2, 3));
  expect(cut(['a', 'b', 'c'], 1, 3)).toEqual(['b', 'c']);
});

it('numbers in big-endian bytes go from arrays to arrays of any type', () => {
  const wide = new BigInt64Array(4);
  setNumbers(wide, Int16Array.of(7), 1);
  setNumbers(wide, BigInt64Array.of(8n), 2);
  putNumber(wide, 3, 9);
  expect(wide).toEqual(BigInt64Array.of(0n, 7n, 8n, 9n));
  const plain = new Float32Array(4);
  setNumbers(plain, BigUint64Array.of(7n), 1);
  setNumbers(plain, Int8Array.of(-8), 2);
  putNumber(plain, 3, 9n);
  expect(plain).toEqual(Float32Array.of(0, 7, -8, 9));
  fillNumbers(wide, -1);
  fillNumbers(plain, 2n);
  expect([listed(wide), listed(plain)]).toEqual(['-1, -1, -1, -1', '2, 2, 2, 2']);
  const letters = Uint8Array.of(1, 2);
  expect(bytesOf(letters)).toBe(letters);
  expect(bytesOf(Int16Array.of(1, 2).subarray(1))).toHaveLength(2);
  expect(() => bytesOf(['a'])).toThrow(/no bytes/);
});

it('numbers in big-endian bytes are laid out in one memory, each where numbers may begin, and large memory is given back', () => {
  const all = [Uint8Array.of(1, 2, 3), Float64Array.of(4), ['text'], Int16Array.of(5)];
  expect(bytesTogether(all)).toBe(24);
  const memory = new OneMemory(new ArrayBuffer(24));
  const own = all.map((values) => memory.add(values));
  expect(own).toEqual(all);
  expect(own.flatMap((values) => ('byteOffset' in values ? values.byteOffset : []))).toEqual([
    0, 8, 16,
  ]);
  expect(() => memory.add(Uint8Array.of(1))).toThrow();
  const [small, large] = [new Uint8Array(2 ** 20 - 1), new Uint8Array(2 ** 20)];
  const shared = new Uint8Array(new SharedArrayBuffer(2 ** 20));
  giveBack([small, ['text'], shared, large]);
  expect([small.length, shared.length, large.length]).toEqual([2 ** 20 - 1, 2 ** 20, 0]);
});

const attribute = (name: string, value: number | string, type: NcType): Attribute =>
  typeof value === 'string'
    ? { name, type: 'char', value }
    : { name, type, value: convert([value], type as FixedType) };
const variable = (
  type: NcType,
  attributes: Readonly<Record<string, number | string>>,
  as: NcType = 'double',
) => ({
  type,
  attributes: Object.entries(attributes).map(([name, value]) =>
    attribute(name, value, name.endsWith('alue') ? type : as),
  ),
});
const read = (of: ReturnType<typeof variable>, ...stored: number[]) => {
  const values = unpackedNow(unpackingOf(of), convert(stored, of.type as FixedType));
  return Array.from(values as Float64Array, Number);
};

it('packed numbers are stored times scale plus offset, with the decimals that both have', async () => {
  const of = variable('short', { scale_factor: 0.01, add_offset: 273.15, missing_value: -1 });
  expect(read(of, 1234, 0, -1, -27315)).toEqual([285.49, 273.15, -9999, 0]);
  expect(unpackingOf(of)?.told).toBe('unpacked: stored × 0.01 + 273.15');
  // Whether all at once or in pieces.
  const many = Int16Array.from({ length: 70_000 }, (_, n) => n % 1000);
  expect(await unpacked(unpackingOf(of), many)).toEqual(unpackedNow(unpackingOf(of), many));
  expect(read(variable('int', { add_offset: -5 }), 3)).toEqual([-2]);
  expect(unpackingOf(variable('int', { add_offset: -5 }))?.told).toBe('unpacked: stored - 5');
  expect(read(variable('int', { scale_factor: 1 / 3 }), 1, 2)).toEqual([1 / 3, 2 / 3]);
  expect(read(variable('double', { scale_factor: 0.01 }), 1234.5)).toEqual([1234.5 * 0.01]);
  expect(read(variable('int64', { scale_factor: 0.1 }), 3, 2 ** 53)).toEqual([0.3, 2 ** 53 * 0.1]);
});

it('packed numbers are those that are stored without a scale, with a scale of 1, and for text', () => {
  for (const plain of [
    variable('short', {}),
    variable('short', { scale_factor: 1, add_offset: 0 }),
    variable('short', { scale_factor: Number.NaN }),
    variable('char', { scale_factor: 2 }),
    variable('string', { scale_factor: 2 }),
  ])
    expect(unpackingOf(plain)).toBeUndefined();
  const values = Int16Array.of(1);
  expect(unpackedNow(undefined, values)).toBe(values);
  const texts = ['a'];
  expect(unpackedNow(unpackingOf(variable('short', { scale_factor: 2 })), texts)).toBe(texts);
});

it('packed numbers are single where scale and offset are, except 32-bit integers with an offset', () => {
  const single = (type: NcType, attributes: Record<string, number>, as: NcType = 'float') =>
    unpackingOf(variable(type, attributes, as))?.isSingle;
  expect(single('short', { scale_factor: 0.5 })).toBe(true);
  expect(single('short', { scale_factor: 0.5 }, 'double')).toBe(false);
  expect(single('short', { scale_factor: 0.5, add_offset: 2 })).toBe(true);
  expect(single('int', { scale_factor: 0.5, add_offset: 2 })).toBe(false);
  expect(single('short', { add_offset: 2 })).toBe(false);
  const of = variable('short', { scale_factor: 0.01 }, 'float');
  expect(unpackedNow(unpackingOf(of), Int16Array.of(1234))).toEqual(Float32Array.of(12.34));
  expect(unpackingOf(of)?.told).toBe('unpacked: stored × 0.01');
});

it('packed numbers have the sign that _Unsigned states, over the whole range of the type', () => {
  const unsigned = { _Unsigned: 'true' };
  expect(read(variable('byte', unsigned), -1, -128, 127)).toEqual([255, 128, 127]);
  expect(read(variable('short', unsigned), -1, -32768)).toEqual([65535, 32768]);
  expect(read(variable('int64', unsigned), -(2 ** 62))).toEqual([2 ** 64 - 2 ** 62]);
  const signed = { _Unsigned: ' False ' };
  expect(read(variable('ubyte', signed), 255, 128, 127)).toEqual([-1, -128, 127]);
  expect(read(variable('uint64', signed), 2 ** 63)).toEqual([-(2 ** 63)]);
  expect(unpackingOf(variable('byte', unsigned))?.told).toBe(
    'unpacked: stored byte read as unsigned',
  );
  expect(unpackingOf(variable('ubyte', signed))?.told).toBe(
    'unpacked: stored ubyte read as signed',
  );
  for (const same of [
    variable('ubyte', unsigned),
    variable('byte', signed),
    variable('float', unsigned),
    variable('byte', { _Unsigned: 'maybe' }),
  ])
    expect(unpackingOf(same)).toBeUndefined();
  const all = variable('byte', { ...unsigned, scale_factor: 0.5, _FillValue: -1 });
  expect(read(all, -1, -2)).toEqual([-9999, 127]);
  expect(unpackingOf(all)?.isSingle).toBe(false);
});

it('packed numbers are missing where the stored number is what the variable states, in the precision of its type', () => {
  const gap = variable('float', { scale_factor: 2, missing_value: '-999.9' });
  expect(read(gap, -999.9, 1, Number.NaN)).toEqual([Number.NaN, 2, Number.NaN]);
  const wide = variable('int64', { scale_factor: 2, _FillValue: -7 });
  expect(read(wide, 7)).toEqual([14]);
});

it('packed numbers have -9999 for what is missing unless that may be measured', () => {
  const mark = (type: NcType, attributes: Record<string, number | string>) =>
    unpackingOf(variable(type, attributes))?.missing;
  expect(mark('byte', { scale_factor: 78 })).toBe(-9999); // -9984 is the least
  expect(mark('byte', { scale_factor: 79 })).toBeNaN();
  expect(mark('ubyte', { scale_factor: 1, add_offset: -9999 })).toBeNaN();
  expect(mark('ubyte', { scale_factor: -1, add_offset: -9999.5 })).toBe(-9999);
  expect(mark('short', { scale_factor: 1, _Unsigned: 'true' })).toBe(-9999);
  expect(mark('ushort', { scale_factor: 1, _Unsigned: 'false' })).toBeNaN();
  expect(mark('float', { scale_factor: 2 })).toBeNaN();
});

const of = {
  attributes: [
    { name: 'range', type: 'char', value: '1.5, 2  3' },
    { name: 'words', type: 'char', value: '1 or 2' },
    { name: 'empty', type: 'char', value: '' },
    { name: 'texts', type: 'string', value: ['4', '5'] },
    { name: 'big', type: 'int64', value: BigInt64Array.of(6n, 7n) },
  ] satisfies Attribute[],
};
it('attributes are numbers where they are stored as such or are texts of nothing else', () => {
  expect(
    ['range', 'words', 'empty', 'texts', 'big', 'none'].map((name) => numbersAttribute(of, name)),
  ).toEqual([[1.5, 2, 3], undefined, undefined, [4, 5], [6, 7], undefined]);
  expect([numberAttribute(of, 'big'), numberAttribute(of, 'words')]).toEqual([6, undefined]);
});
it('attributes are texts, several joined, and no numbers', () => {
  expect(['words', 'texts', 'big', 'none'].map((name) => textAttribute(of, name))).toEqual([
    '1 or 2',
    '4, 5',
    undefined,
    undefined,
  ]);
});

it('text in bytes is UTF-8 where that is valid and Latin-1 elsewhere, without the NULs at its end', () => {
  expect(decodeText(Uint8Array.of(0xc2, 0xb0, 67, 0, 0))).toBe('°C');
  expect(decodeText(Uint8Array.of(0xb0, 67, 0, 65))).toBe('°C\0A');
  expect(decodeText(Uint8Array.of(0, 0))).toBe('');
  expect(decodeText(encodeUtf8('\ufeffa'))).toBe('\ufeffa');
  expect(decodeUtf8(Uint8Array.of(0xb0))).toBeUndefined();
});

it('text in bytes is one text for each row of characters', () => {
  expect(charRows(encodeUtf8('ab\0cd\0'), 3)).toEqual(['ab', 'cd']);
  expect(charRows(encodeUtf8('abcd'), 3)).toEqual(['abc', 'd']);
  expect(charRows(encodeUtf8('ab'), 0)).toEqual([]);
});

it('near misses of a name are equal but for case, hold one another, or are a few letters apart, nearest first', () => {
  const names = ['temp_mean', 'Temperature', 'rh_mean', 'temp_meam', 'TEMP_MEAN', 'pres'];
  expect(nearMisses('temp_mean', names)).toEqual(['temp_mean', 'TEMP_MEAN', 'temp_meam']);
  expect(nearMisses('temp', names)).toEqual(['temp_mean', 'Temperature', 'temp_meam']);
  expect(nearMisses('rh', ['rh_mean', 'th', 'rhx', 'abcde'])).toEqual(['th', 'rhx']);
  expect(nearMisses('pers', ['pres', 'xxxx', 'per'])).toEqual(['per', 'pres']);
  expect(nearMisses('kitten', ['sitting', 'mitten', 'sit'])).toEqual(['mitten']);
  expect(nearMisses('abcdefghi', ['xbcdxfghx', 'xbxdxfghx'])).toEqual(['xbcdxfghx']);
  expect(nearMisses('x', ['a1', 'b2', 'c3', 'd4'], 2)).toHaveLength(2);
});

it('what is not there is an error, and no value', () => {
  const map = new Map([['a', 0]]);
  expect(held(map, 'a')).toBe(0);
  expect(() => held(map, 'b')).toThrow('b is not there');
  expect(item([0], 0)).toBe(0);
  expect(() => item([0], 1)).toThrow('there is no number 1');
});
