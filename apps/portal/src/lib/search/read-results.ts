// The result page out of the replies: rows, counts, labels of the crumbs.

import { dataTypeLabel } from '@isobar/contract/search/data-types.ts';
import type { Crumb, Search } from '@isobar/contract/search/filter.ts';
import { viewOf } from '@isobar/contract/search/filter.ts';
import { COUNTS, CRUMBS, NARROWED } from '@isobar/contract/search/plan.ts';
import { type GroupCounts, readGroupCounts } from '@isobar/contract/search/plan-counts.ts';
import { labelledLevels } from '@isobar/contract/search/plan-crumbs.ts';
import { readDayList } from '@isobar/contract/search/query-text.ts';
import {
  belowOf,
  bucketsOf,
  numberOf,
  type ParsedReply,
  topHitsOf,
} from '@isobar/contract/search/reply.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { labelIn } from './read-facets.ts';
import { type ResultRow, readRow } from './row.ts';

export type ResultPage = {
  readonly rows: readonly ResultRow[];
  /** Distinct groups of either view under the whole search. */
  readonly products: number;
  readonly measurements: number;
  /** Groups of the present view: what is paged through. */
  readonly total: number;
  /** Field -> code -> name, for the crumbs. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export function readResults(reply: ParsedReply, search: Search): ResultPage {
  const narrowed = belowOf(reply.aggregations, NARROWED);
  const products = numberOf(narrowed, COUNTS.products) ?? 0;
  const measurements = numberOf(narrowed, COUNTS.measurements) ?? 0;
  return {
    rows: reply.hits.hits.map((hit) => readRow(hit._source ?? {})),
    products,
    measurements,
    total: viewOf(search) === 'measurement' ? measurements : products,
    labels: readLabels(reply, search),
  };
}

/**
 * `others`: how many are of other repositories, which both other counts include; null while those
 * are not searched.
 */
export type AllDataCounts = GroupCounts & { readonly others?: number | null };

export const readAllDataCounts = ({ aggregations }: ParsedReply): AllDataCounts => ({
  ...readGroupCounts(aggregations),
  others: numberOf(belowOf(aggregations, 'others'), 'grouped'),
});

/** What a crumb says after its field: names where they are known, codes elsewhere. */
export function crumbText(crumb: Crumb, labels: ResultPage['labels']): string {
  if (crumb.field === 'source_class_code') return dataTypeLabel(crumb.values[0] ?? '') ?? '';
  if (crumb.field === 'epoch_days') return dayListText(crumb.values[0] ?? '');
  if (crumb.field === 'shape') return `polygon of ${crumb.values[0]?.split(',').length} corners`;
  return crumb.values
    .map((value) => labels[crumb.field]?.[value] ?? dataLabel(crumb, value) ?? value)
    .join(', ');
}

/** '2022-01-15, 2022-01-16', or '12 days, 2019-06-02 to 2019-08-31' where there are more. */
function dayListText(days: string): string {
  const list = readDayList(days).map(formatDay);
  if (list.length <= 2) return list.join(', ');
  return `${list.length} days, ${list[0]} to ${list.at(-1)}`;
}

/** Aerial data is a value of the instrument category (decision 1001). */
const dataLabel = (crumb: Crumb, value: string): string | null =>
  crumb.field === 'instrument_category_code' && value === 'airborne' ? dataTypeLabel(value) : null;

/** Names of the codes that a search filters by, from a reply with its `crumbs`. */
export function readLabels(
  reply: ParsedReply,
  search: Pick<Search, 'terms'>,
): ResultPage['labels'] {
  const crumbs = belowOf(reply.aggregations, CRUMBS);
  return Object.fromEntries(
    labelledLevels(search).map(({ level }) => [
      level.field,
      Object.fromEntries(
        bucketsOf(crumbs, level.field).flatMap((bucket) => {
          const label = labelIn(topHitsOf(bucket.below, 'label')[0], level, bucket.key);
          return label ? [[bucket.key, label] as const] : [];
        }),
      ),
    ]),
  );
}
