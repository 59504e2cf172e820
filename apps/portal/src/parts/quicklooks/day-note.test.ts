// The words beside the plot of a day.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { expect, it } from 'vitest';
import { dayNote, short, worstReport } from './day-note.ts';

const day = (samples: object | null, codes: readonly number[] | null = []) =>
  ({
    samples,
    reports: codes?.map((code) => ({ id: `D${code}`, code, from: 0, to: 1 })) ?? null,
    // Nothing else of a day is read here.
  }) as unknown as DayAnswer;
const line = (low: (number | null)[], high: (number | null)[]) =>
  day({ kind: 'line', low, high, bad: [], indeterminate: [] });
const ascent = { start: 0, samples: 1, at: [0], values: [1], bad: [], indeterminate: [] };

it('a day has the range of its values, its number of launches, or that it has no values', () => {
  expect(dayNote(line([null, -3.1449, 2], [null, 0, 17.25]))).toBe('−3.14 – 17.3');
  expect(dayNote(line([null], [null]))).toBe('no values');
  expect(dayNote(day(null))).toBe('no values');
  expect(dayNote(day({ kind: 'profile', ascents: [ascent] }))).toBe('1 launch');
  expect(dayNote(day({ kind: 'profile', ascents: [ascent, ascent] }))).toBe('2 launches');
  const range = { low: 1, high: 2, logarithmic: false };
  expect(dayNote(day({ kind: 'image', range }))).toBe('');
});

it('the worst report of a day is one of incorrect, then suspect, then missing data', () => {
  const worst = (...codes: number[]) => worstReport(day(null, codes))?.id;
  expect([worst(0, 3, 4, 4), worst(0, 3), worst(5, 0), worst(5, 2), worst()]).toEqual([
    ...['D4', 'D3', 'D0', undefined, undefined],
  ]);
  expect(worstReport(day(null, null))).toBeNull();
});

it.each([
  [0, '0'],
  [0.123456, '0.123'],
  [0.001, '0.001'],
  [0.000999, '1.0e−3'],
  [1013.25, '1013'],
  [99_999, '99999'],
  [100_000, '1.0e+5'],
  [-273.15, '−273'],
])('%s is written as %s', (value, text) => {
  expect(short(value)).toBe(text);
});
