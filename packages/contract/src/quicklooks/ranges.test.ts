// Shared axes, round ticks, colours, and days made small.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';
import { cellsOf, type DaySummary, emptyLineDay, smallDay, textOfCells } from './day.ts';
import { byteOf, colouring, PALETTES, valueOfByte } from './palette.ts';
import { heightsOf, imageRange, rangeBetween, rangeOfDay, sharedRange } from './ranges.ts';
import { barTicks, niceScale, tickText } from './scale.ts';
import { linePath, placeBetween, profilePath } from './trace.ts';

const AREA = { left: 0, top: 0, width: 240, height: 100 };
const lineOf = (values: readonly (number | null)[], bad: [number, number][] = []): DaySummary => ({
  longName: '',
  units: 'degC',
  step: 60,
  every: 1,
  samples: { ...emptyLineDay(), low: [...values], high: [...values], bad },
});
const imageOf = (low: number, high: number, bottom: number, top: number): DaySummary => ({
  longName: '',
  units: 'dBZ',
  step: 60,
  every: 1,
  samples: {
    kind: 'image',
    axis: { name: 'height', units: 'km' },
    bottom,
    top,
    range: rangeBetween(low, high, true),
    width: 480,
    height: 160,
    cells: textOfCells(Uint8Array.from({ length: 480 * 160 }, (_, i) => i % 256)),
    bad: [[4, 9]],
    indeterminate: [],
  },
});

it('ranges of days that share an axis hold all their good values; bad ones only where there are no others', () => {
  const days = [lineOf([1, null, 5], [[0, 900]]), lineOf([-2, 3])];
  expect(sharedRange(days)).toMatchObject({ low: -2, high: 5, logarithmic: false });
  expect(rangeOfDay(lineOf([null], [[0, 900]]))).toMatchObject({ low: 900, high: 900 });
  expect(rangeOfDay(lineOf([null]))).toBeNull();
  expect(sharedRange([{ ...lineOf([]), samples: null }])).toBeNull();
});

it('colours of an image leave out the outermost hundredth of its values', () => {
  const values = Array.from({ length: 1000 }, (_, n) => 999 - n);
  expect(imageRange(values, 'K')).toEqual({ low: 10, high: 990, logarithmic: false });
  expect(imageRange([], 'K')).toBeNull();
});

it('colours of an image are logarithmic where half of the values would have one colour of a linear scale', () => {
  const counts = Array.from({ length: 1000 }, (_, n) => 0.01 + (n / 1000) ** 9);
  expect(imageRange([...counts], 'count/us')?.logarithmic).toBe(true);
  const even = counts.map((_, n) => 0.01 + n / 1000);
  expect(imageRange(even, 'count/us')?.logarithmic).toBe(false);
  const narrow = counts.map((count) => 1 + count);
  expect(imageRange(narrow, 'count/us')?.logarithmic).toBe(false);
  const signed = counts.map((count) => count - 0.2);
  expect(imageRange(signed, 'count/us')?.logarithmic).toBe(false);
});

it('noise around 0 is below the lowest colour of what is positive', () => {
  const noisy = Array.from({ length: 1000 }, (_, n) =>
    n < 700 ? (n - 200) / 500 : (n - 699) / 10,
  );
  expect(imageRange([...noisy], '1/(sr km)')).toEqual({
    ...{ low: 0.1, high: 29.1, logarithmic: true },
  });
  const zero = noisy.map((value, n) => (n < 700 ? 0 : value));
  expect(imageRange(zero, '1')).toEqual({ low: 0.0291, high: 29.1, logarithmic: true });
});

