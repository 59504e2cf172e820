// What the search box offers: suggestions of the archive while typing, and one's own recent
// searches.
import type { SuggestionSection } from '@isobar/contract/search/plan-typeahead.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { postSearch } from '../../lib/search-call.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { load } from '../../loading/load.ts';

/** Loaded with the first letter that is typed. */
const planner = () => load(() => import('@isobar/contract/search/plan-typeahead.ts'));

/** Milliseconds after the last key (part 1 section 9). */
const TYPEAHEAD_DEBOUNCE_MS = 100;
const RECENT = 'recent-searches';
const MOST_RECENT = 5;

/** Characters that are looked at while typing; the rest is ignored. */
const MOST_TYPED = 200;

/**
 * The sections for a text, a tenth of a second after the last key; none for an empty text. Typing
 * errors are forgiven, and the meaning of the words is looked for too.
 */
export function useSuggestions(text: string, external: boolean) {
  const config = useConfig();
  const settled = useDebounced(text.trim(), TYPEAHEAD_DEBOUNCE_MS);
  const { data: sought } = useQuery({
    queryKey: ['understand typing', settled],
    enabled: settled !== '' && settled.length <= MOST_TYPED,
    retry: false,
    queryFn: async ({ signal }) => {
      const [{ understand }, { describeQuery }] = await Promise.all([
        load(() => import('@isobar/contract/calls/words.ts')),
        load(() => import('./described-query.ts')),
      ]);
      const query = { text: settled, typing: 'true' } as const;
      return describeQuery(await ask(config, understand, { query, signal }));
    },
  });
  const words = sought?.words || settled;
  const meant = sought?.meant;
  const { data, error } = useQuery({
    queryKey: ['typeahead', words, external, meant],
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly SuggestionSection[]> => {
      const { readSuggestions, SECTIONS, typeaheadSearch } = await planner();
      const body = typeaheadSearch(words, 'instrument_id', external, meant);
      return readSuggestions(await postSearch(config, 'metadata', body, signal), SECTIONS, words);
    },
  });
  return {
    meaning: (text.trim() !== '' && sought?.meaning) || null,
    sections: text.trim() === '' || settled === '' ? [] : (data ?? []),
    failed: error !== null,
  };
}

export const readRecent = (): readonly string[] => readStored(RECENT, z.array(z.string())) ?? [];

/** The newest first, each once, at most five. */
export function keepRecent(text: string): readonly string[] {
  const others = readRecent().filter((one) => one !== text);
  const recent = [text, ...others].slice(0, MOST_RECENT);
  writeStored(RECENT, recent);
  return recent;
}

function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
