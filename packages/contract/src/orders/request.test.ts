// An order request: what a date means at either end, how long the name of a file may be, and what
// is refused.
import { expect, it } from 'vitest';
import { dateRange, secondsOf, selectedDatastream } from './request.ts';

const at = (text: string) => Date.parse(`${text}Z`) / 1000;

it.each([
  ['2019-01-01', '2019-01-02', '2019-01-01T00:00:00', '2019-01-02T23:59:59'],
  ['2019-01-01', '2019-01-01', '2019-01-01T00:00:00', '2019-01-01T23:59:59'],
  [
    ...['2019-01-01 06:00:00', '2019-01-01 07:00:00'],
    ...['2019-01-01T06:00:00', '2019-01-01T07:00:00'],
  ],
  ['2019-01-01 06:00:00', '2019-01-01', '2019-01-01T06:00:00', '2019-01-01T23:59:59'],
])(
  'from %s to %s is from %s to %s: a day without a time ends with its last second',
  (startDate, endDate, start, end) => {
    expect(secondsOf({ startDate, endDate })).toEqual({ start: at(start), end: at(end) });
    expect(dateRange.safeParse({ startDate, endDate }).success).toBe(true);
  },
);

it.each([
  ['2019-01-02', '2019-01-01'],
  ['2019-01-01 07:00:00', '2019-01-01 06:59:59'],
  ['2019-01-01', '2019-02-29'],
  ['soon', '2019-01-01'],
  ['', ''],
])('from %j to %j is refused', (startDate, endDate) => {
  expect(dateRange.safeParse({ startDate, endDate }).success).toBe(false);
});

it('a file has a name as long as a path may be, which is the name where an archive has none', () => {
  const files = (length: number) =>
    selectedDatastream.safeParse({ datastream: 'buoys', files: ['x'.repeat(length)] }).success;
  expect([files(255), files(4096), files(4097), files(0)]).toEqual([true, true, false, false]);
});
