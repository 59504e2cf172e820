// Quality timelines: classes, resolutions, windows.
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_RESOLUTION,
  HIDE_ALL,
  HOURS_PER_YEAR,
  hoursOf,
  openingWindow,
  QUALITY_CLASSES,
  qualityRanges,
  RESOLUTIONS,
  rangeLabel,
  resolutionForSpan,
  visibleRanges,
} from './timeline.ts';

const one = (code: number) => qualityRanges([['2020010100', '2020010223', 'D1', code]])[0];

describe('qualityRanges', () => {
  it('[T050] reads [start, end, report, code], the last hour included', () => {
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
  ])(
    '[T051] [T052] [T053] [T054] [T055] [T056] %s class code %i is %s',
    (_id, code, name, label) => {
      expect(one(code)?.name).toBe(name);
      expect(rangeLabel(one(code)!)).toBe(label);
    },
  );

  it('[T057] skips code 6, and shows an unknown code as a note with its number', () => {
    expect(one(6)).toBeUndefined();
    expect(one(7)).toMatchObject({ name: 'note', code: 7 });
    expect(rangeLabel(one(7)!)).toBe('Data note (code 7)');
  });

  it('leaves out what has no real dates, and sorts by start', () => {
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
});

describe('resolution', () => {
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

  it('[T082] [T083] hides what is shorter, or all; limited periods stay', () => {
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
});

describe('openingWindow', () => {
  const span = [100_000, 200_000] as const;
  const day = (hour: number) => `${new Date(hour * 3_600_000).toISOString().slice(0, 19)}Z`;

  it('[T012] is clipped to a query date only where that lies strictly inside the span', () => {
    expect(openingWindow(span, null, null)).toEqual(span);
    expect(openingWindow(span, day(120_000), day(150_000))).toEqual([120_000, 150_000]);
    expect(openingWindow(span, day(100_000), day(250_000))).toEqual(span);
  });
});
