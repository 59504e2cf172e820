// Addresses: every field, every old form, and back again.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAddress, parseAddress, resultsHref } from './address.ts';
import { FILTER_FIELDS, type FilterField, filterRule } from './fields.ts';
import { EMPTY_SEARCH, FACET_SORTS, PAGE_SIZES, type Search, type Terms } from './filter.ts';
import { mainSearch } from './plan.ts';
import { SORTS, type SortKey } from './sorts.ts';

const parse = (path: string, query: Record<string, string> = {}) => parseAddress({ path, query });
const terms = (path: string): Terms => parse(path).search.terms;

it('[S006] parseAddress is an empty search without params', () => {
  expect(parse('').search).toEqual(EMPTY_SEARCH);
});

it("[S008] parseAddress reads '/'-separated items of field::value", () => {
  expect(terms('site_code::sgp/datastream::sgpmetE13.b1')).toEqual({
    site_code: ['sgp'],
    datastream: ['sgpmetE13.b1'],
  });
});

it('[S009] s of an address is a free text that every row has to fit', () => {
  const must = (path: string) => mainSearch(parse(path).search, true).query;
  const asked = { query_string: { query: 'cloud base', default_operator: 'AND' } };
  expect(must('s::cloud base')).toMatchObject({ bool: { must: [asked] } });
  expect(must('site_code::sgp')).not.toHaveProperty('bool.must');
});

it.each([
  ['[S009]', 's::cloud base', { s: ['cloud base'] }],
  ['[S010]', 'id::sgpmetE13.b1_x_y_z_z', { id: ['sgpmetE13.b1_x_y_z_z'] }],
  [
    '[S012]',
    'start_date::2020-01-01/end_date::2020-12-31',
    { start_date: ['2020-01-01'], end_date: ['2020-12-31'] },
  ],
  ['[S013]', 'epoch_codes::tonga_blast', { epoch_codes: ['tonga_blast'] }],
  ['[S014]', 'fcat::aeros', { meas_category_code: ['aeros'] }],
])('%s reads %s', (_id, path, expected) => {
  expect(terms(path)).toEqual(expected);
});

it('[S012] [S155] parseAddress takes dates as days or as instants of the form YYYY-MM-DDTHH:mm:ssZ', () => {
  expect(terms('start_date::2020-01-01T00:00:00Z/end_date::2020-12-31T23:59:59Z')).toEqual({
    start_date: ['2020-01-01'],
    end_date: ['2020-12-31'],
  });
  expect(terms('start_date::2020-01-01T06:00:00Z')).toEqual({
    start_date: ['2020-01-01T06:00:00Z'],
  });
});

it('[S015] [S019] parseAddress takes the short names and those of earlier versions', () => {
  const path =
    'fsubcat::aeros.optical/fpmt::ozone/fsite::sgp/fiop::x/ffac::sgp.E13/fdl::b1/finst::met/icat::sfcmet';
  expect(terms(path)).toEqual({
    meas_subcategory_code: ['aeros.optical'],
    primary_meas_type_code: ['ozone'],
    site_code: ['sgp'],
    iopShortName: ['x'],
    ffac: ['sgp.E13'],
    dataLevel: ['b1'],
    instrument_class_code: ['met'],
    instrument_category_code: ['sfcmet'],
  });
});

it('[S016] [S017] parseAddress takes the fields under their own names', () => {
  const fields: FilterField[] = [
    'site_code',
    'iopShortName',
    'datastream',
    'source_class_code',
    'meas_category_code',
    'instrument_category_code',
    'instrument_code',
  ];
  for (const field of fields) expect(terms(`${field}::a`)).toEqual({ [field]: ['a'] });
});

it("[S018] parseAddress migrates 'd::start,end'", () => {
  expect(terms('d::2010-01-01,2011-02-03')).toEqual({
    start_date: ['2010-01-01'],
    end_date: ['2011-02-03'],
  });
  expect(terms('d::,2011-02-03')).toEqual({ end_date: ['2011-02-03'] });
  expect(parse('d::soon,later').ignored).toEqual(['d::soon,later']);
});

it('[S159] parseAddress reads commas as alternatives, but not in text', () => {
  expect(terms('site_code::sgp,nsa/s::a, b')).toEqual({
    site_code: ['sgp', 'nsa'],
    s: ['a, b'],
  });
});

it('[S022] parseAddress ignores the wildcard', () => {
  expect(parse('site_code::*/s::*/d::*,*').search.terms).toEqual({});
  expect(parse('site_code::*').ignored).toEqual([]);
});

it('[S193] parseAddress drops the old lone s before an item, and reads it as text before a word', () => {
  expect(terms('s/fiop::sgp2000sprcloud')).toEqual({ iopShortName: ['sgp2000sprcloud'] });
  expect(terms('s/ozone')).toEqual({ s: ['ozone'] });
});

it.each([
  ['S190', 'iopShortName::amf2021SAILCAIVIMT/instrument_code::pops', 2],
  ['S191', 'site_code::oli', 1],
  ['S192', 's::microbase', 1],
  ['S187', 'instrument_code::met', 1],
])('[S187] [S190] [S191] [S192] %s the published link %s filters', (_id, path, count) => {
  const { search, ignored } = parse(path);
  expect(Object.keys(search.terms)).toHaveLength(count);
  expect(ignored).toEqual([]);
});

