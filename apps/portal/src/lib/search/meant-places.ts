// Which facilities a search is about, and those in front of all others. Pure.

import { parseShape } from '@isobar/contract/places/shape.ts';
import { isPlaced, type Meaning } from '@isobar/contract/search/meaning.ts';
import { isInShape } from '../places/area.ts';
import type { Place } from './plan-details.ts';

/**
 * Whether a facility is among the places of the search and has a datastream of it; true for each
 * where the search names neither.
 */
export function isMeantPlace(meaning: Meaning, place: Place): boolean {
  const { sites, facilities, area, datastreams } = meaning;
  if (datastreams.length > 0 && !hasOneOf(datastreams, place)) return false;
  if (!isPlaced(meaning)) return true;
  const { ffac, siteCode, location } = place;
  const named =
    sites.length + facilities.length === 0 || sites.includes(siteCode) || facilities.includes(ffac);
  return named && (area === null || isInArea(area, location));
}

const hasOneOf = (datastreams: readonly string[], place: Place): boolean =>
  place.datastreams.some(({ datastream }) => datastreams.includes(datastream));

/**
 * Whether any level of the facility has data in the dates of the search; true where it has no
 * dates.
 */
export const hasMeantDates = (
  { start, end }: Meaning,
  { datastreams }: Pick<Place, 'datastreams'>,
): boolean =>
  datastreams.some(
    ({ startDate, endDate }) =>
      ((start === null && end === null) || startDate !== '') &&
      (end === null || startDate.slice(0, 10) <= end) &&
      (start === null || endDate.slice(0, 10) >= start),
  );

/** The places in their order, those that the search is about first. */
export function meantFirst<P extends Place>(meaning: Meaning, places: readonly P[]): readonly P[] {
  const rank = (place: P): number =>
    (isMeantPlace(meaning, place) ? 0 : 2) + (hasMeantDates(meaning, place) ? 0 : 1);
  return places.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * `location`: 'lat,lon', empty where it is unknown or moves: such a facility may have passed
 * through the area.
 */
function isInArea(area: string, location: string): boolean {
  const corners = parseShape(area);
  if (!corners || location === '') return corners !== null;
  const [lat = Number.NaN, lon = Number.NaN] = location.split(',').map(Number);
  return isInShape(corners, [lon, lat]);
}
