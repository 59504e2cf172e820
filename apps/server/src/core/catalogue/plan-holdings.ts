// What a search matches, datastream by datastream, so that one day can be compared with another.
// Pure.

import type { Search } from '@isobar/contract/search/filter.ts';
import { searchQuery } from '@isobar/contract/search/plan-clauses.ts';
import { FACET_LIMIT } from '@isobar/contract/search/settings.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

/** Datastream -> when its data end, seconds since 1970 UTC. */
export type Holdings = { readonly [datastream: string]: number };

const DATASTREAMS = 'datastreams';
const LAST = 'last';

/**
 * The datastreams of a search (of very many the first 10,000 by name), each with the end of its
 * data.
 */
export const holdingsSearch = (search: Search): SearchBody => ({
  query: searchQuery(search, { recommended: search.data !== 'all' }),
  size: 0,
  track_total_hits: false,
  aggs: {
    [DATASTREAMS]: {
      terms: { field: 'datastream.keyword', size: FACET_LIMIT, order: { _key: 'asc' } },
      aggs: { [LAST]: { max: { field: 'end_date' } } },
    },
  },
});

export function readHoldings(reply: Pick<SearchReply, 'aggregations'>): Holdings {
  const buckets = reply.aggregations?.[DATASTREAMS]?.buckets;
  if (!Array.isArray(buckets)) return {};
  return Object.fromEntries(
    buckets.map((bucket) => {
      const last = bucket[LAST];
      const milliseconds = typeof last === 'object' ? (last.value ?? 0) : 0;
      return [String(bucket.key), Math.floor(milliseconds / 1000)];
    }),
  );
}

/** How many datastreams are new, or have data that are newer. */
export const countFresh = (before: Holdings, now: Holdings): number =>
  Object.entries(now).filter(([datastream, end]) => end > (before[datastream] ?? -1)).length;
