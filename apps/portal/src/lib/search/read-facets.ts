// Facet groups out of a reply: values with counts, labels and children, in the chosen order.
import { DATA_TYPES } from '@isobar/contract/search/data-types.ts';
import { type FacetGroup, type FacetLevel, facetName } from '@isobar/contract/search/facets.ts';
import { chosen, type FacetSort, type Search } from '@isobar/contract/search/filter.ts';
import { NARROWED } from '@isobar/contract/search/plan.ts';
import { CHILDREN, GROUPED, LABEL } from '@isobar/contract/search/plan-facets.ts';
import {
  belowOf,
  bucketsOf,
  listOf,
  numberOf,
  type ParsedBucket,
  topHitsOf,
} from '@isobar/contract/search/reply.ts';

/**
 * One value of a group (section 3). `count`: distinct data products or measurements, as the view
 * counts.
 */
export type Facet = {
  /** 'code||label', or 'codes||label||field' where several codes stand behind one value. */
  readonly value: string;
  readonly count: number;
  readonly children: readonly Facet[];
  /** Is it part of the search? */
  readonly selectedValue: boolean;
  /** Do its children show at first? */
  readonly expanded: boolean;
};

export type FacetValue = {
  readonly codes: readonly string[];
  readonly label: string;
  /** The field that it filters on, where that is not its level's own. */
  readonly field: string | null;
};

export function parseFacetValue(value: string): FacetValue {
  const [codes = '', label = codes, field = null] = value.split('||');
  return { codes: field === null ? [codes] : codes.split(','), label, field };
}

export const formatFacetValue = ({ codes, label, field }: FacetValue): string =>
  field === null ? `${codes.join(',')}||${label}` : `${codes.join(',')}||${label}||${field}`;

type Aggregations = Readonly<Record<string, unknown>> | undefined;

/**
 * The values of a group out of a reply to mainSearch or facetSearch; null when that reply does not
 * hold it.
 */
export function readFacet(
  aggregations: Aggregations,
  group: FacetGroup,
  search: Search,
): readonly Facet[] | null {
  const own = belowOf(aggregations, `${NARROWED}-${group.key}`);
  const shared = belowOf(aggregations, NARROWED);
  const holder = [own, shared].find((one) => one && facetName(group) in one);
  if (!holder) return null;
  const buckets = bucketsOf(holder, facetName(group));
  if (group.dataTypes) return readDataTypes(buckets, search);
  return readLevel(buckets, group.levels, search);
}

/**
 * Children and children's children too. By label without regard to case, facilities by letter and
 * number.
 */
export function sortFacets(facets: readonly Facet[], sort: FacetSort): readonly Facet[] {
  const order =
    sort === 'count' ? byCount : sort === 'za' ? (a: Facet, b: Facet) => byLabel(b, a) : byLabel;
  return [...facets]
    .sort(order)
    .map((facet) => ({ ...facet, children: sortFacets(facet.children, sort) }));
}

/**
 * Facilities sort by letter code times 100 plus number (section 9): A1 before A2 before B1; null
 * for other names.
 */
export function facilityRank(ffac: string): number | null {
  const match = /^(?:[a-z]{3}\.)?([A-Z])(\d{1,3})$/.exec(ffac);
  return match ? (match[1] ?? '').charCodeAt(0) * 100 + Number(match[2]) : null;
}

function readLevel(
  buckets: readonly ParsedBucket[],
  levels: readonly FacetLevel[],
  search: Search,
): readonly Facet[] {
  const [level, ...below] = levels;
  if (!level) return [];
  const selected = level.filter ? chosen(search, level.filter) : [];
  return buckets.map((bucket) => {
    const children = readLevel(childBuckets(bucket, level, below), below, search);
    return {
      value: formatFacetValue({ codes: [bucket.key], label: labelOf(bucket, level), field: null }),
      count: numberOf(bucket.below, GROUPED) ?? bucket.count,
      children,
      selectedValue: selected.includes(bucket.key),
      expanded: children.some((child) => child.selectedValue || child.expanded),
    };
  });
}

/**
 * Documents with lists also bring children of other parents: only those named 'parent.child' belong
 * here.
 */
function childBuckets(
  bucket: ParsedBucket,
  level: FacetLevel,
  below: readonly FacetLevel[],
): readonly ParsedBucket[] {
  const buckets = bucketsOf(bucket.below, CHILDREN);
  if (below[0]?.field !== 'meas_subcategory_code') return buckets;
  return buckets.filter((child) => level.field && child.key.startsWith(`${bucket.key}.`));
}

function labelOf(bucket: ParsedBucket, level: FacetLevel): string {
  if (!level.labelField) return bucket.key;
  const named = bucketsOf(bucket.below, LABEL)[0]?.key;
  if (named) return named;
  return labelIn(topHitsOf(bucket.below, LABEL)[0], level, bucket.key) ?? bucket.key;
}

/** The name beside a code in the parallel lists of one document. */
export function labelIn(
  source: Readonly<Record<string, unknown>> | undefined,
  level: FacetLevel,
  code: string,
): string | null {
  if (!source || !level.labelField) return null;
  const names = listOf(source, level.labelField);
  const at = listOf(source, level.field).indexOf(code);
  return names[at] ?? null;
}

function readDataTypes(buckets: readonly ParsedBucket[], search: Search): readonly Facet[] {
  return DATA_TYPES.map(({ name, field, codes, label }) => {
    const bucket = buckets.find((one) => one.key === name);
    const selected = chosen(search, field);
    return {
      value: formatFacetValue({ codes, label, field }),
      count: bucket ? (numberOf(bucket.below, GROUPED) ?? bucket.count) : 0,
      children: [],
      selectedValue: codes.every((code) => selected.includes(code)),
      expanded: false,
    };
  });
}

/** Made once: `localeCompare` makes one for every pair. */
const LABELS = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const byCount = (a: Facet, b: Facet): number => b.count - a.count || byLabel(a, b);

function byLabel(a: Facet, b: Facet): number {
  const first = parseFacetValue(a.value);
  const second = parseFacetValue(b.value);
  const ranks = [first, second].map(({ codes }) => facilityRank(codes[0] ?? ''));
  const [rankA, rankB] = ranks;
  if (rankA != null && rankB != null) {
    const site = siteOf(first).localeCompare(siteOf(second), 'en');
    return site || rankA - rankB;
  }
  return LABELS.compare(first.label, second.label);
}

const siteOf = ({ codes }: FacetValue): string => {
  const [code = ''] = codes;
  return code.includes('.') ? (code.split('.')[0] ?? '') : '';
};
