// The numbers, pictures and features of the maps.
import { type PortalConfig, SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { expect, it, vi } from 'vitest';
import type { Facility, Site } from '../../lib/places/sites.ts';
import { arcsOf, readRing, ringName } from './cluster-ring.ts';
import { mapStyle } from './map-layers.ts';
import {
  clampCentre,
  DEFAULT_VIEW,
  FACILITY_MAP,
  FIT_MS,
  isDefaultView,
  LEGEND_POINT,
  MARKER_ZOOM,
  MOVE_MS,
  nearestZoom,
} from './map-numbers.ts';
import { areaShapes, facilityPoints, trackLines } from './map-scene.ts';
import { MARK_KINDS, markPicture } from './marks.ts';
import { sitesOutOfView } from './out-of-view.ts';
import { readTiles } from './tiles.ts';

const facility = (more: Partial<Facility>): Facility => ({
  facilityCode: 'sgp.C1',
  facilityName: 'Central Facility',
  code: 'C1',
  siteCode: 'sgp',
  siteType: 'P',
  at: { lat: 36.6, lon: -97.5 },
  track: [],
  start: null,
  end: null,
  products: 1,
  ...more,
});
const TILES = { addresses: ['/t/{z}/{x}/{y}'], maxZoom: 16, tileSize: 256, attribution: '' };

it('[L030] the default view and the marker zoom', () => {
  expect(DEFAULT_VIEW).toEqual({ zoom: 1.8, centre: [0, 20] });
  expect(MARKER_ZOOM).toBe(4.5);
  expect(isDefaultView(DEFAULT_VIEW)).toBe(true);
  expect(isDefaultView({ zoom: 1.8, centre: [3, 20] })).toBe(false);
  expect(isDefaultView({ zoom: 2.8, centre: [0, 20] })).toBe(false);
});

it('[L031] [L032] [L033] times, the legend and the map of a facility', () => {
  expect([MOVE_MS, FIT_MS]).toEqual([800, 1000]);
  expect(LEGEND_POINT).toEqual([8, -81]);
  expect(FACILITY_MAP).toEqual({
    zoom: 11,
    markerSize: 40,
    clusterSize: 37,
    tooltipWidth: 280,
    type: 'hybrid',
  });
});

it('[L025] the centre is clamped', () => {
  expect(clampCentre([-190, 90])).toEqual([-180, 85]);
  expect(clampCentre([190, -89])).toEqual([180, -85]);
  expect(clampCentre([10, 20])).toEqual([10, 20]);
});

it('[L026] zoom ends where the map has nothing nearer at its centre', () => {
  const tiles = { ...TILES, bounds: [-100, 30, -90, 40] as const };
  expect(nearestZoom(tiles, [-95, 35])).toBe(16);
  expect(nearestZoom(tiles, [0, 35])).toBe(12);
  expect(nearestZoom({ ...tiles, maxZoom: 9 }, [-95, 35])).toBe(9);
  expect(nearestZoom(null, [-95, 35])).toBe(12);
});

const configured = (tiles: string) =>
  ({ services: { ...SERVICE_PATHS, tiles } }) as unknown as PortalConfig; // all that is read of it

it('[P030] a tile service is asked by x, y and z, at the address that is configured', async () => {
  const tiles = await readTiles(configured('https://tiles.example.org/{z}/{x}/{y}.png'));
  const { sources, layers } = mapStyle({
    theme: 'light',
    tiles,
    view: DEFAULT_VIEW,
    markerSize: 30,
    clusterSize: 37,
  } as never);
  expect(sources.tiles).toMatchObject({
    type: 'raster',
    tiles: ['https://tiles.example.org/{z}/{x}/{y}.png'],
  });
  expect(layers.filter((layer) => 'source' in layer && layer.source === 'tiles')).toHaveLength(1);
});

it('a tile service is taken as it describes itself, and as usual where it does not', async () => {
  const described = {
    ...{ tiles: ['/a/{z}/{x}/{y}', 'https://b.example/{z}/{x}/{y}'], maxzoom: 9, tileSize: 512 },
    ...{ bounds: [-10, -20, 30, 40], attribution: 'Survey' },
  };
  const answers = [described, { tiles: described.tiles }];
  vi.stubGlobal('fetch', async () => Response.json(answers.shift()));
  const read = () => readTiles(configured('https://tiles.example.org/tiles.json'));
  const addresses = [`${location.origin}/a/{z}/{x}/{y}`, 'https://b.example/{z}/{x}/{y}'];
  const { maxzoom: maxZoom, tiles: _, ...rest } = described;
  expect(await read()).toEqual({ ...rest, addresses, maxZoom });
  expect(await read()).toEqual({
    ...{ addresses, maxZoom: 18, tileSize: 256, attribution: '' },
    bounds: [-180, -85.0511, 180, 85.0511],
  });
});

it('a tile service is not asked where none is configured', async () => {
  expect(await readTiles(configured(SERVICE_PATHS.tiles))).toBeNull();
});

it('[L027] each mark is a static picture of its own, in both themes', () => {
  const pictures = import.meta.glob<string>('./marks/*.svg', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  for (const kind of MARK_KINDS)
    for (const theme of ['light', 'dark'] as const) {
      expect(markPicture(kind, theme)).toContain(`${kind}-${theme}.svg`);
      expect(pictures[`./marks/${kind}-${theme}.svg`]).toMatch(/^<svg .*<\/svg>\s*$/);
    }
  expect(new Set(Object.values(pictures)).size).toBe(8);
});

it('a ring is named by what it shows, and a name that says nothing is none', () => {
  expect(readRing(`${ringName('dark', 37)}/4/1/2/0`)).toEqual({
    theme: 'dark',
    size: 37,
    counts: [4, 1, 2, 0],
  });
  for (const name of [
    'ring/red/37/1/1/1/1',
    'ring/dark/37/1',
    'mark/dark/site',
    'ring/dark/0/1/1/1/1',
  ])
    expect(readRing(name)).toBeNull();
});

it('arcs share the ring by number', () => {
  expect(arcsOf([3, 0, 0, 0])).toEqual([[0, 2 * Math.PI], null, null, null]);
  const [half, none, other] = arcsOf([1, 0, 1, 0]);
  expect(none).toBeNull();
  expect((half?.[1] ?? 0) - (half?.[0] ?? 0)).toBeCloseTo((other?.[1] ?? 0) - (other?.[0] ?? 0), 9);
});

it('[L024] a facility without coordinates is not drawn', () => {
  const { features } = facilityPoints([facility({}), facility({ at: null })]);
  expect(features.map(({ geometry }) => geometry.coordinates)).toEqual([[-97.5, 36.6]]);
});

it('a track across the date line continues on the other side of the map', () => {
  const track = [
    [170, 0],
    [-175, 5],
    [-160, 8],
    [175, 9],
  ] as const;
  const [line] = trackLines([facility({ track, at: null }), facility({})]).features;
  expect(line?.geometry.coordinates.map(([lon]) => lon)).toEqual([170, 185, 200, 175]);
});

it('[L019] an area is drawn with its sides and corners, an open one as a line', () => {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const;
  const kinds = (open: boolean) =>
    areaShapes(corners, open).features.map(({ geometry }) => geometry.type);
  expect(kinds(false)).toEqual(['Polygon', 'LineString', 'Point', 'Point', 'Point']);
  expect(kinds(true)).toEqual(['LineString', 'Point', 'Point', 'Point']);
  expect(areaShapes([], false).features).toEqual([]);
});

const look = {
  theme: 'light',
  tiles: null,
  markerSize: 20,
  clusterSize: 37,
  maxZoom: 12,
} as const;

it('the style draws our own land, rivers and borders without any tile', () => {
  const { sources, layers, glyphs, sprite } = mapStyle(look);
  expect(Object.values(sources).map(({ type }) => type)).not.toContain('raster');
  expect([glyphs, sprite]).toEqual([undefined, undefined]);
  const ids = layers.map(({ id }) => id);
  for (const id of ['sea', 'land', 'river', 'border']) expect(ids).toContain(id);
  expect(layers[0]?.id).toBe('sea');
});

it('tiles lie over our land, which stays where they do not come, and under our lines', () => {
  const { sources, layers } = mapStyle({
    ...look,
    tiles: { ...TILES, bounds: [-180, -85, 180, 85] },
  });
  expect(sources.tiles).toMatchObject({ type: 'raster', tiles: TILES.addresses, maxzoom: 16 });
  const ids = layers.map(({ id }) => id);
  const over = (id: string) => ids.indexOf(id) - ids.indexOf('tiles');
  for (const id of ['sea', 'land', 'lake'])
    expect([id, ids.includes(id), over(id) < 0]).toEqual([id, true, true]);
  for (const id of ['border', 'coast', 'river', 'facilities', 'clusters'])
    expect([id, over(id) > 0]).toEqual([id, true]);
});

it('both themes colour every layer that shows something', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const { id, paint = {} } of mapStyle({ ...look, theme }).layers)
      if (id !== 'selected')
        expect([id, Object.keys(paint).some((name) => name.endsWith('color'))]).toEqual([id, true]);
});

