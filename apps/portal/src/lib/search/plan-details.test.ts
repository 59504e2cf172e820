// The smaller calls: each body is understood, and its reply is read.

import {
  CITATION_SECTIONS,
  citationTypeaheadSearch,
  readSuggestions,
  SECTIONS,
  typeaheadSearch,
} from '@isobar/contract/search/plan-typeahead.ts';
import type { ParsedReply } from '@isobar/contract/search/reply.ts';
import { bestSuggestions } from '@isobar/contract/search/suggestion-fit.ts';
import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import {
  datastreamSearch,
  dqrSearch,
  measurementsSearch,
  movedRecordSearch,
  placesSearch,
  readDqrs,
  readMeasurements,
  readPlaces,
  recordSearch,
} from './plan-details.ts';
import { readSummaries, summarySearch } from './plan-summaries.ts';

const place = (key: string, first: number, last: number | null) => ({
  key,
  doc_count: 1,
  first: { value: first * 3_600_000 },
  last: { value: last === null ? null : last * 3_600_000 },
});

const reply = (aggregations: Record<string, unknown>): ParsedReply => ({
  hits: { hits: [] },
  aggregations,
});
const top = (source: object) => ({ hits: { hits: [{ _id: 'x', _source: source }] } });
const met = { view: 'instrument', id: 'met' } as const;

const bodies: readonly [string, SearchBody][] = [
  ['places', placesSearch(met)],
  ['record', recordSearch('a"b')],
  ['moved record', movedRecordSearch('sgpmetE13.b1_temp_a_b_c')],
  ['reports of a datastream', dqrSearch({ datastream: 'sgpmetE13.b1' })],
  ['reports of a measurement', dqrSearch({ measurementId: 'sgpmetE13.b1_temp' })],
  ['measurements', measurementsSearch({ datastream: 'sgpmetE13.b1' })],
  ['measurements of a group', measurementsSearch(met)],
  ['summaries', summarySearch('instrument', ['met', 'ceil'])],
  ['datastream', datastreamSearch('sgpmetE13.b1')],
  ['typeahead', typeaheadSearch('cloud ba*', 'instrument_id', false)],
  ['typeahead, all', typeaheadSearch('', 'instrument_id', true)],
];
it.each(bodies)('%s', (_name, body) => {
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
});

it('an id that moved on is looked for by its datastream', () => {
  expect(movedRecordSearch('nsametC1.b1_atmos_pressure_sfcmet_met_sfcmet').query).toEqual({
    term: { 'datastream.keyword': 'nsametC1.b1' },
  });
});

it('[P011] details count sites and facilities under their names on the wire', () => {
  expect(placesSearch(met)).toMatchObject({
    query: { term: { 'instrument_id.keyword': 'met' } },
    size: 0,
    aggs: {
      'Sites||site_code': { terms: { field: 'site_code.keyword', size: 1000 } },
      'Facilities||ffac': { terms: { field: 'ffac.keyword', size: 10_000 } },
    },
  });
});

it('[P050] primary measurements are 9999 variables, each with the fields of one document', () => {
  expect(measurementsSearch({ datastream: 'd' }).aggs).toMatchObject({
    variables: {
      terms: { field: 'var_name.keyword', size: 9999 },
      aggs: {
        top: {
          top_hits: {
            size: 1,
            _source: expect.arrayContaining(['var_name', 'primary_meas_type_code']),
          },
        },
      },
    },
  });
});

it.each([
  ['datastream', { datastream: 'sgpmetE13.b1' }, 'sgpmetE13.b1'],
  ['measurement_id', { measurementId: 'sgpmetE13.b1_atmpress' }, 'sgpmetE13.b1_atmpress'],
])(
  '[P062] [P064] reports are one top hit of the distinct %s that a phrase finds',
  (field, of, value) => {
    expect(dqrSearch(of)).toMatchObject({
      query: { bool: { must: [{ match_phrase: { [field]: value } }] } },
      size: 0,
      aggs: {
        distinct_group: {
          terms: { field: `${field}.keyword` },
          aggs: {
            top: { top_hits: { size: 1, _source: expect.arrayContaining(['dqr_dates']) } },
          },
        },
      },
    });
  },
);