it.each([
  ['a ratio that is small but in clouds', (n: number) => (n < 900 ? 0.02 + n / 1e5 : 0.35)],
  ['signed values with a few far away', (n: number) => (n < 960 ? (n - 480) / 1000 : 40 - n)],
  ['kelvins with a few far away', (n: number) => (n < 970 ? 280 + n / 1000 : 320)],
  ['counts', (n: number) => 0.01 + (n / 1000) ** 9],
  ['noise around 0 with some clouds', (n: number) => (n < 900 ? (n - 400) / 900 : n)],
  ['a cosine', (n: number) => Math.cos(n)],
])('%s has most of the colours', (_, valueAt) => {
  const values = Array.from({ length: 1000 }, (_, n) => valueAt(n));
  const range = imageRange([...values], '1');
  if (!range) return expect.unreachable('there are values');
  const bytes = values.map((value) => byteOf(value, range)).toSorted((a, b) => a - b);
  // Nine tenths of the values take more than a sixth of the colours.
  expect((bytes[950] ?? 0) - (bytes[50] ?? 0)).toBeGreaterThan(42);
});

it('reflectivity has the colours of clouds, or those of rain where a hundredth is heavy', () => {
  const noise = Array.from({ length: 990 }, (_, n) => -60 + n / 40);
  expect(imageRange([...noise, 15, 18], 'dBZ')).toMatchObject({ low: -50, high: 20 });
  expect(imageRange([...noise, ...Array(20).fill(45)], 'dBZ')).toMatchObject({
    ...{ low: -10, high: 60 },
  });
});

it('ranges of images are logarithmic where they are wide', () => {
  expect(sharedRange([imageOf(1, 2, 0, 15), imageOf(1, 5000, 0, 20)])).toEqual({
    low: 1,
    high: 5000,
    logarithmic: true,
  });
  expect(sharedRange([imageOf(-1, 5000, 0, 15)])?.logarithmic).toBe(false);
  expect(sharedRange([imageOf(-9, 9, 0, 15), imageOf(0.1, 150, 0, 15)])?.logarithmic).toBe(false);
  expect(sharedRange([imageOf(-1, 2, 0, 15), imageOf(1, 5000, 0, 15)])).toEqual({
    ...{ low: 1, high: 5000, logarithmic: true },
  });
  const crowded = imageOf(1, 50, 0, 15);
  if (crowded.samples?.kind === 'image' && crowded.samples.range)
    crowded.samples.range = { ...crowded.samples.range, logarithmic: true };
  expect(sharedRange([imageOf(2, 60, 0, 15), crowded])).toEqual({
    low: 1,
    high: 60,
    logarithmic: true,
  });
  expect(heightsOf([imageOf(1, 2, 0.1, 15), imageOf(1, 2, 0, 20)])).toEqual({
    bottom: 0,
    top: 20,
  });
  expect(heightsOf([lineOf([1])])).toBeNull();
});

it.each([
  [0, 10, [0, 2, 4, 6, 8, 10]],
  [-0.03, 0.04, [-0.02, 0, 0.02, 0.04]],
  [987, 1013, [990, 1000, 1010]],
])('%d to %d has round ticks', (low, high, ticks) => {
  expect(niceScale(low, high, 5).ticks).toEqual(ticks);
});

it('a scale gives room around a single value, and writes ticks shortly', () => {
  const { low, high } = niceScale(5, 5, 5);
  expect(low).toBeLessThan(5);
  expect(high).toBeGreaterThan(5);
  expect([0, 0.25, 1013, 1.2e-7, 5e9].map(tickText)).toEqual([
    '0',
    '0.25',
    '1013',
    '1.2e-7',
    '5e9',
  ]);
});

it('a colour bar has powers of ten where the scale is logarithmic', () => {
  const ticks = barTicks({ low: 1e-7, high: 1e-3, logarithmic: true });
  expect(ticks.map(({ value }) => value)).toEqual([1e-7, 1e-6, 1e-5, 1e-4, 1e-3]);
  const few = barTicks({ low: 0.017, high: 0.36, logarithmic: true });
  expect(few.map(({ value }) => value)).toEqual([0.02, 0.05, 0.1, 0.2]);
  expect(few.every(({ share }) => share > 0 && share < 1)).toBe(true);
  const one = barTicks({ low: 2, high: 3, logarithmic: true });
  expect(one).toEqual([{ value: 2, share: 0 }]);
});

