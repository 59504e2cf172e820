// The facts of the home screen.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { describe, expect, it } from 'vitest';
import { HOME_CATEGORIES, homeSearch, readHome } from './plan-home.ts';

const top = (source: object) => ({ hits: { hits: [{ _id: 'x', _source: source }] } });

describe('home', () => {
  it('asks what the search language understands', () => {
    expect(parseSearchBody(homeSearch())).toMatchObject({ ok: true });
  });

  it('reads counts, categories and sites, the largest first', () => {
    const site = (key: string, products: number, source: object, place: object[] = []) => ({
      key,
      doc_count: 1,
      all: { value: products },
      site: top(source),
      places: {
        doc_count: place.length,
        place: { hits: { hits: place.map((one) => ({ _id: 'p', _source: one })) } },
      },
    });
    const facts = readHome(
      {
        hits: { hits: [] },
        aggregations: {
          products: { value: 5 },
          datastreams: { value: 9 },
          first: { value: Date.UTC(1993, 5) },
          categories: { buckets: { aeros: { doc_count: 3, all: { value: 2 } } } },
          sites: {
            buckets: [
              site('ena', 1, { site_name: 'Eastern North Atlantic', site_type: 'P' }),
              site('sgp', 4, {}, [{ location: '36.6,-97.5' }]),
            ],
          },
        },
      },
      true,
    );
    expect(facts).toEqual({
      products: 5,
      datastreams: 9,
      since: 1993,
      categories: { aeros: 2 },
      sites: [
        { code: 'sgp', name: 'SGP', type: '', location: '36.6,-97.5', products: 4 },
        { code: 'ena', name: 'Eastern North Atlantic', type: 'P', location: '', products: 1 },
      ],
    });
  });

  it('has the six categories of the home screen', () => {
    expect(HOME_CATEGORIES.map(({ field, code }) => `${field}::${code}`)).toEqual([
      'meas_category_code::aeros',
      'meas_category_code::atmstate',
      'meas_category_code::cloud',
      'meas_category_code::radio',
      'meas_category_code::sfcprop',
      'instrument_category_code::airborne',
    ]);
  });
});
