// What a live map tells MapLibre, and what it makes of what MapLibre tells: scenes, moves, themes,
// clicks, failures; and the frame and the small map around it.
import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Facility } from '../../lib/places/sites.ts';
import { useTheme } from '../../lib/theme.ts';
import { made } from '../../testing/noted-map.ts';
import { LiveMap, type MapEvents, type MapOptions } from './live-map.ts';
import { MapFrame } from './map-frame.tsx';
import { EMPTY_SCENE, type MapScene } from './map-scene.ts';

vi.mock('maplibre-gl', () => import('../../testing/noted-map.ts'));
vi.mock('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url', () => ({ default: '' }));

afterEach(() => {
  made.length = 0;
});

const facility = (
  code: string,
  lat: number,
  lon: number,
  more: Partial<Facility> = {},
): Facility => ({
  ...{ facilityCode: `sgp.${code}`, facilityName: `Place ${code}`, code, siteCode: 'sgp' },
  ...{ siteType: 'P', at: { lat, lon }, track: [], start: null, end: null, products: 1 },
  ...more,
});
const C1 = facility('C1', 36.6, -97.5);
const E13 = facility('E13', 36.6, -97.4);
const SHIP = facility('M1', 0, 0, {
  at: null,
  track: [
    [10, 20],
    [12, 22],
  ],
});

const TILES = {
  ...{ addresses: ['/t/{z}/{x}/{y}'], maxZoom: 16, tileSize: 256, attribution: '' },
  bounds: [-100, 30, -90, 40],
} as const;

function opened(more: Partial<MapOptions> = {}) {
  const told: unknown[][] = [];
  const noted =
    (name: string) =>
    (...values: unknown[]) =>
      told.push([name, ...values]);
  const events = Object.fromEntries(
    ['onReady', 'onPick', 'onUnder', 'onMoved', 'onTilesMissing', 'onFailure'].map((name) => [
      name,
      noted(name),
    ]),
  ) as unknown as MapEvents;
  const live = new LiveMap(
    document.createElement('div'),
    {
      ...{ theme: 'light', tiles: null, view: { zoom: 4, centre: [10, 20] } },
      ...{ markerSize: 30, clusterSize: 37, calm: false, label: 'Sites' },
      ...more,
    },
    events,
  );
  return { live, map: made.at(-1)!, told };
}

const scene = (more: Partial<MapScene>): MapScene => ({ ...EMPTY_SCENE, ...more });
/** What each source holds: codes, or coordinates where features have none. */
const held = (map: (typeof made)[number], source: string) =>
  map.sent[source]
    ?.at(-1)
    ?.features.map(
      ({ properties, geometry }) =>
        properties?.code ?? ('coordinates' in geometry && geometry.coordinates),
    );
const counts = (map: (typeof made)[number]) =>
  Object.fromEntries(Object.entries(map.sent).map(([source, all]) => [source, all.length]));

it('a map opens within a flat world, as near as its tiles reach, and is never turned', () => {
  const { map } = opened({ view: { zoom: 4, centre: [-200, 89] }, label: 'Facilities' });
  expect(map.options).toMatchObject({
    ...{ center: [-180, 85], zoom: 4, maxZoom: 12, locale: { 'Map.Title': 'Facilities' } },
    ...{ dragRotate: false, pitchWithRotate: false, touchPitch: false, attributionControl: false },
  });
  expect(map.options).not.toHaveProperty('fadeDuration');
  expect([...map.turnsWith]).toEqual([]);
  const tiled = opened({ tiles: TILES, view: { zoom: 4, centre: [-95, 35] }, calm: true });
  expect(tiled.map.options).toMatchObject({ maxZoom: 16, fadeDuration: 0 });
  expect(JSON.stringify(tiled.map.options.style)).toContain('/t/{z}/{x}/{y}');
});

