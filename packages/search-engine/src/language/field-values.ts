// Values of a document's field in the form in which they are indexed. A value that does not fit its
// field is not indexed, but it stays in the source: one bad value does not keep a document from
// being found by its others.
import { parseDate } from './dates.ts';

/**
 * All values under a field name. Dotted names lead into objects, lists are flattened, null counts
 * as absent.
 */
export function valuesOf(document: Readonly<Record<string, unknown>>, field: string): unknown[] {
  const values: unknown[] = [];
  if (Object.hasOwn(document, field)) collect(document[field], values);
  if (values.length === 0 && field.includes('.')) follow(document, field.split('.'), values);
  return values;
}

function follow(value: unknown, path: readonly string[], into: unknown[]): void {
  const [first, ...rest] = path;
  if (first === undefined) collect(value, into);
  else if (Array.isArray(value)) for (const item of value) follow(item, path, into);
  else if (isObject(value) && Object.hasOwn(value, first)) follow(value[first], rest, into);
}

function collect(value: unknown, into: unknown[]): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  else into.push(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export function textValue(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

export function numberValue(
  kind: 'integer' | 'double' | 'date' | 'boolean',
  value: unknown,
): number | null {
  if (kind === 'boolean') return booleanNumber(value);
  if (kind === 'date') return dateNumber(value);
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? +value : NaN;
  if (!Number.isFinite(number)) return null;
  return (kind === 'integer' ? Math.trunc(number) : number) + 0; // -0 becomes 0
}

/** 1 for true; 0 for false (also as text, and for empty text); null for anything else. */
export function booleanNumber(value: unknown): number | null {
  if (value === true || value === 'true') return 1;
  return value === false || value === 'false' || value === '' ? 0 : null;
}

function dateNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : null;
  return typeof value === 'string' ? parseDate(value) : null;
}

export type Point = { readonly lat: number; readonly lon: number };

/** `{lat, lon}`, `'lat,lon'` or `{type: 'Point', coordinates: [lon, lat]}`. */
export function pointValue(value: unknown): Point | null {
  if (typeof value === 'string') {
    const [lat, lon, more] = value.split(',').map((part) => (part.trim() === '' ? NaN : +part));
    return more === undefined ? point(lat, lon) : null;
  }
  if (!isObject(value)) return null;
  if (Array.isArray(value.coordinates)) return point(value.coordinates[1], value.coordinates[0]);
  return point(value.lat, value.lon);
}

function point(lat: unknown, lon: unknown): Point | null {
  const [y, x] = [typeof lat === 'string' ? +lat : lat, typeof lon === 'string' ? +lon : lon];
  return typeof y === 'number' && typeof x === 'number' && Math.abs(y) <= 90 && Math.abs(x) <= 180
    ? { lat: y, lon: x }
    : null;
}

/** Points of a field: a list of two numbers is one point, [lon, lat]. */
export function pointsOf(document: Readonly<Record<string, unknown>>, field: string): Point[] {
  const value = document[field];
  if (Array.isArray(value) && value.length >= 2 && value.every((v) => typeof v === 'number'))
    return [point(value[1], value[0])].filter((p) => p !== null);
  const items = Array.isArray(value) ? value : [value];
  return items
    .map((item) => (Array.isArray(item) ? point(item[1], item[0]) : pointValue(item)))
    .filter((p) => p !== null);
}
