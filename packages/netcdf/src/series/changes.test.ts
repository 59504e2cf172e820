// What a series says of its files: rows of what changed, and notes.
import { expect, it } from 'vitest';
import { day, FIRST } from '../testing/made-days.ts';
import type { MadeFile, MadeVariable } from '../testing/made-file.ts';
import { describedFile, madeSeries, ranged } from '../testing/made-series.ts';
import { openSeries } from './open-series.ts';

type Variables = Readonly<Record<string, MadeVariable>>;
const heights = (...values: number[]): Variables => ({
  height: ranged(values, { dimensions: ['height'] }),
});
const power = ranged([1, 2, 3, 4, 5, 6], { dimensions: ['time', 'height'], type: 'float' });

it.each<[string, readonly [MadeFile, MadeFile], readonly (readonly string[])[]]>([
  [
    'units, one of which is not stated',
    [
      day(0, { x: ranged([1, 2, 3], { attributes: { units: 'm' } }) }),
      day(1, { x: ranged([1, 2, 3]) }),
    ],
    [
      ['x', 'units', 'm', 'x__to_20200101'],
      ['x', 'units', '', 'x'],
    ],
  ],
  [
    'packing, with each attribute of it',
    [
      day(0, { x: ranged([1, 2, 3], { attributes: { scale_factor: 2, add_offset: 1 } }) }),
      day(1, { x: ranged([1, 2, 3]) }),
    ],
    [
      ['x', 'packing', 'scale_factor 2, add_offset 1', 'x'],
      ['x', 'packing', '', 'x'],
    ],
  ],
  [
    'missing values, as each attribute states them',
    [
      day(0, { x: ranged([1, 2, 3], { attributes: { missing_value: [7, 8], _FillValue: 9 } }) }),
      day(1, { x: ranged([1, 2, 3], { attributes: { missing_value: 7 } }) }),
    ],
    [
      ['x', 'missing values', 'missing_value 7 8, _FillValue 9', 'x'],
      ['x', 'missing values', 'missing_value 7', 'x'],
    ],
  ],
  [
    'the length of levels without a coordinate',
    [
      day(0, { power }, { dimensions: { height: 2 } }),
      day(1, { power: { ...power, values: [1, 2, 3] } }, { dimensions: { height: 1 } }),
    ],
    [
      ['power', 'levels', 'height: 2', 'power__to_20200101'],
      ['power', 'levels', 'height: 1', 'power'],
    ],
  ],
  [
    'the dimensions of a variable that has one value for all times by now',
    [day(0, { x: ranged([1, 2, 3]) }), day(1, { x: { type: 'short', values: [4] } })],
    [
      ['x', 'dimensions', 'time', 'x'],
      ['x', 'dimensions', '', 'x'],
    ],
  ],
  [
    'a global attribute that readers want to know, and no other',
    [
      day(0, {}, { attributes: { serial_number: 'A1', history: 'one' } }),
      day(1, {}, { attributes: { serial_number: 'B2', history: 'two' } }),
    ],
    [
      ['serial_number', 'attribute', 'A1', ''],
      ['serial_number', 'attribute', 'B2', ''],
    ],
  ],
])('a series lists as changed %s', async (_what, files, rows) => {
  const { changes } = await madeSeries(...files);
  expect(changes.map((one) => [one.subject, one.aspect, one.value, one.variable])).toEqual(rows);
  expect(changes.map(({ files: count }) => count)).toEqual([1, 1]);
});

it('a series numbers levels of equal length whose coordinate has other values, and knows those that come back', async () => {
  const dimensions = { dimensions: { height: 2 } };
  const { changes } = await madeSeries(
    day(0, { ...heights(10, 20), power }, dimensions),
    day(1, { ...heights(10, 30), power }, dimensions),
    day(2, { ...heights(10, 20), power, x: ranged([1, 2, 3]) }, dimensions),
  );
  const levels = changes.filter(
    ({ subject, aspect }) => subject === 'power' && aspect === 'levels',
  );
  expect(levels.map(({ value, files }) => [value, files])).toEqual([
    ['height: 2 (values 1)', 2],
    ['height: 2 (values 2)', 1],
  ]);
});

