// The reports on a variable in a span, and what of them is masked.
import { expect, it } from 'vitest';
import { TableError } from '../tables/read-table.ts';
import { masksOf } from './masks.ts';
import { lookUpIn, type ReportRow, reportRowsOf, rowsOn, spanOf } from './spans.ts';
import { variableReports } from './variable-reports.ts';

const row = (dqr_id: string, quality_code: number, start_time: number, more: object = {}) =>
  ({
    ...{ dqr_id, quality_code, start_time, end_time: start_time + 99, datastream: 'a.b1' },
    ...{ variables: ['temp'], ...more },
    // Nothing else of a row is read here.
  }) as unknown as ReportRow;
const ROWS = [
  row('D1', 3, 200),
  row('D2', 4, 500),
  row('D3', 4, 300, { variables: [] }),
  row('D4', 6, 300),
  row('D5', 4, 300, { variables: ['rh'] }),
  row('D6', 4, 700),
  row('D7', 0, 300),
];
const tables = lookUpIn([['a.b1', ROWS]]);
const of = { datastream: 'a.b1', variable: 'temp' };
const ids = (most: number) =>
  variableReports(tables, of, { start: 299, end: 699 }, most)?.map(({ id }) => id);

it('reports on a variable in a span come from the worst, then by time, without those about reprocessed data', () => {
  expect(ids(10)).toEqual(['D3', 'D2', 'D1', 'D7']);
  expect(ids(2)).toEqual(['D3', 'D2']);
});

it('reports are unknown where their table is not there, and other failures are no answer', () => {
  const failing = (error: Error) => ({
    qualityReportsOf: () => {
      throw error;
    },
  });
  const ask = (error: Error) => variableReports(failing(error), of, { start: 0, end: 1 }, 1);
  expect(ask(new TableError('quality-reports.csv is not there'))).toBeNull();
  expect(() => ask(new Error('a bug'))).toThrow('a bug');
});

it('a row about several holdings comes once, and a look-up made of rows knows only their datastreams', () => {
  const [first] = ROWS;
  const holding = { datastream: 'a.b1', ranges: [{ start: 200, end: 210 }], variables: ['temp'] };
  expect(rowsOn(tables, [holding, { ...holding, datastream: 'b.b1' }, holding])).toEqual([first]);
  expect(reportRowsOf(tables, ['a.b1', 'a.b1', 'b.b1'])).toEqual([
    ['a.b1', ROWS],
    ['b.b1', []],
  ]);
});

it('values are masked to the end of the last second of reports of the classes that were chosen', () => {
  const last = 1 - 1e-6;
  const open = row('D8', 4, Number.NEGATIVE_INFINITY, { end_time: Number.POSITIVE_INFINITY });
  const spans = [...ROWS.slice(0, 3), open].map(spanOf);
  expect(masksOf(spans, ['incorrect'])).toEqual([
    { variables: ['temp'], start: 500, end: 599 + last },
    { variables: 'all', start: 300, end: 399 + last },
    { variables: ['temp'], start: -1e11, end: 1e11 },
  ]);
  expect(masksOf(spans, ['suspect'])).toEqual([
    { variables: ['temp'], start: 200, end: 299 + last },
  ]);
  expect(masksOf(spans, [])).toEqual([]);
});
