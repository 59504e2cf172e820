// Metrics over a list of documents: distinct values, counts, sums, extremes.
import type { AggregationKinds } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { formatDate } from '../language/dates.ts';
import { illegal } from '../language/refusal.ts';
import { intAt, ordinalAt } from '../memory/numbers.ts';
import { numberOf } from '../query/evaluate-exact.ts';
import { type Column, isTextColumn, type NumberColumn } from '../segment/column.ts';
import { columnFor } from '../segment/fields.ts';
import type { AggregationContext } from './aggregation-context.ts';
import { condensed } from './condense.ts';

type Metric = AggregationKinds['min'];

/** How many different values; exact. */
export function cardinality(
  { field, missing }: AggregationKinds['cardinality'],
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const column = columnFor(context.segment, field);
  if (!column) return { value: missing !== undefined && list.length > 0 ? 1 : 0 };
  const { documents } = condensed(list, column, null);
  return { value: distinctValues(column, documents) + substitute(column, missing, list, context) };
}

/** Distinct values of a column over an ascending list of documents. */
export function distinctValues(column: Column, list: Int32Array): number {
  const { ordinals, starts } = column;
  if (column.contiguous) {
    let count = 0;
    let last = 0;
    for (let i = 0; i < list.length; i++) {
      const value = ordinalAt(ordinals, intAt(list, i));
      if (value !== 0 && value !== last) {
        count++;
        last = value;
      }
    }
    return count;
  }
  const seen =
    list.length * 8 < column.dictionary.size
      ? new Set<number>()
      : new Uint8Array(column.dictionary.size + 1);
  let count = 0;
  const visit = (value: number) => {
    if (seen instanceof Set) seen.add(value);
    else if (!seen[value]) {
      seen[value] = 1;
      count++;
    }
  };
  for (let i = 0; i < list.length; i++) {
    const document = intAt(list, i);
    if (!starts) {
      const value = ordinalAt(ordinals, document);
      if (value !== 0) visit(value);
    } else
      for (let p = intAt(starts, document); p < intAt(starts, document + 1); p++)
        visit(ordinalAt(ordinals, p));
  }
  return seen instanceof Set ? seen.size : count;
}

/**
 * How many values `missing` adds to a distinct count: 1 if a document lacks a value and none of the
 * others has this one, else 0.
 */
function substitute(
  column: Column,
  missing: Metric['missing'],
  list: Int32Array,
  context: AggregationContext,
): number {
  if (missing === undefined || !list.some((d) => !hasValue(column, d))) return 0;
  const ordinal = isTextColumn(column)
    ? column.dictionary.find(String(missing))
    : column.dictionary.find(numberOf(column, missing, 'down', context));
  return ordinal >= 0 && list.some((d) => hasOrdinal(column, d, ordinal)) ? 0 : 1;
}

const hasValue = (column: Column, document: number): boolean =>
  column.starts
    ? column.starts[document] !== column.starts[document + 1]
    : column.ordinals[document] !== 0;

function hasOrdinal({ starts, ordinals }: Column, document: number, ordinal: number): boolean {
  if (!starts) return ordinals[document] === ordinal + 1;
  for (let p = intAt(starts, document); p < intAt(starts, document + 1); p++)
    if (ordinals[p] === ordinal + 1) return true;
  return false;
}

export function valueCount(
  { field, missing }: Metric,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const column = columnFor(context.segment, field);
  if (!column) return { value: missing === undefined ? 0 : list.length };
  let value = 0;
  for (const document of list) {
    const count = column.starts
      ? intAt(column.starts, document + 1) - intAt(column.starts, document)
      : column.ordinals[document] === 0
        ? 0
        : 1;
    value += count === 0 && missing !== undefined ? 1 : count;
  }
  return { value };
}

export type Stats = { count: number; min: number; max: number; sum: number };

/** min, max, sum, avg or stats of a number field. */
export function numberMetric(
  kind: 'min' | 'max' | 'sum' | 'avg' | 'stats',
  metric: Metric,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const { column, instead } = numbersOf(kind, metric, context);
  const stats = column ? statsOf(column, list, instead) : repeated(instead, list.length);
  return shown(kind, stats, column);
}

/**
 * `column`: the number field of a metric, or null if the index does not have it. `instead`: the
 * number that counts for documents without a value, or null if the request gives none.
 */
export function numbersOf(
  kind: string,
  { field, missing }: Metric,
  context: AggregationContext,
): { column: NumberColumn | null; instead: number | null } {
  const column = columnFor(context.segment, field);
  if (column && isTextColumn(column))
    throw illegal(`Field [${field}] of type [keyword] is not supported for aggregation [${kind}]`);
  if (missing === undefined) return { column, instead: null };
  return {
    column,
    instead: column ? numberOf(column, missing, 'down', context) : Number(missing),
  };
}

function statsOf(column: NumberColumn, list: Int32Array, missing: number | null): Stats {
  const { starts, ordinals, dictionary } = column;
  let count = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let lost = 0; // rounding error so far (Kahan summation)
  const add = (value: number) => {
    count++;
    if (value < min) min = value;
    if (value > max) max = value;
    const corrected = value - lost;
    const next = sum + corrected;
    lost = next - sum - corrected;
    sum = next;
  };
  for (const document of list) {
    if (!starts) {
      const value = ordinalAt(ordinals, document);
      if (value !== 0) add(dictionary.number(value - 1));
      else if (missing !== null) add(missing);
      continue;
    }
    const from = intAt(starts, document);
    const to = intAt(starts, document + 1);
    if (from === to && missing !== null) add(missing);
    for (let p = from; p < to; p++) add(dictionary.number(ordinalAt(ordinals, p) - 1));
  }
  return { count, min, max, sum };
}

const repeated = (value: number | null, times: number): Stats =>
  value === null || times === 0
    ? { count: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, sum: 0 }
    : { count: times, min: value, max: value, sum: value * times };

function shown(
  kind: 'min' | 'max' | 'sum' | 'avg' | 'stats',
  { count, min, max, sum }: Stats,
  column: NumberColumn | null,
): AggregationResult {
  const none = count === 0;
  const all = {
    min: none ? null : min,
    max: none ? null : max,
    avg: none ? null : sum / count,
    sum,
  };
  if (kind !== 'stats') return withText('value', all[kind], column);
  return {
    count,
    ...all,
    ...(none || !column ? {} : statsTexts(all, column)),
  };
}

const statsTexts = (values: Readonly<Record<string, number | null>>, column: NumberColumn) =>
  Object.fromEntries(
    ['min', 'max', 'avg', 'sum'].flatMap((name) => {
      const value = values[name] ?? 0;
      const text = column.kind === 'boolean' ? value !== 0 : valueText(column, value);
      return text === null ? [] : [[`${name}_as_string`, text]];
    }),
  );

function withText(
  name: string,
  value: number | null,
  column: NumberColumn | null,
): AggregationResult {
  const text = value === null || !column ? null : valueText(column, value);
  return text === null ? { [name]: value } : { [name]: value, [`${name}_as_string`]: text };
}

/**
 * The text that replies show next to the number of a date or truth value; null for other fields.
 */
export function valueText({ kind }: NumberColumn, value: number): string | null {
  if (kind === 'date') return formatDate(value);
  return kind === 'boolean' ? (value === 0 ? 'false' : 'true') : null;
}
