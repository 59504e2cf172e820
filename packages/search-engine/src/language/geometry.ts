// Shapes on the earth as flat coordinates (degrees), and whether two of them meet.

import { itemAt } from '../memory/members.ts';
import type { Budget } from './refusal.ts';

export type Position = readonly [lon: number, lat: number];
/** The outer ring and the rings of holes; each ring ends where it began. */
export type Polygon = readonly (readonly Position[])[];
export type Geometry = {
  readonly points: readonly Position[];
  readonly lines: readonly (readonly Position[])[];
  readonly polygons: readonly Polygon[];
};
/** Degrees; west may be greater than east: then the box crosses the date line. */
export type Box = {
  readonly north: number;
  readonly south: number;
  readonly west: number;
  readonly east: number;
};

/**
 * Reads GeoJSON of any kind, and the envelopes of the query language; anything else becomes an
 * empty geometry.
 */
export function readGeometry(json: unknown): Geometry {
  if (typeof json !== 'object' || json === null || !('type' in json)) return EMPTY;
  const coordinates = 'coordinates' in json ? json.coordinates : null;
  switch (String(json.type).toLowerCase()) {
    case 'point':
      return { ...EMPTY, points: readLine([coordinates]) };
    case 'multipoint':
      return { ...EMPTY, points: readLine(coordinates) };
    case 'linestring':
      return { ...EMPTY, lines: [readLine(coordinates)] };
    case 'multilinestring':
      return { ...EMPTY, lines: readRings(coordinates) };
    case 'polygon':
      return { ...EMPTY, polygons: [readRings(coordinates)] };
    case 'multipolygon':
      return { ...EMPTY, polygons: membersOf(coordinates).map(readRings) };
    case 'envelope': {
      const [corner, opposite] = readLine(coordinates);
      if (!corner || !opposite) return EMPTY;
      const [[west, north], [east, south]] = [corner, opposite];
      return boxGeometry({ north, south, west, east });
    }
    case 'geometrycollection':
      return membersOf('geometries' in json ? json.geometries : [])
        .map(readGeometry)
        .reduce(together, EMPTY);
    default:
      return EMPTY;
  }
}

const membersOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const readLine = (value: unknown): Position[] => membersOf(value).filter(isPosition);
const readRings = (value: unknown): Position[][] => membersOf(value).map(readLine);

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';

/**
 * Polygons of a query on the globe. One that is wider than half of it and runs clockwise is meant
 * to cross the date line; what lies beyond 180 degrees continues on the other side.
 */
export const aroundGlobe = (geometry: Geometry): Geometry => ({
  ...geometry,
  polygons: geometry.polygons.flatMap((polygon) => {
    const outer = polygon[0] ?? [];
    const [west, east] = span(outer);
    const crosses = east - west > 180 && east - west !== 360 && isClockwise(outer);
    const unrolled = crosses ? shifted(polygon, (lon) => (lon < 0 ? lon + 360 : lon)) : polygon;
    const [from, to] = span(unrolled[0] ?? []);
    return [
      unrolled,
      ...(to > 180 ? [shifted(unrolled, (lon) => lon - 360)] : []),
      ...(from < -180 ? [shifted(unrolled, (lon) => lon + 360)] : []),
    ];
  }),
});

const shifted = (polygon: Polygon, by: (lon: number) => number): Polygon =>
  polygon.map((ring) => ring.map(([lon, lat]): Position => [by(lon), lat]));

function span(ring: readonly Position[]): readonly [west: number, east: number] {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [lon] of ring) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
  }
  return [west, east];
}

function isClockwise(ring: readonly Position[]): boolean {
  let doubleArea = 0;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = itemAt(ring, i - 1);
    const [x2, y2] = itemAt(ring, i);
    doubleArea += x1 * y2 - x2 * y1;
  }
  return doubleArea < 0;
}

/** Points are stored with a precision of 1/2^32 of the full circle, as clusters store them. */
const LON_STEP = 360 / 2 ** 32;
const LAT_STEP = 180 / 2 ** 32;

/** A point as it is stored. */
export const heldPoint = ([lon, lat]: Position): Position => [
  Math.floor(lon / LON_STEP) * LON_STEP,
  Math.floor(lat / LAT_STEP) * LAT_STEP,
];

/** The box, at the precision of stored points. */
export const heldBox = ({ north, south, west, east }: Box): Box => ({
  north: Math.floor(north / LAT_STEP) * LAT_STEP,
  south: Math.ceil(south / LAT_STEP) * LAT_STEP,
  west: Math.ceil(west / LON_STEP) * LON_STEP,
  east: Math.floor(east / LON_STEP) * LON_STEP,
});

/** Mean radius of the earth, metres. */
const EARTH_RADIUS = 6_371_008.7714;

