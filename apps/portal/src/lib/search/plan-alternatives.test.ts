// Datastreams that are offered instead of one whose values are masked: who is asked for, and whom
// reports in the dates leave out.
import { CODES } from '@isobar/contract/quality/classes.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import {
  alternativesSearch,
  measuredSearch,
  readAlternatives,
  readMeasured,
} from './plan-alternatives.ts';

const at = (text: string) => parseInstant(text) ?? Number.NaN;
const span = (start: string, end: string) => ({ start: at(start), end: at(end) });
const NOON_TO_THREE = [span('2020-01-02T12:00:00Z', '2020-01-02T14:59:59Z')];

it('what a datastream measures is that of the chosen variables, and of all where none is chosen', () => {
  const filterOf = (variables: readonly string[]) =>
    measuredSearch('sgpmetE13.b1', variables).query;
  const datastream = { term: { 'datastream.keyword': 'sgpmetE13.b1' } };
  expect(filterOf([])).toEqual({ bool: { filter: [datastream] } });
  expect(filterOf(['temp'])).toEqual({
    bool: { filter: [datastream, { terms: { 'var_name.keyword': ['temp'] } }] },
  });
  const body = measuredSearch('sgpmetE13.b1', ['temp']);
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  const [name = ''] = Object.keys(body.aggs ?? {});
  const buckets = [
    { key: 'atmtemp', doc_count: 2 },
    { key: 'rh', doc_count: 1 },
  ];
  expect(readMeasured({ hits: { hits: [] }, aggregations: { [name]: { buckets } } })).toEqual([
    ...['atmtemp', 'rh'],
  ]);
});

it('alternatives are of the same site and other instruments, and begin before the last and end after the first of the dates', () => {
  const dates = [
    span('2020-03-01T00:00:00Z', '2020-03-02T00:00:00Z'),
    span('2019-01-01T00:00:00Z', '2019-01-05T00:00:00Z'),
  ];
  const body = alternativesSearch('sgpmetE13.b1', ['atmtemp', 'rh'], dates);
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(body.query).toEqual({
    bool: {
      filter: [
        { term: { 'site_code.keyword': 'sgp' } },
        { terms: { 'primary_meas_type_code.keyword': ['atmtemp', 'rh'] } },
        { range: { start_date: { lte: '2020-03-02T00:00:00Z' } } },
        { range: { end_date: { gte: '2019-01-01T00:00:00Z' } } },
      ],
      must_not: [{ term: { 'instrument_class_code.keyword': 'met' } }],
    },
  });
  expect(body).toMatchObject({ collapse: { field: 'datastream.keyword' }, size: 60 });
});

it.each([
  ['incorrect', '2020010212', '2020010212', CODES.incorrect, false],
  ['suspect', '2020010214', '2020010300', CODES.suspect, false],
  ['missing', '2019010100', '2021010100', CODES.missing, false],
  ['a note', '2020010212', '2020010212', CODES.note, true],
  ['limited', '2020010212', '2020010212', CODES.limited, true],
  ['incorrect until the hour before', '2020010100', '2020010211', CODES.incorrect, true],
  ['incorrect from the hour after', '2020010215', '2020010300', CODES.incorrect, true],
])(
  'a datastream with a report, %s, is left out where it is about these dates',
  (_, from, to, code, isOffered) => {
    const source = { datastream: 'sgpco2C1.b1', instrument_name: 'Flux', facility_code: 'C1' };
    const sources = [
      { ...source, dqr_dates: JSON.stringify([[from, to, 'D1', code]]) },
      { ...source, datastream: 'sgpco2E9.b1', facility_code: 'E9' },
    ];
    const hits = sources.map((_source) => ({ _id: 'x', _source }));
    const found = readAlternatives({ hits: { hits } }, NOON_TO_THREE, 5);
    expect(found.map(({ facility }) => facility)).toEqual(isOffered ? ['C1', 'E9'] : ['E9']);
    expect(found.at(-1)).toEqual({ datastream: 'sgpco2E9.b1', instrument: 'Flux', facility: 'E9' });
    const one = readAlternatives({ hits: { hits } }, NOON_TO_THREE, 1);
    expect(one.map(({ facility }) => facility)).toEqual([isOffered ? 'C1' : 'E9']);
  },
);
