// Places as users type them, and distances between them.
import { expect, it } from 'vitest';
import { distanceKm, formatKm, formatLatLon, parseLatLon } from './distance.ts';

it.each([
  ['36.6, -97.5', 36.6, -97.5],
  ['36.6 -97.5', 36.6, -97.5],
  ['36.6N 97.5W', 36.6, -97.5],
  ['97.5 W, 36.6 N', 36.6, -97.5],
  ['36.6° n, 262.5', 36.6, -97.5],
  ['-12,130.9', -12, 130.9],
  ['12 S 130.9 E', -12, 130.9],
  [' 97.5 W, 36.6 ', 36.6, -97.5],
  ['-97.5, 36.6 N', 36.6, -97.5],
])('%j', (text, lat, lon) => expect(parseLatLon(text)).toEqual({ lat, lon }));

it.each(['', '36.6', '91, 0', '0, 361', '1, 2, 3', '36.6 N, 97 S', 'sgp', 'C1 13', '1 2 x'])(
  '%j is no place',
  (text) => expect(parseLatLon(text)).toBeNull(),
);

it('a quarter of the earth, a degree of latitude, over the date line, and nowhere', () => {
  expect(distanceKm({ lat: 0, lon: 0 }, { lat: 0, lon: 90 })).toBeCloseTo(10_007.557, 2);
  expect(distanceKm({ lat: 36, lon: -97 }, { lat: 37, lon: -97 })).toBeCloseTo(111.195, 2);
  expect(distanceKm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.195, 2);
  expect(distanceKm({ lat: 5, lon: 5 }, { lat: 5, lon: 5 })).toBe(0);
});

it('distanceKm is written for people', () => {
  expect([3.44, 12.4, 1204.2].map(formatKm)).toEqual(['3.4 km', '12 km', '1,204 km']);
  expect(formatLatLon({ lat: -36.605, lon: 97.485 })).toBe('36.605 S, 97.485 E');
});
