// Names of the codes that saved searches filter by: those of the present results, and of all others
// by one call.
import type { SavedSearch } from '@isobar/contract/calls/saved-searches.ts';
import { parseAddress } from '@isobar/contract/search/address.ts';
import type { Terms } from '@isobar/contract/search/filter.ts';
import { crumbAggregations, labelledLevels } from '@isobar/contract/search/plan-crumbs.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { readLabels } from '../../lib/search/read-results.ts';
import { postSearch } from '../../lib/search-call.ts';
import type { Labels } from './saved-words.ts';

/** Names change with the catalogue, not while the list is open. */
const FRESH_MS = 300_000;

/** `known`: names of the present results. Where the call fails the codes stay. */
export function useSavedLabels(list: readonly SavedSearch[], known: Labels): Labels {
  const config = useConfig();
  const terms = termsOf(list);
  const isUnknown = labelledLevels({ terms }).some(({ level, codes }) =>
    codes.some((code) => known[level.field]?.[code] === undefined),
  );
  const { data = {} } = useQuery({
    queryKey: ['saved-labels', terms],
    enabled: isUnknown,
    staleTime: FRESH_MS,
    // a search that is added or removed leaves the names of the others
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Labels> => {
      const body = { size: 0, aggs: crumbAggregations({ terms }) };
      return readLabels(await postSearch(config, 'metadata', body, signal), { terms });
    },
  });
  const fields = [...new Set([...Object.keys(data), ...Object.keys(known)])];
  return Object.fromEntries(fields.map((field) => [field, { ...data[field], ...known[field] }]));
}

/** Every value that one of the searches filters by. */
function termsOf(list: readonly SavedSearch[]): Terms {
  const values: Record<string, string[]> = {};
  for (const { kind, address } of list) {
    if (kind === 'days') continue;
    for (const [field, codes] of Object.entries(parseAddress(address).search.terms))
      values[field] = [...new Set([...(values[field] ?? []), ...codes])];
  }
  return values;
}
