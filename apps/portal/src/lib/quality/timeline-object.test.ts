// What a timeline is about, and what a click on it shows.

import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import { qualityRanges } from '@isobar/contract/quality/timeline.ts';
import { expect, it } from 'vitest';
import { dqrPayload, rangeOf, timelineItems, timelineObject } from './timeline-object.ts';

const DATES = [
  ['2010010100', '2010013123', 'D1.1', 3],
  ['2010011500', '2010021523', '0', 0],
  ['2010020100', '2010022823', 'D2.1', 4],
  ['2012010100', '2012013123', 'D3.1', 5],
] as const;
const ranges = qualityRanges(DATES.map(([a, b, c, d]) => [a, b, c, d]));

it('[T058] the payload of a click has the item and what shares time with it; an item has id, start, end, type, class, name, report', () => {
  const [, second] = ranges;
  const told = second && dqrPayload(ranges, second);
  expect(told?.selected).toEqual({
    id: 3,
    start: second?.start,
    end: second?.end,
    type: 'range',
    className: 'missing',
    name: 'Data missing',
    dqrId: '0',
  });
  expect(told?.subset.map(({ dqrId, className }) => [dqrId, className])).toEqual([
    ['D1.1', 'suspect'],
    ['D2.1', 'incorrect'],
  ]);
  expect(told?.subset.map((item) => rangeOf(ranges, item))).toEqual([ranges[0], ranges[2]]);
});

it('the payload of a click does not tell what only touches, nor what is none of the ranges', () => {
  const apart = qualityRanges([
    ['2010010100', '2010010123', 'A', 3],
    ['2010010200', '2010010223', 'B', 3],
  ]);
  const [first] = apart;
  expect(first && dqrPayload(apart, first)?.subset).toEqual([]);
  expect(first && dqrPayload(ranges, first)).toBeNull();
  expect(timelineItems(apart).map(({ id }) => id)).toEqual([2, 3]);
});

it('[T059] the object of a timeline has its datastream, dates and reports, and the days that are looked at', () => {
  const stream = {
    datastream: 'sgpmetE13.b1',
    dataLevel: 'b1',
    startDate: '2009-01-01T00:00:00Z',
    endDate: '2013-01-01T00:00:00Z',
  };
  const dqrDates: DqrDate[] = DATES.map(([a, b, c, d]) => [a, b, c, d]);
  expect(timelineObject(stream, dqrDates, '2010-01-01', null)).toEqual({
    selected: {
      datastream: 'sgpmetE13.b1',
      dataLevel: 'b1',
      minStartDate: stream.startDate,
      maxEndDate: stream.endDate,
      dates: [{ startDate: '2010-01-01', endDate: stream.endDate }],
      dqrDates,
    },
    monitorStart: '2010-01-01',
    monitorEnd: null,
  });
  expect(timelineObject(stream, [], null, null).selected.dates).toEqual([
    { startDate: stream.startDate, endDate: stream.endDate },
  ]);
});
