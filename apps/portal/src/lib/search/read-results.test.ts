// Replies become rows, counts, facets and crumb labels.

import { FACETS } from '@isobar/contract/search/facets.ts';
import { crumbsOf, EMPTY_SEARCH, type Search, setFilter } from '@isobar/contract/search/filter.ts';
import type { ParsedReply } from '@isobar/contract/search/reply.ts';
import { expect, it } from 'vitest';
import { formatFacetValue, parseFacetValue, readFacet, sortFacets } from './read-facets.ts';
import { crumbText, readAllDataCounts, readResults } from './read-results.ts';
import { isExternal, readRow } from './row.ts';

const search: Search = {
  ...EMPTY_SEARCH,
  terms: { meas_category_code: ['aeros'], source_class_code: ['pi'] },
};
const group = (key: string) => FACETS.find((one) => one.key === key)!;
const top = (source: object) => ({ hits: { hits: [{ _id: 'x', _source: source }] } });
const grouped = (value: number) => ({ value });

it('[S082] [S083] [S085] [P007] a value has code and label, count, children and selection', () => {
  const aggregations = {
    'narrowed-categories': {
      doc_count: 9,
      'Categories||meas_category_code||meas_subcategory_code': {
        buckets: [
          {
            key: 'aeros',
            doc_count: 9,
            grouped: grouped(4),
            label: top({
              meas_category_code: ['cloud', 'aeros'],
              meas_category_name: ['Cloud Properties', 'Aerosols'],
            }),
            children: {
              buckets: [
                {
                  key: 'aeros.optical',
                  doc_count: 3,
                  grouped: grouped(2),
                  label: top({
                    meas_subcategory_code: ['aeros.optical'],
                    meas_subcategory_name: ['Optical'],
                  }),
                },
                { key: 'cloud.macro', doc_count: 3, grouped: grouped(2) },
              ],
            },
          },
        ],
      },
    },
  };
  expect(readFacet(aggregations, group('categories'), search)).toEqual([
    {
      value: 'aeros||Aerosols',
      count: 4,
      selectedValue: true,
      expanded: false,
      children: [
        {
          value: 'aeros.optical||Optical',
          count: 2,
          selectedValue: false,
          expanded: false,
          children: [],
        },
      ],
    },
  ]);
  expect(readFacet(aggregations, group('sites'), search)).toBeNull();
});

it("[S083] a data type is 'codes||label||field'", () => {
  const counted = {
    narrowed: {
      doc_count: 1,
      'Data Type||source_class_code': {
        buckets: { PI: { doc_count: 3, grouped: grouped(2) }, Aerial: { doc_count: 0 } },
      },
    },
  };
  const values = readFacet(counted, group('dataTypes'), search);
  expect(values?.map(({ value, count, selectedValue }) => [value, count, selectedValue])).toEqual([
    ['armobs,armderiv,extobs,extderiv||Routine Data||source_class_code', 0, false],
    ['evalderiv,evalobs||Evaluation Data||source_class_code', 0, false],
    ['armmod||Model Data||source_class_code', 0, false],
    ['pi||PI Data||source_class_code', 2, true],
    ['fc,iop||Field Campaign Data||source_class_code', 0, false],
    ['airborne||Aerial Data||instrument_category_code', 0, false],
  ]);
  const chosenTypes = (codes: readonly string[]) =>
    readFacet(counted, group('dataTypes'), setFilter(EMPTY_SEARCH, 'source_class_code', codes))
      ?.filter(({ selectedValue }) => selectedValue)
      .map((one) => one.value.split('||')[1]);
  expect(chosenTypes(['fc', 'pi'])).toEqual(['PI Data']);
  expect(chosenTypes(['iop', 'fc'])).toEqual(['Field Campaign Data']);
  const value = parseFacetValue('fc,iop||Field Campaign Data||source_class_code');
  expect(value).toEqual({
    codes: ['fc', 'iop'],
    label: 'Field Campaign Data',
    field: 'source_class_code',
  });
  expect(formatFacetValue(value)).toBe('fc,iop||Field Campaign Data||source_class_code');
});

const facet = (value: string, count: number) => ({
  value,
  count,
  children: [],
  selectedValue: false,
  expanded: false,
});
const order = (values: string[], sort: 'az' | 'za' | 'count') =>
  sortFacets(
    values.map((value, index) => facet(value, index)),
    sort,
  ).map(({ value }) => value);