it('[P067] what a datastream is: one hit by its name, with a list of fields', () => {
  expect(datastreamSearch('sgpmetE13.b1')).toMatchObject({
    query: { term: { 'datastream.keyword': 'sgpmetE13.b1' } },
    size: 1,
    _source: expect.arrayContaining(['instrument_class_name', 'site_name', 'facility_name']),
  });
});

it('[S173] at most five suggestions per section: those that fit best, then by count, each name once', () => {
  const item = (code: string, label: string, count: number) => ({ code, label, count });
  const items = [
    item('blc', 'Belfort Laser Ceilometer', 90),
    item('ceilpblht', 'Boundary-layer height data with CEIL', 80),
    item('ceil', 'Ceilometer', 70),
    item('ceil2', 'Ceilometer', 60),
    item('a', 'Ceiling one', 1),
    item('b', 'Ceiling two', 2),
    item('c', 'Other', 99),
  ];
  expect(bestSuggestions(items, 'ceil', 5).map(({ code }) => code)).toEqual([
    'ceil',
    'ceilpblht',
    'b',
    'a',
    'blc',
  ]);
});

it('[S173] [P014] [P015] suggestions are counted by distinct groups', () => {
  const body = typeaheadSearch('oz', 'instrument_id', true);
  expect(body).toMatchObject({
    query: { match_all: {} }, // or this archive's own documents, where others are not included
    size: 0,
    collapse: { field: 'instrument_id.keyword' },
  });
  for (const { label } of SECTIONS) {
    expect(body.aggs?.[label]).toMatchObject({
      aggs: {
        values: {
          terms: { size: 30, order: { grouped: 'desc' } },
          aggs: { grouped: { cardinality: { field: 'instrument_id.keyword' } } },
        },
      },
    });
  }
});

it('[P068] [P069] the typeahead of the citation tool has ten datastreams, and sources', () => {
  const body = citationTypeaheadSearch('met');
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(body).toMatchObject({
    query: { match_all: {} },
    size: 0,
    collapse: { field: 'instrument_id.keyword' },
    aggs: {
      Datastreams: {
        aggs: {
          values: {
            terms: { field: 'datastream.keyword', size: 10, order: { grouped: 'desc' } },
            aggs: { grouped: { cardinality: { field: 'instrument_id.keyword' } } },
          },
        },
      },
    },
  });
  const bucket = { key: 'sgpmetE13.b1', doc_count: 7, grouped: { value: 1 } };
  const found = reply({ Datastreams: { doc_count: 7, values: { buckets: [bucket] } } });
  expect(readSuggestions(found, CITATION_SECTIONS)).toEqual([
    {
      label: 'Datastreams',
      items: [{ field: 'datastream', code: 'sgpmetE13.b1', label: 'sgpmetE13.b1', count: 1 }],
    },
  ]);
});

it('[P016] the typeahead reads codes and names, also of lists', () => {
  const bucket = (key: string, source: object) => ({
    doc_count: 9,
    values: { buckets: [{ key, doc_count: 9, grouped: { value: 2 }, name: top(source) }] },
  });
  const sections = readSuggestions(
    reply({
      Categories: bucket('Aerosols', {
        meas_category_code: ['cloud', 'aeros'],
        meas_category_name: ['Cloud Properties', 'Aerosols'],
      }),
      Sites: bucket('sgp', { site_code: 'sgp', site_name: 'Southern Great Plains' }),
      Datastreams: { doc_count: 0, values: { buckets: [] } },
    }),
  );
  expect(sections).toEqual([
    {
      label: 'Categories',
      items: [{ field: 'meas_category_code', code: 'aeros', label: 'Aerosols', count: 2 }],
    },
    {
      label: 'Sites',
      items: [{ field: 'site_code', code: 'sgp', label: 'Southern Great Plains', count: 2 }],
    },
  ]);
});

