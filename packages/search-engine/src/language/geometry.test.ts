// Shapes on the earth: how they are read, how they cross the date line, and whether two of them
// meet.
import { expect, it } from 'vitest';
import {
  aroundGlobe,
  boxGeometry,
  type Geometry,
  heldBox,
  heldPoint,
  intersects,
  metresBetween,
  type Position,
  positionsIn,
  readGeometry,
} from './geometry.ts';
import { Budget } from './refusal.ts';

const square = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = (...rings: Position[][]): Geometry => ({
  points: [],
  lines: [],
  polygons: [rings],
});
const points = (...all: Position[]): Geometry => ({ points: all, lines: [], polygons: [] });
const line = (...all: Position[]): Geometry => ({ points: [], lines: [all], polygons: [] });
const meet = (a: Geometry, b: Geometry) => {
  const budget = new Budget(60_000);
  const found = intersects(a, b, budget);
  expect(intersects(b, a, budget)).toBe(found);
  return found;
};

it.each<[unknown, number, number, number]>([
  [{ type: 'Point', coordinates: [1, 2] }, 1, 0, 0],
  [
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    2,
    0,
    0,
  ],
  [
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    0,
    1,
    0,
  ],
  [
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
    },
    0,
    2,
    0,
  ],
  [{ type: 'Polygon', coordinates: [square(0, 0, 1, 1)] }, 0, 0, 1],
  [{ type: 'MultiPolygon', coordinates: [[square(0, 0, 1, 1)], [square(2, 2, 3, 3)]] }, 0, 0, 2],
  [
    {
      type: 'envelope',
      coordinates: [
        [-5, 10],
        [5, 0],
      ],
    },
    0,
    0,
    1,
  ],
  [
    {
      type: 'envelope',
      coordinates: [
        [170, 10],
        [-170, 0],
      ],
    },
    0,
    0,
    2,
  ],
  [{ type: 'envelope', coordinates: [[170, 10]] }, 0, 0, 0],
  [
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2] },
        {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
        { type: 'Polygon', coordinates: [square(0, 0, 1, 1)] },
      ],
    },
    ...([1, 1, 1] as const),
  ],
  [{ type: 'GeometryCollection' }, 0, 0, 0],
  [{ type: 'Circle', coordinates: [1, 2] }, 0, 0, 0],
  [{ type: 'Point', coordinates: ['1', 2] }, 0, 0, 0],
  [{ type: 'Point' }, 0, 0, 0],
  [null, 0, 0, 0],
  ['POINT (1 2)', 0, 0, 0],
  [{}, 0, 0, 0],
])('%j has points, lines and polygons: %i, %i, %i', (json, ...counts) => {
  const found = readGeometry(json);
  expect([found.points.length, found.lines.length, found.polygons.length]).toEqual(counts);
});

it('a geometry counts all of its positions', () => {
  const collection = readGeometry({
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 2] },
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      { type: 'Polygon', coordinates: [square(0, 0, 1, 1), square(0.2, 0.2, 0.4, 0.4)] },
    ],
  });
  expect(positionsIn(collection)).toBe(1 + 2 + 5 + 5);
});

const large = polygon(square(0, 0, 10, 10));
const holed = polygon(square(0, 0, 10, 10), square(4, 4, 6, 6));

it.each<[string, Geometry, Geometry, boolean]>([
  ['a point inside', points([5, 5]), large, true],
  ['a point on the edge', points([10, 5]), large, true],
  ['a point on the corner', points([0, 0]), large, true],
  ['a point outside', points([10.1, 5]), large, false],
  ['a point in line with an edge', points([11, 10]), large, false],
  ['a point in a hole', points([5, 5]), holed, false],
  ['a point on the edge of a hole', points([4, 5]), holed, true],
  ['a point between edge and hole', points([2, 5]), holed, true],
  ['the same point', points([1, 2]), points([1, 2]), true],
  ['another point', points([1, 2]), points([1, 3]), false],
  ['a point on a line', points([1, 1]), line([0, 0], [2, 2]), true],
  ['a point beyond a line', points([3, 3]), line([0, 0], [2, 2]), false],
  ['a point beside a line', points([1, 1.1]), line([0, 0], [2, 2]), false],
  ['a line that crosses', line([-1, 5], [11, 5]), large, true],
  ['a line inside', line([1, 1], [2, 2]), large, true],
  ['a line in a hole', line([4.5, 5], [5.5, 5]), holed, false],
  ['a line that touches a corner', line([-1, 1], [1, -1]), large, true],
  ['a line outside whose bounds overlap', line([-1, 9.5], [0.5, 11]), large, false],
  ['crossing lines', line([0, 0], [2, 2]), line([0, 2], [2, 0]), true],
  ['parallel lines', line([0, 0], [2, 2]), line([0, 1], [2, 3]), false],
  ['lines one after the other', line([0, 0], [1, 0]), line([2, 0], [3, 0]), false],
  ['lines that share an end', line([0, 0], [1, 0]), line([1, 0], [1, 1]), true],
  ['lines over each other', line([0, 0], [2, 0]), line([1, 0], [3, 0]), true],
  ['a polygon inside', polygon(square(1, 1, 2, 2)), large, true],
  ['a polygon that overlaps', polygon(square(9, 9, 12, 12)), large, true],
  ['a polygon beside', polygon(square(11, 0, 12, 10)), large, false],
  ['a polygon in a hole', polygon(square(4.5, 4.5, 5.5, 5.5)), holed, false],
  ['an empty shape', points(), large, false],
])('%s: meet: %s', (_, a, b, expected) => {
  expect(meet(a, b)).toBe(expected);
});

