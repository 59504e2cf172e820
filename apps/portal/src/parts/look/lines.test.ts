// The range of the vertical axis of a line: what is kept, and what is left out where both can be
// read; and the line itself.
import { expect, it } from 'vitest';
import { drawnExtremes, type Lines, meanPath } from './lines.ts';

const point = (mean: number) => ({ time: 0, n: 1, mean, low: mean, high: mean });
const range = (kept: readonly number[], left: readonly number[]) => {
  const lines: Lines = { kept: kept.map(point), left: left.map(point), gaps: [], reach: 60 };
  return drawnExtremes(lines);
};

it('values that are left out are inside the axis, unless they are far away', () => {
  expect(range([5, 10], [17, 6])).toEqual({ low: 5, high: 17 });
  expect(range([5, 10], [-9999])).toEqual({ low: 5, high: 10 });
  expect(range([], [3, 4])).toEqual({ low: 3, high: 4 });
  expect(range([], [])).toBeNull();
});

it('what is kept has a quarter of the height at least', () => {
  expect(range([0, 2.5], [10])).toEqual({ low: 0, high: 10 });
  expect(range([0, 2.4], [10])).toEqual({ low: 0, high: 2.4 });
});

it('a line begins with a point of its own, is broken where times are too far apart, and is one where no step is known', () => {
  const points = [0, 60, 600].map((time) => ({ ...point(time / 60), time }));
  const same = { x: (time: number) => time, y: (value: number) => value };
  expect(meanPath(points, 120, same)).toBe('M0 0h0L60 1M600 10h0');
  expect(meanPath(points, Number.POSITIVE_INFINITY, same)).toBe('M0 0h0L60 1L600 10');
  expect(meanPath([], Number.POSITIVE_INFINITY, same)).toBe('');
});
