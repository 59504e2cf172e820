// The state of the location search out of the address, and back into it.

import { useCallback, useMemo } from 'react';
import { useRouter, useSearch } from '../../lib/router/provider.tsx';
import { formatQuery } from '../../lib/router/query-string.ts';
import { type PlaceState, readState, writeState } from './place-state.ts';

export type Go = (change: Partial<PlaceState>) => void;

export function usePlaceState(): readonly [PlaceState, Go] {
  const query = useSearch();
  const state = useMemo(() => readState(query), [query]);
  const router = useRouter();
  const go = useCallback(
    (change: Partial<PlaceState>) =>
      void router.navigate({
        href: `/locationsearch${formatQuery(writeState({ ...state, ...change }))}`,
        resetScroll: false,
      }),
    [router, state],
  );
  return [state, go];
}