it('a byte stands for its value to less than a step of the scale, on another scale too', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (low, width, share) => {
        const range = rangeBetween(low, low + width, true);
        const value = low + share * (range.high - range.low);
        const byte = byteOf(value, range);
        expect(byte).toBeGreaterThanOrEqual(1);
        expect(byte).toBeLessThanOrEqual(255);
        if (!range.logarithmic)
          expect(Math.abs(valueOfByte(byte, range) - value)).toBeLessThanOrEqual(width / 250);
        const wide = { ...range, low: range.low - width, high: range.high + width };
        if (range.logarithmic) return;
        const colour = colouring(range, { ...wide, logarithmic: false })[byte] ?? 0;
        expect(Math.abs((colour - 1) / 239 - (1 + share) / 3)).toBeLessThan(0.01);
      },
    ),
    { numRuns: 200 },
  );
});

it('colours grow lighter with the value in both themes, so that they are distinct without hue', () => {
  for (const palette of Object.values(PALETTES)) {
    const lightness = palette.map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b);
    expect(lightness.every((one, i) => i === 0 || one >= (lightness[i - 1] ?? 0) - 0.5)).toBe(true);
  }
  expect(colouring(rangeBetween(0, 1, true), rangeBetween(0, 1, true))[0]).toBe(0);
});

it('bytes as text are as everybody else writes them, and come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(text, bytes.length)).toEqual(new Uint8Array(bytes));
    }),
    { numRuns: 200 },
  );
  expect(fromBase64('', 3)).toEqual(new Uint8Array(3));
});

it('small days keep the extremes of a line, and its gaps', () => {
  const values = Array.from({ length: 1440 }, (_, i) => (i >= 600 && i < 720 ? null : i % 100));
  const small = smallDay(
    lineOf(values, [
      [100, 900],
      [101, 901],
    ]),
  ).samples;
  if (small?.kind !== 'line') return expect.unreachable('it is a line');
  expect(small.low).toHaveLength(240);
  expect(Math.max(...small.high.map((one) => one ?? 0))).toBe(99);
  expect(small.low.slice(100, 120)).toEqual(new Array(20).fill(null));
  expect(small.bad).toEqual([[16, 901]]);
});

it('small days keep an image in a quarter of its cells each way', () => {
  const small = smallDay(imageOf(0, 10, 0, 15)).samples;
  if (small?.kind !== 'image') return expect.unreachable('it is an image');
  expect(cellsOf(small)).toHaveLength(120 * 60);
  expect(small.bad).toEqual([[1, 3]]);
  expect(small.top).toBe(15);
});

it('small days thin an ascent, and keep its top', () => {
  const at = Array.from({ length: 240 }, (_, i) => i / 10);
  const day: DaySummary = {
    ...lineOf([]),
    samples: {
      kind: 'profile',
      axis: { name: 'alt', units: 'km' },
      ascents: [{ start: 0, samples: 240, at, values: at, bad: [239], indeterminate: [] }],
    },
  };
  const { samples } = smallDay(day);
  if (samples?.kind !== 'profile') return expect.unreachable('it is a profile');
  expect(samples.ascents[0]?.at.length).toBeLessThanOrEqual(61);
  expect(samples.ascents[0]?.at.at(-1)).toBe(23.9);
  expect(samples.ascents[0]?.bad).toHaveLength(1);
});

it('paths break where values are missing, and never hold what is no number', () => {
  const place = placeBetween({ low: 0, high: 10 });
  const samples = {
    ...emptyLineDay(),
    low: [1, 2, null, null, null, null, 9],
    high: [1, 2, null, null, null, null, 1e300],
  };
  const path = linePath(samples, 1, AREA, place);
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path).not.toMatch(/NaN|Infinity|e\+/);
  const ascent = {
    start: 0,
    samples: 3,
    at: [0, 1, 2],
    values: [1, null, 3],
    bad: [],
    indeterminate: [],
  };
  expect(profilePath(ascent, AREA, place, place).match(/M/g)).toHaveLength(2);
});
