// What the plots of a datastream need: what it is, which measurements have plots, and the plots of a month.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { dayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { datastreamSearch, readMeasurements } from '@isobar/contract/search/plan-details.ts';
import {
  plottedSearch,
  QUICKLOOK_LIMIT,
  type Quicklook,
  type QuicklookMonth,
  quicklooksSearch,
  readDatastream,
  readQuicklooks,
} from '@isobar/contract/search/plan-quicklooks.ts';
import { searchReply } from '@isobar/contract/search/reply.ts';
import { queryOptions } from '@tanstack/react-query';
import { CallError, call } from '../../lib/call.ts';
import { serviceAddress } from '../../lib/config.ts';
import { postSearch } from '../../lib/search-call.ts';

export const datastreamQuery = (config: PortalConfig, ds: string) =>
  queryOptions({
    queryKey: ['plotted-datastream', ds],
    queryFn: async ({ signal }) =>
      readDatastream(await postSearch(config, 'metadata', datastreamSearch(ds), signal)),
  });

export const plottedQuery = (config: PortalConfig, ds: string) =>
  queryOptions({
    queryKey: ['plotted-measurements', ds],
    queryFn: async ({ signal }) =>
      readMeasurements(await postSearch(config, 'metadata', plottedSearch(ds), signal)).toSorted(
        (a, b) => nameOf(a).localeCompare(nameOf(b)),
      ),
  });

/** No plots, also where the service answers 404, is an empty list. Other failures are logged and thrown. */
export const monthQuery = (config: PortalConfig, of: QuicklookMonth) =>
  queryOptions({
    queryKey: ['quicklooks', of],
    queryFn: async ({ signal }): Promise<readonly Quicklook[]> => {
      try {
        return readQuicklooks(
          await call({
            url: `${serviceAddress(config, 'quicklooks')}/_search`,
            query: { size: QUICKLOOK_LIMIT },
            body: quicklooksSearch(of),
            schema: searchReply,
            signal,
          }),
        );
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return [];
        if (!signal.aborted) console.error('Quicklooks:', error);
        throw error;
      }
    },
  });

/** Where the data of a plot are told; null for pictures of another house, which are shown as they are. */
export const dayAddress = (url: string): string | null =>
  /\/plots\/[^/]+\/[^/]+\/\d{8}\.svg$/.test(url)
    ? url.replace(/\/plots\/([^/]+\/[^/]+\/\d{8})\.svg$/, '/days/$1.json')
    : null;

/** A day as data; drawn small, or as closely as it is known. */
export const dayQuery = (plot: Quicklook, size: 'small' | 'full') =>
  queryOptions({
    queryKey: ['quicklook-day', plot.url, size],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      call({ url: dayAddress(plot.url) ?? plot.url, query: { size }, schema: dayAnswer, signal }),
  });

const nameOf = (one: { readonly measurementName: string; readonly varName: string }): string =>
  `${one.measurementName} ${one.varName}`;
