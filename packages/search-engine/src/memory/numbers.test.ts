// Reading outside of a list is an error, for every kind of list; counters count, and become starts.
import { expect, it } from 'vitest';
import {
  addAt,
  byteAt,
  floatAt,
  intAt,
  numberAt,
  offsetAt,
  ordinalAt,
  sumUp,
  takeAt,
} from './numbers.ts';

it('a list of numbers gives the number at a place, also a zero, and none outside', () => {
  const reads = [
    (at: number) => intAt(Int32Array.of(7, 0), at),
    (at: number) => byteAt(Uint8Array.of(7, 0), at),
    (at: number) => floatAt(Float64Array.of(7, 0), at),
    (at: number) => ordinalAt(Uint16Array.of(7, 0), at),
    (at: number) => offsetAt(Float64Array.of(7, 0), at),
    (at: number) => numberAt([7, 0], at),
  ];
  for (const read of reads) {
    expect([read(0), read(1)]).toEqual([7, 0]);
    for (const at of [-1, 2, Number.NaN])
      expect(() => read(at)).toThrow(`There is no number at ${at} of 2.`);
  }
});

it('counters of a list of numbers count', () => {
  const counters = Int32Array.of(1, 0);
  addAt(counters, 1, 5);
  expect([takeAt(counters, 1), takeAt(counters, 1), ...counters]).toEqual([5, 6, 1, 7]);
  expect(() => addAt(counters, 2, 1)).toThrow(RangeError);
  expect(() => takeAt(counters, 2)).toThrow(RangeError);
});

it('a list of numbers makes starts of counts', () => {
  const counts = Int32Array.of(0, 2, 0, 3);
  sumUp(counts);
  expect([...counts]).toEqual([0, 2, 2, 5]);
});
