// Buckets of equal width over numbers and dates.
import type { AggregationKinds, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { dateFormatter } from '../language/date-format.ts';
import { dateInterval, dateSteps, keysInOrder, type Steps } from '../language/date-steps.ts';
import { parseDateExpression } from '../language/dates.ts';
import { illegal } from '../language/refusal.ts';
import { numberOf } from '../query/evaluate-exact.ts';
import { isTextColumn, type NumberColumn } from '../segment/column.ts';
import { columnFor } from '../segment/fields.ts';
import type { AggregationContext } from './aggregation-context.ts';
import { type BucketOrder, inOrder, readOrder } from './bucket-order.ts';
import { eachPair } from './count.ts';

type Bounds = AggregationKinds['histogram']['extended_bounds'];

type Rules = {
  readonly steps: Steps;
  readonly order: BucketOrder;
  readonly minimum: number;
  readonly bounds: { readonly min: number; readonly max: number } | null;
  readonly missing: number | null;
  readonly text: ((key: number) => string) | null;
};

export function numberHistogram(
  options: AggregationKinds['histogram'],
  inner: Aggregations | undefined,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const { interval, offset = 0 } = options;
  const column = numberColumn(options.field, 'histogram', context);
  const rules: Rules = {
    steps: {
      keyOf: (value) => Math.floor((value - offset) / interval) * interval + offset,
      next: (key) => (Math.round((key - offset) / interval) + 1) * interval + offset,
    },
    order: readOrder(options.order ?? { _key: 'asc' }, inner),
    minimum: options.min_doc_count ?? 0,
    bounds: boundsOf(options.extended_bounds, Number),
    missing: options.missing ?? null,
    text: null,
  };
  return histogram(column, rules, inner, list, context);
}

export function dateHistogram(
  options: AggregationKinds['date_histogram'],
  inner: Aggregations | undefined,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const column = numberColumn(options.field, 'date_histogram', context);
  const date = (value: string | number) => {
    const time =
      typeof value === 'number' ? value : parseDateExpression(value, 'down', context.now);
    if (time === null) throw illegal(`[${value}] is no date`);
    return time;
  };
  const rules: Rules = {
    steps: dateSteps(dateInterval(options)),
    order: readOrder(options.order ?? { _key: 'asc' }, inner),
    minimum: options.min_doc_count ?? 0,
    bounds: boundsOf(options.extended_bounds, date),
    missing:
      options.missing === undefined || !column
        ? null
        : numberOf(column, options.missing, 'down', context),
    text: dateFormatter(options.format),
  };
  return histogram(column, rules, inner, list, context);
}

function numberColumn(field: string, kind: string, context: AggregationContext) {
  const column = columnFor(context.segment, field);
  if (column && isTextColumn(column))
    throw illegal(`Field [${field}] of type [keyword] is not supported for aggregation [${kind}]`);
  return column;
}

const boundsOf = (bounds: Bounds, read: (value: string | number) => number): Rules['bounds'] =>
  bounds === undefined ? null : { min: read(bounds.min), max: read(bounds.max) };

function histogram(
  column: NumberColumn | null,
  rules: Rules,
  inner: Aggregations | undefined,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const documents = column
    ? documentsByKey(column, rules, list, context)
    : new Map<number, number[]>();
  const keys = keysInOrder([...documents.keys()], rules.steps, rules.minimum, rules.bounds);
  context.budget.buckets(keys.length);
  const buckets = keys.flatMap((key) => {
    const own = Int32Array.from(documents.get(key) ?? []);
    if (own.length < rules.minimum) return [];
    return [{ key, count: own.length, results: context.below(inner, own) }];
  });
  const { text } = rules;
  return {
    buckets: inOrder(buckets, rules.order, (bucket) => bucket.key, context.budget).map(
      ({ key, count, results }) => ({
        ...(text ? { key_as_string: text(key) } : {}),
        key,
        doc_count: count,
        ...results,
      }),
    ),
  };
}

/**
 * The documents of each bucket, ascending. A document with two values in one bucket counts once
 * there.
 */
function documentsByKey(
  column: NumberColumn,
  { steps, missing }: Rules,
  list: Int32Array,
  { budget }: AggregationContext,
) {
  const documents = new Map<number, number[]>();
  const keys = new Map<number, number>();
  const keyOf = (value: number): number | null => {
    if (value === 0) return missing === null ? null : steps.keyOf(missing);
    let key = keys.get(value);
    if (key === undefined) {
      key = steps.keyOf(column.dictionary.number(value - 1));
      keys.set(value, key);
    }
    return key;
  };
  eachPair(column, list, (document, value) => {
    budget.work(4);
    const key = keyOf(value);
    if (key === null) return;
    const own = documents.get(key);
    if (!own) documents.set(key, [document]);
    else if (own.at(-1) !== document) own.push(document);
  });
  return documents;
}
