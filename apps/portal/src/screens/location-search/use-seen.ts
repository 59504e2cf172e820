// Which sites and facilities are visible under the choices of the address, with all calls that this
// needs.

import type { Corner } from '@isobar/contract/places/shape.ts';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConfig } from '../../lib/config.ts';
import { parseLatLon } from '../../lib/places/distance.ts';
import {
  type Facility,
  isWithin,
  type LatLon,
  narrowSites,
  readLocation,
  type Site,
  type SitePlace,
  sitesOf,
} from '../../lib/places/sites.ts';
import { areaQuery, facilitiesQuery, trackQuery } from './place-queries.ts';
import {
  narrowTerms,
  type PlaceState,
  type SiteButton,
  siteButtons,
  timelineSites,
} from './place-state.ts';

export type Seen = {
  /** Every site that has data for the chosen dates and measurement. */
  readonly sites: readonly Site[];
  /** The sites within the area and the site filter. */
  readonly seen: readonly Site[];
  /** Whether no choice leaves out a site or facility. */
  readonly whole: boolean;
  /** Rows of the timeline. */
  readonly rows: readonly Site[];
  readonly buttons: readonly SiteButton[];
  readonly selected: Facility | null;
  readonly near: LatLon | null;
  readonly loading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

const NONE: readonly Site[] = [];
const NO_PLACES: readonly SitePlace[] = [];
/** Of more moving facilities, only the first ones' tracks are shown. */
const MOST_TRACKS = 100;

export function useSeen(state: PlaceState): Seen {
  const config = useConfig();
  const narrow = useMemo(() => narrowTerms(state), [state]);
  const facilities = useQuery(facilitiesQuery(config, narrow));
  const inArea = useQuery(areaQuery(config, state.area, narrow));
  const places = facilities.error ? undefined : facilities.data;
  const tracks = useTracks(places ?? NO_PLACES);
  const sites = useMemo(() => (places ? sitesOf(places, tracks) : NONE), [places, tracks]);
  const found = state.area && !inArea.error ? inArea.data : undefined;
  const { site, area } = state;
  const seen = useMemo(
    () =>
      narrowSites(
        site ? sites.filter(({ siteCode }) => siteCode === site) : sites,
        (facility) =>
          !area ||
          (found?.has(facility.facilityCode) ?? false) ||
          (found !== undefined && facility.track.length > 1 && isWithin(area, facility)),
      ),
    [sites, site, area, found],
  );
  const buttons = useMemo(() => siteButtons(sites), [sites]);
  const near = useMemo(() => placeOf(state.near, sites), [state.near, sites]);
  return {
    sites,
    seen,
    whole: !site && !area && Object.keys(narrow).length === 0,
    rows: timelineSites(seen, state, buttons),
    buttons,
    selected:
      seen.flatMap((one) => one.facilities).find((f) => f.facilityCode === state.facility) ?? null,
    near,
    loading: facilities.isFetching || inArea.isFetching,
    error: facilities.error ?? (area ? inArea.error : null),
    retry: () => {
      if (facilities.error) void facilities.refetch();
      if (area && inArea.error) void inArea.refetch();
    },
  };
}

/** Coordinates, or the code or name of a site or facility of the archive. */
export function placeOf(text: string, sites: readonly Site[]): LatLon | null {
  const typed = parseLatLon(text);
  const wanted = text.trim().toLowerCase();
  if (typed || wanted === '') return typed;
  const all = sites.flatMap((site) => site.facilities);
  const facility =
    all.find((f) => f.at && f.facilityCode.toLowerCase() === wanted) ??
    all.find((f) => f.at && f.facilityName.toLowerCase() === wanted);
  if (facility) return facility.at;
  const site =
    sites.find((one) => one.siteCode === wanted || one.siteName.toLowerCase() === wanted) ??
    sites.find((one) => wanted.length > 3 && one.siteName.toLowerCase().includes(wanted));
  return site?.facilities.find(({ at }) => at)?.at ?? null;
}

/**
 * Tracks are added to the map in at most so many steps, since each step places every facility
 * again.
 */
const TRACK_STEPS = 4;

/** Tracks of the facilities without a fixed place, a few at a time as they arrive. */
function useTracks(places: readonly SitePlace[]): ReadonlyMap<string, readonly Corner[]> {
  const config = useConfig();
  const client = useQueryClient();
  const queries = useMemo(
    () =>
      places
        .filter(({ location }) => readLocation(location) === null)
        .slice(0, MOST_TRACKS)
        .map(({ ffac }) => ({ ffac, query: trackQuery(config, ffac) })),
    [places, config],
  );
  const step = useQueries({ queries: queries.map(({ query }) => query), combine: stepOf });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step tells when to look again
  return useMemo(
    () =>
      new Map(
        queries.flatMap(({ ffac, query }) => {
          const track = client.getQueryData(query.queryKey) ?? [];
          return track.length > 1 ? [[ffac, track] as const] : [];
        }),
      ),
    [queries, client, step],
  );
}

/**
 * How many of the steps, 0 to TRACK_STEPS, have been answered: an answer within a step changes
 * nothing on the screen.
 */
const stepOf = (replies: readonly { readonly isPending: boolean }[]): number => {
  const come = replies.filter(({ isPending }) => !isPending).length;
  return Math.floor((come / Math.max(1, replies.length)) * TRACK_STEPS);
};
