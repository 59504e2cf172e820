// The bodies of a search: the requests, and that the search language accepts them.

import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { FACETS, facetName } from './facets.ts';
import { EMPTY_SEARCH, type Search, setAllFields, setExternal, setView } from './filter.ts';
import {
  allDataCount,
  EXTERNAL_COUNT_PATH,
  externalCount,
  facetSearch,
  firstGroups,
  laterGroups,
  mainSearch,
} from './plan.ts';
import { isBestElsewhere } from './plan-clauses.ts';
import { FACET_LIMIT, PRECISION_THRESHOLD } from './settings.ts';
import { sortOptions } from './sorts.ts';

const sgp: Search = { ...EMPTY_SEARCH, terms: { site_code: ['sgp'] } };
const ozone: Search = { ...EMPTY_SEARCH, terms: { s: ['ozone'] } };
const text = (body: unknown): string => JSON.stringify(body).replaceAll('\\"', "'");
/** Among equals the record that began first stands for its group. */
const ties = [{ start_date: 'asc' }, { end_date: 'desc' }];
const understood = (body: SearchBody): void =>
  expect(parseSearchBody(body)).toMatchObject({ ok: true });

it('[S003] [P003] filters by facets outside the counting of the same facet', () => {
  const body = mainSearch(sgp, false);
  understood(body);
  expect(text(body.post_filter)).toContain("site_code.keyword:'sgp'");
  expect(text(body.query)).not.toContain('site_code');
  expect(body.aggs?.['narrowed-sites']).toMatchObject({ filter: { match_all: {} } });
  expect(text(body.aggs?.narrowed)).toContain("site_code.keyword:'sgp'");
});

it('[S163] [P004] mainSearch asks for zero rows with one clause, and for a page with two', () => {
  expect(mainSearch(EMPTY_SEARCH, true).size).toBe(0);
  expect(mainSearch(sgp, true).size).toBe(20);
  expect(mainSearch({ ...sgp, page: 3, rows: 50 }, true)).toMatchObject({ from: 100, size: 50 });
});

it('[S177] recommended means that a priority is present', () => {
  expect(text(mainSearch(ozone, true).query)).toContain('priority:*');
  expect(text(mainSearch(ozone, false).query)).not.toContain('priority');
});

it("[S178] searches the product's own repository, and all of them when they are included", () => {
  expect(text(mainSearch(ozone, true).query)).toContain("data_repository.keyword:'ARM'");
  const external = mainSearch(setExternal(ozone, true), true);
  understood(external);
  expect(text(external.query)).toContain(
    "(priority:* OR (*:* AND NOT data_repository.keyword:'ARM'))",
  );
});

it('[S125] [S126] text looks into the relevant fields, or into all', () => {
  const relevant = mainSearch(ozone, true);
  understood(relevant);
  expect(text(relevant.query)).toContain('"fields":["instrument_name"');
  expect(text(mainSearch(setAllFields(ozone, true), true).query)).not.toContain('"fields"');
});

it('[P005] every word of a text has to occur, each in any of the fields', () => {
  const { must } = (
    mainSearch({ ...ozone, terms: { s: ['temperature sgp'] } }, true).query as {
      bool: { must: unknown };
    }
  ).bool;
  expect(must).toMatchObject([
    {
      query_string: {
        query: 'temperature sgp',
        type: 'cross_fields',
        default_operator: 'AND',
        fields: expect.arrayContaining(['site_code', 'var_name_desc']),
      },
    },
  ]);
});

it('[S127] [P004] groups by instrument, or by instrument and measurement', () => {
  expect(mainSearch(ozone, true).collapse).toEqual({ field: 'instrument_id.keyword' });
  expect(mainSearch(setView(ozone, 'measurement'), true).collapse).toEqual({
    field: 'instrument_measurement_id.keyword',
  });
});

it('[S176] mainSearch sorts by source class and priority ascending and data level descending', () => {
  expect(mainSearch({ ...ozone, sort: 'default' }, true).sort).toEqual([
    { 'source_class_code.keyword': 'asc' },
    { priority: 'asc' },
    { 'dataLevel.keyword': 'desc' },
    ...ties,
  ]);
});

