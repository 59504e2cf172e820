// The calls of the location search: the facilities, those in an area, what is measured. A failure
// is logged, and what depends on it is empty.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { trackOf } from '@isobar/contract/calls/places.ts';
import { type Corner, formatShape } from '@isobar/contract/places/shape.ts';
import type { Terms } from '@isobar/contract/search/filter.ts';
import type { ParsedReply } from '@isobar/contract/search/reply.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import type { SitePlace } from '../../lib/places/sites.ts';
import {
  facilityProductsSearch,
  measuresSearch,
  readFacilityProducts,
  readMeasures,
} from '../../lib/search/plan-place-facts.ts';
import { facilitiesSearch, readSitePlaces, shapeSearch } from '../../lib/search/plan-places.ts';
import { postSearch } from '../../lib/search-call.ts';

/** Places change with the catalogue, not while a user is on the screen. */
const FRESH_MS = 300_000;

export const facilitiesQuery = (config: PortalConfig, narrow: Terms) =>
  queryOptions({
    queryKey: ['location', 'facilities', narrow],
    placeholderData: keepPreviousData, // so that the map does not empty while it is narrowed
    staleTime: FRESH_MS,
    queryFn: ({ signal }): Promise<readonly SitePlace[]> =>
      asked(config, 'facilities', facilitiesSearch(narrow), readSitePlaces, signal),
  });

export const areaQuery = (config: PortalConfig, area: readonly Corner[] | null, narrow: Terms) =>
  queryOptions({
    queryKey: ['location', 'area', area ? formatShape(area) : '', narrow],
    enabled: area !== null,
    staleTime: FRESH_MS,
    queryFn: ({ signal }): Promise<ReadonlySet<string>> =>
      asked(
        config,
        'area',
        shapeSearch(area ?? [], narrow),
        (reply) => new Set(readSitePlaces(reply).map(({ ffac }) => ffac)),
        signal,
      ),
  });

export const measuresQuery = (config: PortalConfig) =>
  queryOptions({
    queryKey: ['location', 'measures'],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => asked(config, 'measures', measuresSearch(), readMeasures, signal),
  });

export const productsQuery = (config: PortalConfig, ffac: string, narrow: Terms) =>
  queryOptions({
    queryKey: ['location', 'products', ffac, narrow],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      asked(config, 'products', facilityProductsSearch(ffac, narrow), readFacilityProducts, signal),
  });

async function asked<T>(
  config: PortalConfig,
  what: string,
  body: SearchBody,
  read: (reply: ParsedReply) => T,
  signal: AbortSignal,
): Promise<T> {
  try {
    return read(await postSearch(config, 'metadata', body, signal));
  } catch (failure) {
    if (!signal.aborted) console.error(`Location search, ${what}:`, failure);
    throw failure;
  }
}

/** The track of a facility without a fixed place; empty where its files give none. */
export const trackQuery = (config: PortalConfig, ffac: string) =>
  queryOptions({
    queryKey: ['location', 'track', ffac],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<readonly Corner[]> => {
      try {
        return await inTurn(async () => {
          signal.throwIfAborted();
          return (await ask(config, trackOf, { params: { ffac }, signal })).positions;
        });
      } catch (failure) {
        if (!signal.aborted) console.error(`Location search, track of ${ffac}:`, failure);
        throw failure;
      }
    },
  });

/**
 * One track after the other: a browser makes only six calls at once, and the map's own must not
 * wait behind dozens of tracks.
 */
function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  const asked = lastTrack.then(ask, ask);
  lastTrack = asked.catch(() => undefined);
  return asked;
}
let lastTrack: Promise<unknown> = Promise.resolve();
