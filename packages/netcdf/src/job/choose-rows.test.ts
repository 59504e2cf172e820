// Which rows of a file are within dates, and how little of it is read to know.
import { expect, it } from 'vitest';
import { day, FIRST } from '../testing/made-days.ts';
import { madeFile } from '../testing/made-file.ts';
import { findTimeAxis } from '../time/time-axis.ts';
import { chooseRows, isInside, overlapping, type Range, runsInside } from './choose-rows.ts';

/**
 * Of a day with times at 0, 3600 and 7200 seconds: what is chosen, and the most times that were
 * read at once.
 */
async function chosen(ranges: readonly Range[] | undefined, exact = false, sort = false) {
  const dataset = await madeFile(day(0));
  const axis = await findTimeAxis(dataset);
  let most = 0;
  const seconds: typeof axis.seconds = (values) => {
    most = Math.max(most, values.length);
    return axis.seconds(values);
  };
  const shifted = ranges?.map(([start, end]): Range => [FIRST + start, FIRST + end]);
  const rows = await chooseRows(dataset, { ...axis, seconds }, { ranges: shifted, exact, sort });
  return { runs: rows.runs.map(({ start, stop }) => [start, stop]), records: rows.records, most };
}

it.each<[string, readonly Range[] | undefined, number[][]]>([
  ['no dates', undefined, [[0, 3]]],
  ['dates that begin with its first and end after its last time', [[0, 7201]], [[0, 3]]],
  ['dates that end with its first time', [[-10, 0]], []],
  ['dates that begin after its last time', [[7201, 9000]], []],
])('of a file and %s only the first and the last time are read', async (_, ranges, runs) => {
  const found = await chosen(ranges);
  expect(found.runs).toEqual(runs);
  expect(found.most).toBeLessThanOrEqual(1);
});

it.each<[string, readonly Range[], number[][]]>([
  ['that end with its last time', [[0, 7200]], [[0, 2]]],
  ['that begin with its last time', [[7200, 9000]], [[2, 3]]],
  ['that end just after its first time', [[-10, 1]], [[0, 1]]],
  [
    'in two parts',
    [
      [0, 1],
      [7200, 7201],
    ],
    [
      [0, 1],
      [2, 3],
    ],
  ],
])('of a file and dates %s each time is read', async (_, ranges, runs) => {
  const found = await chosen(ranges);
  expect(found).toEqual({
    runs,
    records: runs.reduce((sum, [a = 0, b = 0]) => sum + b - a, 0),
    most: 3,
  });
});

it('every time is read where the caller cannot restart, or requests sorted rows', async () => {
  expect(await chosen([[0, 7201]], true)).toEqual({ runs: [[0, 3]], records: 3, most: 3 });
  expect(await chosen(undefined, false, true)).toEqual({ runs: [[0, 3]], records: 3, most: 3 });
});

it('a range takes its beginning and not its end, and a row without a time is in none', () => {
  const ranges: readonly Range[] = [
    [10, 20],
    [30, 40],
  ];
  expect([9, 10, 19, 20, 30, 39, 40].map((time) => isInside(time, ranges))).toEqual([
    ...[false, true, true, false, true, true, false],
  ]);
  const times = Float64Array.of(10, Number.NaN, 19, 20, 30);
  expect(runsInside(times, ranges)).toEqual([
    { start: 0, stop: 1 },
    { start: 2, stop: 3 },
    { start: 4, stop: 5 },
  ]);
});

it('only ranges that may hold one of the times are compared with each row', () => {
  const times = Float64Array.of(20, 10, 30);
  const ranges: readonly Range[] = [
    [0, 10],
    [0, 11],
    [29, 31],
    [30, 40],
    [31, 40],
  ];
  expect(overlapping(times, ranges)).toEqual([
    [0, 11],
    [29, 31],
    [30, 40],
  ]);
  expect(overlapping(new Float64Array(0), ranges)).toEqual([]);
});

it.each<[readonly number[], string | undefined]>([
  [[0, 3600, 7200], undefined],
  [[0, -1, 7200], '1 row has no time and cannot be assigned to the dates, so it is not here'],
  [[-1, -1, 7200], '2 rows have no time and cannot be assigned to the dates, so they are not here'],
])('of the times %j the note is: %s', async (values, note) => {
  const { time } = day(0).variables;
  if (!time) throw new Error('a day has times');
  const attributes = { ...time.attributes, missing_value: -1 };
  const dataset = await madeFile({ time: 3, variables: { time: { ...time, values, attributes } } });
  const axis = await findTimeAxis(dataset);
  const ranges = [[FIRST + 1, FIRST + 7201]] as const;
  const found = await chooseRows(dataset, axis, { ranges, exact: true, sort: false });
  expect(found.note).toBe(note);
});
