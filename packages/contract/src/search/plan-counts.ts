// Counts in advance what a click will show, in the same way as the results count; shared by tiles,
// questions and switches.
import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { Search } from './filter.ts';
import {
  andQuery,
  distinct,
  groupFieldOf,
  recommendedClause,
  searchQuery,
} from './plan-clauses.ts';
import { belowOf, numberOf, type ParsedBucket } from './reply.ts';

type Below = ParsedBucket['below'];

export type GroupCounts = { readonly all: number; readonly recommended: number };

/** Everything that a search finds, recommended or not. */
export const findsQuery = (search: Search): Query => searchQuery(search, { recommended: false });

/**
 * Aggregations to put below any bucket: the rows of the search's own view, and how many of them are
 * recommended.
 */
export const groupCounts = (search: Search): Aggregations => {
  const count = distinct(groupFieldOf(search));
  return {
    all: count,
    recommended: {
      filter: andQuery([recommendedClause(search)]),
      aggs: { grouped: count },
    },
  };
};

export const readGroupCounts = (below: Below | undefined): GroupCounts => ({
  all: numberOf(below, 'all') ?? 0,
  recommended: numberOf(belowOf(below, 'recommended'), 'grouped') ?? 0,
});

/**
 * The rows that show: the recommended ones where they are preferred and there are any (part 1
 * section 4).
 */
export const shownOf = ({ all, recommended }: GroupCounts, preferred: boolean): number =>
  preferred && recommended > 0 ? recommended : all;
