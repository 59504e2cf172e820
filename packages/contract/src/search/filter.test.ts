// Every edit of a search.
import { expect, it } from 'vitest';
import { checkedTypes, dataTypeLabel, shownTypes, sourceClassesOf } from './data-types.ts';
import { type FilterField, filterFieldOf } from './fields.ts';
import {
  addFilter,
  clearFilters,
  crumbsOf,
  EMPTY_SEARCH,
  filtersApplied,
  PAGE_SIZES,
  removeCrumb,
  type Search,
  searchText,
  setAllFields,
  setData,
  setDates,
  setExternal,
  setFilter,
  setSort,
  setText,
  setView,
  sortOf,
  viewOf,
} from './filter.ts';
import { mainSearch } from './plan.ts';
import { groupFieldOf } from './plan-clauses.ts';

const at = (terms: Search['terms'], more: Partial<Search> = {}): Search => ({
  ...EMPTY_SEARCH,
  terms,
  ...more,
});

it('[S110] a field without a filter holds the wildcard only', () => {
  const wild = addFilter(EMPTY_SEARCH, 'site_code', '*');
  expect(wild).toBe(EMPTY_SEARCH);
  expect(setFilter(at({ site_code: ['sgp'] }), 'site_code', ['*']).terms).toEqual({});
});

it('[S111] [S112] adding appends a value once', () => {
  const one = addFilter(EMPTY_SEARCH, 'site_code', 'sgp');
  const two = addFilter(one, 'site_code', 'nsa');
  expect(two.terms.site_code).toEqual(['sgp', 'nsa']);
  expect(addFilter(two, 'site_code', 'sgp')).toBe(two);
});

it('[S113] [S114] dates and epoch hold one value: a new one replaces the earlier', () => {
  for (const field of ['start_date', 'end_date', 'epoch_codes'] as const) {
    const first = addFilter(EMPTY_SEARCH, field, 'a');
    expect(addFilter(first, field, 'b').terms[field]).toEqual(['b']);
  }
});

it('[S115] choosing a primary measurement switches to the measurements view', () => {
  const before = at({}, { view: 'instrument' });
  expect(viewOf(before)).toBe('instrument');
  expect(viewOf(addFilter(before, 'primary_meas_type_code', 'ozone'))).toBe('measurement');
});

it('[S116] [S117] [S118] removing deletes one value, and the field with its last', () => {
  const search = at({ site_code: ['sgp', 'nsa'], start_date: ['2020-01-01'], s: ['x'] });
  const without = (field: FilterField, value: string) => {
    const crumb = crumbsOf(search).find((one) => one.field === field && one.values.includes(value));
    return removeCrumb(search, crumb!);
  };
  expect(without('site_code', 'sgp').terms).toEqual({ ...search.terms, site_code: ['nsa'] });
  expect('start_date' in without('start_date', '2020-01-01').terms).toBe(false);
  expect(searchText(without('s', 'x'))).toBe('');
});

it('[S119] clearing resets every field to the wildcard, with no filter applied', () => {
  const cleared = clearFilters(at({ site_code: ['sgp'], s: ['x'] }, { rows: 50, page: 3 }));
  expect(cleared.terms).toEqual({});
  expect(filtersApplied(cleared)).toBe(0);
  expect(cleared).toMatchObject({ rows: 50, page: 1 });
});

it('dates and an epoch exclude each other', () => {
  const dated = setDates(at({ epoch_codes: ['e'] }), '2020-01-01', null);
  expect(dated.terms).toEqual({ start_date: ['2020-01-01'] });
  expect(setDates(at({ start_date: ['2020-01-01'] }), null, null).terms).toEqual({});
});

it('[S121] [S122] [S125] [S126] a change of what is searched starts at page 1', () => {
  const search = at({}, { page: 7, open: { id: 'x' } });
  for (const next of [
    setData(search, 'all'),
    setAllFields(search, true),
    setAllFields(setAllFields(search, true), false),
    setExternal(search, true),
    setFilter(search, 'site_code', ['sgp']),
  ]) {
    expect(next).toMatchObject({ page: 1, open: null });
  }
  expect(setAllFields(setAllFields(search, true), false).allFields).toBe(false);
});

it('[S123] [S124] other repositories off removes the repository filter', () => {
  const on = setExternal(at({ site_code: ['sgp'] }), true);
  expect(on.external).toBe(true);
  const off = setExternal(addFilter(on, 'data_repository', 'ACTRIS'), false);
  expect(off.external).toBe(false);
  expect(off.terms).toEqual({ site_code: ['sgp'] });
});

it('[S127] [S128] the other view resets the sort and starts at page 1', () => {
  const next = setView(at({}, { sort: 'end', page: 4 }), 'measurement');
  expect(viewOf(next)).toBe('measurement');
  expect(next).toMatchObject({ sort: null, page: 1 });
  expect(sortOf(next)).toBe('default');
  expect(setView(next, 'instrument').view).toBeNull();
});

it('[S109] the state of a search says all that a search is made of', () => {
  const search = at(
    { s: ['ozone'], site_code: ['sgp', 'nsa'], epoch_codes: ['tonga'] },
    {
      page: 3,
      rows: 50,
      sort: 'end',
      facetSort: 'az',
      external: true,
      allFields: true,
      data: 'all',
    },
  );
  expect(search.terms.site_code).toEqual(['sgp', 'nsa']);
  expect(filtersApplied(search)).toBe(4);
  expect(searchText(search)).toBe('ozone');
  expect(viewOf(search)).toBe('instrument');
  expect(groupFieldOf(search)).toBe('instrument_id');
  const body = mainSearch(search, false);
  expect(body).toMatchObject({ from: 100, size: 50 });
  expect(body.sort).toMatchObject([{ end_date: 'desc' }, {}, {}]);
  expect(search).toMatchObject({ data: 'all', external: true, allFields: true, facetSort: 'az' });
  expect(search.terms.epoch_codes).toEqual(['tonga']);
});

