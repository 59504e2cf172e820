// What the plots of a datastream need: what it is, which measurements have plots, and the plots of
// a month.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { dataOfDay } from '@isobar/contract/calls/quicklooks.ts';
import { searchOf } from '@isobar/contract/calls/search-calls.ts';
import { MOST_COMPARED, openingDay } from '@isobar/contract/quicklooks/fullness.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { datastreamSearch, readMeasurements } from '../../lib/search/plan-details.ts';
import {
  newestQuicklooksSearch,
  plottedSearch,
  QUICKLOOK_LIMIT,
  type Quicklook,
  type QuicklookMonth,
  quicklooksSearch,
  readDatastream,
  readQuicklooks,
} from '../../lib/search/plan-quicklooks.ts';
import { postSearch } from '../../lib/search-call.ts';
import { addMonths, monthOf } from './month.ts';

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

/**
 * An empty list if there are no plots, or if the service answers 404. Other failures are logged and
 * thrown.
 */
export const monthQuery = (config: PortalConfig, of: QuicklookMonth) =>
  queryOptions({
    queryKey: ['quicklooks', of],
    queryFn: async ({ signal }): Promise<readonly Quicklook[]> => {
      try {
        return readQuicklooks(
          await ask(config, searchOf('quicklooks'), {
            query: { size: QUICKLOOK_LIMIT },
            body: quicklooksSearch(of),
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

/** Months up to the last one with data in which the newest plots are looked for. */
const NEWEST_MONTHS = 6;

/**
 * The plot that is opened where no day was named (`openingDay`); null: there are none. `until`: the
 * last day with data, YYYYMMDD.
 */
export const openingQuery = (
  config: PortalConfig,
  of: { readonly ds: string; readonly vn: string; readonly until: string },
) =>
  queryOptions({
    queryKey: ['opening-quicklook', of],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal, client }): Promise<Quicklook | null> => {
      const newest = readQuicklooks(
        await ask(config, searchOf('quicklooks'), {
          query: { size: MOST_COMPARED },
          body: newestQuicklooksSearch({
            ...of,
            months: Array.from({ length: NEWEST_MONTHS }, (_, back) =>
              monthOf(addMonths(of.until, -back)),
            ),
          }),
          signal,
        }),
      );
      const own = newest.filter(({ url }) => hasDay(url));
      const opened = await openingDay(own, (plot) => client.fetchQuery(dayQuery(plot, 'small')));
      return opened ?? newest[0] ?? null;
    },
  });

const PLOT = /^(.*)\/plots\/([^/]+)\/([^/]+)\/(\d{8})\.svg$/;

/** Whether the data of a plot can be read; pictures from other archives are shown as they are. */
export const hasDay = (url: string): boolean => PLOT.test(url);

/** The data of a plot are beside its picture, at any address. */
function placeOf(url: string) {
  const [, base = '', ds = '', vn = '', date = ''] = PLOT.exec(url) ?? [];
  const [datastream, variable] = [ds, vn].map(decodeURIComponent);
  return { base, params: { ds: datastream ?? '', vn: variable ?? '', file: `${date}.json` } };
}

/**
 * The plot of another variable of the same datastream and day; null for plots of other archives.
 */
export function siblingPlot(plot: Quicklook, vn: string): Quicklook | null {
  const [, base = '', ds = '', , date = ''] = PLOT.exec(plot.url) ?? [];
  if (ds === '') return null;
  return { ...plot, vn, url: `${base}/plots/${ds}/${encodeURIComponent(vn)}/${date}.svg` };
}

/** A day as data, as fine as a thumbnail needs or as fine as it is known. */
export const dayQuery = (plot: Quicklook, size: 'small' | 'full') =>
  queryOptions({
    queryKey: ['quicklook-day', plot.url, size],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      ask(null, dataOfDay, { ...placeOf(plot.url), query: { size }, signal }),
  });

const nameOf = (one: { readonly measurementName: string; readonly varName: string }): string =>
  `${one.measurementName} ${one.varName}`;