it('[S011] [S189] parseAddress opens the record of an id address that says showDetails=true', () => {
  const id = 'nsametC1.b1_atmos_pressure_sfcmet_met_sfcmet';
  const query = { showDetails: 'true', dataLevel: 'b1' };
  expect(parse(`id::${id}`, query).search.open).toEqual({ id, dataLevel: 'b1' });
  expect(parse(`id::${id}`).search.open).toBeNull();
});

it('parseAddress reads a drawn area, and tells one that is none', () => {
  const read = parseAddress({ path: 'shape::-100 30, -90 30, -90 40', query: {} });
  expect(read.search.terms.shape).toEqual(['-100 30, -90 30, -90 40']);
  expect(formatAddress(read.search).path).toBe('shape::-100 30, -90 30, -90 40');
  for (const wrong of ['shape::1 2, 3 4', 'shape::1 2, 3 4, 5 99', 'shape::a b, c d, e f'])
    expect(parseAddress({ path: wrong, query: {} }).ignored).toEqual([wrong]);
});

it('parseAddress tells what means nothing here and reads the rest', () => {
  const { search, ignored } = parse('nonsense/foo::bar/site_code::sgp/start_date::2020-02-30');
  expect(ignored).toEqual(['nonsense', 'foo::bar', 'start_date::2020-02-30']);
  expect(search.terms).toEqual({ site_code: ['sgp'] });
});

it('parseAddress takes numbers and words out of range as absent', () => {
  const query = { page: '-3', rows: '7', sort: 'toString', data: 'some', facets: 'x' };
  expect(parse('', query).search).toEqual(EMPTY_SEARCH);
  for (const page of ['0', '-1', '1.5', 'two', '', '1e999'])
    expect([page, parse('', { page }).search.page]).toEqual([page, 1]);
  expect(parse('', { page: '7' }).search.page).toBe(7);
});

it("[S020] [S021] formatAddress writes 'field::value' items joined by '/' after the first path segment", () => {
  const search: Search = {
    ...EMPTY_SEARCH,
    terms: { site_code: ['sgp', 'nsa'], s: ['a/b 50%'] },
    page: 2,
  };
  expect(formatAddress(search)).toEqual({
    path: 'site_code::sgp,nsa/s::a%2Fb 50%25',
    query: { page: '2' },
  });
  expect(resultsHref(search)).toBe('#/results/site_code::sgp,nsa/s::a%252Fb%2050%2525?page=2');
  expect(resultsHref(EMPTY_SEARCH)).toBe('#/results');
});

it('parse after format is identity', () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      const { search: again, ignored } = parseAddress(formatAddress(search));
      expect(ignored).toEqual([]);
      expect(again).toEqual(search);
      expect(Object.keys(again.terms)).toEqual(Object.keys(search.terms));
    }),
    { numRuns: 500 },
  );
});

it('a formatted address is a link for any text, also with lone surrogates', () => {
  const anyText = fc
    .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })))
    .map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(anyText, anyText, (text, id) => {
      const search = { ...EMPTY_SEARCH, terms: { s: [text] }, open: { id } };
      expect(decodeURIComponent(resultsHref(search))).toMatch(/^#\/results/);
    }),
    { numRuns: 500 },
  );
  expect(resultsHref({ ...EMPTY_SEARCH, terms: { s: ['a\ud800b'] } })).toBe(
    '#/results/s::a%EF%BF%BDb',
  );
});

it('any text is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (path) => {
      const { search } = parse(path);
      expect(parseAddress(formatAddress(search)).search.terms).toEqual(search.terms);
    }),
    { numRuns: 500 },
  );
});

const word = fc
  .string({ minLength: 1, maxLength: 12, unit: 'binary' })
  .map((text) => text.trim())
  .filter((text) => text !== '' && text !== '*');
const day = fc
  .date({ min: new Date('1991-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const shape = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -360, max: 360 }), fc.integer({ min: -90, max: 90 })), {
    minLength: 3,
    maxLength: 8,
    selector: String,
  })
  .map((corners) => corners.map(([lon, lat]) => `${lon} ${lat}`).join(', '));

const values = (field: FilterField): fc.Arbitrary<string[]> => {
  const one =
    field === 'shape' ? shape : field === 'start_date' || field === 'end_date' ? day : word;
  const maxLength = filterRule(field).single || filterRule(field).whole ? 1 : 3;
  return fc.uniqueArray(one, { minLength: 1, maxLength });
};

const anyTerms: fc.Arbitrary<Terms> = fc
  .shuffledSubarray(Object.keys(FILTER_FIELDS) as FilterField[])
  .chain((fields) => fc.tuple(...fields.map((f) => fc.tuple(fc.constant(f), values(f)))))
  .map((entries) => Object.fromEntries(entries));

const anySearch: fc.Arbitrary<Search> = fc
  .record({
    terms: anyTerms,
    view: fc.constantFrom('instrument', 'measurement', null),
    data: fc.constantFrom('recommended', 'all', null),
    external: fc.boolean(),
    allFields: fc.boolean(),
    page: fc.integer({ min: 1, max: 500 }),
    rows: fc.constantFrom(...PAGE_SIZES),
    sort: fc.constantFrom(...(Object.keys(SORTS) as SortKey[]), null),
    asTyped: fc.boolean(),
    understood: fc.constant(null),
    facetSort: fc.constantFrom(...FACET_SORTS),
    open: fc.option(
      fc.oneof(fc.record({ id: word }), fc.record({ id: word, dataLevel: word, report: word })),
      { nil: null },
    ),
  })
  .map((search) => search);
