// How full a day is, and which day is opened.
import { expect, it } from 'vitest';
import { type DaySummary, textOfCells } from './day.ts';
import { fullness, MOST_COMPARED, openingDay } from './fullness.ts';

const dayOf = (samples: DaySummary['samples']): DaySummary => ({
  ...{ longName: '', units: '', step: 60, every: 1, samples },
});
const lineOf = (values: number): DaySummary => {
  const list = Array.from({ length: 100 }, (_, i) => (i < values ? i : null));
  return dayOf({ kind: 'line', low: list, high: list, bad: [], indeterminate: [] });
};
/** The lowest `rows` of 50 have values in `columns` of 100. */
const imageOf = (columns: number, rows: number): DaySummary => {
  const cells = Uint8Array.from({ length: 5000 }, (_, at) =>
    at % 100 < columns && at >= 5000 - rows * 100 ? 9 : 0,
  );
  return dayOf({
    ...{ kind: 'image', axis: { name: 'range', units: 'km' }, bottom: 0, top: 10 },
    ...{ range: { low: 0, high: 1, logarithmic: false }, width: 100, height: 50 },
    ...{ cells: textOfCells(cells), bad: [], indeterminate: [] },
  });
};
const launches = (count: number): DaySummary => {
  const one = { start: 0, samples: 1, at: [1], values: [1], bad: [], indeterminate: [] };
  const ascents = Array.from({ length: count }, () => one);
  return dayOf({ kind: 'profile', axis: { name: 'alt', units: 'km' }, ascents });
};

it('a day is full with values in half of it, or with one launch', () => {
  expect([lineOf(100), lineOf(50), launches(1)].map(fullness)).toEqual([1, 1, 1]);
  expect(fullness(lineOf(25))).toBeCloseTo(0.5);
  expect([lineOf(0), launches(0), dayOf(null)].map(fullness)).toEqual([0, 0, 0]);
});

it('a day of an image is full with a fiftieth of its cells in half of its time', () => {
  expect([imageOf(100, 50), imageOf(50, 2)].map(fullness)).toEqual([1, 1]);
  expect(fullness(imageOf(50, 1))).toBeCloseTo(0.5); // few cells
  expect(fullness(imageOf(25, 50))).toBeCloseTo(0.5); // few hours
  expect(fullness(imageOf(0, 50))).toBe(0);
});

const opened = async (days: readonly (DaySummary | null)[]) => {
  const read: number[] = [];
  const found = await openingDay([...days.keys()], async (at) => {
    read.push(at);
    return days[at] ?? Promise.reject(new Error('no files'));
  });
  return { found, read: read.length };
};

it('the day that is opened is the newest full one, and no older day is read then', async () => {
  expect(await opened([imageOf(25, 50), null, lineOf(60), lineOf(100)])).toEqual({
    found: 2,
    read: 3,
  });
});

it('the day that is opened is the fullest of the newest ones where none is full', async () => {
  const days = [lineOf(1), lineOf(20), lineOf(10), ...Array(9).fill(lineOf(5)), lineOf(100)];
  expect(await opened(days)).toEqual({ found: 1, read: MOST_COMPARED });
  expect(await opened([null, dayOf(null)])).toEqual({ found: null, read: 2 });
});