const site = (siteCode: string, lat: number, lon: number, products = 1): Site => ({
  siteCode,
  siteName: siteCode,
  siteType: 'P',
  start: null,
  end: null,
  facilities: [facility({ at: { lat, lon }, products })],
});
const codes = (sites: readonly Site[], bounds: readonly [number, number, number, number]) =>
  Object.fromEntries(
    Object.entries(sitesOutOfView(sites, bounds)).map(([edge, found]) => [
      edge,
      found.map(({ siteCode }) => siteCode),
    ]),
  );

it('sites out of view lie over the nearest edge, those with the most data first, also beyond the date line', () => {
  const sites = [
    site('here', 0, 0),
    site('up', 80, 0),
    site('more', 75, 90, 9),
    site('down', -80, 0),
    site('left', 0, -100),
    site('right', 0, 100),
  ];
  expect(codes(sites, [-50, -60, 50, 60])).toEqual({
    north: ['more', 'up'],
    south: ['down'],
    west: ['left'],
    east: ['right'],
  });
  expect(codes([site('fiji', 0, -178)], [150, -60, 200, 60])).toMatchObject({
    east: [],
    west: [],
  });
  expect(codes([site('hawaii', 0, -155)], [150, -60, 200, 60])).toMatchObject({
    east: ['hawaii'],
  });
});

it('one with a facility in view, or without a place, is none', () => {
  const both = {
    ...site('two', 80, 0),
    facilities: [facility({ at: { lat: 80, lon: 0 } }), facility({ at: { lat: 0, lon: 0 } })],
  };
  const none = { ...site('none', 0, 0), facilities: [facility({ at: null })] };
  expect(codes([both, none], [-50, -60, 50, 60])).toEqual({
    north: [],
    south: [],
    west: [],
    east: [],
  });
});
