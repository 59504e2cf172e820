// What the words of the search mean: the server is asked once for each text, and the screen's calls
// follow its answer.
import { type Search, searchText } from '@isobar/contract/search/filter.ts';
import { meantSearch, withMeaning, wordsOf } from '@isobar/contract/search/meaning.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { load } from '../../loading/load.ts';

export type Reading = {
  /**
   * The search with the meaning of its words; `meaningOf` and the planner read it, its address
   * stays as it was typed.
   */
  readonly known: Search;
  /** The search as it is sent: places, times and levels of its words are filters. */
  readonly meant: Search;
  /** null: there is no text, or it is searched as typed. */
  readonly understood: Understood | null;
  /** False until the server has returned what the text means. */
  readonly ready: boolean;
};

/** Where the server cannot say what a text means, it is searched as typed. */
export function useReading(search: Search): Reading {
  const config = useConfig();
  const text = searchText(search);
  const asked = wordsOf(search) !== null;
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['understand', text],
    queryFn: async ({ signal }) => {
      const { understand } = await load(() => import('@isobar/contract/calls/words.ts'));
      return await ask(config, understand, { query: { text }, signal });
    },
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    retry: false,
  });
  const known = asked && !isPlaceholderData ? data : undefined;
  const understood = useMemo(() => (known ? { ...known, typed: text } : null), [known, text]);
  const ready = !asked || understood !== null || isError;
  return useMemo(() => {
    const known = understood ? withMeaning(search, understood) : search;
    return { known, meant: meantSearch(known), understood, ready };
  }, [search, understood, ready]);
}

const KEPT_MS = 60_000;
