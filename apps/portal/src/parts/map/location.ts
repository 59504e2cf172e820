// Places as the documents tell them: 'latitude,longitude' in degrees north and east.

export type LatLon = { readonly lat: number; readonly lon: number };

/** null for an empty text, 'NULL', -9999,-9999 and what is no place; latitude is clamped to 85, longitude to 180. */
export function readLocation(text: string): LatLon | null {
  const [lat, lon] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (lat === undefined || lon === undefined) return null;
  if (!Number.isFinite(lat) || !Number.isFinite(lon) || (lat <= -9999 && lon <= -9999)) return null;
  return { lat: Math.min(85, Math.max(-85, lat)), lon: Math.min(180, Math.max(-180, lon)) };
}
