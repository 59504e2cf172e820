// Drawing an area over a flat map: corners by keyboard and by pointer, across the date line, taken
// back, ended and stopped.
import type { Corner } from '@isobar/contract/places/shape.ts';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { AreaDrawing } from './draw-area.ts';

const PIXELS = 4;
const MIDDLE = { x: 400, y: 300 };
const wrapped = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180;

/**
 * As much of MapLibre as drawing needs: a plane, whose centre is reported within 180 degrees, as
 * MapLibre does.
 */
function flatMap(lng: number, lat: number) {
  const moved = new Set<() => void>();
  const state = { centre: { lng, lat }, zooms: true, sources: new Map<string, unknown>() };
  const switched = { isEnabled: () => true, enable: () => {}, disable: () => {} };
  const canvas = document.createElement('canvas');
  const map = {
    version: '5.0.0',
    getCenter: () => ({ ...state.centre, lng: wrapped(state.centre.lng) }),
    getContainer: () => document.createElement('div'),
    getCanvas: () => canvas,
    on: (_: 'move', listener: () => void) => moved.add(listener),
    off: (_: 'move', listener: () => void) => moved.delete(listener),
    project: (at: { lng: number; lat: number }) => ({
      x: MIDDLE.x + (at.lng - wrapped(state.centre.lng)) * PIXELS,
      y: MIDDLE.y - (at.lat - state.centre.lat) * PIXELS,
    }),
    unproject: ({ x, y }: { x: number; y: number }) => ({
      lng: wrapped(state.centre.lng) + (x - MIDDLE.x) / PIXELS,
      lat: state.centre.lat - (y - MIDDLE.y) / PIXELS,
    }),
    dragPan: switched,
    dragRotate: switched,
    doubleClickZoom: {
      enable: () => (state.zooms = true),
      disable: () => (state.zooms = false),
    },
    addSource: (id: string, source: unknown) => state.sources.set(id, source),
    getSource: () => ({ setData: () => {} }),
    removeSource: (id: string) => state.sources.delete(id),
    addLayer: () => {},
    removeLayer: () => {},
  };
  const moveTo = (to: { lng: number; lat: number }) => {
    state.centre = to;
    for (const listener of moved) listener();
  };
  /** A tap of the primary pointer, so many pixels from the middle. */
  const tap = (x: number, y: number) => {
    const at = { clientX: MIDDLE.x + x, clientY: MIDDLE.y + y, isPrimary: true, bubbles: true };
    for (const type of ['pointermove', 'pointerdown', 'pointerup'])
      canvas.dispatchEvent(new PointerEvent(type, { ...at, button: 0 }));
  };
  return { map, state, moved, moveTo, tap };
}

function drawingOn(flat: ReturnType<typeof flatMap>) {
  const onCorners = vi.fn();
  const onDone = vi.fn();
  const map = flat.map as unknown as ConstructorParameters<typeof AreaDrawing>[0];
  return { onCorners, onDone, drawing: new AreaDrawing(map, 'light', { onCorners, onDone }) };
}

const rounded = (corners: readonly Corner[]) =>
  corners.map(([lon, lat]) => [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]);

it('corners set by keyboard are as far apart as the map was moved, however often it went around the earth', () => {
  const steps = fc.array(
    fc.record({ lng: fc.integer({ min: -170, max: 170 }), lat: fc.integer({ min: -8, max: 8 }) }),
    { minLength: 2, maxLength: 6 },
  );
  fc.assert(
    fc.property(fc.integer({ min: -180, max: 179 }), steps, (first, walk) => {
      const flat = flatMap(first, 0);
      const { drawing, onDone, onCorners } = drawingOn(flat);
      const walked: Corner[] = [[first, 0]];
      drawing.addAtCentre();
      for (const { lng, lat } of walk) {
        const [lon = 0, before = 0] = walked.at(-1) ?? [];
        walked.push([lon + lng, before + lat]);
        flat.moveTo({ lng: lon + lng, lat: before + lat });
        drawing.addAtCentre();
        expect(onCorners.mock.lastCall?.[0]).toHaveLength(walked.length);
        expect(onCorners.mock.lastCall?.[1]).toBe('keyboard');
      }
      drawing.finish();
      drawing.stop();
      const done: readonly Corner[] = onDone.mock.lastCall?.[0];
      const west = Math.min(...walked.map(([lon]) => lon));
      const turns = Math.round(((done[0]?.[0] ?? 0) - first) / 360) * 360;
      expect(rounded(done)).toEqual(rounded(walked.map(([lon, lat]) => [lon + turns, lat])));
      expect(Math.abs(west + turns)).toBeLessThanOrEqual(180);
    }),
    { numRuns: 30 },
  );
});

it('the last corner set by keyboard is taken back, and none where there is none', () => {
  const flat = flatMap(10, 20);
  const { drawing, onCorners, onDone } = drawingOn(flat);
  drawing.takeBack();
  expect(onCorners.mock.lastCall).toEqual([[], 'keyboard']);
  const corners = [10, 12, 14].map((lng): Corner => [lng, 20]);
  for (const [lng, lat] of corners) {
    flat.moveTo({ lng, lat });
    drawing.addAtCentre();
  }
  drawing.takeBack();
  expect(onCorners.mock.lastCall).toEqual([corners.slice(0, 2), 'keyboard']);
  drawing.finish();
  expect(onDone.mock.calls).toEqual([[corners.slice(0, 2)]]);
});

it('corners set by pointer are counted, and a tap on the first ends the area, across the date line as well', () => {
  const flat = flatMap(170, 0);
  const { onCorners, onDone } = drawingOn(flat);
  flat.tap(0, 0);
  flat.tap(100, 0);
  expect(onCorners.mock.lastCall?.[1]).toBe('pointer');
  expect(rounded(onCorners.mock.lastCall?.[0])).toEqual([
    [170, 0],
    [195, 0],
  ]);
  // reported as -170: the first corner is now 80 pixels to the left
  flat.moveTo({ lng: 190, lat: 0 });
  flat.tap(20, -100);
  expect(onCorners.mock.lastCall?.[0]).toHaveLength(3);
  expect(onDone).not.toHaveBeenCalled();
  flat.tap(-80, 20); // a finger is not that precise
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(rounded(onDone.mock.lastCall?.[0])).toEqual([
    [170, 0],
    [195, 0],
    [195, 25],
  ]);
});

it('what the pointer began is ended by finish as well, and discarded by the first corner of the keyboard', () => {
  const flat = flatMap(0, 0);
  const { drawing, onCorners, onDone } = drawingOn(flat);
  for (const [x, y] of [
    [0, 0],
    [80, 0],
    [80, -80],
  ] as const)
    flat.tap(x, y);
  drawing.finish();
  expect(rounded(onDone.mock.lastCall?.[0])).toEqual([
    [0, 0],
    [20, 0],
    [20, 20],
  ]);
  drawing.addAtCentre();
  expect(onCorners.mock.lastCall).toEqual([[[0, 0]], 'keyboard']);
  drawing.takeBack();
  drawing.finish();
  expect(onDone.mock.lastCall).toEqual([[]]);
});

it('a double click zooms again once drawing has stopped, and the map is left as it was', () => {
  const flat = flatMap(0, 0);
  const { drawing } = drawingOn(flat);
  expect(flat.state).toMatchObject({ zooms: false });
  expect(flat.state.sources.size).toBeGreaterThan(0);
  drawing.stop();
  drawing.stop();
  expect([flat.state.zooms, flat.state.sources.size, flat.moved.size]).toEqual([true, 0, 0]);
});
