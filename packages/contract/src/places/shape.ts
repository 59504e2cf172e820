// A drawn area as text in addresses, and back. Small, because every search may hold one; area.ts
// says what is wrong with an area.

/**
 * [longitude, latitude] in degrees east and north. Beyond 180 the shape continues on the other side
 * of the date line.
 */
export type Corner = readonly [lon: number, lat: number];

/** More corners than a person would draw; enough for an outline made by a program. */
export const MOST_CORNERS = 200;
/** A shape may be given from either side of the date line. */
export const FARTHEST_LON = 360;

/**
 * 'x y, x y, …' (longitude latitude) -> corners; null if it is not a polygon of at least three
 * different corners.
 */
export function parseShape(text: string): readonly Corner[] | null {
  const corners: Corner[] = [];
  for (const pair of text.split(',')) {
    const [lon = Number.NaN, lat = Number.NaN, more] = pair.trim().split(/\s+/).map(Number);
    const isCorner = Math.abs(lon) <= FARTHEST_LON && Math.abs(lat) <= 90;
    if (!isCorner || more !== undefined) return null;
    corners.push([lon, lat]);
  }
  return new Set(corners.map(String)).size > 2 ? corners : null;
}

export const formatShape = (corners: readonly Corner[]): string =>
  corners.map(([lon, lat]) => `${lon} ${lat}`).join(', ');
