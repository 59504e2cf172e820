// What is on a map, as the features that MapLibre draws. Pure.
import type { Corner } from '@isobar/contract/places/shape.ts';
import { type Facility, type LatLon, markOf, standsAt } from '../../lib/places/sites.ts';
import { LEAD_DIGITS } from './map-numbers.ts';

type Feature<G extends GeoJSON.Geometry = GeoJSON.Geometry> = GeoJSON.Feature<G>;
type FeatureCollection<
  G extends GeoJSON.Geometry,
  P = GeoJSON.GeoJsonProperties,
> = GeoJSON.FeatureCollection<G, P>;
type Point = GeoJSON.Point;
type LineString = GeoJSON.LineString;
type Polygon = GeoJSON.Polygon;

export type MapScene = {
  readonly facilities: readonly Facility[];
  /** facilityCode; '': none. */
  readonly selected: string;
  /** Facilities with a ring around them, which measure the same. */
  readonly highlighted: ReadonlySet<string>;
  /** A finished area, or the corners of one that is being drawn. */
  readonly area: readonly Corner[];
  readonly areaIsOpen: boolean;
  /** The place from which distances are shown. */
  readonly near: LatLon | null;
};

export const EMPTY_SCENE: MapScene = {
  facilities: [],
  selected: '',
  highlighted: new Set(),
  area: [],
  areaIsOpen: false,
  near: null,
};

/** Facilities with a place. Those that move are at the middle of their track. */
export function facilityPoints(
  facilities: readonly Facility[],
): FeatureCollection<Point, Readonly<Record<string, string>>> {
  const perSite = Map.groupBy(facilities, ({ siteCode }) => siteCode);
  return collection(
    facilities.flatMap((facility) => {
      const at = standsAt(facility);
      return at
        ? [
            {
              type: 'Feature' as const,
              properties: {
                code: facility.facilityCode,
                name: facility.facilityName,
                own: `${facility.siteCode.toUpperCase()} ${facility.code}`,
                site: facility.siteCode.toUpperCase(),
                lead: leadOf(facility.siteCode, perSite.get(facility.siteCode)?.length ?? 0),
                kind: markOf(facility.siteType),
              },
              geometry: { type: 'Point' as const, coordinates: [at.lon, at.lat] },
            },
          ]
        : [];
    }),
  );
}

/**
 * Sorts by the number of a site's facilities: '020SGP'. A cluster is named after the last of its
 * leads.
 */
const leadOf = (siteCode: string, facilities: number): string =>
  `${String(Math.min(999, facilities)).padStart(LEAD_DIGITS, '0')}${siteCode.toUpperCase()}`;

/** Tracks; a leg over the date line goes on at the other side. */
export const trackLines = (facilities: readonly Facility[]): FeatureCollection<LineString> =>
  collection(
    facilities.flatMap(({ facilityCode, siteType, track }) =>
      track.length > 1
        ? [
            {
              type: 'Feature' as const,
              properties: { code: facilityCode, kind: markOf(siteType) },
              geometry: { type: 'LineString' as const, coordinates: unrolled(track) },
            },
          ]
        : [],
    ),
  );

export function areaShapes(
  corners: readonly Corner[],
  open: boolean,
): FeatureCollection<Polygon | LineString | Point> {
  const ring = corners.map(([lon, lat]) => [lon, lat]);
  const [first] = ring;
  if (!first) return collection([]);
  const closed = [...ring, first];
  const dots = ring.map((coordinates) => feature({ type: 'Point', coordinates }));
  if (open)
    return collection([
      ...(ring.length > 1 ? [feature({ type: 'LineString', coordinates: ring })] : []),
      ...dots,
    ]);
  return collection([
    feature({ type: 'Polygon', coordinates: [closed] }),
    feature({ type: 'LineString', coordinates: closed }),
    ...dots,
  ]);
}

/** A line every `step` degrees, up to where a flat map ends. */
export function graticule(step: number): FeatureCollection<LineString> {
  const lines: Feature<LineString>[] = [];
  for (let lon = -180; lon <= 180; lon += step)
    lines.push(
      feature({
        type: 'LineString',
        coordinates: [
          [lon, -85],
          [lon, 85],
        ],
      }),
    );
  for (let lat = -90 + step; lat < 90; lat += step)
    lines.push(
      feature({
        type: 'LineString',
        coordinates: [
          [-180, lat],
          [180, lat],
        ],
      }),
    );
  return collection(lines);
}

export const pointOf = (place: LatLon | null): FeatureCollection<Point> =>
  collection(place ? [feature({ type: 'Point', coordinates: [place.lon, place.lat] })] : []);

function unrolled(track: readonly Corner[]): number[][] {
  let shift = 0;
  return track.map(([lon, lat], i) => {
    const before = track[i - 1]?.[0] ?? lon;
    if (lon - before > 180) shift -= 360;
    else if (lon - before < -180) shift += 360;
    return [lon + shift, lat];
  });
}

const feature = <G extends Polygon | LineString | Point>(geometry: G): Feature<G> => ({
  type: 'Feature',
  properties: {},
  geometry,
});

const collection = <F extends Feature>(features: F[]) => ({
  type: 'FeatureCollection' as const,
  features,
});
