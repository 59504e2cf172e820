// What every search body has in common: the clauses, the fields that text looks into, distinct
// counts.

import type { Aggregation } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import { OWN_REPOSITORY } from '../catalogue/metadata-document.ts';
import { keysOf } from '../keys.ts';
import { parseShape } from '../places/shape.ts';
import type { FacetGroup } from './facets.ts';
import { facetFields } from './facets.ts';
import type { FilterField } from './fields.ts';
import { chosen, filtersApplied, type Search, searchText, type Terms, viewOf } from './filter.ts';
import { freeText } from './free-text.ts';
import { meantSearch } from './meaning.ts';
import { shapeQuery } from './plan-shape.ts';
import { understoodQuery } from './plan-words.ts';
import { filterClauses } from './query-text.ts';
import { INSTRUMENT_GROUP, MEASUREMENT_GROUP, PRECISION_THRESHOLD } from './settings.ts';
import type { View } from './sorts.ts';

/** 'Default relevant fields' of a text search; with none, every field is searched. */
export const RELEVANT_FIELDS: readonly string[] = [
  'instrument_name',
  'instrument_name_text',
  'instrument_code',
  'instrument_class_code',
  'instrument_class_name',
  'instrument_category_name',
  'datastream',
  'primary_meas_type_name',
  'primary_meas_type_code',
  'var_name',
  'var_name_desc',
  'meas_category_name',
  'meas_subcategory_name',
  'site_code',
  'site_name',
  'facility_name',
  'facility_code',
  'ffac',
  'iopShortName',
  'iop_title',
  'iopLongName',
  'source_class_name',
  'data_repository',
  'name',
  'keywords',
];

/** The field of a document that each of the two views groups and counts by. */
export const GROUP_FIELD: Readonly<Record<View, 'instrument_id' | 'instrument_measurement_id'>> = {
  instrument: INSTRUMENT_GROUP,
  measurement: MEASUREMENT_GROUP,
};

export const groupFieldOf = (search: Search): string => GROUP_FIELD[viewOf(search)];

/** How many different values a field has. */
export const distinct = (field: string): Aggregation => ({
  cardinality: { field: `${field}.keyword`, precision_threshold: PRECISION_THRESHOLD },
});

/**
 * How many clauses a search has: the repository is always one of them; recommended-only is not
 * counted (decision 1007).
 */
export const clauseCount = (search: Search): number => 1 + filtersApplied(search);

export type QueryOptions = {
  readonly recommended: boolean;
  /**
   * Fields whose filters are left to the post-filter, so that their facets keep their other values.
   */
  readonly without?: readonly FilterField[];
  /** Which repositories: as the search says, or only the others. */
  readonly repository?: 'asked' | 'others';
};

/**
 * The query of a search with the meaning of its words: its text scored, everything else a filter.
 */
export function searchQuery(asked: Search, options: QueryOptions): Query {
  const search = meantSearch(asked);
  const text = textOfSearch(search);
  const terms = withoutFields(search.terms, options.without ?? []);
  const clauses = filtersAsText(search, options);
  const filter = [...(clauses.length > 0 ? [andQuery(clauses)] : []), ...areas(terms)];
  return {
    bool: { ...(text ? { must: [text] } : {}), ...(filter.length > 0 ? { filter } : {}) },
  };
}

/** The filters of a search without its words and its drawn area, as clauses of a query string. */
export const filtersAsText = (search: Search, options: QueryOptions): readonly string[] =>
  [
    repositoryClause(search, options.repository ?? 'asked'),
    ...(options.recommended && !isBestElsewhere(search) ? [recommendedClause(search)] : []),
    ...filterClauses(withoutFields(search.terms, options.without ?? [])),
  ].filter((clause) => clause !== null);

/**
 * A drawn area cannot be a query string. An area that cannot be read, as in a hand-written address,
 * finds nothing rather than everything.
 */
const areas = (terms: Terms): readonly Query[] =>
  chosen({ terms }, 'shape').map((text) => {
    const corners = parseShape(text);
    return corners ? shapeQuery(corners) : { match_none: {} };
  });

/** The text as a query: what was understood of it, or its words; null: there is none. */
export function textOfSearch(search: Search): Query | null {
  const text = searchText(search);
  const { understood } = search;
  if (understood?.typed === text) return understoodQuery(understood, search.allFields);
  return text ? textQuery(text, search.allFields) : null;
}

/** Clauses as one query string with AND as its default operator (section 7). */
export const andQuery = (clauses: readonly string[]): Query => ({
  query_string: { query: clauses.join(' AND '), default_operator: 'AND' },
});

/**
 * Every word has to occur, each in whichever of the fields: 'temperature sgp' is a measurement and
 * a site.
 */
export const textQuery = (text: string, allFields: boolean): Query => ({
  query_string: {
    query: freeText(text),
    default_operator: 'AND',
    type: 'cross_fields',
    lenient: true,
    ...(allFields ? {} : { fields: RELEVANT_FIELDS }),
  },
});

/** Groups with a choice in them, each with its fields. */
export const activeGroups = (search: Search, groups: readonly FacetGroup[]) =>
  groups.filter((group) => facetFields(group).some((field) => chosen(search, field).length > 0));

/** The filters of some fields alone, as one query; null when they filter nothing. */
export function fieldsQuery(search: Search, fields: readonly FilterField[]): Query | null {
  const others = keysOf(search.terms).filter((field) => !fields.includes(field));
  const terms = withoutFields(search.terms, others);
  const clauses = filterClauses(terms);
  const queries = [...(clauses.length > 0 ? [andQuery(clauses)] : []), ...areas(terms)];
  return queries.length > 1 ? { bool: { filter: queries } } : (queries[0] ?? null);
}

/**
 * Whether what fits the words best is not recommended, and recommended data alone were not asked
 * for.
 */
export const isBestElsewhere = ({ data, understood }: Search): boolean =>
  data === null && understood?.allData === true;

/** 'Priority present'; records of other repositories have none and stay when they are included. */
export const recommendedClause = (search: Search): string =>
  search.external ? `(priority:* OR (*:* AND NOT ${OWN_CLAUSE}))` : 'priority:*';

const OWN_CLAUSE = `data_repository.keyword:"${OWN_REPOSITORY}"`;

/** Restricts a query to this archive's own documents. */
export const ownRepositoryQuery = (): Query => andQuery([OWN_CLAUSE]);

function repositoryClause(search: Search, repository: 'asked' | 'others'): string | null {
  if (repository === 'others') return `NOT ${OWN_CLAUSE}`;
  return search.external ? null : OWN_CLAUSE;
}

function withoutFields(terms: Terms, fields: readonly FilterField[]): Terms {
  return Object.fromEntries(
    keysOf(terms)
      .filter((field) => !fields.includes(field))
      .map((field) => [field, terms[field]]),
  );
}
