// Queries by location: bounding boxes and shapes over fields of points and shapes, distances over
// fields of points.
import { metresOf } from '@isobar/query-language/distance.ts';
import type { QueryGeometry, QueryKinds } from '@isobar/query-language/query.ts';
import { pointValue } from '../language/field-values.ts';
import {
  aroundGlobe,
  type Box,
  boxGeometry,
  type Geometry,
  heldBox,
  heldPoint,
  intersects,
  metresBetween,
  type Position,
  positionsIn,
  readGeometry,
} from '../language/geometry.ts';
import { illegal } from '../language/refusal.ts';
import { documentsOf, type TextColumn } from '../segment/column.ts';
import { fieldOf } from '../segment/fields.ts';
import type { Context } from './context.ts';
import { none } from './evaluate-exact.ts';
import { boosted, type Matched, matched } from './matched.ts';

type GeoBox = QueryKinds['geo_bounding_box'];
type GeoDistance = QueryKinds['geo_distance'];
type GeoShape = QueryKinds['geo_shape'];

export function evaluateGeoBox(query: GeoBox, context: Context): Matched {
  const { name, content, boost } = fieldBeside(query, ['validation_method']);
  const box = boxOf(content as BoxContent); // validated by the HTTP layer
  const column = placeColumn(name, query, context);
  if (!column) return none(context);
  return boosted(
    matched(
      placesWithin(column, boxGeometry(column.kind === 'point' ? heldBox(box) : box), context),
    ),
    boost,
  );
}

/** Points whose distance along the great circle is `distance` at most. */
export function evaluateGeoDistance(query: GeoDistance, context: Context): Matched {
  const { name, content, boost } = fieldBeside(query, DISTANCE_OPTIONS);
  const { lat, lon } = pointOf(content);
  const metres = metresOf(query.distance, query.unit) ?? 0;
  const column = placeColumn(name, query, context);
  if (!column) return none(context);
  if (column.kind === 'shape')
    throw illegal(`field [${name}] holds shapes; geo_distance is answered for points`);
  const chosen = new Uint8Array(column.dictionary.size);
  for (const [ordinal, text] of column.dictionary.texts(0, column.dictionary.size)) {
    context.budget.work(text.length);
    if (metresBetween([lon, lat], pointIn(text)) <= metres) chosen[ordinal] = 1;
  }
  return boosted(matched(documentsOf(column, chosen)), boost);
}

const DISTANCE_OPTIONS = ['distance', 'unit', 'distance_type', 'validation_method'];

export function evaluateGeoShape(query: GeoShape, context: Context): Matched {
  const { name, content, boost } = fieldBeside(query, []);
  const { shape } = content as { readonly shape: QueryGeometry }; // validated by the HTTP layer
  const column = placeColumn(name, query, context);
  if (!column) return none(context);
  return boosted(matched(placesWithin(column, queryGeometry(shape), context), 0), boost);
}

function fieldBeside(query: Readonly<Record<string, unknown>>, options: readonly string[]) {
  const known = ['boost', 'ignore_unmapped', ...options];
  // exactly one, validated by the HTTP layer
  const name = Object.keys(query).find((key) => !known.includes(key)) ?? '';
  return {
    name,
    content: query[name],
    boost: typeof query.boost === 'number' ? query.boost : undefined,
  };
}

/** Null if there is no such field and the query says `ignore_unmapped`. */
function placeColumn(
  name: string,
  { ignore_unmapped: isPassed }: { readonly ignore_unmapped?: boolean },
  { segment }: Context,
): TextColumn | null {
  const field = fieldOf(segment, name);
  if (!field && isPassed) return null;
  if (!field) throw illegal(`failed to find geo field [${name}]`);
  if (field.kind === 'place') return field.column;
  throw illegal(`field [${name}] holds no places`);
}

/** Each different location is tested once, however many documents share it. */
function placesWithin(column: TextColumn, geometry: Geometry, { budget }: Context) {
  const chosen = new Uint8Array(column.dictionary.size);
  const corners = positionsIn(geometry);
  for (const [ordinal, text] of column.dictionary.texts(0, column.dictionary.size)) {
    budget.work(text.length + corners);
    if (intersects(geometry, placeOf(column, text), budget)) chosen[ordinal] = 1;
  }
  return documentsOf(column, chosen);
}

function placeOf(column: TextColumn, text: string): Geometry {
  if (column.kind === 'shape') return readGeometry(JSON.parse(text));
  return { points: [pointIn(text)], lines: [], polygons: [] };
}

function pointIn(text: string): Position {
  const [lat = 0, lon = 0] = text.split(',').map(Number); // written by the builder
  return heldPoint([lon, lat]);
}

type PointContent = { lat: number; lon: number } | readonly [number, number] | string;
type BoxContent =
  | { readonly top_left: PointContent; readonly bottom_right: PointContent }
  | { readonly top_right: PointContent; readonly bottom_left: PointContent }
  | {
      readonly top: number;
      readonly left: number;
      readonly bottom: number;
      readonly right: number;
    };

function boxOf(box: BoxContent): Box {
  if ('top' in box) return { north: box.top, west: box.left, south: box.bottom, east: box.right };
  const [a, b] =
    'top_left' in box ? [box.top_left, box.bottom_right] : [box.top_right, box.bottom_left];
  const [top, bottom] = [pointOf(a), pointOf(b)];
  const [west, east] = 'top_left' in box ? [top.lon, bottom.lon] : [bottom.lon, top.lon];
  if (top.lat < bottom.lat) throw illegal('top is below bottom corner');
  return { north: top.lat, south: bottom.lat, west, east };
}

function pointOf(content: unknown): { readonly lat: number; readonly lon: number } {
  const point = Array.isArray(content)
    ? pointValue({ lon: content[0], lat: content[1] })
    : pointValue(content);
  if (!point) throw illegal(`[${JSON.stringify(content)}] is no place on the earth`);
  return point;
}

function queryGeometry(shape: QueryGeometry): Geometry {
  const geometry = readGeometry(shape);
  return shape.type.toLowerCase() === 'envelope' ? geometry : aroundGlobe(geometry);
}
