// The state of the location search out of the address, and back into it.
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type PlaceState, readState, writeState } from './place-state.ts';

const route = getRouteApi('/locationsearch');

export type Go = (change: Partial<PlaceState>) => void;

export function usePlaceState(): readonly [PlaceState, Go] {
  const query = route.useSearch();
  const state = useMemo(() => readState(query), [query]);
  const router = useRouter();
  const go = useCallback(
    (change: Partial<PlaceState>) =>
      void router.navigate({
        to: '/locationsearch',
        search: writeState({ ...state, ...change }),
        resetScroll: false,
      }),
    [router, state],
  );
  return [state, go];
}
