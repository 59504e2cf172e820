// Spans and places in words, as the rows and the panel of the location search write them. Pure.

import { addFilter, EMPTY_SEARCH, type Search } from '@isobar/contract/search/filter.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { distanceKm, formatKm, formatLatLon } from '../../lib/places/distance.ts';
import type { Facility, LatLon } from '../../lib/places/sites.ts';
import { narrowTerms, type PlaceState } from './place-state.ts';

const DAY_MS = 86_400_000;
/** Data this recent are still coming in. */
const RECENT_DAYS = 60;

type Spanned = { readonly start: number | null; readonly end: number | null };

export const isGoingOn = ({ end }: Spanned, now: number): boolean =>
  end !== null && end > now - RECENT_DAYS * DAY_MS;

/** '1992-05 to now', '2013-09 to 2021-06'; with days: '1992-05-01 to now'. */
export function spanText(spanned: Spanned, now: number, days = false): string {
  const { start, end } = spanned;
  if (start === null || end === null) return 'no data';
  const written = (time: number): string => formatDay(time / 1000).slice(0, days ? 10 : 7);
  return `${written(start)} to ${isGoingOn(spanned, now) ? 'now' : written(end)}`;
}

export function placeText({ at, track }: Pick<Facility, 'at' | 'track'>): string {
  if (track.length > 1) return 'moves: its track is on the map';
  return at ? formatLatLon(at) : 'no fixed place';
}

/** '1,204 km'; '' where no distance was asked for, or the place is not known. */
export const distanceText = (near: LatLon | null, at: LatLon | null): string =>
  near && at ? formatKm(distanceKm(near, at)) : '';

/** 'Get Data': the search by facility, with the dates and the measurement that narrow the map. */
export const facilitySearch = (facilityCode: string, state: PlaceState): Search =>
  addFilter({ ...EMPTY_SEARCH, terms: narrowTerms(state) }, 'ffac', facilityCode);

/** The search by the drawn area. */
export const areaSearch = (shape: string, state: PlaceState): Search =>
  addFilter({ ...EMPTY_SEARCH, terms: narrowTerms(state) }, 'shape', shape);
