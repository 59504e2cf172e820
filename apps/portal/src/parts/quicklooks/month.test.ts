// Months as weeks of days, stretches without plots, and steps between months.
import { expect, it } from 'vitest';
import { addMonths, dashed, daysIn, gapText, weeksOf, weeksWithGaps } from './month.ts';

it('a month has its days in weeks from Sunday, and no day of another month', () => {
  const weeks = weeksOf('201902'); // 1 February 2019 was a Friday, and the 28th a Thursday
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks[0]).toEqual([null, null, null, null, null, '20190201', '20190202']);
  expect(weeks.at(-1)).toEqual([
    ...['20190224', '20190225', '20190226', '20190227', '20190228'],
    ...[null, null],
  ]);
  expect(weeks).toHaveLength(5);
  expect(weeksOf('201502')).toHaveLength(4); // from a Sunday to a Saturday
  expect(['201902', '202002', '201904', '201912'].map(daysIn)).toEqual([28, 29, 30, 31]);
});

it('weeks without a plot are joined, and others stay whole', () => {
  const weeks = weeksWithGaps('201902', (day) => day === '20190213');
  expect(weeks.map((week) => ('days' in week ? week.days.length : week.without))).toEqual([
    ...[['20190201', '20190202', ...[3, 4, 5, 6, 7, 8, 9].map((day) => `2019020${day}`)], 7],
    Array.from({ length: 12 }, (_, n) => `201902${17 + n}`),
  ]);
});

it('a stretch without plots is named by its first and last day', () => {
  expect(gapText(['20190206', '20190207'])).toBe('6 to 7: 2 days without data');
  expect(gapText(['20190206'])).toBe('6: 1 day without data');
});

it.each([
  ['20190131', 1, '20190228'],
  ['20200229', 12, '20210228'],
  ['20190115', -1, '20181215'],
  ['20191231', 1, '20200131'],
  ['20190331', -1, '20190228'],
  ['20190430', 0, '20190430'],
])('%s moved by %s months is %s', (date, months, moved) => {
  expect(addMonths(date, months)).toBe(moved);
});

it('days and months are written with hyphens', () => {
  expect([dashed('20190104'), dashed('201901')]).toEqual(['2019-01-04', '2019-01']);
});