it('[S174] [S175] page sizes are 10, 20, 50, 100, at first 20', () => {
  expect(PAGE_SIZES).toEqual([10, 20, 50, 100]);
  expect(EMPTY_SEARCH.rows).toBe(20);
});

it('[S034] [S035] one crumb per value, each removable by itself', () => {
  const search = at({ site_code: ['sgp', 'nsa'], s: ['x'] });
  const crumbs = crumbsOf(search);
  expect(crumbs.map(({ label, values }) => `${label} ${values}`)).toEqual([
    'Site sgp',
    'Site nsa',
    'Text x',
  ]);
  expect(removeCrumb(search, crumbs[0]!).terms).toEqual({ site_code: ['nsa'], s: ['x'] });
});

it('[S106] [S107] [S108] labels stand for fields', () => {
  const label = (terms: Search['terms']) => crumbsOf({ terms })[0]?.label;
  expect(label({ meas_category_code: ['a'] })).toBe('Category');
  expect(label({ site_code: ['a'] })).toBe('Site');
  expect(label({ primary_meas_type_code: ['a'] })).toBe('Measurement');
  expect(label({ source_class_code: ['a'] })).toBe('Data Type');
  expect(label({ dataLevel: ['a'] })).toBe('Data Level');
  expect(label({ epoch_codes: ['a'] })).toBe('Epoch');
  expect(label({ start_date: ['a'] })).toBe('Start Date');
  expect(label({ end_date: ['a'] })).toBe('End Date');
  expect(label({ simulation_date: ['a'] })).toBe('Simulation Date');
  expect(label({ microphysics: ['a'] })).toBe('Microphysics');
});

it('a whole data type is one crumb', () => {
  const search = at({ source_class_code: ['armobs', 'pi', 'evalderiv', 'evalobs'] });
  expect(crumbsOf(search).map((crumb) => crumb.values)).toEqual([
    ['evalderiv', 'evalobs'],
    ['pi'],
    ['armobs'],
  ]);
});

it('[S130] all five checked is no source-class filter', () => {
  expect(sourceClassesOf(['Routine', 'Evaluation', 'Model', 'PI', 'Field Campaign'])).toBeNull();
});

it('[S098] [S099] [S100] [S101] [S131] fewer than five hold their classes', () => {
  expect(sourceClassesOf(['Routine'])).toEqual(['armobs', 'armderiv', 'extobs', 'extderiv']);
  expect(sourceClassesOf(['Evaluation'])).toEqual(['evalderiv', 'evalobs']);
  expect(sourceClassesOf(['Model', 'PI'])).toEqual(['armmod', 'pi']);
  expect(sourceClassesOf(['Field Campaign'])).toEqual(['fc', 'iop']);
  expect(checkedTypes(['armmod', 'pi', 'fc'])).toEqual(['Model', 'PI']);
  expect(checkedTypes([])).toHaveLength(5);
});

it('[S103] [S104] [S105] codes have their labels', () => {
  const labels = ['armobs', 'armderiv', 'extobs', 'extderiv'].map(dataTypeLabel);
  expect(new Set(labels)).toEqual(new Set(['Routine Data']));
  expect(['evalderiv', 'evalobs'].map(dataTypeLabel)).toEqual(Array(2).fill('Evaluation Data'));
  expect(['armmod', 'extmod'].map(dataTypeLabel)).toEqual(Array(2).fill('Model Data'));
  expect(dataTypeLabel('pi')).toBe('PI Data');
  expect(['fc', 'iop'].map(dataTypeLabel)).toEqual(Array(2).fill('Field Campaign Data'));
  expect(dataTypeLabel('airborne')).toBe('Aerial Data');
  expect(dataTypeLabel('c')).toBe('Value Added Product');
  expect(dataTypeLabel('zzz')).toBeNull();
});

it('a field is known by its own name, its short name and either in upper case, and by nothing else', () => {
  const named = ['dataLevel', 'fsite', 'FSITE', 'SITE_CODE', 'site', 'toString', ''];
  expect(named.map(filterFieldOf)).toEqual([
    'dataLevel',
    'site_code',
    'site_code',
    'site_code',
    null,
    null,
    null,
  ]);
});

it('a type is shown where the filter has any of its source classes, and checked where it has all', () => {
  expect(shownTypes([])).toEqual(checkedTypes([]));
  expect(shownTypes(['fc', 'pi'])).toEqual(['PI', 'Field Campaign']);
  expect(checkedTypes(['fc', 'pi'])).toEqual(['PI']);
  expect(shownTypes(['none of these'])).toEqual([]);
});

it('a different text is interpreted again, and an empty one is no filter', () => {
  const typed = at({ s: ['ozone'], site_code: ['sgp'] }, { asTyped: true, page: 3 });
  expect(setText(typed, 'rain')).toMatchObject({
    terms: { s: ['rain'], site_code: ['sgp'] },
    asTyped: false,
    page: 1,
  });
  expect(setText(typed, '').terms).toEqual({ site_code: ['sgp'] });
});

it('a chosen sort is that of the search, and begins with its first page', () => {
  const [other] = (['relevance', 'name'] as const).filter((sort) => sort !== sortOf(EMPTY_SEARCH));
  const sorted = setSort(at({}, { page: 4 }), other ?? 'relevance');
  expect(sorted).toMatchObject({ sort: other, page: 1 });
  expect(sortOf(sorted)).toBe(other);
});
