// Quality timelines: classes, resolutions, windows.
import { expect, it } from 'vitest';
import {
  BY_SEVERITY,
  DEFAULT_RESOLUTION,
  HIDE_ALL,
  HOURS_PER_YEAR,
  hiddenRanges,
  hoursOf,
  openingWindow,
  QUALITY_CLASSES,
  qualityRanges,
  RESOLUTIONS,
  rangeLabel,
  resolutionForSpan,
  unionOf,
  visibleRanges,
} from './timeline.ts';

const one = (code: number) => qualityRanges([['2020010100', '2020010223', 'D1', code]])[0];

it('[T050] qualityRanges reads [start, end, report, code], the last hour included', () => {
  expect(one(3)).toEqual({
    start: hoursOf('2020-01-01'),
    end: hoursOf('2020-01-03'),
    reportId: 'D1',
    name: 'suspect',
    code: 3,
  });
});

it.each([
  ['T051', 0, 'missing', 'Data missing'],
  ['T052', 2, 'routine', 'Data verified'],
  ['T053', 3, 'suspect', 'Data suspect'],
  ['T054', 4, 'incorrect', 'Data incorrect'],
  ['T055', 5, 'note', 'Data note'],
  ['T056', 99, 'limited', 'Limited access'],
])('[T051] [T052] [T053] [T054] [T055] [T056] %s class code %i is %s', (_id, code, name, label) => {
  expect(one(code)?.name).toBe(name);
  expect(rangeLabel(one(code)!)).toBe(label);
});

it('[T057] qualityRanges skips code 6, and shows an unknown code as a note with its number', () => {
  expect(one(6)).toBeUndefined();
  expect(one(7)).toMatchObject({ name: 'note', code: 7 });
  expect(rangeLabel(one(7)!)).toBe('Data note (code 7)');
});

it('qualityRanges leaves out what has no real dates, and sorts by start', () => {
  const ranges = qualityRanges([
    ['2021010100', '2021010100', 'b', 5],
    ['2020130100', '2021010100', 'x', 5],
    ['2021010100', '2020010100', 'y', 5],
    ['2020010100', '2020010100', 'a', 5],
  ]);
  expect(ranges.map((range) => range.reportId)).toEqual(['a', 'b']);
});

it('[T033] [T034] the legend has six keys, each with a description', () => {
  expect(QUALITY_CLASSES.map((quality) => quality.legend)).toEqual([
    'ROUTINE',
    'INCORRECT',
    'SUSPECT',
    'MISSING',
    'NOTE',
    'LIMITED ACCESS',
  ]);
  expect(QUALITY_CLASSES.every((quality) => quality.description.length > 20)).toBe(true);
});

it.each([
  ['T077', 'Show All', 0, [0, 0.99]],
  ['T078', '1 Day', 1, [1, 4.99]],
  ['T079', '7 Days', 7, [5, 9.99]],
  ['T080', '14 Days', 14, [10, 14.99]],
  ['T081', '21 Days', 21, [15, 40]],
])(
  '[T077] [T078] [T079] [T080] [T081] %s %s hides reports under %i days at a span of %j years',
  (_id, label, days, spans) => {
    expect(RESOLUTIONS).toContainEqual(expect.objectContaining({ label, minDays: days }));
    for (const years of spans) expect(resolutionForSpan(years * HOURS_PER_YEAR)).toBe(days);
  },
);

it('[T082] [T083] the resolution of a timeline hides what is shorter, or all; limited periods stay', () => {
  const ranges = qualityRanges([
    ['2020010100', '2020010623', 'short', 3],
    ['2020010100', '2020010723', 'long', 3],
    ['2020010100', '2020010100', 'limited', 99],
  ]);
  const ids = (days: number) => visibleRanges(ranges, days).map((range) => range.reportId);
  expect(ids(7)).toEqual(['limited', 'long']);
  expect(ids(0)).toHaveLength(3);
  expect(ids(HIDE_ALL)).toEqual([]);
});

