// Values that are read back from a picture, clouds as dots, and heights to choose.
import { type DayAnswer, emptyLineDay, textOfCells } from '@isobar/contract/quicklooks/day.ts';
import { byteOf } from '@isobar/contract/quicklooks/palette.ts';
import { expect, it } from 'vitest';
import { classAt, cutAt, nearestLevel, spotsOf, topsWithin, valueAt } from './day-values.ts';
import { gapText, weeksWithGaps } from './month.ts';

const range = { low: -50, high: 20, logarithmic: false };
const image = {
  kind: 'image' as const,
  axis: { name: 'height', units: 'km' },
  bottom: 0,
  top: 4,
  range,
  width: 2,
  height: 2,
  cells: textOfCells(Uint8Array.of(byteOf(-30, range), 0, byteOf(10, range), byteOf(-50, range))),
  bad: [],
  indeterminate: [],
};

it('values of a picture are those of the cell below the cursor, within half a step of the colours', () => {
  const step = 70 / 254;
  expect(Math.abs((valueAt(image, { second: 3600, height: 3 }) ?? 0) + 30)).toBeLessThan(step / 2);
  expect(Math.abs((valueAt(image, { second: 3600, height: 1 }) ?? 0) - 10)).toBeLessThan(step / 2);
  expect(valueAt(image, { second: 86_399, height: 0 })).toBe(-50);
});

it('values of a picture are null where nothing was measured and outside of the image', () => {
  expect(valueAt(image, { second: 86_399, height: 3 })).toBeNull();
  expect(valueAt(image, { second: 0, height: 5 })).toBeNull();
  expect(valueAt({ ...image, range: null }, { second: 0, height: 1 })).toBeNull();
});

it('values of a picture of a mask are names', () => {
  const classes = [{ value: 3, name: 'ice' }];
  expect(classAt({ ...image, classes }, 2.9)).toBe('ice');
  expect(classAt(image, 3)).toBe('');
});

it('the nearest level of a file is found in either order', () => {
  expect(nearestLevel([0.1, 0.4, 0.7], 0.5)).toBe(1);
  expect(nearestLevel([3, 2, 1], 0.5)).toBe(2);
  expect(nearestLevel([], 1)).toBeNull();
});

it('a cloud base in metres is a dot in an axis of kilometres', () => {
  const low = emptyLineDay().low.map((_, bin) => (bin === 720 ? 1500 : null));
  const samples = { ...emptyLineDay(), low, high: low };
  const day: DayAnswer = { longName: '', units: 'm', step: 16, every: 1, samples, reports: [] };
  const [spot] = spotsOf(day, 'km');
  expect(spot?.height).toBe(1.5);
  expect(spot?.second).toBeCloseTo(43_230, 6);
  expect(spotsOf({ ...day, units: 'hPa' }, 'km')).toEqual([]);
});

it('only heights below the top can be chosen, and none where the axis is no height', () => {
  expect(topsWithin('km', 18)).toEqual([2, 5, 12]);
  expect(topsWithin('m', 7700)).toEqual([2, 5]);
  expect(topsWithin('km', 2)).toEqual([]);
  expect(topsWithin('nm', 500)).toEqual([]);
});

it('axes are cut at the chosen height in their own units', () => {
  const axes = { values: range, heights: { bottom: 100, top: 18_000 } };
  expect(cutAt(axes, 5, 'm').heights).toEqual({ bottom: 100, top: 5000 });
  expect(cutAt(axes, null, 'm')).toBe(axes);
});

it('weeks without a plot are one line with the number of their days', () => {
  const weeks = weeksWithGaps('201901', (day) => day === '20190116');
  expect(weeks.map((week) => ('without' in week ? gapText(week.without) : 'days'))).toEqual([
    '1 to 12: 12 days without data',
    'days',
    '20 to 31: 12 days without data',
  ]);
});