/** Metres between two points along the great circle, by haversines. */
export function metresBetween([lonA, latA]: Position, [lonB, latB]: Position): number {
  const [a, b] = [radians(latA), radians(latB)];
  const half = (angle: number): number => Math.sin(angle / 2) ** 2;
  const share = half(b - a) + Math.cos(a) * Math.cos(b) * half(radians(lonB - lonA));
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(share)));
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const EMPTY: Geometry = { points: [], lines: [], polygons: [] };

const together = (a: Geometry, b: Geometry): Geometry => ({
  points: [...a.points, ...b.points],
  lines: [...a.lines, ...b.lines],
  polygons: [...a.polygons, ...b.polygons],
});

/** A box as one polygon, or as two where it crosses the date line. */
export function boxGeometry({ north, south, west, east }: Box): Geometry {
  const ring = (from: number, to: number): Polygon => [
    [
      [from, south],
      [to, south],
      [to, north],
      [from, north],
      [from, south],
    ],
  ];
  const polygons = west > east ? [ring(west, 180), ring(-180, east)] : [ring(west, east)];
  return { ...EMPTY, polygons };
}

/**
 * Whether two geometries share a point; edges count as part of them. Each comparison of lines is
 * charged to `budget`.
 */
export function intersects(a: Geometry, b: Geometry, budget: Budget): boolean {
  const lines = linesOf(b);
  return (
    a.points.some((p) => touchesPoint(b, p)) ||
    b.points.some((p) => touchesPoint(a, p)) ||
    linesOf(a).some((line) => lines.some((other) => linesCross(line, other, budget))) ||
    b.lines.some((line) => a.polygons.some((p) => covers(p, itemAt(line, 0)))) ||
    a.lines.some((line) => b.polygons.some((p) => covers(p, itemAt(line, 0)))) ||
    a.polygons.some((p) => b.polygons.some((q) => contains(p, q) || contains(q, p)))
  );
}

export const positionsIn = (geometry: Geometry): number =>
  linesOf(geometry).reduce((sum, line) => sum + line.length, geometry.points.length);

const linesOf = ({ lines, polygons }: Geometry): readonly (readonly Position[])[] => [
  ...lines,
  ...polygons.flat(),
];

const contains = (outer: Polygon, inner: Polygon): boolean =>
  covers(outer, itemAt(itemAt(inner, 0), 0));

function touchesPoint({ points, lines, polygons }: Geometry, point: Position): boolean {
  return (
    points.some((p) => p[0] === point[0] && p[1] === point[1]) ||
    lines.some((line) => onLine(line, point)) ||
    polygons.some((polygon) => covers(polygon, point))
  );
}

/** Inside or on the edge of a polygon, and in none of its holes. */
function covers(polygon: Polygon, point: Position): boolean {
  if (polygon.some((ring) => onLine(ring, point))) return true;
  const [outer, ...holes] = polygon;
  return !!outer && inRing(outer, point) && !holes.some((hole) => inRing(hole, point));
}

function inRing(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = itemAt(ring, i - 1);
    const [x2, y2] = itemAt(ring, i);
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

function onLine(line: readonly Position[], point: Position): boolean {
  for (let i = 1; i < line.length; i++)
    if (onSegment(itemAt(line, i - 1), itemAt(line, i), point)) return true;
  return false;
}

const turn = (a: Position, b: Position, c: Position): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const onSegment = (a: Position, b: Position, p: Position): boolean =>
  turn(a, b, p) === 0 &&
  p[0] >= Math.min(a[0], b[0]) &&
  p[0] <= Math.max(a[0], b[0]) &&
  p[1] >= Math.min(a[1], b[1]) &&
  p[1] <= Math.max(a[1], b[1]);

function linesCross(one: readonly Position[], other: readonly Position[], budget: Budget): boolean {
  const around = boundsOf(other);
  for (let i = 1; i < one.length; i++) {
    const [from, to] = [itemAt(one, i - 1), itemAt(one, i)];
    if (apart(boundsOf([from, to]), around)) continue;
    budget.work(other.length);
    for (let k = 1; k < other.length; k++)
      if (segmentsCross(from, to, itemAt(other, k - 1), itemAt(other, k))) return true;
  }
  return false;
}

function boundsOf(line: readonly Position[]): Box {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [lon, lat] of line) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { north, south, west, east };
}

const apart = (a: Box, b: Box): boolean =>
  a.west > b.east || b.west > a.east || a.south > b.north || b.south > a.north;

const segmentsCross = (a: Position, b: Position, c: Position, d: Position): boolean =>
  Math.min(a[0], b[0]) <= Math.max(c[0], d[0]) &&
  Math.min(c[0], d[0]) <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= Math.max(c[1], d[1]) &&
  Math.min(c[1], d[1]) <= Math.max(a[1], b[1]) &&
  ((turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)) ||
    onSegment(a, b, c) ||
    onSegment(a, b, d) ||
    onSegment(c, d, a) ||
    onSegment(c, d, b));
