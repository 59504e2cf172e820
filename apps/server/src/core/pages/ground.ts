// The ground of small maps: countries as Natural Earth draws them at 1:110 million (world-atlas),
// read when the first map is drawn.
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export interface Window {
  /** Degrees; `west` below -180 and `east` above 180 go on behind the date line. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

type Ring = readonly (readonly number[])[];
interface Ground {
  readonly ring: Ring;
  readonly window: Window;
}

let known: readonly Ground[] | undefined;

/** Every outline of land, with the window that it fills. */
function grounds(): readonly Ground[] {
  known ??= read();
  return known;
}

function read(): readonly Ground[] {
  const topology: Topology<{ countries: GeometryCollection }> = createRequire(import.meta.url)(
    'world-atlas/countries-110m.json',
  );
  return feature(topology, topology.objects.countries).features.flatMap(({ geometry }) => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    return polygons.flatMap(([ring]) => (ring ? [{ ring, window: windowOf(ring) }] : []));
  });
}

function windowOf(ring: Ring): Window {
  const [xs, ys] = [ring.map(([x = 0]) => x), ring.map(([, y = 0]) => y)];
  return {
    west: Math.min(...xs),
    east: Math.max(...xs),
    south: Math.min(...ys),
    north: Math.max(...ys),
  };
}

/** Copies of the world to the west and to the east, for windows over the date line. */
const TURNS = [-360, 0, 360] as const;

/**
 * What of the land touches a window, as a path in the units of `x` and `y`; the picture cuts it
 * off.
 */
export function groundPath(
  window: Window,
  x: (longitude: number) => number,
  y: (latitude: number) => number,
): string {
  return TURNS.flatMap((turn) =>
    grounds()
      .filter(
        ({ window: own }) =>
          own.west + turn < window.east &&
          own.east + turn > window.west &&
          own.south < window.north &&
          own.north > window.south,
      )
      .map(({ ring }) => pathOf(ring, turn, x, y)),
  ).join('');
}

function pathOf(
  ring: Ring,
  turn: number,
  x: (longitude: number) => number,
  y: (latitude: number) => number,
): string {
  const points = ring.map(
    ([longitude = 0, latitude = 0]) => `${x(longitude + turn)} ${y(latitude)}`,
  );
  // Points closer together than a tenth of a pixel are one.
  const apart = points.filter((point, i) => point !== points[i - 1]);
  return `M${apart.join('L')}z`;
}
