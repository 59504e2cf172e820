// The facts of the home screen.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import {
  exampleTexts,
  HOME_CATEGORIES,
  type HomeSite,
  heldText,
  homeSearch,
  readHome,
  sitesAtWork,
  yearsOf,
} from './plan-home.ts';

const top = (source: object) => ({ hits: { hits: [{ _id: 'x', _source: source }] } });

it('the plan of the home screen asks what the search language understands', () => {
  expect(parseSearchBody(homeSearch())).toMatchObject({ ok: true });
});

it('the plan of the home screen reads counts, categories and sites, the largest first', () => {
  const site = (key: string, products: number, source: object, place: object[] = []) => ({
    key,
    doc_count: 1,
    all: { value: products },
    site: top(source),
    categories: { buckets: [{ key: 'aeros', doc_count: 1 }] },
    first: { value: key === 'sgp' ? Date.UTC(1993, 5) : null },
    last: { value: key === 'sgp' ? Date.UTC(2026, 8) : null },
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
        last: { value: Date.UTC(2026, 8) },
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
  const rest = { categories: ['aeros'], first: null, last: null };
  expect(facts).toEqual({
    products: 5,
    datastreams: 9,
    since: 1993,
    last: Date.UTC(2026, 8),
    categories: { aeros: 2 },
    sites: [
      // Its files are of many places or of none.
      { code: 'other', name: 'OTHER', type: '', location: '', products: 9, ...rest },
      {
        ...{ code: 'sgp', name: 'SGP', type: '', location: '36.6,-97.5', products: 4, ...rest },
        first: Date.UTC(1993, 5),
        last: Date.UTC(2026, 8),
      },
      {
        code: 'ena',
        ...{ name: 'Eastern North Atlantic', type: 'P', location: '', products: 1, ...rest },
      },
    ],
  });
});

it('the plan of the home screen has examples that find something, each at another site, and none where no site is stated', () => {
  const site = (code: string, categories: readonly string[]) => ({
    ...{ code, name: code, type: '', location: '', products: 1, categories },
    ...{ first: null, last: null },
  });
  const facts = (categories: Record<string, number>, sites: ReturnType<typeof site>[]) =>
    exampleTexts({ products: 9, datastreams: 9, since: 1993, last: null, categories, sites });
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

it('what the archive holds is stated with its sites and first year where these are known', () => {
  const site = (code: string): HomeSite => ({
    ...{ code, name: code, type: '', location: '', products: 1, categories: [] },
    ...{ first: null, last: null },
  });
  const held = (sites: readonly HomeSite[], since: number | null) =>
    heldText({ products: 1, datastreams: 1555, sites, since });
  expect(held([site('sgp'), site('nsa'), site('other')], 1993)).toBe(
    '1 data product in 1,555 datastreams from 2 sites, since 1993',
  );
  expect(held([site('other')], null)).toBe('1 data product in 1,555 datastreams');
});

it('the years of a site are those of its first and last sample, one year once', () => {
  const years = (first: string, last: string, isAtWork = false) =>
    yearsOf({ first: Date.parse(first), last: Date.parse(last) }, isAtWork);
  expect(years('1992-12-31T23:59:59Z', '2026-01-01')).toBe('1992 to 2026');
  expect(years('2019-01-01', '2019-12-31T23:59:59Z')).toBe('2019');
  expect(years('2019-01-01', '2019-12-31', true)).toBe('since 2019');
  expect(yearsOf({ first: null, last: null }, false)).toBe('');
});

it('the sites at work are those of the archive with data of its last thirty days', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
  const site = (code: string, type: string, last: string | null): HomeSite => ({
    ...{ code, name: code, type, location: '', products: 1, categories: [], first: null },
    last: last === null ? null : day(last),
  });
  const sites = [
    site('sgp', 'P', '2026-09-23'),
    site('bnf', 'L', '2026-08-24'),
    site('crg', 'M', '2026-08-23'),
    site('own', '', '2026-09-01'),
    site('gec', 'X', '2026-09-23'),
    site('dmf', 'T', '2026-09-23'),
    site('twp', 'I', '2026-09-23'),
    site('other', '', '2026-09-23'),
    site('map', '', null),
  ];
  const codes = (last: string, now: string) => {
    const found = sitesAtWork({ sites, last: day(last) }, day(now));
    const since = new Date(found?.since ?? 0).toISOString().slice(0, 10);
    return [since, ...(found?.sites ?? []).map(({ code }) => code)];
  };
  expect(codes('2026-09-23', '2026-11-29')).toEqual(['2026-08-24', 'sgp', 'bnf', 'own']);
  // A forecast for the next century makes no site idle.
  expect(codes('2126-01-01', '2026-09-24')[0]).toBe('2026-08-25');
  expect(sitesAtWork({ sites, last: null }, day('2026-11-29'))).toBeNull();
});

it('the plan of the home screen has the six categories of the home screen', () => {
  expect(HOME_CATEGORIES.map(({ field, code }) => `${field}::${code}`)).toEqual([
    'meas_category_code::aeros',
    'meas_category_code::atmstate',
    'meas_category_code::cloud',
    'meas_category_code::radio',
    'meas_category_code::sfcprop',
    'instrument_category_code::airborne',
  ]);
});