it('a series lists its 20 longest gaps of two days or more, in the order of their times', async () => {
  // Files of two hours, so many days after the one before: a gap lacks the day of its first file.
  const distances = [2, 9, 3, 24, 4, ...Array.from({ length: 18 }, (_, n) => 5 + n)];
  let at = 0;
  const days = [0, ...distances.map((distance) => (at += distance))];
  const { changes } = await madeSeries(...days.map((number) => day(number)));
  const longest = distances.filter((distance) => distance > 4).map((distance) => distance - 1);
  expect(changes.map(({ aspect, value }) => `${aspect}: ${value}`)).toEqual(
    longest.map((length) => `gap: ${length} days without files`),
  );
  expect(changes[0]).toMatchObject({
    from: FIRST + 2 * 86_400 + 7200,
    to: FIRST + 11 * 86_400,
    files: 0,
  });
});

it.each<[string, readonly [Variables, Variables], string]>([
  [
    'attributes that changed, in one line',
    [
      {
        x: ranged([1, 2, 3], {
          type: 'float',
          attributes: { long_name: 'a', comment: 'b', source: 'c' },
        }),
      },
      {
        x: ranged([1, 2, 3], {
          type: 'float',
          attributes: { long_name: 'd', comment: 'e', source: 'c' },
        }),
      },
    ],
    'x: long_name, comment changed between files; the newest is kept',
  ],
  [
    'types that are stored as one',
    [{ x: ranged([1, 2, 3], { type: 'float' }) }, { x: ranged([1, 2, 3], { type: 'double' }) }],
    'x is stored as double, since the type differs between files',
  ],
  [
    'missing values that are others',
    [
      { x: ranged([1, 2, 3], { attributes: { missing_value: 1 } }) },
      { x: ranged([1, 2, 3], { attributes: { missing_value: 2 } }) },
    ],
    'x: packing or stated missing values changed or leave no room; it holds measured values, NaN where there is none',
  ],
  [
    'a value without time that differs',
    [{}, { lat: { type: 'float', values: [37] } }],
    'lat differs between files, so it has a value for every time',
  ],
])('a series notes %s', async (_what, [first, second], note) => {
  const series = await madeSeries(day(0, { ...first }), day(1, { ...second }));
  expect(series.notes).toEqual([note]);
});

it('a series notes no limits that changed, which are those of stored numbers', async () => {
  const limited = (most: number) => ({
    x: ranged([1, 2, 3], {
      type: 'float',
      attributes: { valid_max: most, valid_range: [0, most] },
    }),
  });
  const series = await madeSeries(day(0, limited(10)), day(1, limited(20)));
  expect([series.changes, series.notes]).toEqual([[], []]);
});

it('a series notes many files whose times repeat by their count and the days of the first and the last', async () => {
  const repeated = (number: number) => {
    const file = day(number);
    const { time } = file.variables;
    return { ...file, variables: { ...file.variables, time: { ...time, values: [0, 60, 60] } } };
  };
  const series = await madeSeries(
    ...[0, 1, 2].map((number) => repeated(number) as MadeFile),
    day(3),
  );
  expect(series.notes).toEqual([
    '3 times are missing or not later than the one before, in 3 files from 2020-01-01 to 2020-01-03; rows are kept',
  ]);
});

it.each<[string, MadeFile]>([
  ['another type', day(0, { power: { ...power, type: 'double' } }, { dimensions: { height: 2 } })],
  [
    'another dimension',
    day(0, { power: { ...power, dimensions: ['time', 'range'] } }, { dimensions: { range: 2 } }),
  ],
  [
    'another length of it',
    day(0, { power: { ...power, values: [1, 2, 3] } }, { dimensions: { height: 1 } }),
  ],
  ['no such variable', day(0)],
  [
    'its times in another variable',
    day(
      0,
      { power, time: { type: 'double', dimensions: ['time'], values: [0, 1, 2] } },
      { dimensions: { height: 2 } },
    ),
  ],
  ['fewer rows', { ...day(0, { power }, { dimensions: { height: 2 } }), time: 2 }],
])('a series does not read a file that has %s by now', async (_what, file) => {
  const described = await describedFile(day(0, { power }, { dimensions: { height: 2 } }), 'day0');
  const { open } = await describedFile(file, 'day0');
  const series = await openSeries([{ ...described, open }]);
  await expect(series.readRows(['temp'], 0, 1)).rejects.toMatchObject({ code: 'changed' });
});
