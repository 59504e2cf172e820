// The facts of the home screen.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { describe, expect, it } from 'vitest';
import { exampleTexts, HOME_CATEGORIES, homeSearch, readHome } from './plan-home.ts';

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
      categories: { buckets: [{ key: 'aeros', doc_count: 1 }] },
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
              site('other', 9, {}, [{ location: '0,0' }]),
              site('ena', 1, { site_name: 'Eastern North Atlantic', site_type: 'P' }),
              site('sgp', 4, {}, [{ location: '36.6,-97.5' }]),
            ],
          },
        },
      },
      true,
    );
    const categories = ['aeros'];
    expect(facts).toEqual({
      products: 5,
      datastreams: 9,
      since: 1993,
      categories: { aeros: 2 },
      sites: [
        // Its files are of many places or of none.
        { code: 'other', name: 'OTHER', type: '', location: '', products: 9, categories },
        { code: 'sgp', name: 'SGP', type: '', location: '36.6,-97.5', products: 4, categories },
        {
          code: 'ena',
          ...{ name: 'Eastern North Atlantic', type: 'P', location: '', products: 1, categories },
        },
      ],
    });
  });

  it('has examples that find something, each at another site, and none where no site is stated', () => {
    const site = (code: string, categories: readonly string[]) => ({
      ...{ code, name: code, type: '', location: '', products: 1, categories },
    });
    const facts = (categories: Record<string, number>, sites: ReturnType<typeof site>[]) =>
      exampleTexts({ products: 9, datastreams: 9, since: 1993, categories, sites });
    const counts = { cloud: 3, atmstate: 9, aeros: 5, radio: 1 };
    expect(
      facts(counts, [
        site('other', ['cloud', 'atmstate', 'aeros', 'radio']),
        site('sgp', ['aeros', 'atmstate']),
        site('nsa', ['atmstate', 'cloud']),
        site('ena', ['aeros', 'cloud']),
      ]),
    ).toEqual(['atmospheric state SGP', 'aerosols ENA', 'cloud properties NSA']);
    expect(facts(counts, [site('sgp', ['radio'])])).toEqual(['radiometric SGP']);
    expect(facts(counts, [site('other', ['aeros'])])).toEqual([]);
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
