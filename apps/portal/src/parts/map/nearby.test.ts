// What lies near a facility.

import { expect, it } from 'vitest';
import type { Facility } from '../../lib/places/sites.ts';
import { nearestPlaces, zoomHint } from './nearby.ts';

const at = (facilityCode: string, lat: number | null): Facility => ({
  facilityCode,
  facilityName: '',
  code: '',
  siteCode: '',
  siteType: 'P',
  at: lat === null ? null : { lat, lon: 0 },
  track: [],
  start: null,
  end: null,
  products: 0,
});

it('[L029] the hint, and the five nearest others', () => {
  expect(zoomHint('MET')).toBe('Zoom out to see MET at other nearby facilities.');
  const all = [
    at('a.0', 0),
    ...[9, 3, 7, 1, 5, 2].map((lat) => at(`a.${lat}`, lat)),
    at('a.x', null),
  ];
  expect(nearestPlaces({ lat: 0, lon: 0 }, all, 'a.0').map(([, lat]) => lat)).toEqual([
    1, 2, 3, 5, 7,
  ]);
});