it('a text without a chosen sort stands by fit, anything else in the default order (decision 1032)', () => {
  expect(mainSearch(ozone, true).sort).toEqual([
    { _score: 'desc' },
    { priority: 'asc' },
    { source_class_weight: 'asc' },
    { 'dataLevel.keyword': 'desc' },
    ...ties,
  ]);
  const { s: _, ...terms } = ozone.terms;
  const without = { ...ozone, terms: { ...terms, site_code: ['sgp'] } };
  expect(mainSearch(without, true).sort).toEqual(
    mainSearch({ ...without, sort: 'default' }, true).sort,
  );
  expect(sortOptions('instrument', true)[0]?.label).toBe('Best match');
});

it('[S180] relevance is source class weight, priority, score, timestamp', () => {
  expect(mainSearch({ ...ozone, sort: 'relevance' }, true).sort).toEqual([
    { source_class_weight: 'asc' },
    { priority: 'asc' },
    { _score: 'desc' },
    { timestamp: 'desc' },
    ...ties,
  ]);
});

it.each([
  ['product', { 'instrument_name.keyword': 'asc' }],
  ['product-desc', { 'instrument_name.keyword': 'desc' }],
  ['description', { 'description.keyword': 'asc' }],
  ['description-desc', { 'description.keyword': 'desc' }],
  ['priority', { priority: 'asc' }],
  ['end', { end_date: 'desc' }],
  ['start', { start_date: 'asc' }],
] as const)('[S181] mainSearch of the instrument view orders by %s', (sort, first) => {
  expect(mainSearch({ ...ozone, sort }, true).sort).toEqual([first, ...ties]);
});

it.each([
  ['measurement', { 'primary_meas_type_name.keyword': 'asc' }],
  ['measurement-desc', { 'primary_meas_type_name.keyword': 'desc' }],
  ['description', { 'primary_meas_type_desc.keyword': 'asc' }],
  ['description-desc', { 'primary_meas_type_desc.keyword': 'desc' }],
  ['product-description', { 'description.keyword': 'asc' }],
  ['product-description-desc', { 'description.keyword': 'desc' }],
] as const)('[S182] mainSearch of the measurement view orders by %s', (sort, first) => {
  const measured = setView(ozone, 'measurement');
  expect(mainSearch({ ...measured, sort }, true).sort).toEqual([first, ...ties]);
});

it('[S046] [S181] [S182] each view has its sort options', () => {
  const labels = sortOptions('instrument').map(({ label }) => label);
  expect(labels).toEqual([
    'Default',
    'Relevance',
    'Data Product (A-Z)',
    'Data Product (Z-A)',
    'Description (A-Z)',
    'Description (Z-A)',
    'Priority',
    'End Date (most recent)',
    'Start Date (earliest)',
  ]);
  const more = sortOptions('measurement').map(({ label }) => label);
  expect(more.filter((label) => !labels.includes(label))).toEqual([
    'Measurement (A-Z)',
    'Measurement (Z-A)',
    'Data Product Description (A-Z)',
    'Data Product Description (Z-A)',
  ]);
});

it('every choice of sort and view is understood', () => {
  for (const view of ['instrument', 'measurement'] as const) {
    for (const { value } of sortOptions(view)) {
      understood(mainSearch({ ...setView(ozone, view), sort: value }, true));
    }
  }
});

it('[P003] mainSearch counts the distinct groups of both views', () => {
  expect(mainSearch(ozone, true).aggs?.narrowed).toMatchObject({
    aggs: {
      products: { cardinality: { field: 'instrument_id.keyword', precision_threshold: 20_000 } },
      measurements: { cardinality: { field: 'instrument_measurement_id.keyword' } },
    },
  });
});

it('[P006] mainSearch leaves the choice of a repository to the post-filter, so that the others are still counted', () => {
  const chosen = setExternal({ ...ozone, terms: { s: ['ozone'], data_repository: ['SAT'] } }, true);
  const body = mainSearch(chosen, true);
  understood(body);
  expect(text(body.post_filter)).toContain("data_repository.keyword:'SAT'");
  expect(text(body.query)).not.toContain("'SAT'");
});

