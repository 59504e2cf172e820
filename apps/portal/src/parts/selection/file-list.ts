// The files of a selection, page after page, from the file index.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import {
  FILES_PER_PAGE,
  type FileListing,
  fileListingBody,
  fileListingSearch,
} from './file-listing.ts';

export type ListedFile = Selection['files'][number];

export type FileList = {
  readonly files: readonly ListedFile[];
  /** The number of files in the whole listing, loaded or not. */
  readonly total: number;
};

/** Throws CallError. */
export async function fetchFilePage(
  config: PortalConfig,
  listing: FileListing,
  after: string | null,
  signal: AbortSignal | undefined,
): Promise<FileList> {
  const answer = await ask(config, fileListingSearch, {
    body: fileListingBody(listing, after),
    signal,
  });
  return {
    total: answer.hits.total.value,
    files: answer.hits.hits.map(({ _source }) => ({
      filename: _source.file_name,
      filesize: _source.file_size,
    })),
  };
}

/** Every file of a listing, page after page, up to a number. Throws CallError. */
export async function fetchAllFiles(
  config: PortalConfig,
  listing: FileListing,
  most: number,
  signal: AbortSignal,
): Promise<readonly ListedFile[]> {
  const all: ListedFile[] = [];
  let after: string | null = null;
  while (all.length < most) {
    const { files }: FileList = await fetchFilePage(config, listing, after, signal);
    all.push(...files);
    after = files.at(-1)?.filename ?? null;
    if (files.length < FILES_PER_PAGE) break;
  }
  return all.slice(0, most);
}

/**
 * Pages are asked for as the table is scrolled. The present names stay until a new filter has its
 * answer.
 */
export function useFileList(listing: FileListing) {
  const config = useConfig();
  return useInfiniteQuery({
    queryKey: ['file-list', listing],
    initialPageParam: null as string | null, // the last name of the page before
    queryFn: ({ pageParam, signal }) => fetchFilePage(config, listing, pageParam, signal),
    getNextPageParam: (last) =>
      last.files.length < FILES_PER_PAGE ? undefined : last.files.at(-1)?.filename,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
