// Calls of the citation service: the formats, one citation, many as a file.
import {
  type CitationItem,
  citationFormats,
  citationReply,
  DEFAULT_CITATION_FORMAT,
} from '@isobar/contract/citations/calls.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useConfig, useService } from '../../lib/config.ts';

export const today = (): string => formatDay(Date.now() / 1000);

/** The store of formats; until it has answered, and where it does not, the archive's own is there. */
export function useCitationFormats() {
  const { archiveName } = useConfig();
  const citation = useService('citation');
  const { data } = useQuery({
    queryKey: ['citation-formats'],
    staleTime: 60 * 60_000,
    queryFn: async ({ signal }) =>
      (await call({ url: `${citation}/formats`, schema: citationFormats, signal })).formats,
  });
  return data ?? [{ code: DEFAULT_CITATION_FORMAT, label: archiveName, extension: 'txt' }];
}

/** Made when both a thing and a format are chosen; anew whenever any of them changes. */
export function useCitation(item: CitationItem | null, citationType: string) {
  const citation = useService('citation');
  const { of, ...query } = item ?? { of: 'datastream', id: '' };
  return useQuery({
    queryKey: ['citation', of, query, citationType],
    enabled: item !== null && citationType !== '',
    retry: false,
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) =>
      call({
        url: `${citation}/${of}`,
        query: { ...filled(query), citationType },
        schema: citationReply,
        signal,
      }),
  });
}

/** What is not chosen is not asked for. */
export const filled = (
  query: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]),
  );
