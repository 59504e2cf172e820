// One field compared with what a request says: values of JSON in, a condition out.

import type { PatternPart } from '@isobar/query-language/query-tokens.ts';
import type { Scalar } from '@isobar/query-language/text-query.ts';
import { dateReader } from '@isobar/search-engine/language/date-format.ts';
import { parseDateExpression, type Rounding } from '@isobar/search-engine/language/dates.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { ALL, allOf, anyOf, type Condition, NONE } from './condition.ts';
import { type FileField, fileField, isOptional } from './fields.ts';

/**
 * The field holds this value. A date without a time of day means the whole day. Throws
 * SearchRefused.
 */
export function equal(field: FileField, value: Scalar, now: number): Condition {
  const { column } = field;
  if (field.kind === 'text') return storable(value) ? oneOf(column, [String(value)]) : NONE;
  return within(field, { gte: value, lte: value }, now);
}

/** As `equal`, for a field given by its name, `_id` included. */
export function equalByName(name: string, value: Scalar, now: number): Condition {
  return name === '_id' ? ids([String(value)]) : equal(fileField(name), value, now);
}

/**
 * Files by the ids that hits carry: the file's name, or its datastream, a slash and its name where
 * those differ.
 */
export function ids(values: readonly string[]): Condition {
  const usable = values.filter(storable);
  const named = usable.filter((id) => !id.includes('/'));
  const foreign = usable.filter((id) => id.includes('/'));
  return anyOf([
    ...(named.length > 0 ? [allOf([oneOf('file_name', named), oneOf('named', [1])])] : []),
    ...foreign.map((id) =>
      allOf([
        oneOf('datastream', [id.slice(0, id.indexOf('/'))]),
        oneOf('file_name', [id.slice(id.indexOf('/') + 1)]),
        oneOf('named', [0]),
      ]),
    ),
  ]);
}

export type Bounds = {
  readonly gt?: Scalar | null;
  readonly gte?: Scalar | null;
  readonly lt?: Scalar | null;
  readonly lte?: Scalar | null;
  /** How dates are written, when not in the usual form: `yyyyMMdd`. */
  readonly format?: string;
};

/**
 * The field lies within the bounds. A date as an upper bound that is not written in full includes
 * all that it can mean: 2019-01 reaches to the end of January. Throws SearchRefused.
 */
export function within(field: FileField, bounds: Bounds, now: number): Condition {
  if (field.kind === 'text') return textWithin(field, bounds);
  const read = field.kind === 'date' ? readerOf(field, now, bounds.format) : numberReader;
  // dates are compared in milliseconds and stored in seconds
  const unit = field.kind === 'date' ? 1000 : 1;
  const least = [
    ...given(bounds.gte, (v) => Math.ceil(read(v, 'down') / unit)),
    ...given(bounds.gt, (v) => Math.floor(read(v, 'up') / unit) + 1),
  ];
  const most = [
    ...given(bounds.lte, (v) => Math.floor(read(v, 'up') / unit)),
    ...given(bounds.lt, (v) => Math.ceil(read(v, 'down') / unit) - 1),
  ];
  const from = least.length > 0 ? clamp(Math.max(...least)) : null;
  const to = most.length > 0 ? clamp(Math.min(...most)) : null;
  if (from === null && to === null) return present(field);
  if (from !== null && to !== null && from > to) return NONE;
  return { kind: 'between', column: field.column, from, to };
}

/** The whole value fits a pattern. Throws SearchRefused for a field that is not text. */
export function like(
  field: FileField,
  pattern: readonly PatternPart[],
  ignoreCase = false,
): Condition {
  if (field.kind !== 'text')
    throw new SearchRefused(
      400,
      'query_shard_exception',
      `wildcards are for texts; [${field.name}] is a ${field.kind}`,
    );
  const parts = simplest(pattern);
  const [only] = parts;
  if (parts.length === 1 && only === '*') return present(field);
  if (parts.some((part) => typeof part === 'object' && !storable(part.text))) return NONE;
  const plain =
    parts.length === 0 ? '' : parts.length === 1 && typeof only === 'object' && only.text;
  if (typeof plain === 'string' && !ignoreCase) return oneOf(field.column, [plain]);
  return { kind: 'like', column: field.column, pattern: parts, ignoreCase };
}

/** `a*b?c`; a backslash makes the next sign stand for itself. */
export function parsePattern(text: string): PatternPart[] {
  const parts: PatternPart[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '*' || c === '?') parts.push(c);
    else if (c === '\\' && i + 1 < text.length) parts.push({ text: text.charAt(++i) });
    else parts.push({ text: c });
  }
  return parts;
}

/** The field has a value. */
export const present = (field: FileField): Condition =>
  isOptional(field.column) ? { kind: 'present', column: field.column } : ALL;

type InColumn = Extract<Condition, { kind: 'in' }>['column'];
const oneOf = (column: InColumn, values: readonly (string | number)[]): Condition => ({
  kind: 'in',
  column,
  values,
});

/** No text in the store holds a NUL, and PostgreSQL does not take one even to compare with. */
const storable = (value: Scalar): boolean => !String(value).includes('\0');

const given = (bound: Scalar | null | undefined, read: (value: Scalar) => number): number[] =>
  bound === null || bound === undefined ? [] : [read(bound)];

function textWithin(field: FileField, bounds: Bounds): Condition {
  const text = (value: Scalar) => String(value).replaceAll('\0', '');
  const { column } = field;
  const parts: Condition[] = [];
  const add = (from: Scalar | null | undefined, to: Scalar | null | undefined, open: boolean) => {
    if ((from ?? to ?? null) === null) return;
    parts.push({
      kind: 'between',
      column,
      from: from === undefined || from === null ? null : text(from),
      to: to === undefined || to === null ? null : text(to),
      ...(open && from !== undefined ? { excludesFrom: true } : {}),
      ...(open && to !== undefined ? { excludesTo: true } : {}),
    });
  };
  add(bounds.gte, undefined, false);
  add(bounds.gt, undefined, true);
  add(undefined, bounds.lte, false);
  add(undefined, bounds.lt, true);
  return parts.length > 0 ? allOf(parts) : present(field);
}

function readerOf(field: FileField, now: number, format: string | undefined) {
  const parse = format === undefined ? undefined : dateReader(format);
  return (value: Scalar, rounding: Rounding): number => {
    const plain = typeof value === 'number' && !parse;
    const read = plain ? value : parseDateExpression(String(value), rounding, now, parse);
    if (read !== null) return read;
    throw new SearchRefused(
      400,
      'parse_exception',
      `failed to parse date field [${value}] of [${field.name}]; dates are written ${format ?? '2019-01-31T00:00:00Z'}`,
    );
  };
}

function numberReader(value: Scalar): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isNaN(number)) return number;
  throw new SearchRefused(400, 'number_format_exception', `For input string: "${value}"`);
}

const clamp = (bound: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, bound));

/** Joins adjacent texts, and makes several stars in a row one. */
function simplest(pattern: readonly PatternPart[]): PatternPart[] {
  const parts: PatternPart[] = [];
  for (const part of pattern) {
    const last = parts.at(-1);
    if (part === '*' && last === '*') continue;
    if (typeof part === 'object' && typeof last === 'object')
      parts[parts.length - 1] = { text: last.text + part.text };
    else parts.push(part);
  }
  return parts;
}