it('[T014] the default is 7 days', () => expect(DEFAULT_RESOLUTION).toBe(7));

const span = [100_000, 200_000] as const;
const day = (hour: number) => `${new Date(hour * 3_600_000).toISOString().slice(0, 19)}Z`;

it('[T012] openingWindow is clipped to a query date only where that lies strictly inside the span', () => {
  expect(openingWindow(span, null, null)).toEqual(span);
  expect(openingWindow(span, day(120_000), day(150_000))).toEqual([120_000, 150_000]);
  expect(openingWindow(span, day(100_000), day(250_000))).toEqual(span);
});

const range = (days: number, name: 'note' | 'limited' = 'note', start = 0) => ({
  start,
  end: start + days * 24,
  reportId: `${name}${days}`,
  name,
  code: 5,
});
const all = [range(1), range(6.9, 'note', 10_000), range(7), range(1, 'limited')];

it('what a resolution leaves out is the rest of what it shows; a period of limited access is never left out', () => {
  expect(hiddenRanges(all, 7).map(({ reportId }) => reportId)).toEqual(['note1', 'note6.9']);
  expect(visibleRanges(all, 7).map(({ reportId }) => reportId)).toEqual(['note7', 'limited1']);
  expect(hiddenRanges(all, 0)).toEqual([]);
});

it('what a resolution leaves out is nothing where the person hides all', () =>
  expect(hiddenRanges(all, HIDE_ALL)).toEqual([]));

it('every class has its place from worst to least', () => {
  expect([...BY_SEVERITY].sort()).toEqual(QUALITY_CLASSES.map(({ name }) => name).sort());
  expect(BY_SEVERITY.slice(0, 3)).toEqual(['incorrect', 'suspect', 'missing']);
});

it.each([
  ['none', [], []],
  [
    'apart, in any order',
    [
      [5, 6],
      [1, 2],
    ],
    [
      [1, 2],
      [5, 6],
    ],
  ],
  [
    'that touch',
    [
      [1, 2],
      [2, 3],
    ],
    [[1, 3]],
  ],
  [
    'one within another',
    [
      [1, 9],
      [2, 3],
      [10, 11],
    ],
    [
      [1, 9],
      [10, 11],
    ],
  ],
  [
    'three in a chain',
    [
      [4, 6],
      [1, 3],
      [2, 5],
    ],
    [[1, 6]],
  ],
] as const)('spans %s as few that do not touch', (_, spans, union) =>
  expect(unionOf(spans)).toEqual(union),
);

it('an opening window is clipped only by dates strictly inside the data', () => {
  const [from, to] = [hoursOf('2020-01-01')!, hoursOf('2020-02-01')!];
  expect(openingWindow([from, to], null, null)).toEqual([from, to]);
  expect(openingWindow([from, to], '2020-01-01', '2020-02-01')).toEqual([from, to]);
  expect(openingWindow([from, to], '2020-01-02', '2020-01-31')).toEqual([from + 24, to - 24]);
  expect(openingWindow([from, to], '2019-12-31', '2020-02-02')).toEqual([from, to]);
  expect(openingWindow([from, to], '2020-02-02', '2019-12-31')).toEqual([from, to]);
  expect(openingWindow([from, to], 'nonsense', 'nonsense')).toEqual([from, to]);
});

it('dates that are none have no hours, and sort nothing away', () => {
  expect(hoursOf('nonsense')).toBeNull();
  expect(
    qualityRanges([
      ['2020010100', '20', 'x', 5],
      ['x', '2020010100', 'y', 5],
    ]),
  ).toEqual([]);
  expect(
    qualityRanges([
      ['2020010100', '2020010300', 'long', 5],
      ['2020010100', '2020010100', 'short', 5],
    ]).map(({ reportId }) => reportId),
  ).toEqual(['short', 'long']);
});
