// What the location search asks of its live map, and what it makes of the map's answers. The map
// itself is drawn in e2e.
import type { Corner } from '@isobar/contract/places/shape.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Drawing } from '../../parts/map/draw-area.ts';
import type { MapEvents, MapOptions } from '../../parts/map/live-map.ts';
import type { MapScene } from '../../parts/map/map-scene.ts';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

/** Replaces the map: keeps the calls that it got, and answers as a test wants. */
const told = vi.hoisted(() => ({
  calls: [] as [string, unknown][],
  options: null as unknown,
  events: null as unknown,
  scene: null as unknown,
  drawing: null as unknown,
}));

vi.mock('../../parts/map/has-web-gl.ts', () => ({ hasWebGl: () => true }));
vi.mock('../../parts/map/live-map.ts', () => ({
  LiveMap: class {
    canvas = document.createElement('canvas');
    constructor(_: HTMLElement, options: unknown, events: { onReady: () => void }) {
      Object.assign(told, { options, events });
      setTimeout(() => events.onReady());
    }
    show(scene: unknown): void {
      told.scene = scene;
    }
    wearTheme(): void {}
    lookAt = (place: unknown) => told.calls.push(['lookAt', place]);
    fit = (places: unknown) => told.calls.push(['fit', places]);
    goTo = (view: unknown) => told.calls.push(['goTo', view]);
    zoomBy = (steps: unknown) => told.calls.push(['zoomBy', steps]);
    bounds = () => [-180, -60, 180, 60];
    startDrawing(drawing: unknown) {
      told.drawing = drawing;
      return { addAtCentre: () => undefined, takeBack: () => undefined, finish: () => undefined };
    }
    stopDrawing(): void {
      told.drawing = null;
    }
    remove(): void {}
  },
}));

servedPortal();
beforeEach(() => {
  told.calls.length = 0;
});

const events = () => told.events as MapEvents;
const scene = () => told.scene as MapScene;
const at = (lat: number, lon: number) => ({ location: `${lat},${lon}`, geo: { lat, lon } });
const DOCUMENTS = [
  made('met', 'sgp', 'C1', 'temp', at(36.6, -97.5)),
  made('met', 'sgp', 'E13', 'temp', at(36.7, -97.6)),
  made('met', 'nsa', 'C1', 'temp', at(71.3, -156.6)),
];
const AREA: readonly Corner[] = [
  [-99, 36],
  [-97, 36],
  [-97, 37.5],
];

async function open(path = '/locationsearch') {
  server.use(
    metadataService(DOCUMENTS).handler,
    http.get('*/services/places/tracks/:ffac', () => HttpResponse.json({}, { status: 404 })),
  );
  const opened = openPortal(path);
  await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toMatch(/^Viewing/));
  await waitFor(() => expect(scene()?.facilities.length).toBeGreaterThan(0));
  return opened;
}
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

it('the live map opens at the default view over a timeline, with its legend', async () => {
  await open();
  expect((told.options as MapOptions).view).toEqual({ zoom: 1.8, centre: [0, 20] });
  expect((told.options as MapOptions).clusterSize).toBe(37);
  expect(scene().facilities.map(({ facilityCode }) => facilityCode)).toEqual([
    'sgp.C1',
    'sgp.E13',
    'nsa.C1',
  ]);
  const legend = screen.getAllByRole('list', { name: 'Legend' })[0] as HTMLElement;
  for (const entry of ['ARM Site', 'Mobile Site', 'ARM Site - Inactive'])
    expect(within(legend).getByText(entry)).toBeTruthy();
  expect(within(legend).queryByText('Other site')).toBeNull();
  expect(legend.parentElement?.style.getPropertyValue('--legend-left')).toBe('8px');
  expect(legend.parentElement?.style.getPropertyValue('--legend-up')).toBe('81px');
  expect(screen.getByRole('region', { name: 'Timeline of sites' })).toBeTruthy();
});

