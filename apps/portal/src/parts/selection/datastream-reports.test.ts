// Reports read from the answers of the archive and of a quality service elsewhere.
import { parseInstant } from '@isobar/contract/time.ts';
import { expect, it } from 'vitest';
import { readListed, readReports } from './datastream-reports.ts';

const MET = 'sgpmetE13.b1';
const at = (text: string): number => parseInstant(text) ?? Number.NaN;

it('the reader of reports reads each class of a listed report with the spans of its own', () => {
  const span = (code: number, endDateTime: string | null) => ({
    ...{ datastream: MET, code, metric: '', variables: ['rh_mean'], endDateTime },
    startDateTime: '2017-03-06T00:00:00Z',
  });
  const reports = readListed([
    {
      ...{ dqrid: 'D1', subject: 'Two classes', code: 4, startDateTime: '', endDateTime: null },
      affected: [span(4, '2017-03-07T12:00:00Z'), span(3, null)],
    },
  ]);
  expect(reports.map(({ id, code, spans }) => [id, code, spans.map(({ end }) => end)])).toEqual([
    ['D1', 4, [at('2017-03-07 12:00')]],
    ['D1', 3, [Number.POSITIVE_INFINITY]],
  ]);
});

it('the reader of reports accepts the answers of another quality service: all variables where none is listed, no invalid dates', () => {
  const report = (variables: string[], dates: [string, string | null][]) => ({
    ...{ subject: 'x', description: '', suggestions: null, variables },
    dates: dates.map(([start_date, end_date]) => ({ start_date, end_date })),
  });
  const told = {
    [MET]: {
      incorrect: {
        D1: report(['ALL'], [['2017-03-06 00:00:00', '2017-03-07']]),
        D2: report(
          ['a'],
          [
            ['never', null],
            ['2017-03-08', '2017-03-01'],
          ],
        ),
      },
      missing: { D3: report(['a'], [['2017-03-06 00:00:00', null]]) },
    },
  };
  expect(readReports(told, MET)).toEqual([
    {
      ...{ id: 'D1', code: 4, subject: 'x' },
      spans: [
        {
          ...{ datastream: MET, code: 4, variables: [] },
          ...{ start: at('2017-03-06'), end: at('2017-03-07 23:59:59') },
        },
      ],
    },
    { id: 'D2', code: 4, subject: 'x', spans: [] },
    {
      ...{ id: 'D3', code: 0, subject: 'x' },
      spans: [
        {
          ...{ datastream: MET, code: 0, variables: ['a'] },
          ...{ start: at('2017-03-06'), end: Number.POSITIVE_INFINITY },
        },
      ],
    },
  ]);
  expect(readReports({}, 'constructor')).toEqual([]);
});
