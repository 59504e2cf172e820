// Numbers beside an axis.
import { expect, it } from 'vitest';
import { byteOf, colouring, valueOfByte } from './palette.ts';
import { axisText, barTicks, niceScale, tickText } from './scale.ts';

it('a tick beside an axis is written with a minus, and a value to copy with a hyphen', () => {
  expect([-50, 0, 0.25].map(axisText)).toEqual(['−50', '0', '0.25']);
  expect(axisText(-1.2e-7)).toBe('−1.2e−7');
  expect(tickText(-50)).toBe('-50');
});

it('ticks of a narrow scale differ, however large or small their values are', () => {
  const texts = (low: number, high: number) => niceScale(low, high, 4).ticks.map(axisText);
  expect(texts(280.9991, 280.9999)).toEqual(['280.9992', '280.9994', '280.9996', '280.9998']);
  expect(texts(1_210_000, 1_290_000)).toEqual(['1.22e6', '1.24e6', '1.26e6', '1.28e6']);
  expect(texts(1.01e-5, 1.09e-5)).toEqual(['1.02e−5', '1.04e−5', '1.06e−5', '1.08e−5']);
  expect(axisText(-5e9)).toBe('−5e9');
});

it('a scale has round ticks within its ends, and room around a single value', () => {
  expect(niceScale(0, 10, 5)).toEqual({ low: 0, high: 10, ticks: [0, 2, 4, 6, 8, 10] });
  expect(niceScale(-0.3, 0.35, 5).ticks).toEqual([-0.2, 0, 0.2]);
  expect(niceScale(1003, 1031, 4).ticks).toEqual([1010, 1020, 1030]);
  expect(niceScale(100, 100, 4)).toMatchObject({ low: 95, high: 105 });
  expect(niceScale(-100, -100, 4)).toMatchObject({ low: -105, high: -95 });
  expect(niceScale(0, 0, 4)).toMatchObject({ low: -0.05, high: 0.05 });
});

it('a bar of colours has its ticks where their values are, on a logarithmic one powers of ten', () => {
  const bar = (low: number, high: number, logarithmic: boolean) =>
    barTicks({ low, high, logarithmic }).map(({ value, share }) => [
      value,
      expect.closeTo(share, 9),
    ]);
  const ticks = (low: number, high: number) => barTicks({ low, high, logarithmic: true });
  expect(bar(0, 50, false)).toEqual(
    [0, 10, 20, 30, 40, 50].map((value) => [value, expect.closeTo(value / 50, 9)]),
  );
  expect(ticks(0.001, 1).map(({ value }) => value)).toEqual([0.001, 0.01, 0.1, 1]);
  for (const { value, share } of ticks(0.001, 1))
    expect(share).toBeCloseTo(1 + Math.log10(value) / 3, 9);
  expect(ticks(3, 60).map(({ value }) => value)).toEqual([5, 10, 20, 50]);
  expect(ticks(1, 1e12).map(({ value }) => value)).toEqual([1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12]);
});

it('a value is kept in a byte within half a step of its scale, and those out of range at its ends', () => {
  for (const [scale, values] of [
    [{ low: -50, high: 20, logarithmic: false }, [-50, -49.9, -3, 0, 20]],
    [{ low: 1e-4, high: 10, logarithmic: true }, [1e-4, 3e-3, 1, 9.9, 10]],
  ] as const) {
    for (const value of values) {
      const read = valueOfByte(byteOf(value, scale), scale);
      if (scale.logarithmic) expect(Math.abs(Math.log10(read / value))).toBeLessThan(5 / 254 / 1.9);
      else expect(Math.abs(read - value)).toBeLessThan(70 / 254 / 1.9);
    }
    expect([byteOf(scale.low, scale), byteOf(scale.high, scale)]).toEqual([1, 255]);
    expect([byteOf(-1e9, scale), byteOf(1e9, scale)]).toEqual([1, 255]);
  }
});

it('an image on the scale of several days has the colours that its values have there', () => {
  const own = { low: 0, high: 10, logarithmic: false };
  const last = colouring(own, own)[255] ?? 0;
  const half = colouring(own, { ...own, high: 20 });
  expect([half[0], half[1], half[255]]).toEqual([0, 1, 1 + Math.round((last - 1) / 2)]);
  const beyond = colouring(own, { low: 4, high: 6, logarithmic: false });
  expect([beyond[1], beyond[255]]).toEqual([1, last]);
  // Of 0 to 10, byte 128 is 5: half way from 0.5 to 50 in powers of ten.
  expect(colouring(own, { low: 0.5, high: 50, logarithmic: true })[128]).toBe(
    1 + Math.round((last - 1) / 2),
  );
});