it('places with their datastreams', () => {
  const places = readPlaces(
    reply({
      'Facilities||ffac': {
        buckets: [
          {
            key: 'sgp.E13',
            doc_count: 4,
            place: top({ site_code: 'sgp', site_name: 'SGP', facility_code: 'E13' }),
            datastreams: {
              buckets: [
                {
                  key: 'sgpmetE13.b1',
                  doc_count: 4,
                  level: top({ dataLevel: 'b1', has_plots: true, start_date: '2001-01-01' }),
                },
                {
                  key: 'topography',
                  doc_count: 1,
                  level: top({ filed_start_date: '2020-01-01', filed_end_date: '2021-01-01' }),
                },
              ],
            },
          },
        ],
      },
    }),
  );
  expect(places).toMatchObject([
    {
      ffac: 'sgp.E13',
      siteCode: 'sgp',
      datastreams: [
        {
          ...{ datastream: 'sgpmetE13.b1', dataLevel: 'b1', hasPlots: true },
          ...{ startDate: '2001-01-01', filed: { startDate: '2001-01-01' } },
        },
        {
          ...{ datastream: 'topography', startDate: '', endDate: '' },
          filed: { startDate: '2020-01-01', endDate: '2021-01-01' },
        },
      ],
    },
  ]);
});

it('summaries and measurements', () => {
  const summaries = readSummaries(
    reply({
      groups: {
        buckets: [
          {
            key: 'met',
            doc_count: 1,
            facilities: { value: 3 },
            sites: { value: 2 },
            first: { value: 5 },
            last: { value: null },
            places: {
              buckets: [
                place('a', 10, 20),
                place('b', 40, 50),
                place('c', 15, 30),
                place('d', 9, null),
                place('e', 8, 7),
                place('f', 60, 60),
              ],
            },
          },
        ],
      },
    }),
  );
  expect(summaries.get('met')).toEqual({
    facilities: 3,
    sites: 2,
    first: 5,
    last: null,
    spans: [
      [10, 30],
      [40, 50],
      [60, 60],
    ],
  });
  const variables = readMeasurements(
    reply({
      variables: {
        buckets: [{ key: 'temp', doc_count: 1, top: top({ priority: 1, rec_rationale: 'r' }) }],
      },
    }),
  );
  expect(variables).toMatchObject([{ varName: 'temp', priority: 1, rationale: 'r' }]);
});

it('[C057] a primary measurement has its codes, names, priority and why it is recommended', () => {
  const source = {
    primary_meas_type_name: 'Atmospheric temperature',
    primary_meas_type_code: 'atmtemp',
    var_name: 'temp_mean',
    var_name_desc: 'Temperature mean',
    priority: 2,
    rec_rationale: 'The highest level',
    rec_url: 'https://example.org/why',
    show_rationale: true,
  };
  const read = (more: object) =>
    readMeasurements(
      reply({
        variables: {
          buckets: [{ key: 'temp_mean', doc_count: 1, top: top({ ...source, ...more }) }],
        },
      }),
    )[0];
  expect(read({})).toMatchObject({
    varName: 'temp_mean',
    description: 'Temperature mean',
    measurementCode: 'atmtemp',
    measurementName: 'Atmospheric temperature',
    priority: 2,
    rationale: 'The highest level',
    rationaleUrl: 'https://example.org/why',
  });
  expect(read({ show_rationale: false })?.rationale).toBe('');
  const asked = measurementsSearch({ datastream: 'sgpmetE13.b1' }).aggs?.variables;
  const shown = JSON.stringify(asked);
  for (const field of Object.keys(source)) expect(shown).toContain(`"${field}"`);
});

it('[P063] [P064] reports of a datastream are listed beside its name, those of a measurement in its document', () => {
  const entry = { datastream: 'd.b1', startDate: '', endDate: '', dataLevel: 'b1' };
  const whole = { ...entry, dqrDates: '[["2020010100","2020010100","W",3]]' };
  const source = {
    datastreams: JSON.stringify([{ ...entry, datastream: 'd.a1' }, whole]),
    dqr_dates: '[["2020010100","2020010100","M",3]]',
  };
  const found = reply({
    distinct_group: { buckets: [{ key: 'd.b1', doc_count: 1, top: top(source) }] },
  });
  expect(readDqrs(found, { datastream: 'd.b1' })?.[0]?.[2]).toBe('W');
  expect(readDqrs(found, { measurementId: 'd.b1_temp' })?.[0]?.[2]).toBe('M');
  expect(readDqrs(reply({}), { datastream: 'd.b1' })).toBeNull();
});
