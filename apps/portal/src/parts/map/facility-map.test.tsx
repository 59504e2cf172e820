// The map of one facility: where it opens, how its neighbours are shown, a failure that can be
// tried again, and a browser that draws no map.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { made } from '../../testing/noted-map.ts';
import { servedPortal } from '../../testing/open-portal.tsx';
import { FacilityMap, type MapPlace } from './facility-map.tsx';

vi.mock('maplibre-gl', () => import('../../testing/noted-map.ts'));
vi.mock('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url', () => ({ default: '' }));

servedPortal();
afterEach(() => {
  cleanup();
  made.length = 0;
});

const place = (code: string, location: string): MapPlace => ({
  ...{
    ffac: `sgp.${code}`,
    facilityName: `Place ${code}`,
    siteCode: 'sgp',
    siteType: 'P',
    location,
  },
});
const C1 = place('C1', '36.6,-97.5');
const E13 = place('E13', '36.7,-97.4');
const FAR = Array.from({ length: 5 }, (_, n) => place(`E${n + 20}`, `${40 + n},-97`));

const shown = async (places: readonly MapPlace[]) => {
  const user = inPortal(<FacilityMap own="sgp.C1" instrument="MET" places={places} />);
  await waitFor(() => expect(made).toHaveLength(1));
  const map = made[0]!;
  act(() => map.fire('load'));
  return { user, map };
};

it('the map of a facility opens at it, marks it, and leads to the five that are nearest until these are in view', async () => {
  const { user, map } = await shown([...FAR, C1, E13]);
  expect(map.options).toMatchObject({
    center: [-97.5, 36.6],
    zoom: 11,
    locale: { 'Map.Title': 'Map of sgp.C1' },
  });
  const codes = (source: string) =>
    map.sent[source]?.at(-1)?.features.map(({ properties }) => properties?.own);
  expect(codes('selected')).toEqual(['SGP C1']);
  expect(codes('facilities')).toHaveLength(6);
  const hint = { name: 'Zoom out to see MET at other nearby facilities.' };
  await user.click(screen.getByRole('button', hint));
  expect(map.moves.at(-1)?.bounds).toEqual([-97.5, 36.6, -97, 43]);
  map.zoom = 8;
  act(() => map.fire('moveend'));
  expect(screen.queryByRole('button', hint)).toBeNull();
  map.zoom = 9;
  act(() => map.fire('moveend'));
  expect(screen.getByRole('button', hint)).toBeTruthy();
});

it('a facility without others has no way to them, and one without a place has no map', async () => {
  await shown([C1]);
  expect(screen.queryByRole('button', { name: /^Zoom out to see/ })).toBeNull();
  cleanup();
  made.length = 0;
  inPortal(<FacilityMap own="sgp.C1" instrument="MET" places={[place('C1', ''), E13]} />);
  await new Promise((done) => setTimeout(done, 20));
  expect(made).toEqual([]);
});

it('a map that fails says why, and is drawn again on request', async () => {
  const { user, map } = await shown([C1, E13]);
  act(() => map.fire('error', { error: new Error('No graphics.') }));
  expect(screen.getByText('The map could not be drawn.')).toBeTruthy();
  expect(screen.getByText(/No graphics\./)).toBeTruthy();
  expect(map.isGone).toBe(true);
  await user.click(screen.getByRole('button', { name: /again/i }));
  await waitFor(() => expect(made).toHaveLength(2));
  expect(screen.queryByText('The map could not be drawn.')).toBeNull();
});

/** Whether maps are drawn, read twice, and how often that was tried. */
const answered = async (context: object | null) => {
  vi.resetModules();
  const getContext = vi
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockClear()
    .mockReturnValue(context as never);
  const { hasWebGl } = await import('./has-web-gl.ts');
  return [hasWebGl(), hasWebGl(), getContext.mock.calls.length];
};

it('whether a browser draws maps is found out once, by a context that is given back', async () => {
  expect(await answered(null)).toEqual([false, false, 0]); // jsdom knows no WebGL
  vi.stubGlobal('WebGL2RenderingContext', class {});
  const loseContext = vi.fn();
  expect(await answered({ getExtension: () => ({ loseContext }) })).toEqual([true, true, 1]);
  expect(loseContext).toHaveBeenCalledOnce();
  expect(await answered({ getExtension: () => null })).toEqual([true, true, 1]);
  expect(await answered(null)).toEqual([false, false, 1]);
});
