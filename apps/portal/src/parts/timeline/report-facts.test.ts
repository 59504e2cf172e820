// What a report says of a period of a timeline, and its seconds.
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';
import { expect, it } from 'vitest';
import { factsIn, secondsOf } from './report-facts.ts';
import { reportKey } from './report-key.ts';

const HOUR = 3600;
const period = (start: number, end: number, more: Partial<QualityRange> = {}): QualityRange => ({
  ...{ start, end, reportId: 'D190101.1', name: 'suspect' as const, code: 3 },
  ...more,
});
const span = (start: number, end: number, ...variables: string[]) => ({
  ...{ datastream: 'a.b1', code: 3, start, end, variables },
});
const REPORT = {
  ...{ id: 'D190101.1', code: 3, subject: 'Rain' },
  spans: [
    span(0, 1800, 'early'),
    span(10 * HOUR + 60, 11 * HOUR, 'temp', 'rh'),
    span(11 * HOUR + 5, 12 * HOUR - 7, 'temp'),
    span(12 * HOUR, 13 * HOUR, 'late'),
  ],
};
const factsOf = factsIn([{ ...REPORT, code: 4, subject: 'Wrong' }, REPORT]);

it('a period has the subject, the variables and the seconds of the spans in it, by report and class', () => {
  expect(factsOf(period(10, 12))).toEqual({
    ...{ subject: 'Rain', variables: ['temp', 'rh'] },
    ...{ start: 10 * HOUR + 60, end: 12 * HOUR - 7 },
  });
  expect(factsOf(period(10, 12, { code: 4 }))?.subject).toBe('Wrong');
});

it('a period of which one span is about all variables names none', () => {
  const all = factsIn([{ ...REPORT, spans: [...REPORT.spans, span(10 * HOUR, 11 * HOUR)] }]);
  expect(all(period(10, 12))?.variables).toEqual([]);
});

it('a period without a report, of one that is not known, or without a span has no facts', () => {
  expect(factsOf(period(10, 12, { reportId: 'D0.0' }))).toBeNull();
  expect(factsOf(period(50, 60))).toBeNull();
  const none = factsIn([{ ...REPORT, id: '0' }]);
  expect(none(period(10, 12, { reportId: '0' }))).toBeNull();
});

it('the seconds of a period are those of the report, and of its hours where the report is open or not known', () => {
  const facts = { subject: '', variables: [], start: 36_060, end: Number.POSITIVE_INFINITY };
  expect(secondsOf({ start: 10, end: 12 }, facts)).toEqual({ start: 36_060, end: 12 * HOUR - 1 });
  expect(secondsOf({ start: 10, end: 12 }, null)).toEqual({ start: 36_000, end: 12 * HOUR - 1 });
});

it('the address names a report by its id, and a period without one by its start', () => {
  expect([period(10, 12), period(10, 12, { reportId: '' })].map(reportKey)).toEqual([
    'D190101.1',
    'at-10',
  ]);
});