it('[P003] mainSearch asks for the names of chosen values over the whole index', () => {
  const body = mainSearch(sgp, true);
  expect(body.aggs?.crumbs).toMatchObject({
    global: {},
    aggs: {
      site_code: {
        terms: { include: ['sgp'] },
        aggs: { label: { top_hits: { size: 1, _source: ['site_code', 'site_name'] } } },
      },
    },
  });
});

it('mainSearch asks for no names of values with a wildcard, nor of those that are their own names', () => {
  const own = { site_code: ['s*', 'n?a'], model_type: ['LES'] };
  expect(mainSearch({ ...EMPTY_SEARCH, terms: own }, true).aggs).not.toHaveProperty('crumbs');
  const named = { ...own, site_code: ['s*', 'sgp'] };
  const { crumbs } = mainSearch({ ...EMPTY_SEARCH, terms: named }, true).aggs ?? {};
  expect(crumbs).toHaveProperty('aggs.site_code.terms.include', ['sgp']);
  expect(Object.keys(crumbs?.aggs ?? {})).toEqual(['site_code']);
});

const named = (label: string) => FACETS.find((group) => group.label === label);

it.each([
  ['[S090]', 'Facilities', 'ffac', 'sgp.E13'],
  ['[S091]', 'Sources', 'instrument_class_code', 'met'],
  ['[S092]', 'Data Products', 'instrument_code', 'met'],
  ['[S093]', 'Data Levels', 'dataLevel', 'b1'],
  ['[S093]', 'Data Type', 'source_class_code', 'pi'],
  ['[S096]', 'Instrument Category', 'instrument_category_code', 'radio'],
])('%s a choice in %s filters on %s', (_id, label, field, value) => {
  const filter = named(label)?.levels[0].filter;
  expect(filter).toBe(field);
  const body = mainSearch({ ...ozone, terms: { ...ozone.terms, [filter ?? '']: [value] } }, true);
  expect(text(body.post_filter)).toContain(`${field}.keyword:'${value}'`);
});

it.each([
  ['[S085]', 'Categories||meas_category_code||meas_subcategory_code'],
  ['[S086]', 'Measurements||primary_meas_type_code'],
  ['[S087]', 'Sites||site_type||site_code'],
  ['[S088]', 'Field Campaigns||iopShortName'],
  ['[S089]', 'Datastreams||datastream'],
  ['[S090]', 'Facilities||ffac'],
  ['[S091]', 'Sources||instrument_class_code'],
  ['[S092]', 'Data Products||instrument_code'],
  ['[S093]', 'Data Levels||dataLevel'],
  ['[S093]', 'Data Type||source_class_code'],
  ['[S094]', 'Epoch||epoch_codes'],
  ['[S095]', 'Data Repository||data_repository'],
  ['[S096]', 'Instrument Category||instrument_category_code'],
  ['[S096]', 'Model Type||model_type'],
  ['[S096]', 'Large Scale Forcing||large_scale_forcing'],
])('[S084] %s the group %s is counted', (_id, name) => {
  const search = setExternal(ozone, true);
  const body = facetSearch(search, true, FACETS);
  understood(body);
  expect(text(body.aggs)).toContain(`"${name}":`);
  expect(FACETS.map(facetName)).toContain(name);
});

it('the label of a code is the most frequent name, and of a list that of one document, which has both lists', () => {
  const labelOf = (label: string) => {
    const group = named(label)!;
    const { aggs } = facetSearch(ozone, true, [group]);
    return text(aggs?.[`narrowed-${group.key}`] ?? aggs);
  };
  expect(labelOf('Facilities')).toContain('{"terms":{"field":"facility_name.keyword","size":1}}');
  expect(labelOf('Instrument Category')).toContain(
    '{"top_hits":{"size":1,"_source":["instrument_category_code","instrument_category_name"]}}',
  );
});

it('[S095] the repositories are counted only when other repositories are included', () => {
  const groups = (search: Search) => [...firstGroups(search), ...laterGroups(search)];
  expect(groups(ozone)).not.toContain(named('Data Repository'));
  expect(groups(setExternal(ozone, true))).toContain(named('Data Repository'));
});

