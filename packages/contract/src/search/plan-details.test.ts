// The smaller calls: each body is understood, and its reply is read.
import { describe, expect, it } from 'vitest';
import { parseSearchBody, type SearchBody } from './dsl.ts';
import {
  boundSearch,
  datastreamSearch,
  dqrSearch,
  groupRecordSearch,
  measurementsSearch,
  movedRecordSearch,
  placesSearch,
  readDqrs,
  readMeasurements,
  readPlaces,
  readSummaries,
  recordSearch,
  summarySearch,
} from './plan-details.ts';
import { fileListingQuery, fileMetricsSearch, readFileMetrics } from './plan-files.ts';
import { readSuggestions, SECTIONS, typeaheadSearch } from './plan-typeahead.ts';
import type { ParsedReply } from './reply.ts';

const reply = (aggregations: Record<string, unknown>): ParsedReply => ({
  hits: { hits: [] },
  aggregations,
});
const top = (source: object) => ({ hits: { hits: [{ _id: 'x', _source: source }] } });
const met = { view: 'instrument', id: 'met' } as const;

describe('bodies', () => {
  const bodies: readonly [string, SearchBody][] = [
    ['places', placesSearch(met)],
    ['record', recordSearch('a"b')],
    ['group record', groupRecordSearch({ view: 'measurement', id: 'met_temp' })],
    ['moved record', movedRecordSearch('sgpmetE13.b1_temp_a_b_c')],
    ['reports of a datastream', dqrSearch({ datastream: 'sgpmetE13.b1' })],
    ['reports of a measurement', dqrSearch({ measurementId: 'sgpmetE13.b1_temp' })],
    ['measurements', measurementsSearch({ datastream: 'sgpmetE13.b1' })],
    ['measurements of a group', measurementsSearch(met)],
    ['summaries', summarySearch('instrument', ['met', 'ceil'])],
    ['first date', boundSearch('datastream', 'sgpmetE13.b1', 'start_date')],
    ['datastream', datastreamSearch('sgpmetE13.b1')],
    ['typeahead', typeaheadSearch('cloud ba*', 'instrument_id', false)],
    ['typeahead, all', typeaheadSearch('', 'instrument_id', true)],
    [
      'file metrics',
      fileMetricsSearch({
        datastream: 'd',
        dates: [{ startDate: '2020-01-01', endDate: '2020-01-02' }],
        scanNames: ['ppi'],
      }),
    ],
  ];
  it.each(bodies)('%s', (_name, body) => {
    expect(parseSearchBody(body)).toMatchObject({ ok: true });
  });

  it('an id that moved on is looked for by its datastream', () => {
    expect(movedRecordSearch('nsametC1.b1_atmos_pressure_sfcmet_met_sfcmet').query).toEqual({
      term: { 'datastream.keyword': 'nsametC1.b1' },
    });
  });

  it('dates are bounded from both sides', () => {
    expect(boundSearch('datastream', 'd', 'end_date')).toMatchObject({
      size: 1,
      sort: [{ end_date: 'desc' }],
    });
  });
});

describe('typeahead', () => {
  it('[S173] at most five suggestions per section, ordered by distinct count', () => {
    const body = typeaheadSearch('oz', 'instrument_id', false);
    expect(body).toMatchObject({ size: 0, collapse: { field: 'instrument_id.keyword' } });
    for (const { label } of SECTIONS) {
      expect(body.aggs?.[label]).toMatchObject({
        aggs: { values: { terms: { size: 5, order: { grouped: 'desc' } } } },
      });
    }
  });

  it('reads codes and names, also of lists', () => {
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
});

describe('files', () => {
  it('[C021] the listing is a GET with quoted datastream and a file-name wildcard', () => {
    expect(
      fileListingQuery({
        datastream: 'sgpmetE13.b1',
        rows: 50,
        start: 100,
        startDate: '2020-01-01',
        endDate: '2020-01-02',
        textSearch: '202001 x',
      }),
    ).toEqual({
      size: '50',
      from: '100',
      sort: 'file_name.keyword:desc',
      q: 'datastream:"sgpmetE13.b1" AND file_name.keyword:*202001?x* AND end_date:["2020-01-01T00:00:00Z" TO *] AND start_date:[* TO "2020-01-02T23:59:59Z"]',
    });
  });

  it('metrics are a count and megabytes of 1e6 bytes', () => {
    expect(readFileMetrics(reply({ size: { value: 2_500_000 }, files: { value: 3 } }))).toEqual({
      fileCount: 3,
      fileSize: 2.5,
    });
  });
});

describe('replies', () => {
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
                    level: top({ dataLevel: 'b1', has_plots: true }),
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
        datastreams: [{ datastream: 'sgpmetE13.b1', dataLevel: 'b1', hasPlots: true }],
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
            },
          ],
        },
      }),
    );
    expect(summaries.get('met')).toEqual({ facilities: 3, sites: 2, first: 5, last: null });
    const variables = readMeasurements(
      reply({
        variables: {
          buckets: [{ key: 'temp', doc_count: 1, top: top({ priority: 1, rec_rationale: 'r' }) }],
        },
      }),
    );
    expect(variables).toMatchObject([{ varName: 'temp', priority: 1, rationale: 'r' }]);
  });

  it('reports of a datastream stand beside its name, those of a measurement in its document', () => {
    const entry = { datastream: 'd.b1', startDate: '', endDate: '', dataLevel: 'b1' };
    const whole = { ...entry, dqrDates: '[["2020010100","2020010100","W",3]]' };
    const source = {
      datastreams: JSON.stringify([{ ...entry, datastream: 'd.a1' }, whole]),
      dqr_dates: '[["2020010100","2020010100","M",3]]',
    };
    const found = reply({
      distinct_group: { buckets: [{ key: 'd.b1', doc_count: 1, top: top(source) }] },
    });
    expect(readDqrs(found, { datastream: 'd.b1' })[0]?.[2]).toBe('W');
    expect(readDqrs(found, { measurementId: 'd.b1_temp' })[0]?.[2]).toBe('M');
    expect(readDqrs(reply({}), { datastream: 'd.b1' })).toEqual([]);
  });
});
