// Which sites a map does not show, and beyond which of its edges they lie. Pure.
import { type Site, standsAt } from '../../lib/places/sites.ts';

export const EDGES = ['north', 'south', 'west', 'east'] as const;
export type Edge = (typeof EDGES)[number];
/** West, south, east, north; beyond 180 degrees where the map does so. */
export type Bounds = readonly [number, number, number, number];

/**
 * Sites none of whose facilities is in view, by the edge that is nearest to them; those with the
 * most data first.
 */
export function sitesOutOfView(
  sites: readonly Site[],
  bounds: Bounds,
): Readonly<Record<Edge, readonly Site[]>> {
  const out: Record<Edge, Site[]> = { north: [], south: [], west: [], east: [] };
  for (const site of sites) {
    const edges = site.facilities.flatMap((facility) => {
      const at = standsAt(facility);
      return at ? [edgeOf(at.lon, at.lat, bounds)] : [];
    });
    const [edge] = edges;
    if (edge && !edges.includes(null)) out[edge].push(site);
  }
  const size = ({ facilities }: Site): number => facilities.reduce((sum, f) => sum + f.products, 0);
  for (const edge of EDGES) out[edge].sort((a, b) => size(b) - size(a));
  return out;
}

/** null: in view. */
function edgeOf(lon: number, lat: number, [west, south, east, north]: Bounds): Edge | null {
  if (lat > north) return 'north';
  if (lat < south) return 'south';
  if ([lon, lon + 360, lon - 360].some((x) => x >= west && x <= east)) return null;
  const away = ((lon - (west + east) / 2 + 540) % 360) - 180;
  return away < 0 ? 'west' : 'east';
}
