// The calls of saved searches; the list in the cache follows each answer at once.
import {
  deleteSearch,
  hookOfSearch,
  listSavedSearches,
  renameSearch,
  type SavedSearch,
  saveSearch,
  searchOpened,
  type Tell,
  tellOfSearch,
} from '@isobar/contract/calls/saved-searches.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { useSession } from '../../lib/session.ts';

type List = readonly SavedSearch[];

const keyOf = (personId: string | undefined) => ['saved-searches', personId] as const;

/** What the signed-in person saved, by name. */
export function useSavedSearches() {
  const config = useConfig();
  const { person } = useSession();
  return useQuery({
    queryKey: keyOf(person?.personId),
    enabled: Boolean(person),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<List> =>
      (await ask(config, listSavedSearches, { signal })).searches,
  });
}

export function useSaveSearch() {
  const config = useConfig();
  const edit = useEdit();
  return useMutation({
    mutationFn: (body: Pick<SavedSearch, 'name' | 'kind' | 'address'>) =>
      ask(config, saveSearch, { body }),
    onSuccess: (saved) => edit((list) => [...list, saved].toSorted(byName)),
  });
}

export function useRenameSearch() {
  const config = useConfig();
  const edit = useEdit();
  return useMutation({
    mutationFn: ({ searchId, name }: { readonly searchId: string; readonly name: string }) =>
      ask(config, renameSearch, { params: { searchId }, body: { name } }),
    onSuccess: (saved) => edit((list) => list.map(replacing(saved)).toSorted(byName)),
  });
}

export function useDeleteSearch() {
  const config = useConfig();
  const edit = useEdit();
  return useMutation({
    mutationFn: (searchId: string) => ask(config, deleteSearch, { params: { searchId } }),
    onSuccess: (_, searchId) => edit((list) => list.filter((one) => one.searchId !== searchId)),
  });
}

/** Whether, and how often, what is new is mailed. */
export function useTellOfSearch() {
  const config = useConfig();
  const edit = useEdit();
  return useMutation({
    mutationFn: ({ searchId, tell }: { readonly searchId: string; readonly tell: Tell }) =>
      ask(config, tellOfSearch, { params: { searchId }, body: { tell } }),
    onSuccess: (saved) => edit((list) => list.map(replacing(saved))),
  });
}

/** Sets the web hook that is notified of what is new; answers the secret of its messages. */
export function useHookOfSearch() {
  const config = useConfig();
  const edit = useEdit();
  return useMutation({
    mutationFn: ({ searchId, url }: { readonly searchId: string; readonly url: string | null }) =>
      ask(config, hookOfSearch, { params: { searchId }, body: { url } }),
    onSuccess: ({ search }) => edit((list) => list.map(replacing(search))),
  });
}

/** Marks a saved search as opened, so that only newer data count as new. */
export function useMarkOpened() {
  const config = useConfig();
  const edit = useEdit();
  return useMutation({
    mutationFn: (searchId: string) => ask(config, searchOpened, { params: { searchId } }),
    onSuccess: (saved) => edit((list) => list.map(replacing(saved))),
  });
}

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
