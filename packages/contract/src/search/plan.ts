// A search as the three bodies that are sent side by side: main, all-data count, external count
// (section 7, call 1).

import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { FACETS, type FacetGroup, facetFields } from './facets.ts';
import type { FilterField } from './fields.ts';
import { type Search, searchText, sortOf, viewOf } from './filter.ts';
import { meantSearch, wordsOf } from './meaning.ts';
import {
  activeGroups,
  clauseCount,
  distinct,
  fieldsQuery,
  GROUP_FIELD,
  groupFieldOf,
  ownRepositoryQuery,
  searchQuery,
} from './plan-clauses.ts';
import { findsQuery, groupCounts } from './plan-counts.ts';
import { crumbAggregations } from './plan-crumbs.ts';
import { facetAggregation } from './plan-facets.ts';
import { sortFor } from './sorts.ts';

/** Names of the aggregations that hold counts and narrowed facets. */
export const COUNTS = { products: 'products', measurements: 'measurements' } as const;
export const NARROWED = 'narrowed';
export const CRUMBS = 'crumbs';

/** What a row of the results needs of its document. */
export const ROW_FIELDS: readonly string[] = [
  'id',
  'instrument_id',
  'instrument_code',
  'instrument_name',
  'instrument_class_code',
  'instrument_class_name',
  'instrument_category_code',
  'instrument_category_name',
  'instrument_measurement_id',
  'measurement_id',
  'input_instrument_class_codes',
  'datastream',
  'var_name',
  'primary_meas_type_code',
  'primary_meas_type_name',
  'primary_meas_type_desc',
  'source_class_code',
  'source_class_name',
  'dataLevel',
  'description',
  'priority',
  'site_code',
  'site_name',
  'facility_code',
  'facility_name',
  'ffac',
  'datastreams',
  'dqr_dates',
  'monitor_start',
  'monitor_end',
  'start_date',
  'end_date',
  'link_url',
  'link_xml',
  'iop_title',
  'iopLongName',
  'iopShortName',
  'ui_text',
  'limited_access',
  'location',
  'results_data_type',
  'data_repository',
  'name',
  'alternateName',
  'doi',
  'scan_names',
  'epoch_codes',
  'epochs',
  'has_plots',
  'external_record',
];

/**
 * Groups that the main search counts at once: those that start open, and those with a choice in
 * them.
 */
export function firstGroups(search: Search): readonly FacetGroup[] {
  const active = activeGroups(search, FACETS);
  return FACETS.filter(
    (group) =>
      (!group.externalOnly || search.external) && (group.startsOpen || active.includes(group)),
  );
}

/** Facet groups that are requested after the results are displayed. */
export const laterGroups = (search: Search): readonly FacetGroup[] =>
  FACETS.filter(
    (group) => (!group.externalOnly || search.external) && !firstGroups(search).includes(group),
  );

/**
 * Main search: the page's best record of each group, facets, counts, and labels of the crumbs.
 * Facet filters are in the post-filter, and each active facet is counted without its own filter, so
 * that its other values stay to be chosen. With the repository clause alone there are counts and no
 * rows (decision 1007). A text that is not interpreted yet is understood where the search is
 * answered.
 */
export function mainSearch(asked: Search, recommended: boolean): SearchBody {
  const search = meantSearch(asked);
  const group = groupFieldOf(search);
  const active = activeGroups(search, FACETS);
  const fields = active.flatMap(facetFields);
  const post = fieldsQuery(search, fields);
  return {
    query: searchQuery(search, { recommended, without: fields }),
    ...(post ? { post_filter: post } : {}),
    collapse: { field: `${group}.keyword` },
    from: (search.page - 1) * search.rows,
    size: clauseCount(search) === 1 ? 0 : search.rows,
    sort: sortFor(sortOf(search), viewOf(search)),
    ...(isToBeUnderstood(search) ? { ext: { understand: searchText(search) } } : {}),
    _source: ROW_FIELDS,
    aggs: {
      ...facetsWithin(search, firstGroups(search), {
        [COUNTS.products]: distinct(GROUP_FIELD.instrument),
        [COUNTS.measurements]: distinct(GROUP_FIELD.measurement),
      }),
      ...crumbAggregations(search),
    },
  };
}

const isToBeUnderstood = (search: Search): boolean =>
  wordsOf(search) !== null && search.understood === null;

/** Facets of some groups alone, counted as in the main search. */
export function facetSearch(
  asked: Search,
  recommended: boolean,
  groups: readonly FacetGroup[],
): SearchBody {
  const search = meantSearch(asked);
  const fields = activeGroups(search, FACETS).flatMap(facetFields);
  return {
    query: searchQuery(search, { recommended, without: fields }),
    size: 0,
    track_total_hits: false,
    aggs: facetsWithin(search, groups, {}),
  };
}

/**
 * All-data count: the same filters without 'recommended', how many of those are recommended, and
 * how many from elsewhere.
 */
export function allDataCount(search: Search): SearchBody {
  const others = {
    filter: { bool: { must_not: [ownRepositoryQuery()] } },
    aggs: { grouped: distinct(groupFieldOf(search)) },
  };
  return {
    query: findsQuery(search),
    size: 0,
    aggs: { ...groupCounts(search), ...(search.external ? { others } : {}) },
  };
}

/**
 * External count, to be sent with `filter_path=hits.total.value`: records of other repositories.
 */
export const externalCount = (search: Search): SearchBody => ({
  query: searchQuery(search, {
    recommended: false,
    repository: 'others',
    without: ['data_repository'],
  }),
  size: 0,
  track_total_hits: true,
});
export const EXTERNAL_COUNT_PATH = 'hits.total.value';

/**
 * Facets without a choice of their own under all filters; each active one under the filters of the
 * others. Two groups may choose within one field (data types and instrument categories): what is
 * left out belongs to the field, not to the group that shows it.
 */
function facetsWithin(
  search: Search,
  groups: readonly FacetGroup[],
  counts: Aggregations,
): Aggregations {
  const groupField = groupFieldOf(search);
  const active = activeGroups(search, FACETS);
  const fields = [...new Set(active.flatMap(facetFields))];
  const passive = groups.filter((group) => !active.includes(group));
  const own = groups.filter((group) => active.includes(group));
  const facet = (group: FacetGroup): Aggregations =>
    facetAggregation(group, groupField, (kept) => fieldsQuery(search, [kept]));
  return {
    [NARROWED]: within(search, fields, { ...counts, ...Object.assign({}, ...passive.map(facet)) }),
    ...Object.fromEntries(
      own.map((group) => {
        const others = fields.filter((field) => !facetFields(group).includes(field));
        return [`${NARROWED}-${group.key}`, within(search, others, facet(group))];
      }),
    ),
  };
}

function within(search: Search, fields: readonly FilterField[], aggs: Aggregations): Aggregation {
  return { filter: fieldsQuery(search, fields) ?? { match_all: {} }, aggs };
}
