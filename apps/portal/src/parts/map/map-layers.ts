// Sources and layers of a map: our own world, tiles where there are some, and everything on top of
// it.
import type {
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Theme } from '../../lib/theme.ts';
import { ringName } from './cluster-ring.ts';
import { MAP_COLOURS } from './map-colours.ts';
import { LEAD_DIGITS, type Tiles } from './map-numbers.ts';
import { graticule } from './map-scene.ts';
import { MARK_KINDS } from './marks.ts';
import { WORLD_NEAREST, WORLD_TILES } from './world.ts';

export type MapLook = {
  readonly theme: Theme;
  readonly tiles: Tiles | null;
  /** Pixels. */
  readonly markerSize: number;
  readonly clusterSize: number;
  readonly maxZoom: number;
};

/** The zoom from which on facilities bear their own codes. */
const FACILITIES_FROM = 5;
/** A mark's picture is drawn for this many pixels. */
const PICTURE = 20;
/**
 * Where a label may stand: with its left end at the mark, its right end, below the mark, or above
 * it.
 */
export const LABEL_PLACES: ('left' | 'right' | 'top' | 'bottom')[] = [
  'left',
  'right',
  'top',
  'bottom',
];
const LABEL = {
  'text-font': ['IBM Plex Mono'],
  'text-size': 12,
  'text-variable-anchor': LABEL_PLACES,
  'text-radial-offset': 1.1,
  'text-optional': true,
} satisfies SymbolLayerSpecification['layout'];
const NOTHING: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
};

export function mapStyle(look: MapLook): StyleSpecification {
  const { tiles } = look;
  return {
    version: 8,
    sources: {
      world: { type: 'vector', tiles: [worldTiles()], minzoom: 0, maxzoom: WORLD_NEAREST },
      graticule: { type: 'geojson', data: graticule(15) },
      ...(tiles
        ? {
            tiles: {
              type: 'raster',
              tiles: [...tiles.addresses],
              tileSize: tiles.tileSize,
              maxzoom: tiles.maxZoom,
              bounds: [...tiles.bounds],
            },
          }
        : {}),
      area: NOTHING,
      tracks: NOTHING,
      near: NOTHING,
      facilities: {
        ...NOTHING,
        cluster: true,
        clusterRadius: look.clusterSize,
        // facilities at one place stay together at any zoom
        clusterMaxZoom: Math.ceil(look.maxZoom) + 1,
        clusterProperties: Object.fromEntries([
          ...MARK_KINDS.map((kind) => [kind, ['+', ['case', ['==', ['get', 'kind'], kind], 1, 0]]]),
          ['sites', [ADD_SITE, ['get', 'site']]],
          ['lead', [GREATER_LEAD, ['get', 'lead']]],
        ]),
      },
      selected: NOTHING,
      highlighted: NOTHING,
    },
    layers: coloured(look.theme, [
      { id: 'sea', type: 'background', paint: {} },
      ...worldLayers('fill'),
      ...(tiles ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
      ...worldLayers('line'),
      ...ownLayers(look),
    ]),
  };
}

function coloured(theme: Theme, layers: readonly LayerSpecification[]): LayerSpecification[] {
  const paint = themePaint(theme);
  return layers.map((layer) => ({
    ...layer,
    paint: {
      ...layer.paint,
      ...Object.fromEntries(
        paint.filter(([id]) => id === layer.id).map(([, name, value]) => [name, value]),
      ),
    },
  })) as LayerSpecification[]; // the table names properties that each layer has
}

/** A worker has no page to which an address could be relative; '{z}' stays as it is. */
const worldTiles = (): string => `${location.origin}${import.meta.env.BASE_URL}${WORLD_TILES}`;

/** Codes of the sites in a cluster, each once: 'SGP, NSA'. */
const ADD_SITE = [
  'case',
  ['in', ['get', 'sites'], ['accumulated']],
  ['accumulated'],
  ['concat', ['accumulated'], ', ', ['get', 'sites']],
];

/** Of two leads the one that sorts later: that of the site with more facilities. */
const GREATER_LEAD = [
  'case',
  ['>', ['get', 'lead'], ['accumulated']],
  ['get', 'lead'],
  ['accumulated'],
];

/**
 * Tiles of a service lie between: over our land, which shows where they are missing, and under our
 * lines, which name what they show.
 */
function worldLayers(type: 'fill' | 'line'): LayerSpecification[] {
  // an expression, whose type is too wide
  const of = (kind: string) => ['==', ['get', 'kind'], kind] as never;
  const world = { source: 'world', 'source-layer': 'world' };
  const layers: LayerSpecification[] = [
    { id: 'land', type: 'fill', ...world, filter: of('land'), paint: {} },
    { id: 'lake', type: 'fill', ...world, filter: of('lake'), paint: {} },
    {
      id: 'river',
      type: 'line',
      ...world,
      filter: of('river'),
      minzoom: 2.4,
      paint: { 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.4, 8, 1.6] },
    },
    {
      id: 'state',
      type: 'line',
      ...world,
      filter: of('state'),
      minzoom: 3.5,
      paint: { 'line-width': 0.6, 'line-dasharray': [2, 3], 'line-opacity': 0.6 },
    },
    {
      id: 'border',
      type: 'line',
      ...world,
      filter: of('border'),
      paint: { 'line-width': 0.8, 'line-dasharray': [4, 2], 'line-opacity': 0.8 },
    },
    {
      id: 'coast',
      type: 'line',
      ...world,
      filter: ['in', ['get', 'kind'], ['literal', ['land', 'lake']]],
      paint: { 'line-width': 0.9 },
    },
  ];
  return layers.filter((layer) => layer.type === type);
}

