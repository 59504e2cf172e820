// Which hours and values are shown of a datastream before it is ordered, and what becomes of them.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import { expect, it } from 'vitest';
import { excerptOf, firstEdge, firstHours, levelsOf, valuesOf } from './first-values.ts';

const DAY = 86_400;
const HOUR = 3600;
const LIFE = { start: 10 * DAY, end: 20 * DAY - 1 };
const days = (first: number, last: number) => ({ start: first * DAY, end: (last + 1) * DAY - 1 });
const NOTHING = { codes: [], checks: [] };
const INCORRECT = { codes: [CODES.incorrect], checks: [] };

function reply(shown: LookReply['shown'], reports: LookReply['reports'] = []): LookReply {
  return {
    ...{ datastream: 'sgpmetE13.b1', variable: 'temp_mean', longName: '', units: 'degC' },
    ...{ dimensions: 1, start: '', end: '', from: 0, to: DAY, every: HOUR, thinned: 1 },
    ...{ leftOut: [], computing: 0, limited: [], reports, shown },
  };
}
const samples = (values: readonly (number | null)[], bad: number[] = []) => ({
  ...{ kind: 'samples' as const, doubtful: [], bad, values: [...values] },
  times: values.map((_, n) => n * HOUR),
});
const REPORT = { id: 'D1', code: CODES.incorrect, start: 2 * HOUR, end: 3 * HOUR - 1 };

it('the first hours begin where the chosen dates and the life of the datastream meet, and last at most a day', () => {
  expect(firstHours([days(12, 14)], LIFE)).toEqual({ from: 12 * DAY, to: 13 * DAY });
  expect(firstHours([days(1, 14)], LIFE)).toEqual({ from: 10 * DAY, to: 11 * DAY });
  const hour = { start: 12 * DAY, end: 12 * DAY + HOUR - 1 };
  expect(firstHours([days(15, 16), hour], LIFE)).toEqual({ from: 12 * DAY, to: 12 * DAY + HOUR });
  expect(firstHours([days(1, 3)], LIFE)).toBeNull();
});

it('the edge of a report is its beginning, or its end if it began before the chosen dates', () => {
  const dates = [days(12, 14)];
  const around = (at: number) => ({ from: at - 6 * HOUR, to: at + 6 * HOUR });
  expect(firstEdge([days(13, 30)], dates, LIFE)).toEqual(around(13 * DAY));
  expect(firstEdge([days(1, 12)], dates, LIFE)).toEqual(around(13 * DAY));
});

it('the edge of a report is not there where reports cover all or nothing of the dates', () => {
  expect(firstEdge([days(1, 30)], [days(12, 14)], LIFE)).toBeNull();
  expect(firstEdge([days(16, 17)], [days(12, 14)], LIFE)).toBeNull();
});

it('the edge of a report is looked for in the next dates where the first are covered, and stays within them', () => {
  const edge = 18 * DAY;
  const report = { start: 12 * DAY, end: edge - 1 };
  expect(firstEdge([report], [days(12, 12), days(17, 18)], LIFE)).toEqual({
    from: edge - 6 * HOUR,
    to: edge + 6 * HOUR,
  });
  expect(firstEdge([report], [days(12, 12), days(18, 18)], LIFE)).toBeNull();
});

it('values are kept under a report unless its class is masked, and say which report it is', () => {
  const of = reply(samples([1, null, 3, 4], [3]), [REPORT]);
  const fates = (out: Parameters<typeof valuesOf>[1]) => valuesOf(of, out).map(({ fate }) => fate);
  expect(fates(NOTHING)).toEqual(['kept', 'missing', 'kept', 'kept']);
  expect(fates(INCORRECT)).toEqual(['kept', 'missing', 'masked', 'kept']);
  expect(fates({ codes: [], checks: ['bad'] })).toEqual(['kept', 'missing', 'kept', 'masked']);
  expect(valuesOf(of, NOTHING).map((one) => one.reports)).toEqual([
    [],
    [],
    [{ id: 'D1', name: 'incorrect' }],
    [],
  ]);
});

it('values are not called kept while it is unknown whether there are reports', () => {
  const of = reply(samples([1]), null);
  expect(valuesOf(of, INCORRECT).map(({ fate }) => fate)).toEqual(['unknown']);
  expect(valuesOf(of, NOTHING).map(({ fate }) => fate)).toEqual(['kept']);
});

it('values of columns are their means, masked in part where checks mask some of their samples', () => {
  const lane = (n: number[], mean: (number | null)[]) => ({ n, mean, low: mean, high: mean });
  const shown = {
    ...{ kind: 'columns' as const, from: 0, step: 100, count: 3, source: 'files' as const },
    good: lane([5, 5, 0], [1, 2, null]),
    doubtful: lane([0, 0, 0], [null, null, null]),
    bad: lane([0, 5, 5], [null, 8, 9]),
    missing: [0, 0, 0],
  };
  expect(
    valuesOf(reply(shown), { codes: [], checks: ['bad'] }).map(({ at, value, fate }) => [
      at,
      value,
      fate,
    ]),
  ).toEqual([
    [50, 1, 'kept'],
    [150, 2, 'partly'],
    [250, 9, 'masked'],
  ]);
});

it('values of a profile are its levels', () => {
  const profile = {
    axis: { name: 'height', units: 'm' },
    at: [100, 200],
    values: [5, null],
    checks: ['bad' as const, 'missing' as const],
  };
  const sample = { time: 0, value: null, check: 'passed' as const, file: 'f', profile };
  const all = levelsOf(reply(null), { sample, units: 'm' }, { codes: [], checks: ['bad'] });
  expect(all.map(({ at, fate }) => [at, fate])).toEqual([
    [100, 'masked'],
    [200, 'missing'],
  ]);
});

const at = (hour: number) => hour * HOUR;
const shown = (values: number[], report: typeof REPORT) =>
  excerptOf(valuesOf(reply(samples(values), [report]), INCORRECT)).map((row) =>
    typeof row === 'number' ? `${row} hidden` : `${row.at / HOUR} ${row.fate}`,
  );
const HOURS = Array.from({ length: 24 }, (_, n) => n);

it('the excerpt of values has the first, and those around the first change', () => {
  expect(shown(HOURS, { ...REPORT, start: at(10), end: at(24) })).toEqual([
    ...['0 kept', '1 kept', '2 kept', '6 hidden'],
    ...['9 kept', '10 masked', '11 masked', '12 hidden'],
  ]);
});

it('the excerpt of values passes over missing values when it looks for the change', () => {
  const of = reply(samples([null, ...HOURS.slice(1)]), [{ ...REPORT, start: at(10), end: at(24) }]);
  expect(excerptOf(valuesOf(of, INCORRECT))[5]).toMatchObject({ at: at(10), fate: 'masked' });
});

it('the excerpt of values has the last where nothing changes, and all where there are few', () => {
  expect(shown(HOURS, { ...REPORT, start: at(30), end: at(31) })).toEqual([
    ...['0 kept', '1 kept', '2 kept', '18 hidden'],
    ...['21 kept', '22 kept', '23 kept'],
  ]);
  expect(shown([1, 2], { ...REPORT, start: at(30), end: at(31) })).toEqual(['0 kept', '1 kept']);
});
