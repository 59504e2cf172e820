// The calls of saved searches; the list in the cache follows each answer at once.
import {
  type SavedSearch,
  savedSearch,
  savedSearches,
} from '@isobar/contract/calls/saved-searches.ts';
import type { Address } from '@isobar/contract/search/address.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';
import { useSession } from '../../lib/session.ts';

type List = readonly SavedSearch[];

const keyOf = (personId: string | undefined) => ['saved-searches', personId] as const;

/** What the signed-in person saved, by name. */
export function useSavedSearches() {
  const base = useBase();
  const { person } = useSession();
  return useQuery({
    queryKey: keyOf(person?.personId),
    enabled: Boolean(person),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<List> =>
      (await call({ url: base, schema: savedSearches, signal })).searches,
  });
}

export function useSaveSearch() {
  const base = useBase();
  const edit = useEdit();
  return useMutation({
    mutationFn: (body: { readonly name: string; readonly address: Address }) =>
      call({ url: base, body, schema: savedSearch }),
    onSuccess: (saved) => edit((list) => [...list, saved].toSorted(byName)),
  });
}

export function useRenameSearch() {
  const base = useBase();
  const edit = useEdit();
  return useMutation({
    mutationFn: ({ searchId, name }: { readonly searchId: string; readonly name: string }) =>
      call({ url: `${base}/${searchId}`, method: 'PUT', body: { name }, schema: savedSearch }),
    onSuccess: (saved) => edit((list) => list.map(replacing(saved)).toSorted(byName)),
  });
}

export function useDeleteSearch() {
  const base = useBase();
  const edit = useEdit();
  return useMutation({
    mutationFn: (searchId: string) =>
      call({ url: `${base}/${searchId}`, method: 'DELETE', schema: z.unknown() }),
    onSuccess: (_, searchId) => edit((list) => list.filter((one) => one.searchId !== searchId)),
  });
}

/** From now on only newer data count as new. */
export function useMarkOpened() {
  const base = useBase();
  const edit = useEdit();
  return useMutation({
    mutationFn: (searchId: string) =>
      call({ url: `${base}/${searchId}/opened`, method: 'POST', schema: savedSearch }),
    onSuccess: (saved) => edit((list) => list.map(replacing(saved))),
  });
}

const useBase = (): string => `${useService('profile')}/searches`;

function useEdit(): (change: (list: List) => List) => void {
  const client = useQueryClient();
  const { person } = useSession();
  return (change) =>
    client.setQueryData<List>(keyOf(person?.personId), (list) => (list ? change(list) : list));
}

const replacing =
  (saved: SavedSearch) =>
  (one: SavedSearch): SavedSearch =>
    one.searchId === saved.searchId ? saved : one;

const byName = (a: SavedSearch, b: SavedSearch): number =>
  a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1;