it('a map that draws is sent its scene, and afterwards only what changes of it', () => {
  const { live, map, told } = opened();
  const first = scene({
    facilities: [C1, E13, SHIP],
    selected: 'sgp.C1',
    highlighted: new Set(['sgp.E13']),
    near: { lat: 1, lon: 2 },
  });
  live.show(first);
  expect([map.sent, told]).toEqual([{}, []]);
  map.fire('load');
  expect(told).toEqual([['onReady']]);
  expect(
    ['facilities', 'selected', 'highlighted', 'tracks', 'near'].map((one) => held(map, one)),
  ).toEqual([['sgp.E13', 'sgp.M1'], ['sgp.C1'], ['sgp.E13'], ['sgp.M1'], [[2, 1]]]);
  const before = counts(map);
  live.show(first);
  expect(counts(map)).toEqual(before);
  const sent = (more: Partial<MapScene>, from: MapScene) => {
    const past = counts(map);
    const next = { ...from, ...more };
    live.show(next);
    const now = counts(map);
    return [next, Object.keys(now).filter((one) => now[one] !== past[one])] as const;
  };
  const [chosen, byChoice] = sent({ selected: 'sgp.E13' }, first);
  expect(byChoice.toSorted()).toEqual(['facilities', 'selected', 'tracks']);
  expect([held(map, 'facilities'), held(map, 'selected')]).toEqual([
    ['sgp.C1', 'sgp.M1'],
    ['sgp.E13'],
  ]);
  const [lit, byLight] = sent({ highlighted: new Set(['sgp.C1']) }, chosen);
  expect([byLight, held(map, 'highlighted')]).toEqual([['highlighted'], ['sgp.C1']]);
  const area = [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const;
  const [drawn, byArea] = sent({ area }, lit);
  expect([byArea, map.sent.area?.at(-1)?.features[0]?.geometry.type]).toEqual([
    ['area'],
    'Polygon',
  ]);
  const [open, byOpening] = sent({ areaIsOpen: true }, drawn);
  expect([byOpening, map.sent.area?.at(-1)?.features[0]?.geometry.type]).toEqual([
    ['area'],
    'LineString',
  ]);
  expect(sent({ near: null }, open)[1]).toEqual(['near']);
  expect(held(map, 'near')).toEqual([]);
  expect(sent({ facilities: [C1] }, open)[1].toSorted()).toEqual([
    'facilities',
    'highlighted',
    'near',
    'selected',
    'tracks',
  ]);
});

it('labels of hundreds of facilities are on one side of their marks, and of few on any', () => {
  const { live, map } = opened();
  map.fire('load');
  const many = Array.from({ length: 501 }, (_, n) => facility(`E${n}`, n / 10, n / 10));
  const sides = () =>
    ['facilities', 'clusters'].map((layer) => map.looks[`${layer} text-variable-anchor`]);
  live.show(scene({ facilities: many.slice(0, 500) }));
  expect(sides()).toEqual([undefined, undefined]);
  live.show(scene({ facilities: many }));
  expect(sides()).toEqual([[expect.any(String)], [expect.any(String)]]);
  live.show(scene({ facilities: [C1] }));
  const all = (sides()[0] as string[]).toSorted();
  expect(all).toEqual(['bottom', 'left', 'right', 'top']);
});

it('a map wears a theme in its layers, marks and rings, and is not repainted for the same', () => {
  const { live, map } = opened({ clusterSize: 41 });
  live.wearTheme('light');
  expect(map.looks).toEqual({});
  live.wearTheme('dark');
  const looks = JSON.stringify(map.looks);
  for (const layer of ['facilities', 'selected'])
    expect(JSON.stringify(map.looks[`${layer} icon-image`])).toContain('dark');
  expect(JSON.stringify(map.looks['clusters icon-image'])).toContain('dark/41');
  expect(Object.keys(map.looks).filter((name) => name.endsWith('-color')).length).toBeGreaterThan(
    8,
  );
  live.wearTheme('light');
  expect(JSON.stringify(map.looks['clusters icon-image'])).toContain('light/41');
  expect(JSON.stringify(map.looks)).not.toBe(looks);
});

it('a map moves to a place beside the panel, to all of some places, by steps, and at once for who prefers that', () => {
  const { live, map } = opened();
  live.lookAt({ lat: 36, lon: -97 });
  map.size = { clientWidth: 1200, clientHeight: 600 };
  map.zoom = 9;
  live.lookAt({ lat: 36, lon: -97 });
  expect(map.moves).toEqual([
    { center: [-97, 36], zoom: 4.5, offset: [0, 0], duration: 800, essential: true },
    { center: [-97, 36], zoom: 9, offset: [-195, 0], duration: 800, essential: true },
  ]);
  map.moves.length = 0;
  live.fit([]);
  live.fit([
    [10, -89],
    [20, 89],
    [-5, 0],
  ]);
  live.fit(
    [
      [10, 0],
      [20, 5],
    ],
    true,
  );
  map.size = { clientWidth: 300, clientHeight: 120 };
  live.fit(
    [
      [10, 0],
      [20, 5],
    ],
    true,
  );
  const room = (all: number, right = all) => ({ top: all, bottom: all, left: all, right });
  const rest = { maxZoom: 9, duration: 1000, essential: true };
  expect(map.moves).toEqual([
    { bounds: [-5, -85, 20, 85], padding: room(60), ...rest },
    { bounds: [10, 0, 20, 5], padding: room(60, 450), ...rest },
    { bounds: [10, 0, 20, 5], padding: room(20), ...rest },
  ]);
  map.moves.length = 0;
  live.zoomBy(-1);
  live.goTo({ zoom: 2, centre: [7, 8] });
  expect(map.moves).toEqual([
    { zoom: 8, duration: 400, essential: true },
    { center: [7, 8], zoom: 2, duration: 800, essential: true },
  ]);
  const calm = opened({ calm: true });
  calm.live.zoomBy(1);
  calm.live.lookAt({ lat: 0, lon: 0 });
  calm.live.fit([[0, 0]]);
  expect(calm.map.moves.map(({ duration }) => duration)).toEqual([0, 0, 0]);
  expect(live.bounds()).toEqual([-10, -20, 30, 40]);
});

it('a map tells where it has moved, and zooms no nearer than anything is shown there', () => {
  const { map, told } = opened({ tiles: TILES });
  map.centre = { lng: -95, lat: 35 };
  map.fire('moveend');
  expect([map.maxZoom, told]).toEqual([16, [['onMoved', { zoom: 3, centre: [-95, 35] }]]]);
  map.centre = { lng: 5, lat: 35 };
  map.fire('moveend');
  expect(map.maxZoom).toBe(12);
});

const mark = (properties: Record<string, unknown>) => ({
  properties,
  geometry: { type: 'Point', coordinates: [-97, 36] },
});
const CLUSTER = mark({ cluster_id: 4, point_count: 7, sites: 'BNF, SGP', lead: '020SGP' });

it('what is under the pointer is named, with the cursor of something to click, and nothing before the map draws', () => {
  const { map, told } = opened();
  const point = { x: 3, y: 4 };
  map.found = [mark({ code: 'sgp.C1', name: 'Central Facility' })];
  map.fire('mousemove', { point });
  expect(told.splice(0)).toEqual([['onUnder', null]]);
  map.fire('load');
  told.length = 0;
  map.fire('mousemove', { point });
  expect(map.canvas.style.cursor).toBe('pointer');
  expect(map.askedLayers).toEqual(['facilities', 'clusters', 'selected']);
  map.found = [CLUSTER];
  map.fire('mousemove', { point });
  map.found = [];
  map.fire('mousemove', { point });
  expect(map.canvas.style.cursor).toBe('');
  map.fire('mouseout');
  map.fire('movestart');
  expect(told).toEqual([
    ['onUnder', { ...point, text: 'sgp.C1 Central Facility' }],
    ['onUnder', { ...point, text: '7 facilities: SGP, BNF' }],
    ...[1, 2, 3].map(() => ['onUnder', null]),
  ]);
});

it('a click picks a facility, or zooms until the marks of a cluster are apart, or picks all that no zoom separates', async () => {
  const { map, told } = opened();
  map.fire('load');
  told.length = 0;
  const click = async (found: (typeof map.found)[number] | undefined) => {
    map.found = found ? [found] : [];
    map.fire('click', { point: { x: 0, y: 0 } });
    await new Promise((done) => setTimeout(done));
  };
  await click(undefined);
  await click({ properties: { code: 'x' }, geometry: { type: 'LineString' } });
  expect([told, map.moves]).toEqual([[], []]);
  await click(mark({ code: 'sgp.C1' }));
  expect(told.splice(0)).toEqual([['onPick', ['sgp.C1']]]);
  map.maxZoom = 6;
  map.expansion = 6;
  await click(CLUSTER);
  map.expansion = 2;
  await click(CLUSTER);
  expect(map.moves.map(({ zoom, center }) => [zoom, center])).toEqual([
    [6, [-97, 36]],
    [4.5, [-97, 36]],
  ]);
  expect(told).toEqual([]);
  map.expansion = 6.5;
  map.leaves = ['a', 'b'].map((code) => ({ properties: { code } }));
  await click(CLUSTER);
  expect(told).toEqual([['onPick', ['a', 'b']]]);
});

it('tiles that do not come are distinguished from a map that fails', () => {
  const { map, told } = opened();
  const error = new Error('no luck');
  map.fire('error', { error, sourceId: 'tiles' });
  map.fire('error', { error, sourceId: 'world' });
  map.fire('error', { error, sourceId: 'facilities' });
  map.fire('error', { error });
  map.fire('webglcontextlost');
  expect(told).toEqual([
    ['onTilesMissing', 'service'],
    ['onTilesMissing', 'world'],
    ['onFailure', error],
    ['onFailure', error],
    ['onFailure', new Error('The graphics of this browser failed.')],
  ]);
});

it('the picture of a mark is loaded once when the map lacks it, and names of other pictures are left alone', async () => {
  const { map } = opened();
  const loaded: string[] = [];
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      async decode() {
        loaded.push(this.src);
      }
    },
  );
  for (const name of ['mark/dark/site', 'mark/red/site', 'star/dark/site', 'mark/dark/site'])
    await map.missingImage(name);
  expect(Object.keys(map.images)).toEqual(['mark/dark/site']);
  expect(loaded[0]).toContain('site-dark.svg');
});

