// The value that stands for a masked one: what a variable states, or one that none of its values
// uses.
import { expect, it } from 'vitest';
import type { NumericArray } from '../dataset.ts';
import { FreeValue, knownMark } from './mask-mark.ts';

const freeOf = (type: ConstructorParameters<typeof FreeValue>[0], ...blocks: NumericArray[]) => {
  const free = new FreeValue(type);
  for (const block of blocks) free.see(block);
  return free.found;
};
const every = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

it('a free value is -9999 where the type holds it and no value is it, in whichever block it comes', () => {
  expect(freeOf('short', Int16Array.of(1, 2))).toBe(-9999);
  expect(freeOf('int', Int32Array.of(1), Int32Array.of(2))).toBe(-9999);
  expect(freeOf('int', Int32Array.of(1), Int32Array.of(-9999))).not.toBe(-9999);
});

it('a free value is one that the type holds', () => {
  expect(freeOf('byte', new Int8Array())).toBe(-127); // the fill value of the format
  expect(freeOf('ubyte', new Uint8Array())).toBe(255);
  expect(freeOf('ubyte', Uint8Array.of(255))).toBe(0);
  expect(freeOf('int64', BigInt64Array.of(-9999n))).toBe(-9223372036854775806n);
  expect(freeOf('uint64', BigUint64Array.of(1n))).toBe(18446744073709551614n);
});

it('a free value is the only one that is left of a small type, and none where every value is used', () => {
  const all = every(-128, 256);
  expect(freeOf('byte', Int8Array.from(all.filter((value) => value !== 77)))).toBe(77);
  expect(freeOf('byte', Int8Array.from(all))).toBeUndefined();
  expect(
    freeOf('byte', Int8Array.from(all.slice(0, 100)), Int8Array.from(all.slice(100))),
  ).toBeUndefined();
  const shorts = every(-32768, 65536);
  expect(freeOf('short', Int16Array.from(shorts.filter((value) => value !== 12345)))).toBe(12345);
  expect(freeOf('short', Int16Array.from(shorts))).toBeUndefined();
});

it('a free value is watched for among 256 values of a large type', () => {
  const low = -2147483648;
  const usual = [-9999, -2147483647, 2147483647, -999, -99999];
  // The usual ones, and as many from the lowest on as are 256 together; the second lowest is usual,
  // too.
  const used = (count: number) => Int32Array.of(...usual, ...every(low, count));
  expect(freeOf('int', used(251))).toBe(low + 251);
  expect(freeOf('int', used(252))).toBeUndefined();
});

/** Of a variable with these attributes, all of them -5. */
const of = (type: Parameters<typeof knownMark>[0]['type'], ...names: string[]) => {
  const value = Int16Array.of(-5);
  return knownMark({ type, attributes: names.map((name) => ({ name, type: 'short', value })) });
};

it('a known mark is -9999 in floating numbers, and what a packed or whole one states', () => {
  expect(of('float')).toBe(-9999);
  expect(of('double', 'missing_value')).toBe(-9999);
  expect(of('float', 'scale_factor', 'missing_value')).toBe(-5);
  expect(of('double', 'add_offset')).toBe(-9999);
  expect(of('short', '_FillValue')).toBe(-5);
  expect(of('short')).toBe('choose');
  expect(of('char')).toBeUndefined();
  expect(of('string')).toBeUndefined();
});