/** The layers on top of the world, from below to above. */
const ownLayers = (look: MapLook): LayerSpecification[] => [
  ...linesAndAreas(look),
  ...places(look),
  ...chosen(look),
];

const linesAndAreas = ({ markerSize }: MapLook): LayerSpecification[] => [
  { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-width': 0.6 } },
  {
    id: 'tracks',
    type: 'line',
    source: 'tracks',
    paint: { 'line-width': 1.6, 'line-dasharray': [3, 1.5] },
  },
  {
    id: 'area-fill',
    type: 'fill',
    source: 'area',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-opacity': 0.09 },
  },
  {
    id: 'area-line',
    type: 'line',
    source: 'area',
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-width': 2 },
  },
  {
    id: 'area-dots',
    type: 'circle',
    source: 'area',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-radius': 5, 'circle-stroke-width': 2 },
  },
  {
    id: 'highlighted',
    type: 'circle',
    source: 'highlighted',
    paint: { 'circle-radius': markerSize / 2 + 3, 'circle-opacity': 0, 'circle-stroke-width': 2 },
  },
];

const places = ({ theme, markerSize, clusterSize }: MapLook): LayerSpecification[] => [
  {
    id: 'facilities',
    type: 'symbol',
    source: 'facilities',
    filter: ['!', ['has', 'point_count']],
    layout: {
      'icon-image': markIcon(theme),
      'icon-size': markerSize / PICTURE,
      'icon-allow-overlap': true,
      // From afar the code of the site; near enough to separate its facilities, the code of each.
      'text-field': ['step', ['zoom'], ['get', 'site'], FACILITIES_FROM, ['get', 'own']],
      ...LABEL,
    },
    paint: {},
  },
  {
    id: 'clusters',
    type: 'symbol',
    source: 'facilities',
    filter: ['has', 'point_count'],
    layout: {
      'icon-image': ringIcon(theme, clusterSize),
      'icon-allow-overlap': true,
      'symbol-sort-key': ['-', ['get', 'point_count']],
      'text-field': [
        'case',
        ['>', ['length', ['get', 'sites']], 9],
        ['concat', ['slice', ['get', 'lead'], LEAD_DIGITS], ' …'],
        ['get', 'sites'],
      ],
      ...LABEL,
      'text-radial-offset': 1.8,
    },
    paint: {},
  },
];

const chosen = ({ theme, markerSize }: MapLook): LayerSpecification[] => [
  {
    id: 'selected-ring',
    type: 'circle',
    source: 'selected',
    paint: {
      'circle-radius': markerSize / 2 + 4,
      'circle-opacity': 0.15,
      'circle-stroke-width': 2,
    },
  },
  {
    id: 'selected',
    type: 'symbol',
    source: 'selected',
    layout: {
      'icon-image': markIcon(theme),
      'icon-size': (markerSize / PICTURE) * 1.25,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
    paint: {},
  },
  {
    id: 'near',
    type: 'circle',
    source: 'near',
    paint: { 'circle-radius': 5, 'circle-stroke-width': 3, 'circle-opacity': 0 },
  },
];

// an expression
export const markIcon = (theme: Theme) => ['concat', 'mark/', theme, '/', ['get', 'kind']] as never;
export const ringIcon = (theme: Theme, size: number) =>
  [
    'concat',
    ringName(theme, size),
    ...MARK_KINDS.flatMap((kind) => ['/', ['to-string', ['get', kind]]]),
  ] as never; // an expression

/** [layer, property, value] of everything that a theme decides. */
export function themePaint(theme: Theme): readonly (readonly [string, string, string])[] {
  const c = MAP_COLOURS[theme];
  return [
    ['sea', 'background-color', c.sea],
    ['graticule', 'line-color', c.graticule],
    ['land', 'fill-color', c.land],
    ['lake', 'fill-color', c.sea],
    ['river', 'line-color', c.river],
    ['state', 'line-color', c.coast],
    ['border', 'line-color', c.coast],
    ['coast', 'line-color', c.coast],
    ['tracks', 'line-color', c.marks.mobile],
    ['area-fill', 'fill-color', c.accent],
    ['area-line', 'line-color', c.accent],
    ['area-dots', 'circle-color', c.surface],
    ['area-dots', 'circle-stroke-color', c.accent],
    ['highlighted', 'circle-stroke-color', c.accent],
    ['facilities', 'text-color', c.ink],
    ['facilities', 'text-halo-color', c.land],
    ['clusters', 'text-color', c.ink],
    ['clusters', 'text-halo-color', c.land],
    ['selected-ring', 'circle-color', c.accent],
    ['selected-ring', 'circle-stroke-color', c.accent],
    ['near', 'circle-stroke-color', c.ink],
  ];
}
