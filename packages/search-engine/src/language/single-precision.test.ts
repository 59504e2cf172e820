// The shortest digits of a single-precision number.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortest } from './single-precision.ts';

it.each([
  [0, 0],
  [1.5, 1.5],
  [0.1, 0.1],
  [-0.3, -0.3],
  [16_777_216, 16_777_216],
  [3.4028235e38, 3.4028235e38],
  [1.2345678, 1.2345678],
  [123_456.79, 123_456.79],
])('%d in single precision is written as %d', (value, expected) => {
  expect(shortest(Math.fround(value))).toBe(expected);
});

it('the digits give the same number, and none shorter does from six on', () => {
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const short = shortest(value);
      expect(Math.fround(short) === value).toBe(true);
      const digits = [6, 7, 8, 9].find((n) => Math.fround(Number(value.toPrecision(n))) === value);
      expect(short === Number(value.toPrecision(digits ?? 9))).toBe(true);
    }),
  );
});
