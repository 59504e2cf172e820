import { reportFilter } from '@isobar/contract/calls/report-list.ts';
import { expect, it } from 'vitest';
import { tablesOf } from '../../features/orders/testing/tables.ts';
import { findReports, PAGE } from './report-list.ts';

const row = (dqr_id: string, datastream: string, quality_code: string, more: object = {}) => ({
  dqr_id,
  datastream,
  quality_code,
  start_time: '2019-01-01T00:00:00Z',
  end_time: '2019-01-31T23:59:59Z',
  subject: `About ${dqr_id}`,
  ...more,
});
const tables = tablesOf({
  'instrument-classes.csv': [
    { instrument_class_code: 'met', instrument_class_name: 'Surface Meteorology' },
    { instrument_class_code: 'ceil', instrument_class_name: 'Ceilometer' },
  ],
  'datastream-classes.csv': [{ datastream_class: '30met', instrument_class_code: 'met' }],
  'sites.csv': [{ site_code: 'sgp', site_name: 'Southern Great Plains' }],
  'quality-reports.csv': [
    row('D190101.1', 'sgpmetE13.b1', '4'),
    row('D190101.1', 'sgpmetE13.b1', '3', {
      start_time: '2020-06-01T00:00:00Z',
      end_time: '2020-06-02T00:00:00Z',
    }),
    row('D190101.1', 'nsa30metC1.b1', '3'),
    row('D200101.2', 'sgpceilC1.b1', '3', {
      start_time: '2020-01-01T00:00:00Z',
      end_time: '',
      subject: 'Window dirty',
    }),
    row('D180101.3', 'enametC1.b1', '5', {
      start_time: '2018-01-01T00:00:00Z',
      end_time: '2018-01-01T12:00:00Z',
    }),
  ],
});
const find = async (asked: object = {}) => {
  const found = await findReports(tables, reportFilter.parse(asked));
  return found.reports.map(({ dqrid }) => dqrid);
};

it('the list of all reports has each report once, the latest first, with its class, days, sites and instruments', async () => {
  const { total, reports, choices } = await findReports(tables, reportFilter.parse({}));
  expect(total).toBe(3);
  expect(reports.map(({ dqrid }) => dqrid)).toEqual(['D200101.2', 'D190101.1', 'D180101.3']);
  expect(reports[0]).toMatchObject({ endDateTime: null, datastream: 'sgpceilC1.b1' });
  expect(reports[1]).toEqual({
    dqrid: 'D190101.1',
    subject: 'About D190101.1',
    code: 4,
    className: 'Incorrect',
    startDateTime: '2019-01-01T00:00:00Z',
    endDateTime: '2020-06-02T00:00:00Z',
    datastreams: 2,
    datastream: 'sgpmetE13.b1',
    sites: ['sgp', 'nsa'],
    instruments: ['met'],
  });
  expect(choices).toEqual({
    classes: [
      { value: 'incorrect', label: 'Incorrect', reports: 1 },
      { value: 'suspect', label: 'Suspect', reports: 2 },
      { value: 'note', label: 'Note', reports: 1 },
    ],
    sites: [
      { value: 'ena', label: 'ENA', reports: 1 },
      { value: 'nsa', label: 'NSA', reports: 1 },
      { value: 'sgp', label: 'Southern Great Plains', reports: 2 },
    ],
    instruments: [
      { value: 'ceil', label: 'Ceilometer', reports: 1 },
      { value: 'met', label: 'Surface Meteorology', reports: 2 },
    ],
  });
});

it.each([
  [{ class: 'incorrect' }, ['D190101.1']],
  [{ class: 'suspect' }, ['D200101.2', 'D190101.1']],
  [{ site: 'ena' }, ['D180101.3']],
  [{ instrument: 'met' }, ['D190101.1', 'D180101.3']],
  [{ words: 'WINDOW' }, ['D200101.2']],
  [{ words: 'about 30met' }, ['D190101.1']],
  [{ from: '2020-06-02' }, ['D200101.2', 'D190101.1']],
  [{ from: '2020-06-03' }, ['D200101.2']],
  [{ to: '2018-01-01' }, ['D180101.3']],
  [{ to: '2017-12-31' }, []],
  // Between the spans of the first report there is nothing of it.
  [{ from: '2019-02-01', to: '2019-12-31' }, []],
  // Its incorrect span ended long before.
  [{ class: 'incorrect', from: '2020-01-01' }, []],
  [{ site: 'sgp', class: 'note' }, []],
  // What is incorrect in the first report is at another site.
  [{ site: 'nsa', class: 'incorrect' }, []],
  [{ site: 'nsa', class: 'suspect' }, ['D190101.1']],
  [{ site: 'nsa', from: '2020-01-01' }, []],
])('by %j', async (asked, ids) => {
  expect(await find(asked)).toEqual(ids);
});

it('the list of all reports comes in pages, and beyond the last one is the last one', async () => {
  const many = tablesOf({
    'quality-reports.csv': Array.from({ length: PAGE + 2 }, (_, n) =>
      row(`D190101.${n}`, 'sgpmetE13.b1', '3'),
    ),
  });
  const page = async (n: string) => findReports(many, reportFilter.parse({ page: n }));
  expect((await page('1')).reports).toHaveLength(PAGE);
  expect(await page('2')).toMatchObject({ total: PAGE + 2, page: 2, pages: 2 });
  expect((await page('9')).reports).toHaveLength(2);
});

it('the list of all reports takes no day that is none, no class that is none and no page 0', () => {
  for (const wrong of [{ from: '2019-13-01' }, { class: 'bad' }, { page: '0' }, { page: 'x' }])
    expect([wrong, reportFilter.safeParse(wrong).success]).toEqual([wrong, false]);
});
