// Drawing an area on a map: by pointer or touch with terra-draw, by keyboard corner after corner at the cross in the middle.
import type { Corner } from '@isobar/contract/places/shape.ts';
import type { Map as MapLibre } from 'maplibre-gl';
import { TerraDraw, TerraDrawPolygonMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Theme } from '../../lib/theme.ts';
import { MAP_COLOURS } from './map-colours.ts';

export type Drawing = {
  /** How many corners stand so far, after each change. */
  readonly onCorners: (corners: readonly Corner[], by: 'pointer' | 'keyboard') => void;
  readonly onDone: (corners: readonly Corner[]) => void;
};

/** Near enough to a corner for a finger. */
const TOUCH_PIXELS = 24;

export class AreaDrawing {
  readonly #map: MapLibre;
  readonly #draw: TerraDraw;
  readonly #drawing: Drawing;
  #typed: Corner[] = [];

  constructor(map: MapLibre, theme: Theme, drawing: Drawing) {
    this.#map = map;
    this.#drawing = drawing;
    const { accent: line, surface: fill } = MAP_COLOURS[theme];
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map }),
      modes: [
        new TerraDrawPolygonMode({
          pointerDistance: TOUCH_PIXELS,
          keyEvents: null, // Enter and Escape belong to the keys below, which know of both ways
          showCoordinatePoints: true,
          styles: {
            fillColor: line,
            fillOpacity: 0.09,
            outlineColor: line,
            outlineWidth: 2,
            closingPointColor: fill,
            closingPointOutlineColor: line,
            closingPointOutlineWidth: 2,
            closingPointWidth: 6,
            coordinatePointColor: fill,
            coordinatePointOutlineColor: line,
            coordinatePointOutlineWidth: 2,
            coordinatePointWidth: 5,
          },
        }),
      ],
    });
    this.#draw.start();
    this.#draw.setMode('polygon');
    this.#draw.on('change', () => drawing.onCorners(this.#pointed(), 'pointer'));
    this.#draw.on('finish', (id) => {
      const ring = ringOf(this.#draw.getSnapshotFeature(id)?.geometry);
      if (ring.length > 0) drawing.onDone(ring);
    });
    map.doubleClickZoom.disable();
  }

  /** A corner where the cross is. */
  addAtCentre(): void {
    const { lng, lat } = this.#map.getCenter();
    this.#draw.clear(); // what the pointer began is given up
    this.#typed = [...this.#typed, [lng, lat]];
    this.#drawing.onCorners(this.#typed, 'keyboard');
  }

  takeBack(): void {
    this.#typed = this.#typed.slice(0, -1);
    this.#drawing.onCorners(this.#typed, 'keyboard');
  }

  /** With what stands so far; whoever asked checks whether that is an area. */
  finish(): void {
    this.#drawing.onDone(this.#typed.length > 0 ? this.#typed : this.#pointed());
  }

  stop(): void {
    if (this.#draw.enabled) this.#draw.stop();
    this.#map.doubleClickZoom.enable();
  }

  /** The corners set by pointer: the ring that is being drawn ends in the pointer's place. */
  #pointed(): readonly Corner[] {
    const polygon = this.#draw.getSnapshot().find(({ geometry }) => geometry.type === 'Polygon');
    return ringOf(polygon?.geometry).slice(0, -1);
  }
}

function ringOf(geometry: { type: string; coordinates: unknown } | undefined): readonly Corner[] {
  if (geometry?.type !== 'Polygon') return [];
  const [ring = []] = geometry.coordinates as number[][][]; // a polygon's
  return ring.slice(0, -1).map(([lon = 0, lat = 0]): Corner => [lon, lat]);
}
