// A live map: MapLibre behind the few calls that screens need. Heavy: import it only from lazily
// loaded files.
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Corner } from '@isobar/contract/places/shape.ts';
import {
  type GeoJSONSource,
  type MapGeoJSONFeature,
  Map as MapLibre,
  setWorkerUrl,
} from 'maplibre-gl';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { boundsOf } from '../../lib/places/area.ts';
import type { LatLon } from '../../lib/places/sites.ts';
import type { Theme } from '../../lib/theme.ts';
import { drawRing, RING_RATIO, readRing } from './cluster-ring.ts';
import { AreaDrawing, type Drawing } from './draw-area.ts';
import { withinFrameBudget } from './frame-budget.ts';
import {
  LABEL_PLACES,
  type MapLook,
  mapStyle,
  markIcon,
  ringIcon,
  themePaint,
} from './map-layers.ts';
import {
  clampCentre,
  FIT_MS,
  leadFirst,
  lonLat,
  MARKER_ZOOM,
  MOVE_MS,
  nearestZoom,
  type Tiles,
  type View,
} from './map-numbers.ts';
import {
  areaShapes,
  EMPTY_SCENE,
  facilityPoints,
  type MapScene,
  pointOf,
  trackLines,
} from './map-scene.ts';
import { markPicture } from './marks.ts';
import type { Bounds } from './out-of-view.ts';

setWorkerUrl(worker);

/** What lies under the pointer: one facility, or how many at which sites. */
export type Under = { readonly x: number; readonly y: number; readonly text: string };

export type Missing = 'service' | 'world';

export type MapEvents = {
  /** The map draws, and takes calls from now on. */
  readonly onReady: () => void;
  /**
   * The clicked facility, or all those under the click if they are at one place and no zoom can
   * separate them.
   */
  readonly onPick: (codes: readonly string[]) => void;
  readonly onUnder: (under: Under | null) => void;
  readonly onMoved: (view: View) => void;
  /**
   * Tiles could not be loaded: those of the tile service, which leaves our own world visible, or
   * those of our own world.
   */
  readonly onTilesMissing: (of: Missing) => void;
  readonly onFailure: (error: Error) => void;
};

export type MapOptions = {
  readonly theme: Theme;
  readonly tiles: Tiles | null;
  readonly view: View;
  readonly markerSize: number;
  readonly clusterSize: number;
  /** Moves at once, for users who prefer reduced motion. */
  readonly calm: boolean;
  readonly label: string;
};

const MARKS = ['facilities', 'clusters', 'selected'];
const LEAVES = 50;
/** From this many facilities on, labels are on one side of their marks only. */
const MANY = 500;
const PADDING = 60;
/** Pixels that a panel covers on a wide map. */
const PANEL = 390;
const WIDE = 766;

export class LiveMap {
  readonly #map: MapLibre;
  readonly #options: MapOptions;
  readonly #events: MapEvents;
  #theme: Theme;
  #scene: MapScene = EMPTY_SCENE;
  /** What the map's sources hold now, so that only what changes is sent to the worker. */
  #shown: MapScene = EMPTY_SCENE;
  #drawing: AreaDrawing | null = null;
  #ready = false;

