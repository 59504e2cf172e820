// For the rows of a page: how many sites and facilities each stands for, and when there are data.
// Loaded with the first screen.
import { type Span, unionOf } from '@isobar/contract/quality/timeline.ts';
import { GROUP_FIELD, ownRepositoryQuery } from '@isobar/contract/search/plan-clauses.ts';
import { bucketsOf, numberOf, type ParsedReply } from '@isobar/contract/search/reply.ts';
import type { View } from '@isobar/contract/search/sorts.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

/**
 * For the rows of a page: how many sites and facilities, and when there are data at each of them.
 */
export const summarySearch = (view: View, ids: readonly string[]): SearchBody => ({
  query: {
    bool: {
      filter: [ownRepositoryQuery(), { terms: { [`${GROUP_FIELD[view]}.keyword`]: [...ids] } }],
    },
  },
  size: 0,
  track_total_hits: false,
  aggs: {
    groups: {
      terms: { field: `${GROUP_FIELD[view]}.keyword`, size: Math.max(1, ids.length) },
      aggs: {
        facilities: { cardinality: { field: 'ffac.keyword' } },
        sites: { cardinality: { field: 'site_code.keyword' } },
        first: { min: { field: 'start_date' } },
        last: { max: { field: 'end_date' } },
        places: {
          terms: { field: 'ffac.keyword', size: SUMMARY_PLACES },
          aggs: { first: { min: { field: 'start_date' } }, last: { max: { field: 'end_date' } } },
        },
      },
    },
  },
});

/**
 * Most facilities whose spans a row is drawn from; the span over all of them is known for any
 * number.
 */
const SUMMARY_PLACES = 500;

export type GroupSummary = {
  readonly facilities: number;
  readonly sites: number;
  /** Milliseconds since 1970, UTC; null where no date is known. */
  readonly first: number | null;
  readonly last: number | null;
  /**
   * When there are data at any facility: apart from each other, ascending, hours since 1970 UTC.
   */
  readonly spans: readonly Span[];
};

export const readSummaries = ({ aggregations }: ParsedReply): ReadonlyMap<string, GroupSummary> =>
  new Map(
    bucketsOf(aggregations, 'groups').map((bucket) => [
      bucket.key,
      {
        facilities: numberOf(bucket.below, 'facilities') ?? 0,
        sites: numberOf(bucket.below, 'sites') ?? 0,
        first: numberOf(bucket.below, 'first'),
        last: numberOf(bucket.below, 'last'),
        spans: unionOf(
          bucketsOf(bucket.below, 'places').flatMap(({ below }): Span[] => {
            const [first, last] = [numberOf(below, 'first'), numberOf(below, 'last')];
            return first === null || last === null || last < first
              ? []
              : [[first / HOUR_MS, last / HOUR_MS]];
          }),
        ),
      },
    ]),
  );

const HOUR_MS = 3_600_000;
