// Drawing an area on a map: by pointer or touch with terra-draw, by keyboard corner after corner at
// the cross in the middle.
import type { Corner } from '@isobar/contract/places/shape.ts';
import type { Map as MapLibre } from 'maplibre-gl';
import { TerraDraw, TerraDrawPolygonMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Theme } from '../../lib/theme.ts';
import { fromTheWest, shiftAfter } from './date-line.ts';
import { MAP_COLOURS } from './map-colours.ts';

export type Drawing = {
  /** How many corners stand so far, after each change. */
  readonly onCorners: (corners: readonly Corner[], by: 'pointer' | 'keyboard') => void;
  readonly onDone: (corners: readonly Corner[]) => void;
};

/** A touch within so many pixels of a corner selects it. */
const TOUCH_PIXELS = 24;
/** The property in which terra-draw counts the corners that were set. */
const SET = 'committedCoordinateCount';

export class AreaDrawing {
  readonly #map: MapLibre;
  readonly #draw: TerraDraw;
  readonly #drawing: Drawing;
  readonly #adapter: TurningAdapter;
  #lon: number;
  #typed: Corner[] = [];

  constructor(map: MapLibre, theme: Theme, drawing: Drawing) {
    this.#map = map;
    this.#drawing = drawing;
    this.#lon = map.getCenter().lng;
    this.#adapter = new TurningAdapter({ map });
    const { accent: line, surface: fill } = MAP_COLOURS[theme];
    this.#draw = new TerraDraw({
      adapter: this.#adapter,
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
      if (ring.length > 0) drawing.onDone(fromTheWest(ring));
    });
    map.on('move', this.#turned);
    map.doubleClickZoom.disable();
  }

  #turned = (): void => {
    const { lng } = this.#map.getCenter();
    this.#adapter.turn = shiftAfter(this.#adapter.turn, this.#lon, lng);
    this.#lon = lng;
  };

  /** Sets a corner at the cross in the middle of the map. */
  addAtCentre(): void {
    const { lng, lat } = this.#map.getCenter();
    this.#draw.clear(); // what the pointer began is discarded
    this.#typed = [...this.#typed, [lng + this.#adapter.turn, lat]];
    this.#drawing.onCorners(this.#typed, 'keyboard');
  }

  takeBack(): void {
    this.#typed = this.#typed.slice(0, -1);
    this.#drawing.onCorners(this.#typed, 'keyboard');
  }

  /** Ends the drawing with the corners so far; the caller checks whether they make an area. */
  finish(): void {
    this.#drawing.onDone(fromTheWest(this.#typed.length > 0 ? this.#typed : this.#pointed()));
  }

  stop(): void {
    this.#map.off('move', this.#turned);
    if (this.#draw.enabled) this.#draw.stop();
    this.#map.doubleClickZoom.enable();
  }

  /**
   * The corners set by pointer. In the ring that is being drawn they are followed by the pointer's
   * place, or by the last corner again.
   */
  #pointed(): readonly Corner[] {
    const polygon = this.#draw.getSnapshot().find(({ geometry }) => geometry.type === 'Polygon');
    return ringOf(polygon?.geometry).slice(0, Number(polygon?.properties[SET] ?? 0));
  }
}

/**
 * Keeps the corners of an area together when the map crosses the date line while it is drawn: they
 * stay where they were seen, although the map's own longitudes jump.
 */
class TurningAdapter extends TerraDrawMapLibreGLAdapter<MapLibre> {
  turn = 0;

  override project(lng: number, lat: number) {
    return super.project(lng - this.turn, lat);
  }

  override unproject(x: number, y: number) {
    const { lng, lat } = super.unproject(x, y);
    return { lng: lng + this.turn, lat };
  }
}

function ringOf(geometry: { type: string; coordinates: unknown } | undefined): readonly Corner[] {
  if (geometry?.type !== 'Polygon') return [];
  const [ring = []] = geometry.coordinates as number[][][]; // a polygon's
  return ring.slice(0, -1).map(([lon = 0, lat = 0]): Corner => [lon, lat]);
}
