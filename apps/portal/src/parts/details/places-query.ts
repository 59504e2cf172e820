// Where a data product was measured: one call, kept while its details or its row are open.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { queryOptions } from '@tanstack/react-query';
import { type Group, type Place, placesSearch, readPlaces } from '../../lib/search/plan-details.ts';
import { postSearch } from '../../lib/search-call.ts';

export const placesQuery = (config: PortalConfig, group: Group) =>
  queryOptions({
    queryKey: ['places', group],
    queryFn: async ({ signal }): Promise<readonly Place[]> =>
      sortPlaces(readPlaces(await postSearch(config, 'metadata', placesSearch(group), signal))),
  });

const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** By site, then by facility: C1 before E2 before E13. */
const sortPlaces = (places: readonly Place[]): readonly Place[] =>
  places.toSorted(
    (a, b) =>
      a.siteCode.localeCompare(b.siteCode) || BY_NUMBER.compare(a.facilityCode, b.facilityCode),
  );