it('a frame around a map zooms, names what is under the pointer, hands on the scene, and lets the map go', async () => {
  const onMap = vi.fn();
  const picked = vi.fn();
  const frame = (shown: MapScene, label = 'Sites') => (
    <MapFrame
      {...{ scene: shown, tiles: null, view: { zoom: 4, centre: [0, 0] } as const, label }}
      {...{ markerSize: 30, clusterSize: 37, tooltipWidth: 280, cross: false }}
      {...{ onPick: picked, onMoved: () => undefined, onFailure: () => undefined, onMap }}
    />
  );
  const { result: theme } = renderHook(useTheme);
  const { rerender, unmount, container } = render(frame(scene({ facilities: [C1] })));
  const [map] = made;
  expect(onMap).not.toHaveBeenCalled();
  act(() => map!.fire('load'));
  expect(onMap).toHaveBeenCalledExactlyOnceWith(expect.any(LiveMap));
  expect(held(map!, 'facilities')).toEqual(['sgp.C1']);
  rerender(frame(scene({ facilities: [E13] })));
  expect([made.length, held(map!, 'facilities')]).toEqual([1, ['sgp.E13']]);
  act(() => theme.current[1]('dark'));
  expect(JSON.stringify(map!.looks['facilities icon-image'])).toContain('dark');
  act(() => theme.current[1]('light'));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  await user.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(map!.moves.map(({ zoom }) => zoom)).toEqual([4, 2]);
  map!.found = [mark({ code: 'sgp.C1', name: 'Central Facility' })];
  act(() => map!.fire('mousemove', { point: { x: 3, y: 4 } }));
  const tip = screen.getByRole('tooltip');
  expect([tip.textContent, tip.style.left, tip.style.top, tip.style.maxWidth]).toEqual([
    ...['sgp.C1 Central Facility', '3px', '4px', '280px'],
  ]);
  act(() => map!.fire('mouseout'));
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(container.querySelector('.place-map-cross')).toBeNull();
  map!.fire('click', { point: { x: 0, y: 0 } });
  await vi.waitFor(() => expect(picked).toHaveBeenCalledWith(['sgp.C1']));
  rerender(frame(scene({ facilities: [E13] }), 'Other sites'));
  expect([map!.isGone, made.length, made[1]!.options.locale]).toEqual([
    true,
    2,
    { 'Map.Title': 'Other sites' },
  ]);
  expect(onMap).toHaveBeenLastCalledWith(null);
  unmount();
  expect(made[1]!.isGone).toBe(true);
});