it('[S129] [S183] the list of facets sorts A-Z, Z-A and by count', () => {
  const values = ['a||zebra', 'b||Ant', 'c||bee'];
  expect(order(values, 'az')).toEqual(['b||Ant', 'c||bee', 'a||zebra']);
  expect(order(values, 'za')).toEqual(['a||zebra', 'c||bee', 'b||Ant']);
  expect(order(values, 'count')).toEqual(['c||bee', 'b||Ant', 'a||zebra']);
});

it('[S179] facilities sort by letter code times 100 plus number', () => {
  const values = ['sgp.E13||x', 'sgp.E9||y', 'sgp.C1||z', 'nsa.X1||w'];
  expect(order(values, 'az')).toEqual(['nsa.X1||w', 'sgp.C1||z', 'sgp.E9||y', 'sgp.E13||x']);
});

const reply: ParsedReply = {
  hits: { hits: [{ _id: 'r', _source: { id: 'r', instrument_name: 'Ceilometer' } }] },
  aggregations: {
    narrowed: { doc_count: 5, products: { value: 4 }, measurements: { value: 9 } },
    crumbs: {
      doc_count: 99,
      meas_category_code: {
        buckets: [
          {
            key: 'aeros',
            doc_count: 1,
            label: top({ meas_category_code: 'aeros', meas_category_name: 'Aerosols' }),
          },
        ],
      },
    },
  },
};

it('results count groups of the present view', () => {
  expect(readResults(reply, search)).toMatchObject({ products: 4, measurements: 9, total: 4 });
  const other = { ...search, view: 'measurement' as const };
  expect(readResults(reply, other).total).toBe(9);
});

it('results name the crumbs', () => {
  const { labels } = readResults(reply, search);
  expect(crumbsOf(search).map((crumb) => crumbText(crumb, labels))).toEqual([
    'Aerosols',
    'PI Data',
  ]);
  const textOf = (terms: Parameters<typeof crumbsOf>[0]['terms']) =>
    crumbsOf({ terms }).map((crumb) => crumbText(crumb, labels));
  expect(textOf({ site_code: ['sgp'] })).toEqual(['sgp']);
  expect(textOf({ instrument_category_code: ['airborne'] })).toEqual(['Aerial Data']);
  expect(textOf({ site_code: ['airborne'] })).toEqual(['airborne']);
});

it('the all-data count is read from the results', () => {
  const aggregations = {
    all: { value: 12 },
    recommended: { doc_count: 5, grouped: { value: 3 } },
  };
  expect(readAllDataCounts({ hits: { hits: [] }, aggregations })).toEqual({
    all: 12,
    recommended: 3,
    others: null,
  });
});

it('[S078] [S080] [P013] readRow opens the JSON lists of a document and leaves out what does not fit', () => {
  const row = readRow({
    id: 'x',
    priority: 1,
    datastreams: JSON.stringify([
      {
        datastream: 'sgpmetE13.b1',
        startDate: '1993-01-01T00:00:00Z',
        endDate: '2026-01-01T00:00:00Z',
        dataLevel: 'b1',
        dataLevelDescription: 'QC applied',
        hasPlots: true,
        siteCode: 'sgp',
        facilityCode: 'E13',
        instrumentClassCode: 'met',
        uiText: '',
        limitedAccess: false,
        dqrDates: '[]',
      },
      { datastream: 7 },
    ]),
    dqr_dates: '[["2020010100","2020010200","D1",3],["bad"]]',
    monitor_start: '1993-01-01T00:00:00Z',
    monitor_end: '2026-01-01T00:00:00Z',
    instrument_category_code: ['sfcmet', 'airborne'],
  });
  expect(row).toMatchObject({
    monitorStart: '1993-01-01T00:00:00Z',
    monitorEnd: '2026-01-01T00:00:00Z',
  });
  expect(row.datastreams).toHaveLength(1);
  expect(row.datastreams[0]).toMatchObject({
    dataLevelDescription: 'QC applied',
    hasPlots: true,
  });
  expect(row.dqrDates).toEqual([['2020010100', '2020010200', 'D1', 3]]);
  expect(row).toMatchObject({ id: 'x', priority: 1, siteName: '', limitedAccess: false });
  expect(row.instrumentCategoryCodes).toEqual(['sfcmet', 'airborne']);
});

it('[S004] readRow tells records of other repositories', () => {
  expect(isExternal(readRow({ data_repository: 'ACTRIS' }))).toBe(true);
  expect(isExternal(readRow({ data_repository: 'ARM' }))).toBe(false);
});

it('readRow takes broken JSON as empty', () => {
  expect(readRow({ datastreams: '{', dqr_dates: '7' })).toMatchObject({
    datastreams: [],
    dqrDates: [],
  });
});
