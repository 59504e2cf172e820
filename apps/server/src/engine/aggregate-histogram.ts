// Buckets of equal width over numbers and dates.
import type { AggregationKinds, Aggregations } from '@isobar/contract/search/dsl-aggregation.ts';
import type { AggregationResult } from '@isobar/contract/search/result.ts';
import type { AggregationContext } from './aggregate.ts';
import { type BucketOrder, inOrder, readOrder } from './bucket-order.ts';
import { isTextColumn, type NumberColumn } from './column.ts';
import { eachPair } from './count.ts';
import { dateFormatter } from './date-format.ts';
import { add, floor, parseDateExpression } from './dates.ts';
import { numberOf } from './evaluate-exact.ts';
import { columnFor } from './fields.ts';
import { illegal } from './refusal.ts';

type Bounds = AggregationKinds['histogram']['extended_bounds'];

/** How keys follow each other. */
type Steps = {
  /** Key of the bucket that holds a value. */
  readonly keyOf: (value: number) => number;
  readonly next: (key: number) => number;
};
type Rules = {
  readonly steps: Steps;
  readonly order: BucketOrder;
  readonly minimum: number;
  readonly bounds: { readonly min: number; readonly max: number } | null;
  readonly missing: number | null;
  readonly text: ((key: number) => string) | null;
};

/** Most buckets of one histogram. */
const MAX_BUCKETS = 65_536;

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
  const offset = options.offset === undefined ? 0 : durationOf(options.offset);
  const date = (value: string | number) => {
    const time =
      typeof value === 'number' ? value : parseDateExpression(value, 'down', context.now);
    if (time === null) throw illegal(`[${value}] is no date`);
    return time;
  };
  const rules: Rules = {
    steps: shifted(
      options.calendar_interval !== undefined
        ? calendarSteps(options.calendar_interval)
        : fixedSteps(durationOf(options.fixed_interval as string)),
      offset,
    ),
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
  const documents = column ? documentsByKey(column, rules, list) : new Map<number, number[]>();
  const keys = allKeys([...documents.keys()], rules);
  const buckets = keys.flatMap((key) => {
    const own = Int32Array.from(documents.get(key) ?? []);
    if (own.length < rules.minimum) return [];
    return [{ key, count: own.length, results: context.below(inner, own) }];
  });
  const { text } = rules;
  return {
    buckets: inOrder(buckets, rules.order, (bucket) => bucket.key).map(
      ({ key, count, results }) => ({
        ...(text ? { key_as_string: text(key) } : {}),
        key,
        doc_count: count,
        ...results,
      }),
    ),
  };
}

/** The documents of each bucket, ascending. A document with two values in one bucket counts once there. */
function documentsByKey(column: NumberColumn, { steps, missing }: Rules, list: Int32Array) {
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
    const key = keyOf(value);
    if (key === null) return;
    const own = documents.get(key);
    if (!own) documents.set(key, [document]);
    else if (own.at(-1) !== document) own.push(document);
  });
  return documents;
}

/** Keys in order; those between the first and the last too, where empty buckets are wanted. */
function allKeys(found: readonly number[], { steps, minimum, bounds }: Rules): number[] {
  const sorted = found.toSorted((a, b) => a - b);
  if (minimum > 0) return sorted;
  const first = Math.min(sorted[0] ?? Infinity, bounds ? steps.keyOf(bounds.min) : Infinity);
  const last = Math.max(sorted.at(-1) ?? -Infinity, bounds ? steps.keyOf(bounds.max) : -Infinity);
  const keys: number[] = [];
  for (let key = first; key <= last; key = steps.next(key)) {
    if (keys.length === MAX_BUCKETS)
      throw illegal(`Trying to create too many buckets. Must be at most [${MAX_BUCKETS}]`);
    keys.push(key);
  }
  return keys;
}

const shifted = (steps: Steps, offset: number): Steps =>
  offset === 0
    ? steps
    : {
        keyOf: (value) => steps.keyOf(value - offset) + offset,
        next: (key) => steps.next(key - offset) + offset,
      };

const fixedSteps = (width: number): Steps => ({
  keyOf: (value) => Math.floor(value / width) * width,
  next: (key) => key + width,
});

function calendarSteps(interval: string): Steps {
  const unit = CALENDAR_UNITS[interval];
  if (!unit)
    throw illegal(
      `The supplied interval [${interval}] could not be parsed as a calendar interval.`,
    );
  return {
    keyOf: (value) => {
      const date = new Date(value);
      floor(date, unit);
      return date.getTime();
    },
    next: (key) => {
      const date = new Date(key);
      add(date, unit, 1);
      return date.getTime();
    },
  };
}

const CALENDAR_UNITS: Readonly<Record<string, string>> = {
  second: 's',
  '1s': 's',
  minute: 'm',
  '1m': 'm',
  hour: 'h',
  '1h': 'h',
  day: 'd',
  '1d': 'd',
  week: 'w',
  '1w': 'w',
  month: 'M',
  '1M': 'M',
  quarter: 'q',
  '1q': 'q',
  year: 'y',
  '1y': 'y',
};

/** Milliseconds of `30d`, `12h`, `90m`, `10s`, `100ms`; may be negative. */
function durationOf(text: string): number {
  const found = /^([+-]?)(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  const width = found ? Number(found[2]) * (DURATIONS[found[3] as string] as number) : 0;
  if (!found || (width === 0 && !found[1]))
    throw illegal(
      `failed to parse [${text}] as a time value: expected a number and ms, s, m, h or d`,
    );
  return found[1] === '-' ? -width : width;
}

const DURATIONS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
