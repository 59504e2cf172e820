// As much of MapLibre as a live map uses: it draws nothing, notes what is called, and finds under
// the pointer what a test puts there. A test exchanges 'maplibre-gl' for this file: jsdom has no
// WebGL.

type Told = Readonly<Record<string, unknown>>;
type Listener = (event: object) => unknown;
type Found = {
  readonly properties: Told;
  readonly geometry: { readonly type: string; readonly coordinates?: readonly number[] };
};

/** All that were made, the last one at the end. */
export const made: NotedMap[] = [];
export const setWorkerUrl = (): void => undefined;

export class NotedMap {
  readonly options: Told;
  /** Source -> each list of features that was sent to it. */
  readonly sent: Record<string, GeoJSON.FeatureCollection[]> = {};
  readonly looks: Record<string, unknown> = {};
  readonly moves: Told[] = [];
  readonly images: Record<string, unknown> = {};
  readonly canvas = document.createElement('canvas');
  readonly turnsWith = new Set(['touch', 'keys']);
  found: readonly Found[] = [];
  askedLayers: unknown;
  size = { clientWidth: 600, clientHeight: 300 };
  zoom = 3;
  centre = { lng: 0, lat: 0 };
  maxZoom = 0;
  /** From this zoom on the marks of a cluster are apart. */
  expansion = 5;
  leaves: readonly { readonly properties: Told }[] = [];
  isGone = false;
  missingImage: (name: string) => unknown = () => undefined;
  readonly #listeners: Record<string, Listener[]> = {};

  constructor(options: Told) {
    this.options = options;
    made.push(this);
  }

  readonly touchZoomRotate = { disableRotation: () => this.turnsWith.delete('touch') };
  readonly keyboard = { disableRotation: () => this.turnsWith.delete('keys') };
  setMissingStyleImageResolver = (resolve: (name: string) => unknown) => {
    this.missingImage = resolve;
  };

  on(name: string, listener: Listener): void {
    this.#listeners[name] = [...(this.#listeners[name] ?? []), listener];
  }

  fire(name: string, event: object = {}): void {
    for (const listener of this.#listeners[name] ?? []) listener(event);
  }

  getSource(name: string) {
    return {
      setData: (data: GeoJSON.FeatureCollection) => {
        this.sent[name] = [...(this.sent[name] ?? []), data];
      },
      getClusterExpansionZoom: async () => this.expansion,
      getClusterLeaves: async (_: unknown, most: number) => this.leaves.slice(0, most),
    };
  }

  setLayoutProperty = (layer: string, name: string, value: unknown) => {
    this.looks[`${layer} ${name}`] = value;
  };
  setPaintProperty = this.setLayoutProperty;
  getLayer = (name: string) =>
    (this.options.style as { layers: { id: string }[] }).layers.find(({ id }) => id === name);

  queryRenderedFeatures(_: unknown, { layers }: { layers: unknown }): readonly Found[] {
    this.askedLayers = layers;
    return this.found;
  }

  easeTo = (move: Told) => this.moves.push(move);
  fitBounds = (bounds: unknown, how: Told) => this.moves.push({ bounds, ...how });
  getZoom = () => this.zoom;
  getCenter = () => this.centre;
  getMaxZoom = () => this.maxZoom;
  setMaxZoom = (zoom: number) => {
    this.maxZoom = zoom;
  };
  getContainer = () => this.size;
  getCanvas = () => this.canvas;
  getBounds = () => ({
    ...{ getWest: () => -10, getSouth: () => -20 },
    ...{ getEast: () => 30, getNorth: () => 40 },
  });
  hasImage = (name: string) => Object.hasOwn(this.images, name);
  addImage = (name: string, image: unknown) => {
    this.images[name] = image;
  };
  remove = () => {
    this.isGone = true;
  };
}

export { NotedMap as Map };
