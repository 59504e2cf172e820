// Which stored numbers are times: neither fill values nor dates that no calendar has, and texts as
// the numbers that they name.
import { expect, it } from 'vitest';
import type { NcType } from '../dataset.ts';
import { secondsOf, storedTimes } from './stored-times.ts';

const stored = (type: NcType) => storedTimes({ type, attributes: [] });

it('a time is none where nothing was written, in the type of its variable', () => {
  expect(stored('double')(9.969209968386869e36)).toBeNaN();
  expect(stored('double')(1e37)).toBeNaN();
  expect(stored('double')(-1e37)).toBeNaN();
  expect(stored('int')(-2_147_483_647)).toBeNaN();
  expect(stored('byte')(-127)).toBe(-127);
  expect(stored('string')('0')).toBe(0);
  expect(stored('string')('soon')).toBeNaN();
  expect(stored('double')(undefined)).toBeNaN();
});

it('a time has a date up to 8.64e12 seconds from 1970, that moment included', () => {
  const units = { secondsPerUnit: 1, epochSeconds: 0 };
  const values = Float64Array.of(8.64e12, -8.64e12, 8.64e12 + 1, -8.64e12 - 1);
  expect([...secondsOf(values, stored('double'), units)]).toEqual([
    ...[8.64e12, -8.64e12, Number.NaN, Number.NaN],
  ]);
});

it('times of an axis without attributes are those of each of its numbers, in every unit', () => {
  const numbers = [
    0,
    -1.5,
    Number.NaN,
    Infinity,
    9.969209968386869e36,
    -1e37,
    1e36,
    8.64e12,
    1e-300,
  ];
  for (const secondsPerUnit of [1, 60, 1e-9, 1e-30, -86_400]) {
    const units = { secondsPerUnit, epochSeconds: 1e9 };
    const each = numbers.map((number) => secondsOf([String(number)], stored('double'), units)[0]);
    expect([...secondsOf(Float64Array.from(numbers), stored('double'), units)]).toEqual(each);
  }
});