  constructor(container: HTMLElement, options: MapOptions, events: MapEvents) {
    this.#options = options;
    this.#events = events;
    this.#theme = options.theme;
    const centre = clampCentre([...options.view.centre] as [number, number]); // a pair
    const maxZoom = nearestZoom(options.tiles, centre);
    const look: MapLook = { ...options, maxZoom };
    const map = new MapLibre({
      container,
      style: mapStyle(look),
      center: centre,
      zoom: options.view.zoom,
      maxZoom,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      ...(options.calm ? { fadeDuration: 0 } : {}),
      locale: { 'Map.Title': options.label },
    });
    this.#map = map;
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.setMissingStyleImageResolver((name) => this.#draw(name));
    map.on('load', () => {
      this.#ready = true;
      this.show(this.#scene);
      events.onReady();
    });
    map.on('error', (event) => {
      const missing = tilesOf(event);
      if (missing) events.onTilesMissing(missing);
      else events.onFailure(new Error(event.error.message));
    });
    map.on('webglcontextlost', () =>
      events.onFailure(new Error('The graphics of this browser failed.')),
    );
    map.on('moveend', () => this.#moved());
    map.on('click', (event) => void this.#clicked(event.point));
    map.on('mousemove', ({ point }) => events.onUnder(this.#under(point)));
    map.on('mouseout', () => events.onUnder(null));
    map.on('movestart', () => events.onUnder(null));
  }

  get canvas(): HTMLCanvasElement {
    return this.#map.getCanvas();
  }

  show(scene: MapScene): void {
    const before = this.#shown;
    this.#scene = scene;
    if (!this.#ready) return;
    this.#shown = scene;
    const chosen = scene.facilities.filter(({ facilityCode }) => facilityCode === scene.selected);
    if (before.facilities !== scene.facilities || before.selected !== scene.selected) {
      const others = scene.facilities.filter((facility) => !chosen.includes(facility));
      this.#set('facilities', facilityPoints(others));
      this.#set('selected', facilityPoints(chosen));
      this.#set('tracks', trackLines(scene.facilities));
      this.#labelled(scene.facilities.length > MANY);
    }
    if (before.facilities !== scene.facilities || before.highlighted !== scene.highlighted) {
      const { highlighted } = scene;
      const lit = scene.facilities.filter(({ facilityCode }) => highlighted.has(facilityCode));
      this.#set('highlighted', facilityPoints(lit));
    }
    if (before.area !== scene.area || before.areaIsOpen !== scene.areaIsOpen)
      this.#set('area', areaShapes(scene.area, scene.areaIsOpen));
    if (before.near !== scene.near) this.#set('near', pointOf(scene.near));
  }

  wearTheme(theme: Theme): void {
    if (theme === this.#theme) return;
    this.#theme = theme;
    this.#paint();
    for (const layer of ['facilities', 'selected'])
      this.#map.setLayoutProperty(layer, 'icon-image', markIcon(theme));
    this.#map.setLayoutProperty(
      'clusters',
      'icon-image',
      ringIcon(theme, this.#options.clusterSize),
    );
  }

  /**
   * Centres on a place, at a marker's zoom or nearer. On a wide map the place goes left of the
   * middle, clear of the panel.
   */
  lookAt(place: LatLon): void {
    const beside = this.#isWide() ? -PANEL / 2 : 0;
    const zoom = Math.max(MARKER_ZOOM, this.#map.getZoom());
    this.#map.easeTo({
      center: lonLat(place),
      zoom,
      offset: [beside, 0],
      duration: this.#time(MOVE_MS),
      essential: true,
    });
  }

  /** Shows all of these places; `covered`: a panel covers the right side. */
  fit(places: readonly Corner[], covered = false): void {
    if (places.length === 0) return;
    const [west, south, east, north] = boundsOf(places);
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const room = Math.min(PADDING, clientWidth / 6, clientHeight / 6);
    this.#map.fitBounds([west, Math.max(-85, south), east, Math.min(85, north)], {
      padding: {
        top: room,
        bottom: room,
        left: room,
        right: room + (covered && this.#isWide() ? PANEL : 0),
      },
      maxZoom: 9,
      duration: this.#time(FIT_MS),
      essential: true,
    });
  }

  goTo({ zoom, centre }: View): void {
    this.#map.easeTo({
      center: [centre[0], centre[1]],
      zoom,
      duration: this.#time(MOVE_MS),
      essential: true,
    });
  }

  zoomBy(steps: number): void {
    this.#map.easeTo({
      zoom: this.#map.getZoom() + steps,
      duration: this.#time(MOVE_MS / 2),
      essential: true,
    });
  }

  startDrawing(drawing: Drawing): AreaDrawing {
    this.stopDrawing();
    this.#drawing = new AreaDrawing(this.#map, this.#theme, drawing);
    return this.#drawing;
  }

  stopDrawing(): void {
    this.#drawing?.stop();
    this.#drawing = null;
  }

  /** West, south, east, north. */
  bounds(): Bounds {
    const bounds = this.#map.getBounds();
    return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  }

  remove(): void {
    this.stopDrawing();
    this.#gone = true;
    this.#map.remove();
  }

  #isWide = (): boolean => this.#map.getContainer().clientWidth >= WIDE;

  /**
   * Sets where labels may stand: with many marks only on one side, since trying four places for
   * thousands takes too much of a frame.
   */
  #labelled(many: boolean): void {
    if (many === this.#many) return;
    this.#many = many;
    for (const layer of ['facilities', 'clusters'])
      this.#map.setLayoutProperty(
        layer,
        'text-variable-anchor',
        many ? LABEL_PLACES.slice(0, 1) : LABEL_PLACES,
      );
  }
  #many = false;

  #set(source: string, data: Parameters<GeoJSONSource['setData']>[0]): void {
    this.#map.getSource<GeoJSONSource>(source)?.setData(data);
  }