it('[S097] the advanced groups', () => {
  expect(FACETS.filter((group) => group.advanced).map(({ label }) => label)).toEqual([
    'Facilities',
    'Data Levels',
    'Sources',
    'Data Products',
    'Model Type',
    'Large Scale Forcing',
    'Instrument Category',
    'Epoch',
  ]);
});

it('[S139] categories and repositories start open', () => {
  const open = FACETS.filter((group) => group.startsOpen).map(({ label }) => label);
  expect(open).toEqual(['Categories', 'Data Repository']);
});

it('[S102] aerial data are counted by instrument category, beside the source classes', () => {
  const body = facetSearch(ozone, true, [named('Data Type')!]);
  expect(text(body.aggs)).toContain(
    '"Aerial":{"terms":{"instrument_category_code.keyword":["airborne"]}}',
  );
});

it('the query for facets counts what a click shows where two groups choose within one field', () => {
  const terms = { instrument_category_code: ['radio'], source_class_code: ['pi'] };
  const radio: Search = { ...EMPTY_SEARCH, terms };
  const { aggs } = facetSearch(radio, true, [named('Data Type')!, named('Instrument Category')!]);
  const byPi = 'source_class_code.keyword:"pi"';
  const byRadio = 'instrument_category_code.keyword:"radio"';
  const categories = text(aggs?.['narrowed-instrumentCategories']);
  expect(categories).toContain(text(byPi).slice(1, -1));
  expect(categories).not.toContain(text(byRadio).slice(1, -1));
  const types = text(aggs?.['narrowed-dataTypes']);
  const [ofClasses = '', ofCategory = ''] = types.split('"Aerial":');
  expect(ofClasses).toContain(text(byRadio).slice(1, -1));
  expect(ofClasses).not.toContain(text(byPi).slice(1, -1));
  expect(ofCategory).toContain(text(byPi).slice(1, -1));
  expect(ofCategory).not.toContain(text(byRadio).slice(1, -1));
});

it('the query for facets counts up to 10000 values, distinct to a precision of 20000', () => {
  expect(FACET_LIMIT).toBe(10_000);
  expect(PRECISION_THRESHOLD).toBe(20_000);
  expect(text(facetSearch(ozone, true, [named('Datastreams')!]))).toContain('"size":10000');
});

const understoodAs = (allData?: boolean): Search => {
  const meaning = { typed: 'ozone', filters: [], pieces: [], mended: 'ozone', unclear: [] };
  return {
    ...ozone,
    understood: { ...meaning, partial: false, ...(allData ? { allData } : {}) },
  };
};
const asks = (search: Search) => text(mainSearch(search, true)).includes('priority:*');

it('data that are best elsewhere are among the rows unless recommended data alone are chosen', () => {
  const isBest = understoodAs(true);
  expect(isBestElsewhere(isBest)).toBe(true);
  expect(asks(isBest)).toBe(false);
  for (const data of ['recommended', 'all'] as const)
    expect(isBestElsewhere({ ...isBest, data })).toBe(false);
  expect(asks({ ...isBest, data: 'recommended' })).toBe(true);
});

it('data that are best elsewhere are not among the rows where recommended data have what the words mean or nothing was understood', () => {
  for (const search of [understoodAs(), ozone]) {
    expect(isBestElsewhere(search)).toBe(false);
    expect(asks(search)).toBe(true);
  }
});

it('[P008] the all-data count has every filter, the repository, and says how many are recommended', () => {
  const body = allDataCount(sgp);
  understood(body);
  expect(body.size).toBe(0);
  expect(text(body.query)).toContain("site_code.keyword:'sgp'");
  expect(text(body.query)).toContain("data_repository.keyword:'ARM'");
  expect(text(body.query)).not.toContain('priority');
  expect(text(body.aggs?.recommended)).toContain('priority:*');
});

it('[P009] [P010] the external count leaves out the own repository', () => {
  const body = externalCount({ ...ozone, terms: { s: ['ozone'], data_repository: ['ACTRIS'] } });
  understood(body);
  expect(text(body.query)).toContain("NOT data_repository.keyword:'ARM'");
  expect(text(body.query)).not.toContain('ACTRIS');
  expect(EXTERNAL_COUNT_PATH).toBe('hits.total.value');
});
