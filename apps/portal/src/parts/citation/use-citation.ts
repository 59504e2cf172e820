// Calls of the citation service: the formats, one citation, many as a file.
import { citationBy, formatsOfCitations } from '@isobar/contract/calls/citations.ts';
import { type CitationItem, DEFAULT_CITATION_FORMAT } from '@isobar/contract/citations/calls.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

export const today = (): string => formatDay(Date.now() / 1000);

/**
 * The formats that the service offers; until it answers, and if it fails, only the archive's own.
 */
export function useCitationFormats() {
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['citation-formats'],
    staleTime: 60 * 60_000,
    queryFn: async ({ signal }) => (await ask(config, formatsOfCitations, { signal })).formats,
  });
  return data ?? [{ code: DEFAULT_CITATION_FORMAT, label: config.archiveName, extension: 'txt' }];
}

/** The citation, once an item and a format are chosen; made again whenever either changes. */
export function useCitation(item: CitationItem | null, citationType: string) {
  const config = useConfig();
  const { of, id, ...chosen } = item ?? NOTHING;
  return useQuery({
    queryKey: ['citation', of, id, chosen, citationType],
    enabled: item !== null && citationType !== '',
    retry: false,
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) =>
      ask(config, citationBy[of], { query: { ...filled(chosen), id, citationType }, signal }),
  });
}

const NOTHING: CitationItem = { of: 'datastream', id: '' };

/** Leaves out what was not chosen. */
export const filled = (
  query: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]),
  );