  #paint(): void {
    for (const [layer, property, value] of themePaint(this.#theme))
      if (this.#map.getLayer(layer))
        this.#map.setPaintProperty(layer, property as never, value as never); // names of the table
  }

  /** Reduced motion is what the person chose, not what MapLibre guesses: then the map jumps. */
  #time = (milliseconds: number): number => (this.#options.calm ? 0 : milliseconds);

  #moved(): void {
    const { lng, lat } = this.#map.getCenter();
    this.#map.setMaxZoom(nearestZoom(this.#options.tiles, [lng, lat]));
    this.#events.onMoved({ zoom: this.#map.getZoom(), centre: [lng, lat] });
  }

  /**
   * Milliseconds of a frame for drawing rings: a step of the wheel may ask for a hundred at once.
   */
  readonly #turns = withinFrameBudget(3);
  #gone = false;

  async #draw(name: string): Promise<void> {
    const ring = readRing(name);
    if (ring)
      return this.#turns(() => {
        if (this.#gone || this.#map.hasImage(name)) return;
        const image = drawRing(ring);
        if (image) this.#map.addImage(name, image, { pixelRatio: RING_RATIO });
      });
    const [kind, theme, mark] = name.split('/');
    if (kind !== 'mark' || (theme !== 'light' && theme !== 'dark')) return;
    const picture = new Image();
    picture.src = markPicture(mark as never, theme); // a kind of mark: this name was made of one
    await picture.decode();
    if (!this.#map.hasImage(name)) this.#map.addImage(name, picture, { pixelRatio: 2 });
  }

  #at(point: { x: number; y: number }): MapGeoJSONFeature[] {
    if (!this.#ready || this.#drawing) return [];
    const layers = MARKS.filter((layer) => this.#map.getLayer(layer));
    return this.#map.queryRenderedFeatures([point.x, point.y], { layers });
  }

  #under(point: { x: number; y: number }): Under | null {
    const found = this.#at(point)[0];
    this.#map.getCanvas().style.cursor = found ? 'pointer' : '';
    if (!found) return null;
    const { code, name, sites, lead, point_count: count } = found.properties;
    const text = count
      ? `${count} facilities: ${leadFirst(String(sites), String(lead))}`
      : `${code} ${name}`;
    return { x: point.x, y: point.y, text };
  }

  async #clicked(point: { x: number; y: number }): Promise<void> {
    const found = this.#at(point)[0];
    if (found?.geometry.type !== 'Point') return;
    const { code, cluster_id: cluster } = found.properties;
    if (cluster === undefined) return this.#events.onPick([String(code)]);
    const source = this.#map.getSource<GeoJSONSource>('facilities');
    if (!source) return;
    const [lon = 0, lat = 0] = found.geometry.coordinates;
    const zoom = await source.getClusterExpansionZoom(cluster);
    if (zoom <= this.#map.getMaxZoom())
      return this.goTo({ zoom: Math.max(zoom, MARKER_ZOOM), centre: [lon, lat] });
    const leaves = await source.getClusterLeaves(cluster, LEAVES, 0);
    this.#events.onPick(leaves.map(({ properties }) => String(properties?.code)));
  }
}

/**
 * Which tiles could not be loaded, by the name of their source. A map without a tile is still a
 * map.
 */
function tilesOf(event: object): Missing | null {
  if (!('sourceId' in event)) return null;
  if (event.sourceId === 'tiles') return 'service';
  return event.sourceId === 'world' ? 'world' : null;
}