it('the live map shows the label of the facility under the pointer', async () => {
  await open();
  act(() => events().onUnder({ x: 5, y: 7, text: 'sgp.C1 Facility C1' }));
  const tip = screen.getByRole('tooltip');
  expect(tip.textContent).toBe('sgp.C1 Facility C1');
  expect(tip.style.maxWidth).toBe('280px');
  act(() => events().onUnder(null));
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('a clicked marker is looked at, and its timeline item selected', async () => {
  await open();
  act(() => events().onPick(['sgp.E13']));
  await screen.findByRole('complementary', { name: 'Facility E13' });
  await waitFor(() => expect(told.calls).toContainEqual(['lookAt', { lat: 36.7, lon: -97.6 }]));
  expect(scene().selected).toBe('sgp.E13');
  const item = screen.getByRole('button', { name: /Show sgp\.E13/ }).closest('li');
  expect(item?.getAttribute('aria-current')).toBe('true');
});

it('several at one place are offered by name', async () => {
  const { user } = await open();
  act(() => events().onPick(['sgp.C1', 'sgp.E13']));
  const here = screen.getByRole('region', { name: '2 facilities are here' });
  await user.click(within(here).getByRole('button', { name: /sgp\.C1/ }));
  await screen.findByRole('complementary', { name: 'Facility C1' });
});

it('a drawn area is fitted into view and stays on the map', async () => {
  const { user, router } = await open();
  await user.click(button('Draw Polygon'));
  await waitFor(() => expect(told.drawing).toBeTruthy());
  act(() => (told.drawing as Drawing).onDone(AREA));
  await waitFor(() => expect(told.calls).toContainEqual(['fit', AREA]));
  expect(scene().area).toEqual(AREA);
  expect(told.drawing).toBeNull();
  expect(router.state.location.search).toEqual({ shape: '-99 36, -97 36, -97 37.5' });
  await waitFor(() =>
    expect(screen.getAllByRole('status')[0]?.textContent).toMatch(/^Viewing 1 site/),
  );
  expect(scene().area).toEqual(AREA);
});

it('an invalid area is reported, and drawing starts again', async () => {
  const { user, router } = await open();
  await user.click(button('Draw Polygon'));
  await waitFor(() => expect(told.drawing).toBeTruthy());
  const first = told.drawing;
  act(() => (told.drawing as Drawing).onDone(AREA.slice(0, 2)));
  expect(await screen.findByText('An area needs three different corners at least.')).toBeTruthy();
  expect(told.drawing).not.toBe(first);
  expect(router.state.location.search).toEqual({});
});

it('a moved map can be reset, and looks again where it opened', async () => {
  const { user } = await open();
  expect(button('Reset').disabled).toBe(true);
  act(() => events().onMoved({ zoom: 4, centre: [10, 20] }));
  expect(button('Reset').disabled).toBe(false);
  await user.click(button('Reset'));
  expect(told.calls).toContainEqual(['goTo', { zoom: 1.8, centre: [0, 20] }]);
  act(() => events().onMoved({ zoom: 1.8, centre: [0, 20] }));
  expect(button('Reset').disabled).toBe(true);
});

it('a chosen site is fitted into view, and sites beyond the edge are a click away', async () => {
  const { user } = await open();
  await user.click(button('Move the map to North Slope of Alaska'));
  expect(told.calls).toContainEqual(['fit', [[-156.6, 71.3]]]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by site' }), 'sgp');
  await waitFor(() =>
    expect(told.calls).toContainEqual([
      'fit',
      [
        [-97.5, 36.6],
        [-97.6, 36.7],
      ],
    ]),
  );
});

it('tiles that cannot be loaded are reported, and the map stays', async () => {
  await open();
  act(() => events().onTilesMissing('service'));
  expect(await screen.findByText(/Some tiles did not come; there the map is our own/)).toBeTruthy();
  act(() => events().onTilesMissing('world'));
  expect(await screen.findByText(/Part of the map did not come/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'List of facilities' })).toBeNull();
});

it('a map that fails is replaced by the list', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open();
  act(() => events().onFailure(new Error('lost')));
  expect(await screen.findByRole('region', { name: 'List of facilities' })).toBeTruthy();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});
