// Numbers of reports: each once, gaps apart from reports, and those inside a window out of all.
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';
import { expect, it } from 'vitest';
import { countText, listedCount, reportCount } from './report-count.ts';
import { factsIn, secondsOf } from './report-facts.ts';

const range = (reportId: string, start: number, name: QualityRange['name'] = 'suspect') => ({
  ...{ reportId, start, end: start + 10, name },
  code: name === 'missing' ? 0 : 3,
});
const RANGES: QualityRange[] = [
  range('D1', 0),
  range('D1', 100),
  range('D2', 200),
  range('0', 300, 'missing'),
  range('0', 400, 'missing'),
];

it('the number of reports counts a report once, and gaps only where there is no report', () => {
  expect(reportCount(RANGES)).toBe('2 reports');
  expect(reportCount(RANGES.slice(3))).toBe('2 gaps');
  expect(reportCount([])).toBe('');
});

it('the number of reports names those inside the window out of all', () => {
  expect(reportCount(RANGES, [90, 150])).toBe('1 of 2 reports');
  expect(reportCount(RANGES, [110, 150])).toBe('0 of 2 reports');
  expect(reportCount(RANGES.slice(3), [300, 301])).toBe('1 of 2 gaps');
});

it('the number of reports adds up to what the lists and the classes name', () => {
  expect(listedCount(RANGES)).toBe('2 reports and 2 gaps');
  expect(countText(RANGES)).toBe('2 suspect, 2 gaps');
  expect(countText([range('0', 0, 'limited'), range('0', 5, 'routine')])).toBe('1 limited access');
});

const factsOf = factsIn([
  {
    ...{ id: 'D1', code: 3, subject: 'Bad' },
    spans: [
      { datastream: 'x', code: 3, start: 3600, end: 35_999, variables: ['a'] },
      { datastream: 'x', code: 3, start: 7200, end: 36_030, variables: ['b'] },
      { datastream: 'x', code: 3, start: 900_000, end: 900_100, variables: ['c'] },
    ],
  },
]);

it('what a report states of itself is its own first and last second, subject and variables, for the period that is shown', () => {
  const facts = factsOf(range('D1', 1));
  expect(facts).toEqual({ subject: 'Bad', variables: ['a', 'b'], start: 3600, end: 36_030 });
  expect(secondsOf(range('D1', 1), facts)).toEqual({ start: 3600, end: 36_030 });
});

it('what a report states of itself is unknown of gaps and of other reports, whose whole hours are shown', () => {
  expect(factsOf(range('0', 1))).toBeNull();
  expect(factsOf(range('D9', 1))).toBeNull();
  expect(secondsOf(range('D9', 1), null)).toEqual({ start: 3600, end: 11 * 3600 - 1 });
});
