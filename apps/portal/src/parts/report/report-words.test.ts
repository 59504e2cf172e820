// A data quality report in words.
import type { ReportReply, ReportSpan } from '@isobar/contract/calls/quality.ts';
import { expect, it } from 'vitest';
import {
  classLabel,
  daysText,
  endText,
  extentText,
  rangesOf,
  startText,
  wholeSpan,
} from './report-words.ts';

const span = (startDateTime: string, endDateTime: string | null, more: object = {}) =>
  ({ startDateTime, endDateTime, datastream: 'a.b1', code: 3, ...more }) as ReportSpan;
const JANUARY = span('2019-01-01T00:00:00Z', '2019-01-03T12:00:00Z');
const OPEN = span('2020-05-01T06:30:00Z', null);

it('a start and an end are given to the second, and an end that is missing as ongoing', () => {
  expect([startText(JANUARY), endText(JANUARY)]).toEqual([
    '2019-01-01 00:00:00',
    '2019-01-03 12:00:00',
  ]);
  expect([startText(OPEN), endText(OPEN)]).toEqual(['2020-05-01 06:30:00', 'ongoing']);
  expect(startText(span('soon', null))).toBe('soon');
});

it('its days are one where it begins and ends on the same, and reach to now where it is open', () => {
  expect(
    [JANUARY, OPEN, span('2019-01-01T00:00:00Z', '2019-01-01T09:00:00Z')].map(daysText),
  ).toEqual(['2019-01-01 – 2019-01-03', '2020-05-01 – now', '2019-01-01']);
});

it('all spans together reach from the first start to the last end, which one open span leaves open', () => {
  const june = span('2018-06-01T00:00:00Z', '2018-06-02T00:00:00Z');
  expect(wholeSpan([JANUARY, june])).toEqual({
    startDateTime: june.startDateTime,
    endDateTime: JANUARY.endDateTime,
  });
  expect(wholeSpan([JANUARY, OPEN]).endDateTime).toBeNull();
  expect(wholeSpan([])).toEqual({ startDateTime: '', endDateTime: null });
});

const report = (affected: readonly ReportSpan[], ...measurements: readonly object[]) =>
  ({ dqrid: 'D1', affected, datastreams: ['a.b1'], measurements }) as unknown as ReportReply;

it.each([
  ['2019-01-03T00:00:00Z', '2 days'],
  ['2019-01-02T23:00:00Z', '47 hours'],
  ['2019-01-01T02:00:00Z', '2 hours'],
  ['2019-01-01T01:59:00Z', '119 minutes'],
  ['2019-01-01T00:00:00Z', '1 minute'],
])('a report until %s lasts %s', (end, length) => {
  expect(extentText(report([span('2019-01-01T00:00:00Z', end)]))).toBe(`${length} · 1 datastream`);
});

it('each variable counts once, and the length of an open report is left out', () => {
  const measured = [{ temp: ['t', 'q'] }, { other: ['t'] }];
  expect(extentText(report([OPEN], ...measured))).toBe('1 datastream · 2 variables');
});

it('the periods of a report on a timeline are those of one datastream, in hours, an open one until now', () => {
  const other = span('2019-01-01T00:00:00Z', null, { datastream: 'b.b1' });
  const wrong = span('never', null);
  const ranges = rangesOf({ dqrid: 'D1', affected: [JANUARY, other, wrong, OPEN] }, 'a.b1', 5e5);
  const [start, open] = [JANUARY, OPEN].map((one) => Date.parse(one.startDateTime) / 3.6e6);
  const own = { reportId: 'D1', name: 'suspect', code: 3 };
  expect(ranges).toEqual([
    { start, end: (start ?? 0) + 60, ...own },
    { start: open, end: 5e5, ...own },
  ]);
});

it('a period that begins after now has no length', () => {
  const [only] = rangesOf({ dqrid: 'D1', affected: [OPEN] }, 'a.b1', 1);
  expect(only?.end).toBe(only?.start);
});

it('a class has the label of the timeline, and one without a timeline its own name or number', () => {
  expect([classLabel(3), classLabel(77, 'Odd'), classLabel(77)]).toEqual([
    'Data suspect',
    'Odd',
    'Code 77',
  ]);
});
