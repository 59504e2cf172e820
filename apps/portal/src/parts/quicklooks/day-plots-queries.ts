// The plots of one day over several datastreams: who has any, and where each is.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { queryOptions } from '@tanstack/react-query';
import {
  dayPlotKey,
  dayPlotsSearch,
  PLOTS_AT_ONCE,
  type PlottedThere,
  readDayPlots,
  readPlottedThere,
  readVariablesOfDay,
  variablesOfDaySearch,
  withMains,
} from '../../lib/search/plan-day-plots.ts';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { postSearch } from '../../lib/search-call.ts';

export type PlotThere = PlottedThere & { readonly plot: Quicklook };

/** Names of the variables of a datastream that have a plot on a day. */
export const variablesOfDayQuery = (config: PortalConfig, ds: string, dated: string) =>
  queryOptions({
    queryKey: ['variables-of-day', ds, dated],
    staleTime: 300_000,
    meta: { optional: true },
    queryFn: async ({ signal }) =>
      readVariablesOfDay(
        await postSearch(config, 'quicklooks', variablesOfDaySearch(ds, dated), signal),
      ),
  });

export type DaySearches = {
  /** Each datastream once. */
  readonly search: SearchBody;
  /** What is shown of a datastream instead, where it has one of these. */
  readonly mains?: SearchBody;
};

/** In the order of the search. `without`: what has plots, but none on this day. */
export const dayPlotsQuery = (
  config: PortalConfig,
  { search, mains }: DaySearches,
  dated: string,
) =>
  queryOptions({
    queryKey: ['day-plots', search, dated],
    queryFn: async ({
      signal,
    }): Promise<{ plots: readonly PlotThere[]; without: readonly PlottedThere[] }> => {
      const [found, main] = await Promise.all([
        postSearch(config, 'metadata', search, signal),
        mains && postSearch(config, 'metadata', mains, signal),
      ]);
      const there = withMains(readPlottedThere(found), main ? readPlottedThere(main) : []);
      const addresses = new Map<string, string>();
      for (let at = 0; at < there.length; at += PLOTS_AT_ONCE) {
        const body = dayPlotsSearch(there.slice(at, at + PLOTS_AT_ONCE), dated);
        for (const [key, url] of readDayPlots(await postSearch(config, 'quicklooks', body, signal)))
          addresses.set(key, url);
      }
      const plots = there.flatMap((one) => {
        const url = addresses.get(dayPlotKey(one));
        return url === undefined ? [] : [{ ...one, plot: { url, dated, vn: one.vn } }];
      });
      return { plots, without: there.filter((one) => !addresses.has(dayPlotKey(one))) };
    },
  });
