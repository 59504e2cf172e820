// The search of this screen is its address: read from it, and every edit goes back into it.
import { formatAddress, parseAddress, resultsPath } from '@isobar/contract/search/address.ts';
import type { Search } from '@isobar/contract/search/filter.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { useParams, useRouter, useSearch } from '../../lib/router/provider.tsx';
import { withoutPlots } from '../../parts/quicklooks/plots-address.ts';

export type GoOptions = {
  /** Replaces the present entry in the history. */
  readonly replace?: boolean;
  /**
   * Goes back in the history if the person came here from that search; otherwise replaces the
   * present entry.
   */
  readonly back?: boolean;
  /** Scrolls to the top, as for another page of results. */
  readonly toTop?: boolean;
};
export type Go = (next: Search, options?: GoOptions) => void;

/**
 * An older form of address is rewritten to the present one, unless it has ignored parts, which the
 * screen reports.
 */
export function useSearchAddress(): {
  readonly search: Search;
  /** Parts of the address that mean nothing here. */
  readonly ignored: readonly string[];
  readonly go: Go;
} {
  const { _splat = '' } = useParams();
  const path = withoutPlots(_splat);
  const query = useSearch();
  const { search, ignored } = useMemo(() => parseAddress({ path, query }), [path, query]);
  const router = useRouter();
  const go: Go = useCallback(
    (next, { toTop = false, ...how } = {}) =>
      void router.navigate({ href: resultsPath(next), ...how, resetScroll: toTop }),
    [router],
  );
  useEffect(() => {
    const old = ignored.length === 0 && formatAddress(search).path !== path;
    if (old) go(search, { replace: true });
  }, [search, ignored, path, go]);
  return { search, ignored, go };
}
