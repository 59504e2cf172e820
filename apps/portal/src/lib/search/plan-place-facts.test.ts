// What is measured in the archive, and the data products of a facility: the requests, and what is
// read.
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import {
  facilityProductsSearch,
  measuresSearch,
  readFacilityProducts,
  readMeasures,
} from './plan-place-facts.ts';

const top = (source: object) => ({ hits: { hits: [{ _id: 'x', _source: source }] } });
const reply = (aggregations: Record<string, unknown>) => ({ hits: { hits: [] }, aggregations });

it('measurements are sorted by their name, which is the code where there is none', () => {
  expect(parseSearchBody(measuresSearch())).toMatchObject({ ok: true });
  expect(measuresSearch().aggs).toMatchObject({
    measures: { aggs: { name: { top_hits: { size: 1, _source: ['primary_meas_type_name'] } } } },
  });
  const bucket = (key: string, source: object) => ({ key, doc_count: 1, name: top(source) });
  const buckets = [
    bucket('z', { primary_meas_type_name: 'Aerosol' }),
    bucket('Cloud', {}),
    bucket('a', { primary_meas_type_name: 'Wind' }),
  ];
  expect(readMeasures(reply({ measures: { buckets } }))).toEqual([
    { code: 'z', name: 'Aerosol' },
    { code: 'Cloud', name: 'Cloud' },
    { code: 'a', name: 'Wind' },
  ]);
  expect(readMeasures(reply({}))).toEqual([]);
});

it('products of a facility are those that the search finds there, sorted by name, with their first and last sample', () => {
  const body = facilityProductsSearch('sgp.C1', { primary_meas_type_code: ['atmtemp'] });
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(body.query).toEqual({
    bool: {
      filter: [
        {
          query_string: {
            query:
              'data_repository.keyword:"ARM" AND primary_meas_type_code.keyword:"atmtemp" AND ffac.keyword:"sgp.C1"',
            default_operator: 'AND',
          },
        },
      ],
    },
  });
  expect(body.aggs).toMatchObject({
    datastreams: { cardinality: { field: 'datastream.keyword' } },
    products: {
      terms: { field: 'instrument_id.keyword', size: 1000 },
      aggs: {
        best: { top_hits: { size: 1, sort: [{ priority: { order: 'asc', missing: '_last' } }] } },
        first: { min: { field: 'start_date' } },
        last: { max: { field: 'end_date' } },
      },
    },
  });
  const source = { instrument_name: 'Met', instrument_code: 'met', datastream: 'sgpmetC1.b1' };
  const buckets = [
    { key: 'sonde', doc_count: 1, best: top({}), first: { value: null }, last: { value: null } },
    { key: 'x', doc_count: 1, best: top(source), first: { value: 1 }, last: { value: 2 } },
  ];
  expect(readFacilityProducts(reply({ datastreams: { value: 7 }, products: { buckets } }))).toEqual(
    {
      datastreams: 7,
      products: [
        {
          ...{ instrumentId: 'x', name: 'Met', code: 'met', datastream: 'sgpmetC1.b1' },
          ...{ start: 1, end: 2 },
        },
        {
          ...{ instrumentId: 'sonde', name: 'sonde', code: 'sonde', datastream: '' },
          ...{ start: null, end: null },
        },
      ],
    },
  );
  expect(readFacilityProducts(reply({}))).toEqual({ datastreams: 0, products: [] });
});
