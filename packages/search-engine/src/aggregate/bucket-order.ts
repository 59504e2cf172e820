// The order of buckets: by count, by key or by a result below them.

import type { AggregationKinds, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { type Budget, illegal } from '../language/refusal.ts';
import { itemAt } from '../memory/members.ts';
import { compareTexts } from '../segment/dictionary.ts';

type Key = string | number;
type Ordered = {
  readonly count: number;
  readonly results: Readonly<Record<string, AggregationResult>>;
};

export type BucketOrder = {
  readonly rules: readonly {
    readonly path: readonly string[];
    readonly descending: boolean;
    /**
     * The number that counts for a result without a value; null if there is no such number, so that
     * the bucket comes last.
     */
    readonly ofNothing: number | null;
  }[];
  /** Aggregations below the buckets whose results the order needs. */
  readonly needs: readonly string[];
};

/**
 * Reads `{_count: 'desc'}`, `[{groups: 'desc'}, {_key: 'asc'}]`,
 * `{'recommended>groups.value': 'asc'}`.
 */
export function readOrder(
  order: AggregationKinds['terms']['order'],
  inner: Aggregations | undefined,
): BucketOrder {
  const list = order === undefined ? [{ _count: 'desc' }] : Array.isArray(order) ? order : [order];
  const rules = list.flatMap((one) =>
    Object.entries(one as Record<string, string>).map(([text, direction]) => {
      const own = text === '_count' || text === '_key' || text === '_term';
      return {
        ...(own ? { path: [text], ofNothing: null } : pathOf(text, inner)),
        descending: direction.toLowerCase() === 'desc',
      };
    }),
  );
  const needs = [...new Set(rules.map(({ path }) => path[0] ?? ''))];
  return { rules, needs: needs.filter((name) => !name.startsWith('_')) };
}

/** `recommended>groups.value` -> recommended, groups, value. */
function pathOf(text: string, inner: Aggregations | undefined) {
  const steps = text.split('>');
  const last = steps.pop() ?? '';
  let level = inner;
  for (const step of steps) level = below(level, step, text);
  const whole = named(level, last);
  const dot = last.lastIndexOf('.');
  const name = whole || dot < 0 ? last : last.slice(0, dot);
  const member = whole || dot < 0 ? null : last.slice(dot + 1);
  const target = named(level, name);
  if (!target) throw unknownPath(text);
  const isSeveral = ['stats', 'extended_stats'].some((kind) => kind in target);
  if (isSeveral && member === null) throw unknownPath(text);
  const isList = ['percentiles', 'percentile_ranks'].some((kind) => kind in target);
  if (isList) throw unknownPath(text);
  const single = ['filter', 'global', 'missing'].some((kind) => kind in target);
  if (single && member !== null && member !== 'doc_count') throw unknownPath(text);
  const shown = member ?? (single ? 'doc_count' : 'value');
  const extreme = member === null || member === 'value' ? Object.keys(target) : [member];
  const ofNothing = extreme.includes('max') ? -Infinity : extreme.includes('min') ? Infinity : null;
  return { path: [...steps, name, shown], ofNothing };
}

/** Names come from the caller, so only own properties count. */
const named = (level: Aggregations | undefined, name: string) =>
  level && Object.hasOwn(level, name) ? level[name] : undefined;

function below(level: Aggregations | undefined, step: string, text: string) {
  const aggregation = named(level, step);
  if (!aggregation) throw unknownPath(text);
  return aggregation.aggs ?? aggregation.aggregations;
}

const unknownPath = (text: string) =>
  illegal(`Invalid aggregation order path [${text}]: no such value below the buckets`);

/**
 * The buckets in order; equal ones by ascending key. `ascending`: they are in the order of their
 * keys already.
 */
export function inOrder<T extends Ordered>(
  buckets: readonly T[],
  { rules }: BucketOrder,
  keyOf: (bucket: T) => Key,
  budget: Budget,
  ascending = false,
): T[] {
  const [only] = rules;
  const quick = ascending && only && rules.length === 1 ? byWholeNumber(buckets, only) : null;
  if (quick) return quick;
  return buckets.toSorted((a, b) => {
    budget.work(4);
    for (const rule of rules) {
      const difference = compare(a, b, rule, keyOf);
      if (difference !== 0) return difference;
    }
    return compareKeys(keyOf(a), keyOf(b));
  });
}

/**
 * Sorts by one whole number, keeping equal buckets in their order; null if a bucket has no such
 * number.
 */
function byWholeNumber<T extends Ordered>(
  buckets: readonly T[],
  { path, descending, ofNothing }: BucketOrder['rules'][number],
): T[] | null {
  if (path[0] === '_key' || path[0] === '_term' || buckets.length > MAX_PACKED) return null;
  const packed = new Float64Array(buckets.length);
  for (const [i, bucket] of buckets.entries()) {
    const value = path[0] === '_count' ? bucket.count : valueAt(bucket, path, ofNothing);
    if (value === null || !Number.isInteger(value) || value < 0 || value > MAX_WHOLE) return null;
    packed[i] = (descending ? MAX_WHOLE - value : value) * MAX_PACKED + i;
  }
  return Array.from(packed.sort(), (one) => itemAt(buckets, one % MAX_PACKED));
}

/** A number up to the second and one below the first fit together into one exact number. */
const MAX_PACKED = 2 ** 21;
const MAX_WHOLE = 2 ** 32 - 1;

function compare<T extends Ordered>(
  a: T,
  b: T,
  { path, descending, ofNothing }: BucketOrder['rules'][number],
  keyOf: (bucket: T) => Key,
): number {
  const sign = descending ? -1 : 1;
  if (path[0] === '_count') return sign * (a.count - b.count);
  if (path[0] === '_key' || path[0] === '_term') return sign * compareKeys(keyOf(a), keyOf(b));
  const [x, y] = [valueAt(a, path, ofNothing), valueAt(b, path, ofNothing)];
  if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
  return x === y ? 0 : sign * (x - y);
}

/**
 * Null: no value, which comes last in either direction. (The maximum of nothing is -Infinity, the
 * minimum Infinity.)
 */
function valueAt(bucket: Ordered, path: readonly string[], ofNothing: number | null) {
  let value: unknown = bucket.results;
  for (const step of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  return typeof value === 'number' ? value : ofNothing;
}

const compareKeys = (a: Key, b: Key): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));
