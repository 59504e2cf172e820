// Days as paths: strokes, gaps, marks that are apart, and values beyond the axis.
import { expect, it } from 'vitest';
import type { LineDay, ProfileDay } from './day.ts';
import {
  cross,
  lineMarks,
  linePath,
  placeBetween,
  profileMarks,
  profilePath,
  ring,
  x,
  y,
} from './trace.ts';

/** Ten pixels a bin of four, a hundred pixels high. */
const AREA = { left: 10, top: 20, width: 40, height: 100 };
const place = placeBetween({ low: 0, high: 10 });
const line = (low: readonly (number | null)[], high = low): LineDay => ({
  ...{ kind: 'line', low: [...low], high: [...high], bad: [], indeterminate: [] },
});
const ascentOf = (at: number[], values: (number | null)[]): ProfileDay['ascents'][number] => ({
  ...{ start: 0, samples: at.length, at, values, bad: [], indeterminate: [] },
});

it('shares are places in pixels, from the left and from the bottom, to a tenth of a pixel', () => {
  expect([x(AREA, 0), x(AREA, 1), y(AREA, 0), y(AREA, 1)]).toEqual([10, 50, 120, 20]);
  expect(x(AREA, 1 / 3)).toBe(23.3);
});

it('a value is placed between the ends of its axis, evenly or by its logarithm', () => {
  expect([0, 5, 10, 20].map(place)).toEqual([0, 0.5, 1, 2]);
  const log = placeBetween({ low: 1, high: 100, logarithmic: true });
  expect([1, 10, 100, 0, -5].map(log)).toEqual([0, 0.5, 1, 0, 0]);
});

it('a line is one stroke, with the span of each bin, and begins again after a gap', () => {
  expect(linePath(line([0, 10, null, 5]), null, AREA, place)).toBe('M15 120h0L25 20L45 70');
  expect(linePath(line([0, null, null, 5]), null, AREA, place)).toBe('M15 120h0M45 70h0');
  expect(linePath(line([0, 5], [10, 5]), null, AREA, place)).toBe('M20 20h0V120L40 70');
  expect(linePath(line([null, null]), null, AREA, place)).toBe('');
});

it('a pause is a gap from two and a half usual steps on', () => {
  const values = Array.from({ length: 24 }, (_, hour) => (hour % 6 === 0 ? 5 : null));
  const strokes = (step: number) => linePath(line(values), step, AREA, place).match(/M/g)?.length;
  expect([strokes(2.4 * 3600), strokes(2.3 * 3600)]).toEqual([1, 4]);
});

it('what is far outside of the axis is drawn as just outside', () => {
  expect(linePath(line([1000, -1000]), null, AREA, place)).toBe('M20 -80h0L40 220');
});

const height = placeBetween({ low: 0, high: 10 });

it('an ascent breaks where a value is missing', () => {
  const ascent = ascentOf([0, 2, 5, 10], [0, 5, null, 10]);
  expect(profilePath(ascent, AREA, place, height)).toBe('M10 120h0L30 100M50 20h0');
});

it('marks of a line are five pixels apart at least, and those beyond the axis at its edge', () => {
  const marks: [number, number][] = [
    [0, 5],
    [4, 5],
    [5, 99],
    [10, -99],
  ];
  expect(lineMarks(marks, 40, AREA, place)).toEqual([
    [10.5, 70],
    [15.5, 20],
    [20.5, 120],
  ]);
});

it('marks of an ascent are five pixels of height apart at least, and none is where there is no value', () => {
  const ascent = ascentOf([0, 5, 10, 10.4], [0, null, 10, 5]);
  expect(profileMarks(ascent, [0, 1, 2, 3, 9], AREA, place, height)).toEqual([
    [10, 120],
    [50, 20],
  ]);
});

it('crosses and rings are around their places', () => {
  expect([cross(10, 20), ring(10, 20)]).toEqual([
    'M6.5 16.5l7 7m0-7l-7 7',
    'M6.5 20a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0',
  ]);
});
