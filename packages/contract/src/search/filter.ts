// The state of a search and every edit of it. Pure: the address holds it, these functions make the
// next one.
import { keysOf } from '../keys.ts';
import type { Understood } from '../words/understood.ts';
import { SOURCE_TYPES } from './data-types.ts';
import { type FilterField, filterRule } from './fields.ts';
import type { SortKey, View } from './sorts.ts';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const DEFAULT_PAGE_SIZE: PageSize = 20;

/** What a field without a filter holds. */
export const WILDCARD = '*';

/** How the values of the facet groups stand: by label, by label backwards, by count. */
export const FACET_SORTS = ['az', 'za', 'count'] as const;
export type FacetSort = (typeof FACET_SORTS)[number];

/** Field -> values, in the order in which they were chosen. A field without values is absent. */
export type Terms = { readonly [F in FilterField]?: readonly string[] };

/**
 * The record whose details are open. `report`: the quality report that is selected in its timeline.
 */
export type OpenRecord = {
  readonly id: string;
  readonly dataLevel?: string;
  readonly report?: string;
};

export type Search = {
  readonly terms: Terms;
  /** null: measurements when a primary measurement is chosen, else data products. */
  readonly view: View | null;
  /** null: what the person prefers, and recommended data where nothing is known (decision 1006). */
  readonly data: 'recommended' | 'all' | null;
  /** Are other repositories' records included? */
  readonly external: boolean;
  /** Does the text look into every field, not only the relevant ones? */
  readonly allFields: boolean;
  /** The page of results, counted from 1. */
  readonly page: number;
  readonly rows: PageSize;
  /** null: by fit where there is text, else the default (decision 1032). */
  readonly sort: SortKey | null;
  /** Is the text searched as it stands, without its words being understood? */
  readonly asTyped: boolean;
  /** What was understood of the text; not part of an address. */
  readonly understood: Understood | null;
  readonly facetSort: FacetSort;
  readonly open: OpenRecord | null;
};

export const EMPTY_SEARCH: Search = {
  terms: {},
  view: null,
  data: null,
  external: false,
  allFields: false,
  page: 1,
  rows: DEFAULT_PAGE_SIZE,
  sort: null,
  asTyped: false,
  understood: null,
  facetSort: 'count',
  open: null,
};

/** The values of a field; none where there is no filter. */
export const chosen = (search: Pick<Search, 'terms'>, field: FilterField): readonly string[] =>
  search.terms[field] ?? [];

export const searchText = (search: Search): string => chosen(search, 's')[0] ?? '';

/** The order in which the results stand. */
export const sortOf = (search: Search): SortKey =>
  search.sort ?? (searchText(search) === '' ? 'default' : 'best');

export const viewOf = (search: Search): View =>
  search.view ??
  (chosen(search, 'primary_meas_type_code').length > 0 ? 'measurement' : 'instrument');

/**
 * Appends a value. One already there is not added twice; a single-valued field takes the new one
 * instead.
 */
export function addFilter(search: Search, field: FilterField, value: string): Search {
  const before = chosen(search, field);
  if (before.includes(value) || value === WILDCARD || value === '') return search;
  return setFilter(search, field, filterRule(field).single ? [value] : [...before, value]);
}

/**
 * Replaces the values of a field. Choosing a primary measurement leads to the measurements view.
 */
export function setFilter(search: Search, field: FilterField, values: readonly string[]): Search {
  if (field === 'epoch_codes' && search.terms.epoch_days) {
    // they are days of the former epoch
    return setFilter(setFilter(search, 'epoch_days', []), field, values);
  }
  const { [field]: before, ...others } = search.terms;
  const next = [...new Set(values)].filter((value) => value !== WILDCARD && value !== '');
  if (next.length === 0) return edited(search, { terms: others });
  const terms = before ? { ...search.terms, [field]: next } : { ...others, [field]: next };
  const grows = next.some((value) => !before?.includes(value));
  return edited(search, {
    terms,
    ...(field === 'primary_meas_type_code' && grows ? { view: null, sort: null } : {}),
  });
}

/** Every field back to its wildcard; display choices stay. */
export const clearFilters = (search: Search): Search => edited(search, { terms: {} });

/** Date filters and an epoch exclude each other (section 5). YYYY-MM-DD or null. */
export function setDates(search: Search, start: string | null, end: string | null): Search {
  const withoutEpoch = setFilter(search, 'epoch_codes', []);
  const withStart = setFilter(withoutEpoch, 'start_date', start ? [start] : []);
  return setFilter(withStart, 'end_date', end ? [end] : []);
}

/** The other view sorts in its own default order and starts on page 1. */
export const setView = (search: Search, view: View): Search =>
  edited(search, {
    view: viewOf({ ...search, view: null }) === view ? null : view,
    sort: null,
  });

export const setData = (search: Search, data: 'recommended' | 'all'): Search =>
  edited(search, { data });

/** Switching the other repositories off also removes the repository filter. */
export const setExternal = (search: Search, external: boolean): Search =>
  edited(external ? search : setFilter(search, 'data_repository', []), { external });

/** true: 'Expand Search with All Fields'; false: 'Narrow Search to Relevant Fields'. */
export const setAllFields = (search: Search, allFields: boolean): Search =>
  edited(search, { allFields });

/** true: 'Search as typed'. */
export const setAsTyped = (search: Search, asTyped: boolean): Search => edited(search, { asTyped });

/** A different text is interpreted again. */
export const setText = (search: Search, text: string): Search => ({
  ...setFilter(search, 's', text === '' ? [] : [text]),
  asTyped: false,
});

export const setSort = (search: Search, sort: SortKey): Search => edited(search, { sort });
export const setRows = (search: Search, rows: PageSize): Search => edited(search, { rows });
export const setPage = (search: Search, page: number): Search => ({ ...search, page, open: null });

/** The facet sort changes neither results nor page. */
export const setFacetSort = (search: Search, facetSort: FacetSort): Search => ({
  ...search,
  facetSort,
});

export const openRecord = (search: Search, open: OpenRecord | null): Search => ({
  ...search,
  open,
});

/**
 * One removable chip. A whole data type is one crumb, although it stands for several source
 * classes.
 */
export type Crumb = {
  readonly field: FilterField;
  readonly label: string;
  readonly values: readonly string[];
};

export const crumbsOf = (search: Pick<Search, 'terms'>): readonly Crumb[] =>
  keysOf(search.terms).flatMap((field) => {
    const { label } = filterRule(field);
    return valueGroups(field, chosen(search, field)).map((values) => ({ field, label, values }));
  });

export const filtersApplied = (search: Pick<Search, 'terms'>): number => crumbsOf(search).length;

export const removeCrumb = (search: Search, crumb: Crumb): Search =>
  setFilter(
    search,
    crumb.field,
    chosen(search, crumb.field).filter((value) => !crumb.values.includes(value)),
  );

/** Every edit that changes the results starts again on page 1 with no record open. */
const edited = (search: Search, change: Partial<Search>): Search => ({
  ...search,
  page: 1,
  open: null,
  ...change,
});

function valueGroups(
  field: FilterField,
  values: readonly string[],
): readonly (readonly string[])[] {
  if (field !== 'source_class_code') return values.map((value) => [value]);
  const whole = SOURCE_TYPES.filter(({ codes }) => codes.every((code) => values.includes(code)));
  const grouped = whole.flatMap((type) => type.codes);
  const single = values.filter((value) => !grouped.includes(value)).map((value) => [value]);
  return [...whole.map((type) => type.codes), ...single];
}