it('two shapes are compared at the cost of the search', () => {
  const cancelled = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  const zigzag = (shift: number) =>
    line(...Array.from({ length: 1000 }, (_, n): Position => [shift + n, n % 2 === 0 ? 0 : 1]));
  const high = line(...Array.from({ length: 1000 }, (_, n): Position => [n, 2 - (n % 2) / 2]));
  const top = line(...Array.from({ length: 1000 }, (_, n): Position => [n, n === 0 ? 0.99 : 2]));
  expect(() => intersects(zigzag(0.5), top, new Budget(60_000, cancelled))).toThrow(/stopped/);
  expect(intersects(zigzag(0), high, new Budget(60_000, cancelled))).toBe(false);
  expect(intersects(high, zigzag(0), new Budget(60_000, cancelled))).toBe(false);
});

it('the date line is crossed by a box whose west is greater than its east', () => {
  const box = boxGeometry({ north: 10, south: -10, west: 170, east: -170 });
  const inside = ([lon, lat]: Position) => meet(points([lon, lat]), box);
  expect(
    [
      [175, 0],
      [-175, 0],
      [180, 0],
      [-180, 0],
    ].map(([a = 0, b = 0]) => inside([a, b])),
  ).toEqual([...[true, true, true, true]]);
  expect([inside([0, 0]), inside([175, 11]), inside([-169, 0])]).toEqual([false, false, false]);
  const narrow = boxGeometry({ north: 10, south: -10, west: -10, east: 10 });
  expect([meet(points([0, 0]), narrow), meet(points([175, 0]), narrow)]).toEqual([true, false]);
});

it('the date line is crossed by a polygon wider than half of the globe that runs clockwise', () => {
  const ring = square(-170, 0, 170, 10);
  const around = aroundGlobe(polygon(ring.toReversed()));
  expect([meet(points([175, 5]), around), meet(points([-175, 5]), around)]).toEqual([true, true]);
  expect(meet(points([0, 5]), around)).toBe(false);
  const wide = aroundGlobe(polygon(ring));
  expect([meet(points([0, 5]), wide), meet(points([175, 5]), wide)]).toEqual([true, false]);
  const whole = aroundGlobe(polygon(square(-180, 0, 180, 10).toReversed()));
  expect(meet(points([0, 5]), whole)).toBe(true);
  const half = aroundGlobe(polygon(square(-90, 0, 90, 10).toReversed()));
  expect([meet(points([0, 5]), half), half.polygons.length]).toEqual([true, 1]);
});

it('the date line continues on the other side what lies beyond 180 degrees', () => {
  const east = aroundGlobe(polygon(square(170, 0, 190, 10)));
  expect([meet(points([-175, 5]), east), meet(points([175, 5]), east)]).toEqual([true, true]);
  const west = aroundGlobe(polygon(square(-190, 0, -170, 10)));
  expect([meet(points([175, 5]), west), meet(points([-175, 5]), west)]).toEqual([true, true]);
  expect(aroundGlobe(polygon(square(170, 0, 180, 10))).polygons).toHaveLength(1);
  expect(aroundGlobe(polygon(square(-180, 0, -170, 10))).polygons).toHaveLength(1);
});

it('the distance of two points is that along the great circle', () => {
  const quarter = (Math.PI / 2) * 6_371_008.7714;
  expect(metresBetween([0, 0], [90, 0])).toBeCloseTo(quarter, 3);
  expect(metresBetween([0, 0], [0, 90])).toBeCloseTo(quarter, 3);
  expect(metresBetween([0, 0], [180, 0])).toBeCloseTo(2 * quarter, 3);
  expect(metresBetween([10, 60], [190, 60])).toBeCloseTo((2 * quarter) / 3, 3);
  expect(metresBetween([5, 5], [5, 5])).toBe(0);
});

it('points and boxes have the precision in which points are stored: a box never grows', () => {
  const [lon, lat] = heldPoint([0.1, -0.1]);
  expect(lon).toBeLessThanOrEqual(0.1);
  expect(0.1 - lon).toBeLessThan(360 / 2 ** 32);
  expect(lat).toBeLessThanOrEqual(-0.1);
  expect(-0.1 - lat).toBeLessThan(180 / 2 ** 32);
  const held = heldBox({ north: 0.1, south: -0.1, west: -0.1, east: 0.1 });
  expect([held.north, held.east].every((side) => side <= 0.1 && side > 0.0999999)).toBe(true);
  expect([held.south, held.west].every((side) => side >= -0.1 && side < -0.0999999)).toBe(true);
});
