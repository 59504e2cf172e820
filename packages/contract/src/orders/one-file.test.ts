// What is chosen of the rows of one file: read from what was typed, and described in words.
import { expect, it } from 'vitest';
import {
  DEFAULT_ONE_FILE,
  oneFile,
  oneFileInWords,
  oneFileOf,
  oneFileOptions,
  readLevels,
} from './one-file.ts';

it.each<[string, ReturnType<typeof readLevels>]>([
  ['', []],
  [' , ', []],
  ['height:0:3000', [{ dimension: 'height', from: 0, to: 3000 }]],
  [
    ' height : 0 : 3000 , range:-5:5e3',
    [
      { dimension: 'height', from: 0, to: 3000 },
      { dimension: 'range', from: -5, to: 5000 },
    ],
  ],
  ['height:5:5', [{ dimension: 'height', from: 5, to: 5 }]],
  ['height:5:4', null],
  ['height:0', null],
  ['height:0:1:2', null],
  ['height::5', null],
  ['height: :5', null],
  ['height:0: ', null],
  ['height:a:5', null],
  [' :0:5', null],
  ['height:0:5,x', null],
  [`${'a'.repeat(201)}:0:1`, null],
])('the levels %j are read as %j', (text, expected) => {
  expect(readLevels(text)).toEqual(expected);
});

it('ten levels can be chosen, and not eleven', () => {
  const levels = (count: number) => Array.from({ length: count }, (_, n) => `a${n}:0:1`).join();
  expect(readLevels(levels(10))).toHaveLength(10);
  expect(readLevels(levels(11))).toBeNull();
});

it('a request holds what was chosen, and nothing where nothing was', () => {
  expect(oneFileOf(DEFAULT_ONE_FILE)).toEqual({});
  expect(oneFileOf({ ...DEFAULT_ONE_FILE, levels: 'height:9' })).toBeNull();
  expect(
    oneFileOf({
      every: 2,
      levels: 'height:0:9',
      dimensions: 'time, height  range',
      unpacked: true,
      compression: 0,
    }),
  ).toEqual({
    every: 2,
    levels: [{ dimension: 'height', from: 0, to: 9 }],
    dimensions: ['height', 'range'],
    unpacked: true,
    compression: 0,
  });
  expect(oneFileOf({ ...DEFAULT_ONE_FILE, dimensions: '' })).toEqual({ dimensions: [] });
});

it('each choice is described, and none that changes nothing', () => {
  const [always, ...none] = oneFileInWords({ every: 1, unpacked: false });
  expect([always, none]).toEqual([expect.stringContaining('all files in one along time'), []]);
  const chosen = oneFileInWords({
    every: 2,
    levels: [{ dimension: 'height', from: 0, to: 9 }],
    dimensions: ['height'],
    unpacked: true,
    compression: 0,
  });
  expect(chosen.slice(1)).toEqual([
    'one row of 2',
    'height from 0 to 9',
    'only variables of the dimensions time, height',
    'packed values as measured ones',
    'NetCDF-4 with compression 0',
  ]);
});

it.each([
  [{ every: 0 }, false],
  [{ every: 1 }, true],
  [{ every: 1_000_000 }, true],
  [{ every: 1_000_001 }, false],
  [{ every: 1.5 }, false],
  [{ compression: -1 }, false],
  [{ compression: 9 }, true],
  [{ compression: 10 }, false],
  [{ dimensions: Array(20).fill('a') }, true],
  [{ dimensions: Array(21).fill('a') }, false],
  [{ dimensions: [''] }, false],
])('the choice %j is taken: %s', (choice, isTaken) => {
  expect(oneFile.safeParse(choice).success).toBe(isTaken);
});

it('choices that were kept are read again whole, or are refused', () => {
  expect(oneFileOptions.parse(DEFAULT_ONE_FILE)).toEqual(DEFAULT_ONE_FILE);
  for (const name of Object.keys(DEFAULT_ONE_FILE)) {
    const without = Object.entries(DEFAULT_ONE_FILE).filter(([key]) => key !== name);
    expect([name, oneFileOptions.safeParse(Object.fromEntries(without)).success]).toEqual([
      ...[name, false],
    ]);
  }
});
