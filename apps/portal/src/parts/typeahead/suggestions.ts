// What the search box offers: suggestions of the archive while typing, and one's own recent searches.
import {
  readSuggestions,
  type SuggestionSection,
  TYPEAHEAD_DEBOUNCE_MS,
  typeaheadSearch,
} from '@isobar/contract/search/plan-typeahead.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useConfig } from '../../lib/config.ts';
import { postSearch } from '../../lib/search-call.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

const RECENT = 'recent-searches';
const MOST_RECENT = 5;

/** The sections for a text, a tenth of a second after the last key; none for an empty text. */
export function useSuggestions(text: string, external: boolean) {
  const config = useConfig();
  const settled = useDebounced(text.trim(), TYPEAHEAD_DEBOUNCE_MS);
  const body = typeaheadSearch(settled, 'instrument_id', external);
  const { data, error } = useQuery({
    queryKey: ['typeahead', body],
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly SuggestionSection[]> =>
      readSuggestions(await postSearch(config, 'metadata', body, signal)),
  });
  return {
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
