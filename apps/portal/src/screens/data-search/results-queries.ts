// The calls of the screen: three searches side by side, then the closed facet groups and the
// summaries of the rows.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { FACETS } from '@isobar/contract/search/facets.ts';
import { filtersApplied, type Search, viewOf } from '@isobar/contract/search/filter.ts';
import {
  allDataCount,
  externalCount,
  facetSearch,
  laterGroups,
  mainSearch,
} from '@isobar/contract/search/plan.ts';
import { isBestElsewhere } from '@isobar/contract/search/plan-clauses.ts';
import type { ParsedReply } from '@isobar/contract/search/reply.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConfig } from '../../lib/config.ts';
import { useFirstLater } from '../../lib/first-later.ts';
import { SEARCH_PREFERENCE, usePreference } from '../../lib/preferences.ts';
import {
  type GroupSummary,
  readSummaries,
  summarySearch,
} from '../../lib/search/plan-summaries.ts';
import { readFacet } from '../../lib/search/read-facets.ts';
import {
  type AllDataCounts,
  type ResultPage,
  readAllDataCounts,
  readResults,
} from '../../lib/search/read-results.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { postSearch, postTotal } from '../../lib/search-call.ts';

/** A failed call of the screen, in words, with another try. */
export type Failure = { readonly what: string; readonly why: string; readonly retry: () => void };

export type Results = {
  /** null until the first answer, and again after a failure. */
  readonly page: ResultPage | null;
  readonly counts: AllDataCounts | null;
  readonly external: number | null;
  /** Whether only recommended data are shown. */
  readonly recommended: boolean;
  /**
   * Why all data are shown where recommended ones are wanted: there are none (part 1 section 4), or
   * others fit best; null: they are not.
   */
  readonly forcedAllData: 'none' | 'best' | null;
  /** What is shown belongs to an earlier search. */
  readonly stale: boolean;
  readonly failure: Failure | null;
  readonly countFailure: Failure | null;
};

/** `ready`: whether the meaning of the search's words is known; nothing is asked before. */
export function useResults(search: Search, ready: boolean): Results {
  const config = useConfig();
  const preferred = usePreference(SEARCH_PREFERENCE).recommended;
  const wanted = search.data === null ? preferred : search.data === 'recommended';
  const counting = useSearchQuery(config, allDataCount(search), ready);
  const counts = useRead(counting.data, readAllDataCounts);
  const isNoneRecommended =
    !counting.isPlaceholderData && counts?.recommended === 0 && counts.all > 0;
  const reason = isNoneRecommended ? 'none' : isBestElsewhere(search) ? 'best' : null;
  const forcedAllData = wanted ? reason : null;
  const recommended = wanted && forcedAllData === null;
  const main = useSearchQuery(config, mainSearch(search, recommended), ready);
  const read = useMemo(
    () => (main.data ? readResults(main.data, search) : null),
    [main.data, search],
  );
  const page = useFirstLater(read, isThere);
  const external = useExternalCount(config, search, ready);
  return {
    page: main.isError ? null : page,
    counts: counting.isError ? null : counts,
    external,
    recommended,
    forcedAllData,
    stale: main.isPlaceholderData || !ready,
    failure: failureOf(main, 'The results could not be loaded.'),
    countFailure: failureOf(counting, 'The counts of all data could not be loaded.'),
  };
}

/**
 * Every facet group: the open ones come with the results, the others with a second call once those
 * stand.
 */
export function useFacets(search: Search, { recommended, page }: Results, ready: boolean) {
  const config = useConfig();
  const main = useSearchQuery(config, mainSearch(search, recommended), ready);
  const later = useSearchQuery(
    config,
    facetSearch(search, recommended, laterGroups(search)),
    ready && page !== null,
  );
  const groups = useMemo(
    () =>
      new Map(
        FACETS.map((group) => [
          group.key,
          readFacet(main.data?.aggregations, group, search) ??
            readFacet(later.data?.aggregations, group, search),
        ]),
      ),
    [main.data, later.data, search],
  );
  const { error, refetch } = later;
  const failed = main.isError || later.isError;
  const stale = main.isPlaceholderData;
  return useMemo(
    () => ({
      groups,
      /** Whether a call failed, so that groups without values will get none. */
      failed,
      stale,
      failure: failureOf({ error, refetch }, 'The other filters could not be loaded.'),
    }),
    [groups, failed, stale, error, refetch],
  );
}

/** How many facilities each row stands for, and its whole span. */
export function useSummaries(
  search: Search,
  rows: readonly ResultRow[],
): ReadonlyMap<string, GroupSummary> {
  const config = useConfig();
  const view = viewOf(search);
  const ids = rows.map((row) => groupIdOf(row, view)).filter((id) => id !== '');
  const summaries = useSearchQuery(config, summarySearch(view, ids), ids.length > 0);
  return useRead(summaries.data, readSummaries) ?? NO_SUMMARIES;
}

export const groupIdOf = (row: ResultRow, view: 'instrument' | 'measurement'): string =>
  view === 'measurement' ? row.instrumentMeasurementId : row.instrumentId;

const isThere = (page: unknown): boolean => page !== null;

const NO_SUMMARIES: ReadonlyMap<string, GroupSummary> = new Map();

function useSearchQuery(config: PortalConfig, body: SearchBody, enabled = true) {
  return useQuery({
    queryKey: ['metadata', body],
    queryFn: ({ signal }) => postSearch(config, 'metadata', body, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

function useExternalCount(config: PortalConfig, search: Search, ready: boolean): number | null {
  const body = externalCount(search);
  const { data } = useQuery({
    queryKey: ['metadata total', body],
    queryFn: ({ signal }) => postTotal(config, 'metadata', body, signal),
    enabled: ready && filtersApplied(search) > 0,
  });
  return data ?? null;
}

function useRead<T>(reply: ParsedReply | undefined, read: (reply: ParsedReply) => T): T | null {
  return useMemo(() => (reply ? read(reply) : null), [reply, read]);
}

function failureOf(
  query: Pick<UseQueryResult<unknown>, 'error' | 'refetch'>,
  what: string,
): Failure | null {
  if (!query.error) return null;
  return { what, why: query.error.message, retry: () => void query.refetch() };
}
