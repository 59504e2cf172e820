// What lies near a facility, and the words that lead there. Pure.

import type { Corner } from '@isobar/contract/places/shape.ts';
import { distanceKm } from '../../lib/places/distance.ts';
import { type Facility, type LatLon, standsAt } from '../../lib/places/sites.ts';

export const zoomHint = (instrument: string): string =>
  `Zoom out to see ${instrument} at other nearby facilities.`;

/** How many other facilities zooming out shows. */
const NEARBY = 5;

/** Places of the nearest others. */
export const nearestPlaces = (
  here: LatLon,
  facilities: readonly Facility[],
  own: string,
): readonly Corner[] =>
  facilities
    .flatMap((facility) => {
      const at = facility.facilityCode === own ? null : standsAt(facility);
      return at ? [{ at, km: distanceKm(here, at) }] : [];
    })
    .toSorted((a, b) => a.km - b.km)
    .slice(0, NEARBY)
    .map(({ at }): Corner => [at.lon, at.lat]);
