// The calls of the location search.

import { formatShape, parseShape } from '@isobar/contract/places/shape.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  facilitiesSearch,
  readSitePlaces,
  shapeSearch,
  siteLocationsSearch,
  sitesSearch,
} from './plan-places.ts';

const SQUARE = '-100 30, -90 30, -90 40, -100 40';

it('[P028] sites and site locations: terms with a top hit, by key, 7000 of them', () => {
  for (const [body, field] of [
    [sitesSearch(), 'site_code.keyword'],
    [siteLocationsSearch(), 'ffac.keyword'],
    [siteLocationsSearch('sgp'), 'ffac.keyword'],
  ] as const) {
    expect(parseSearchBody(body)).toMatchObject({ ok: true });
    expect(body).toMatchObject({
      size: 0,
      aggs: {
        places: {
          terms: { field, size: 7000, order: { _key: 'asc' } },
          aggs: { place: { top_hits: { size: 1 } } },
        },
      },
    });
  }
  expect(facilitiesSearch().aggs?.places).toMatchObject({
    aggs: { placed: { aggs: { place: { top_hits: { size: 1, _source: ['location'] } } } } },
  });
  for (const body of [sitesSearch(), siteLocationsSearch()])
    expect(body.aggs?.places).toMatchObject({
      aggs: { place: { top_hits: { _source: expect.arrayContaining(['ffac', 'location']) } } },
    });
  expect(JSON.stringify(siteLocationsSearch('sgp'))).toContain('"site_code.keyword":"sgp"');
  expect(JSON.stringify(siteLocationsSearch())).not.toContain('"site_code.keyword":"');
});

it("[P029] a shape is the polygon of an 'x y, x y' text, closed, and what intersects it", () => {
  const body = shapeSearch(parseShape(SQUARE) ?? []);
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(body.query).toMatchObject({
    bool: {
      filter: expect.arrayContaining([
        {
          geo_shape: {
            geo: {
              shape: {
                type: 'polygon',
                coordinates: [
                  [
                    [-100, 30],
                    [-90, 30],
                    [-90, 40],
                    [-100, 40],
                    [-100, 30],
                  ],
                ],
              },
              relation: 'intersects',
            },
          },
        },
      ]),
    },
  });
  expect(shapeSearch(parseShape(`${SQUARE}, -100 30`) ?? [])).toEqual(body);
});

it.each(['', '1 2', '1 2, 3 4', '1 2, 1 2, 1 2', '1 2, 3 4, 5', '1 2, 3 x, 5 6', '1 2, 3 95, 5 6'])(
  '%j is taken as no shape',
  (text) => expect(parseShape(text)).toBeNull(),
);

it('[P029] places are read back as they are written', () => {
  const corner = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }).map((lon) => lon + 0),
    fc.double({ min: -90, max: 90, noNaN: true }).map((lat) => lat + 0),
  );
  fc.assert(
    fc.property(fc.uniqueArray(corner, { minLength: 3, selector: String }), (corners) => {
      expect(parseShape(formatShape(corners))).toEqual(corners);
    }),
  );
});

it('[L016] the query for places asks for the codes, names, type, place and dates of a site or facility', () => {
  for (const { aggs } of [sitesSearch(), facilitiesSearch(), shapeSearch([])])
    expect(aggs).toMatchObject({
      places: {
        aggs: {
          place: {
            top_hits: {
              _source: expect.arrayContaining([
                ...['ffac', 'site_code', 'facility_code', 'facility_name', 'site_name'],
                ...['site_type', 'location', 'start_date', 'end_date'],
              ]),
            },
          },
        },
      },
    });
});

it('one query for facilities combines dates, measurement and area', () => {
  const narrow = { start_date: ['2020-01-01'], primary_meas_type_code: ['rh'] };
  const corners = parseShape(SQUARE) ?? [];
  for (const body of [facilitiesSearch(narrow), shapeSearch(corners, narrow)]) {
    expect(parseSearchBody(body)).toMatchObject({ ok: true });
    const text = JSON.stringify(body.query);
    expect(text).toContain('primary_meas_type_code.keyword:\\"rh\\"');
    expect(text).toContain('end_date:[\\"2020-01-01T00:00:00Z\\" TO *]');
  }
  expect(JSON.stringify(shapeSearch(corners, narrow).query)).toContain('"geo_shape"');
  expect(JSON.stringify(facilitiesSearch().query)).not.toContain('"geo"');
});

it('[P028] places are read with their span', () => {
  const place = { site_code: 'sgp', site_name: 'SGP', site_type: 'P', ffac: 'sgp.C1' };
  const bucket = {
    key: 'sgp.C1',
    doc_count: 3,
    place: { hits: { hits: [{ _id: 'x', _source: { ...place, location: '36.6,-97.5' } }] } },
    first: { value: 5 },
    last: { value: null },
    products: { value: 2 },
  };
  const read = readSitePlaces({
    hits: { hits: [] },
    aggregations: { places: { buckets: [bucket] } },
  });
  expect(read).toEqual([
    {
      siteCode: 'sgp',
      siteName: 'SGP',
      siteType: 'P',
      facilityCode: '',
      facilityName: '',
      ffac: 'sgp.C1',
      location: '36.6,-97.5',
      start: 5,
      end: null,
      products: 2,
    },
  ]);
});
