// The orders in which results can stand, for each of the two views (part 1 section 9, decision
// 1022).

import type { Sort } from '@isobar/query-language/aggregation.ts';
import { keysOf } from '../keys.ts';

export type View = 'instrument' | 'measurement';

type SortOption = {
  readonly label: string;
  readonly views: readonly View[];
  readonly sort: readonly { readonly [field: string]: 'asc' | 'desc' }[];
};

const BOTH: readonly View[] = ['instrument', 'measurement'];
const MEASUREMENTS: readonly View[] = ['measurement'];

export const SORTS = {
  best: {
    label: 'Best match',
    views: BOTH,
    sort: [
      { _score: 'desc' },
      { priority: 'asc' },
      { source_class_weight: 'asc' },
      { 'dataLevel.keyword': 'desc' },
    ],
  },
  default: {
    label: 'Default',
    views: BOTH,
    sort: [
      { 'source_class_code.keyword': 'asc' },
      { priority: 'asc' },
      { 'dataLevel.keyword': 'desc' },
    ],
  },
  relevance: {
    label: 'Relevance',
    views: BOTH,
    sort: [
      { source_class_weight: 'asc' },
      { priority: 'asc' },
      { _score: 'desc' },
      { timestamp: 'desc' },
    ],
  },
  measurement: {
    label: 'Measurement (A-Z)',
    views: MEASUREMENTS,
    sort: [{ 'primary_meas_type_name.keyword': 'asc' }],
  },
  'measurement-desc': {
    label: 'Measurement (Z-A)',
    views: MEASUREMENTS,
    sort: [{ 'primary_meas_type_name.keyword': 'desc' }],
  },
  product: {
    label: 'Data Product (A-Z)',
    views: BOTH,
    sort: [{ 'instrument_name.keyword': 'asc' }],
  },
  'product-desc': {
    label: 'Data Product (Z-A)',
    views: BOTH,
    sort: [{ 'instrument_name.keyword': 'desc' }],
  },
  description: {
    label: 'Description (A-Z)',
    views: BOTH,
    sort: [{ 'description.keyword': 'asc' }],
  },
  'description-desc': {
    label: 'Description (Z-A)',
    views: BOTH,
    sort: [{ 'description.keyword': 'desc' }],
  },
  'product-description': {
    label: 'Data Product Description (A-Z)',
    views: MEASUREMENTS,
    sort: [{ 'description.keyword': 'asc' }],
  },
  'product-description-desc': {
    label: 'Data Product Description (Z-A)',
    views: MEASUREMENTS,
    sort: [{ 'description.keyword': 'desc' }],
  },
  priority: { label: 'Priority', views: BOTH, sort: [{ priority: 'asc' }] },
  end: { label: 'End Date (most recent)', views: BOTH, sort: [{ end_date: 'desc' }] },
  start: { label: 'Start Date (earliest)', views: BOTH, sort: [{ start_date: 'asc' }] },
} as const satisfies Record<string, SortOption>;

export type SortKey = keyof typeof SORTS;

export const isSortKey = (text: string): text is SortKey => Object.hasOwn(SORTS, text);

/**
 * The options of a view ('Best match' where there is text), as keys and labels, in the order of the
 * select.
 */
export const sortOptions = (
  view: View,
  hasText = false,
): readonly { value: SortKey; label: string }[] =>
  keysOf(SORTS)
    .filter((key) => SORTS[key].views.some((one) => one === view))
    .filter((key) => key !== 'best' || hasText)
    .map((value) => ({ value, label: SORTS[value].label }));

/** After the chosen order: of equal records the one that began first stands for its group. */
const TIES: readonly { readonly [field: string]: 'asc' | 'desc' }[] = [
  { start_date: 'asc' },
  { end_date: 'desc' },
];

/**
 * The sort of a search. In the measurement view 'Description' is the measurement's own, 'Data
 * Product Description' the other. An option that the view does not have falls back to the default.
 */
export function sortFor(key: SortKey, view: View): Sort {
  return [...chosenSort(key, view), ...TIES];
}

function chosenSort(key: SortKey, view: View): SortOption['sort'] {
  const option: SortOption = SORTS[key];
  if (!option.views.includes(view)) return SORTS.default.sort;
  if (view === 'measurement' && (key === 'description' || key === 'description-desc')) {
    const direction = key === 'description' ? 'asc' : 'desc';
    return [{ 'primary_meas_type_desc.keyword': direction }];
  }
  return option.sort;
}
