// Whose reports a row shows: of the datastream, or of the measurement that is looked at.

import { EMPTY_SEARCH, type Search, setFilter } from '@isobar/contract/search/filter.ts';
import { expect, it } from 'vitest';
import { groupReportsSearch, readGroupReports } from './plan-reports.ts';
import { readRow } from './row.ts';
import { measurementLookedAt, reportDatesOf } from './row-reports.ts';

const row = readRow({
  datastream: 'sgpmetE13.b1',
  instrument_name: 'Surface Meteorological Instrumentation',
  instrument_code: 'met',
  var_name: 'temp_mean',
  primary_meas_type_code: 'atmtemp',
  primary_meas_type_name: 'Surface air temperature',
  dqr_dates: '[["2000010100","2000020100","D1",3]]',
  datastreams: JSON.stringify([
    {
      datastream: 'sgpmetE13.b1',
      startDate: '',
      endDate: '',
      dataLevel: 'b1',
      dqrDates: '[["2000010100","2000020100","D1",3],["2001010100","2001020100","D2",4]]',
    },
    { datastream: 'sgpmetE13.a1', startDate: '', endDate: '', dataLevel: 'a1', dqrDates: '[]' },
  ]),
});
const text = (words: string): Search => setFilter(EMPTY_SEARCH, 's', [words]);
const ids = (search: Search) => reportDatesOf(row, search).map(([, , id]) => id);

it('a product: of its whole datastream', () => {
  expect(ids(EMPTY_SEARCH)).toEqual(['D1', 'D2']);
  expect(ids(setFilter(EMPTY_SEARCH, 'site_code', ['sgp']))).toEqual(['D1', 'D2']);
});

it('the measurement view, and a chosen measurement in either view', () => {
  expect(ids({ ...EMPTY_SEARCH, view: 'measurement' })).toEqual(['D1']);
  const chosen = setFilter(EMPTY_SEARCH, 'primary_meas_type_code', ['atmtemp']);
  expect(ids(chosen)).toEqual(['D1']);
  expect(ids({ ...chosen, view: 'instrument' })).toEqual(['D1']);
  const unnamed = { ...row, measurementCode: '' };
  expect(measurementLookedAt(unnamed, { ...chosen, view: 'measurement' })).toBeNull();
});

it('several measurements, or another than the row shows, narrow nothing in the product view', () => {
  for (const codes of [['atmtemp', 'rh'], ['rh']]) {
    const search = setFilter(EMPTY_SEARCH, 'primary_meas_type_code', codes);
    expect(ids({ ...search, view: 'instrument' })).toEqual(['D1', 'D2']);
  }
});

it.each([
  'temperature',
  'sgp TEMPERATURES 2019',
  'temp_mean',
  'tempera*',
  'humidity OR temperature',
  'atmtemp',
])('a word of the measurement in the text: %s', (words) => {
  expect(measurementLookedAt(row, text(words))).toBe('atmtemp');
});

it.each(['met', 'sgpmetE13.b1', 'surface meteorological', 'humidity', '*', 'site_code:sgp', 'NOT'])(
  'a text about something else: %s',
  (words) => {
    expect(measurementLookedAt(row, text(words))).toBeNull();
  },
);

it('a record without the list of its datastreams shows the reports that it has', () => {
  const bare = { ...row, datastreams: [] };
  expect(reportDatesOf(bare, EMPTY_SEARCH)).toEqual(row.dqrDates);
});

it('the query for reports of all facilities asks per facility for all of them, per datastream for those of one measurement', () => {
  const group = { view: 'instrument', id: 'met' } as const;
  const instrument = { term: { 'instrument_id.keyword': 'met' } };
  const top = (...more: string[]) => ({
    top: { top_hits: { size: 1, _source: ['datastream', 'dqr_dates', ...more] } },
  });
  expect(groupReportsSearch(group, null)).toMatchObject({
    query: { bool: { filter: [instrument] } },
    aggs: { parts: { terms: { field: 'ffac.keyword' }, aggs: top('datastreams') } },
  });
  const measurement = { term: { 'primary_meas_type_code.keyword': 'atmtemp' } };
  expect(groupReportsSearch(group, 'atmtemp')).toMatchObject({
    query: { bool: { filter: [instrument, measurement] } },
    aggs: { parts: { terms: { field: 'datastream.keyword' }, aggs: top() } },
  });
});

it('the query for reports of all facilities reads every level of a facility from one document', () => {
  const source = {
    datastream: row.datastream,
    dqr_dates: '[]',
    datastreams: JSON.stringify(row.datastreams),
  };
  const read = readGroupReports({
    hits: { hits: [] },
    aggregations: {
      parts: {
        buckets: [
          {
            key: 'sgp.E13',
            doc_count: 2,
            top: { hits: { hits: [{ _id: 'x', _source: source }] } },
          },
        ],
      },
    },
  });
  expect([...read].map(([name, dates]) => [name, dates.length])).toEqual([
    ['sgpmetE13.b1', 2],
    ['sgpmetE13.a1', 0],
  ]);
});
