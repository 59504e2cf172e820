// Places as users type them, the distance between two, and how a place is written.
import type { LatLon } from './sites.ts';

const EARTH_RADIUS_KM = 6371.0088;
const RAD = Math.PI / 180;

/** Along the great circle, in kilometres. */
export function distanceKm(a: LatLon, b: LatLon): number {
  const [lat, lon] = [(b.lat - a.lat) * RAD, (b.lon - a.lon) * RAD];
  const h =
    Math.sin(lat / 2) ** 2 + Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * Math.sin(lon / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** '3.4 km', '12 km', '1,204 km' */
export const formatKm = (km: number): string =>
  `${km.toLocaleString('en', { maximumFractionDigits: km < 10 ? 1 : 0 })} km`;

/** '36.605 N, 97.485 W' */
export const formatLatLon = ({ lat, lon }: LatLon): string =>
  `${degrees(lat)} ${lat < 0 ? 'S' : 'N'}, ${degrees(lon)} ${lon < 0 ? 'W' : 'E'}`;

const degrees = (value: number): string => Math.abs(value).toFixed(3);

/**
 * '36.6, -97.5', '36.6 N 97.5 W', '97.5W, 36.6N' -> a place; null if it is not one. Without
 * letters, latitude comes first. Longitudes up to 360 east are accepted too.
 */
export function parseLatLon(text: string): LatLon | null {
  const parts = [...text.matchAll(/([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NSEWnsew]?)/g)];
  const rest = text
    .replace(/[+-]?\d{1,3}(?:\.\d+)?\s*°?\s*[NSEWnsew]?/g, '')
    .replace(/[\s,;/]/g, '');
  const [a, b] = parts.map(([, number = '', letter = '']) => ({
    value: Number(number) * (/[SWsw]/.test(letter) ? -1 : 1),
    east: /[EWew]/.test(letter) ? true : /[NSns]/.test(letter) ? false : null,
  }));
  if (parts.length !== 2 || rest !== '' || !a || !b) return null;
  if (a.east !== null && a.east === b.east) return null;
  const swapped = a.east === true || b.east === false;
  const [lat, lon] = swapped ? [b.value, a.value] : [a.value, b.value];
  if (Math.abs(lat) > 90 || lon < -180 || lon > 360) return null;
  return { lat, lon: lon > 180 ? lon - 360 : lon };
}
