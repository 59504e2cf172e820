// The plots of a day: which datastreams and plots are asked for, and what is read of the replies.
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import {
  cloudBaseSearch,
  dayPlotKey,
  dayPlotsSearch,
  facilityDaySearch,
  mainsOfDaySearch,
  productDaySearch,
  readDayPlots,
  readPlottedThere,
  readVariablesOfDay,
  variablesOfDaySearch,
  withMains,
} from './plan-day-plots.ts';

const reply = (...sources: object[]) => ({
  hits: { hits: sources.map((_source) => ({ _id: 'x', _source: { ..._source } })) },
});
const DAY = [
  { term: { has_plots: true } },
  { range: { start_date: { lte: '2019-02-03T23:59:59Z' } } },
  { range: { end_date: { gte: '2019-02-03T00:00:00Z' } } },
];
const term = (field: string, value: string) => ({ term: { [`${field}.keyword`]: value } });

it.each([
  [
    'a facility',
    facilityDaySearch('sgp.C1', '2019-02-03'),
    [term('ffac', 'sgp.C1')],
    ['priority', 'datastream.keyword'],
  ],
  [
    'a product',
    productDaySearch({ code: 'met', level: 'b1', vn: 'temp' }, '2019-02-03'),
    [term('instrument_code', 'met'), term('dataLevel', 'b1'), term('var_name', 'temp')],
    ['ffac.keyword'],
  ],
  [
    'the cloud base of a site',
    cloudBaseSearch('sgp', '2019-02-03'),
    [
      term('site_code', 'sgp'),
      term('instrument_class_code', 'ceil'),
      term('primary_meas_type_code', 'cloudbase'),
    ],
    ['ffac.keyword', 'var_name.keyword'],
  ],
])(
  'datastreams with plots of %s are those with data on the day, each once',
  (_, body, of, sort) => {
    expect(parseSearchBody(body)).toMatchObject({ ok: true });
    expect(body).toMatchObject({
      query: { bool: { filter: [...DAY, ...of] } },
      collapse: { field: 'datastream.keyword' },
      sort: sort.map((field) => ({ [field]: 'asc' })),
    });
  },
);

it('a record without a variable is no plotted datastream', () => {
  const source = {
    ...{ datastream: 'sgpmetE13.b1', var_name: 'temp', primary_meas_type_name: 'Temperature' },
    primary_meas_type_code: 'atmtemp',
    ...{ instrument_name: 'MET', site_name: 'SGP', facility_name: 'Lamont', ffac: 'sgp.E13' },
  };
  expect(readPlottedThere(reply(source, { ...source, var_name: '' }))).toEqual([
    {
      ...{ ds: 'sgpmetE13.b1', vn: 'temp', measurement: 'Temperature', instrument: 'MET' },
      ...{ site: 'SGP', facility: 'Lamont', ffac: 'sgp.E13', measurementCode: 'atmtemp' },
    },
  ]);
});

it('a balloon and a lidar are shown with what they are built to measure, others as they were found', () => {
  const body = mainsOfDaySearch('sgp.C1', '2019-02-03');
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(body.collapse).toBeUndefined();
  const one = { measurement: '', instrument: '', site: '', facility: '', ffac: 'sgp.C1' };
  const pressure = { ...one, ds: 'sonde', vn: 'pres', measurementCode: 'atmpres' };
  const temperature = { ...one, ds: 'sonde', vn: 'tdry', measurementCode: 'atmtemp' };
  const base = { ...one, ds: 'lidar', vn: 'first_cbh', measurementCode: 'cloudbase' };
  const snr = { ...base, vn: 'backscatter_snr', measurementCode: 'backscatter' };
  const backscatter = { ...snr, vn: 'backscatter' };
  const rain = { ...one, ds: 'disdrometer', vn: 'rain_rate', measurementCode: 'precip' };
  const echo = { ...rain, vn: 'zdb', measurementCode: 'radarrefl' };
  const mains = [temperature, snr, backscatter, echo];
  expect(withMains([pressure, base, rain], mains)).toEqual([temperature, backscatter, rain]);
  expect(withMains([pressure], [])).toEqual([pressure]);
});

it('plots of a day are asked for by all datastreams and each variable once, and read by both', () => {
  const of = [
    { ds: 'a', vn: 'temp' },
    { ds: 'b', vn: 'temp' },
  ];
  const body = dayPlotsSearch(of, '20190203');
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(body).toMatchObject({
    query: {
      bool: {
        filter: [
          { terms: { ds: ['a', 'b'] } },
          { terms: { vn: ['temp'] } },
          { term: { dated: '20190203' } },
        ],
      },
    },
    size: 100,
  });
  const plots = readDayPlots(
    reply({ url: '/a.png', ds: 'a', vn: 'temp' }, { url: '/b.png', ds: 'b', vn: 'temp' }, {}),
  );
  expect(of.map((one) => plots.get(dayPlotKey(one)))).toEqual(['/a.png', '/b.png']);
  expect(plots.size).toBe(2);
});

it('the variables of a datastream with a plot on a day are listed once each', () => {
  const body = variablesOfDaySearch('a', '20190203');
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(body.query).toEqual({
    bool: { filter: [{ term: { ds: 'a' } }, { term: { dated: '20190203' } }] },
  });
  expect(readVariablesOfDay(reply({ vn: 'b' }, { vn: 'a' }, { vn: 'b' }, {}))).toEqual(['b', 'a']);
});
