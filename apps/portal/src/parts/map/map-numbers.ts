// The numbers of the maps (part 1 section 9) and the few decisions about where a map may look.
// Pure.
import type { LatLon } from '../../lib/places/sites.ts';

/** How the location search opens: zoom and [longitude, latitude] of the centre. */
export const DEFAULT_VIEW = { zoom: 1.8, centre: [0, 20] } as const;
/** A chosen marker is looked at from at least this near. */
export const MARKER_ZOOM = 4.5;
export const MOVE_MS = 800;
export const FIT_MS = 1000;
/**
 * Where the legend's corner stands: pixels from the left edge, and (negative) from the lower one.
 */
export const LEGEND_POINT = [8, -81] as const;

/** The map of one facility, in the details. Sizes in pixels. */
export const FACILITY_MAP = {
  zoom: 11,
  markerSize: 40,
  clusterSize: 37,
  tooltipWidth: 280,
  type: 'hybrid',
} as const;

/** Digits before the code of a site in a `lead`, by which clusters are named. */
export const LEAD_DIGITS = 3;

/** The sites of a cluster, 'BNF, SGP', with the one first that it is named after. */
export function leadFirst(sites: string, lead: string): string {
  const first = lead.slice(LEAD_DIGITS);
  const others = sites.split(', ').filter((site) => site !== first);
  return [first, ...others].join(', ');
}

/** A flat map ends before the poles. */
const HIGHEST_LATITUDE = 85;
/** Nearer than this our own coasts and rivers are only lines. */
const OWN_ZOOM = 12;
const LEAST_ZOOM = 0.5;

/** A tile service as its TileJSON describes it; bounds are west, south, east, north. */
export type Tiles = {
  readonly addresses: readonly string[];
  readonly maxZoom: number;
  readonly tileSize: number;
  readonly bounds: readonly [number, number, number, number];
  readonly attribution: string;
};

export const clampCentre = ([lon, lat]: readonly [number, number]): [number, number] => [
  Math.min(180, Math.max(-180, lon)),
  Math.min(HIGHEST_LATITUDE, Math.max(-HIGHEST_LATITUDE, lat)),
];

/**
 * The nearest zoom that shows anything at a centre: the tiles' own where they reach, else that of
 * our own map.
 */
export function nearestZoom(tiles: Tiles | null, [lon, lat]: readonly [number, number]): number {
  if (!tiles) return OWN_ZOOM;
  const [west, south, east, north] = tiles.bounds;
  const reaches = lon >= west && lon <= east && lat >= south && lat <= north;
  return reaches ? Math.max(LEAST_ZOOM, tiles.maxZoom) : OWN_ZOOM;
}

export type View = { readonly zoom: number; readonly centre: readonly [number, number] };

/** Whether the map shows where it opened, apart from what a resize or rounding moves. */
export const isDefaultView = ({ zoom, centre }: View): boolean =>
  Math.abs(zoom - DEFAULT_VIEW.zoom) < 0.02 &&
  Math.abs(centre[0] - DEFAULT_VIEW.centre[0]) < 0.5 &&
  Math.abs(centre[1] - DEFAULT_VIEW.centre[1]) < 0.5;

export const lonLat = ({ lon, lat }: LatLon): [number, number] => [lon, lat];
