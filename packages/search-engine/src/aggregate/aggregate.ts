// Aggregations over the found documents, nested to any depth.

import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult, AggregationResults } from '@isobar/query-language/result.ts';
import { allBits, type Bits, both, listOf, listWithin } from '../memory/bits.ts';
import { wordAt } from '../memory/numbers.ts';
import type { Context } from '../query/context.ts';
import { matching } from '../query/evaluate.ts';
import { documentsHaving } from '../query/evaluate-exact.ts';
import type { Column } from '../segment/column.ts';
import { columnFor } from '../segment/fields.ts';
import { composite } from './aggregate-composite.ts';
import { dateHistogram, numberHistogram } from './aggregate-histogram.ts';
import { cardinality, numberMetric, valueCount } from './aggregate-metrics.ts';
import { ranges } from './aggregate-ranges.ts';
import { extendedStats, percentileRanks, percentiles } from './aggregate-spread.ts';
import { termsAggregation } from './aggregate-terms.ts';
import { topHits } from './aggregate-top-hits.ts';
import type { AggregationContext, Whole } from './aggregation-context.ts';
import { asList, asValues, countOfKept } from './counted.ts';
import { type Kept, keptValues } from './whole-values.ts';

/** Results by name over the found documents. Throws Refusal. */
export function aggregate(
  aggregations: Aggregations,
  found: Omit<Whole, 'list'>,
  context: Context & Pick<AggregationContext, 'index' | 'scores' | 'alike'>,
): AggregationResults {
  const known = new Map<object, Bits>();
  const filtered = (key: object, find: () => Bits) => {
    const bits = known.get(key) ?? find();
    known.set(key, bits);
    return bits;
  };
  let listed: Int32Array | undefined;
  const documents = () => {
    listed ??= found.documents();
    return listed;
  };
  // Filter aggregations intersect bit sets, so the list of all documents is made only if some other
  // aggregation needs it.
  const list = Object.values(aggregations).every(isPart) ? new Int32Array(0) : documents();
  return all(
    aggregations,
    list,
    within(false, { ...context, found: filtered, whole: { ...found, documents, list } }),
  );
}

const isPart = (aggregation: Aggregation): boolean =>
  'filter' in aggregation && !('match_all' in aggregation.filter);

function within(
  everything: boolean,
  context: Omit<AggregationContext, 'below' | 'everything'>,
): AggregationContext {
  const whole: AggregationContext = {
    ...context,
    everything,
    below: (inner, documents) => (inner ? all(inner, documents, whole) : {}),
  };
  return whole;
}

function all(
  aggregations: Aggregations,
  list: Int32Array,
  context: AggregationContext,
): AggregationResults {
  const results: Record<string, AggregationResult> = {};
  for (const [name, aggregation] of Object.entries(aggregations)) {
    context.budget.check();
    results[name] = noted(aggregation, one(aggregation, list, context));
  }
  return results;
}

const noted = ({ meta }: Aggregation, result: AggregationResult): AggregationResult =>
  meta ? { meta, ...result } : result;

function one(
  aggregation: Aggregation,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const inner = aggregation.aggs ?? aggregation.aggregations;
  const bucket = (documents: Int32Array) => {
    context.budget.buckets(1);
    return { doc_count: documents.length, ...context.below(inner, documents) };
  };
  if ('terms' in aggregation)
    return termsAggregation(aggregation.terms, inner, asList(list, context), context);
  if ('cardinality' in aggregation) return cardinality(aggregation.cardinality, list, context);
  if ('top_hits' in aggregation) return topHits(aggregation.top_hits, list, context);
  if ('value_count' in aggregation) return valueCount(aggregation.value_count, list, context);
  if ('date_histogram' in aggregation)
    return dateHistogram(aggregation.date_histogram, inner, list, context);
  if ('histogram' in aggregation)
    return numberHistogram(aggregation.histogram, inner, list, context);
  if ('filter' in aggregation) {
    const { filter } = aggregation;
    // the same list, so that what is cached for it stays
    if ('match_all' in filter) return bucket(list);
    const bits = () => context.found(filter, () => matching(filter, context));
    const kept = list === context.whole.list ? keptValues(filter, inner, context) : null;
    if (kept) return ofValues(inner ?? {}, kept, bits, context);
    return bucket(partOf(list, bits(), context));
  }
  if ('filters' in aggregation) return filtersBuckets(aggregation.filters, list, context, bucket);
  if ('missing' in aggregation) {
    const { field } = aggregation.missing;
    columnFor(context.segment, field); // throws for text fields
    const having = context.found(aggregation.missing, () => documentsHaving(field, context));
    return bucket(listWithout(list, having));
  }
  if ('global' in aggregation) return overAll(inner, context);
  if ('composite' in aggregation) return composite(aggregation.composite, inner, list, context);
  for (const kind of ['range', 'date_range'] as const) {
    const within = (bits: Bits) => partOf(list, bits, context);
    if (kind in aggregation)
      // validated by the HTTP layer
      return ranges(kind, (aggregation as never)[kind], list, context, { bucket, within });
  }
  if ('percentiles' in aggregation) return percentiles(aggregation.percentiles, list, context);
  if ('percentile_ranks' in aggregation)
    return percentileRanks(aggregation.percentile_ranks, list, context);
  if ('extended_stats' in aggregation)
    return extendedStats(aggregation.extended_stats, list, context);
  // validated by the HTTP layer
  for (const kind of ['min', 'max', 'sum', 'avg', 'stats'] as const)
    if (kind in aggregation) return numberMetric(kind, (aggregation as never)[kind], list, context);
  throw new Error('an aggregation of no known kind has passed validation');
}

/**
 * A bucket of a filter, with buckets of values that it keeps whole. `bits`: the documents that it
 * lets in.
 */
function ofValues(
  inner: Aggregations,
  kept: ReadonlyMap<Column, Kept>,
  bits: () => Bits,
  context: AggregationContext,
): { doc_count: number } {
  context.budget.buckets(1);
  const results: Record<string, AggregationResult> = {};
  let count = 0;
  for (const [name, one] of Object.entries(inner)) {
    const column = 'terms' in one ? columnFor(context.segment, one.terms.field) : null;
    const isIn = column && kept.get(column);
    if (!('terms' in one) || !isIn) continue; // they all are
    const below = one.aggs ?? one.aggregations;
    const counted = asValues(isIn, bits, context);
    results[name] = noted(one, termsAggregation(one.terms, below, counted, context));
    count = countOfKept(column, isIn, context);
  }
  return { doc_count: count, ...results };
}

function partOf(list: Int32Array, bits: Bits, { whole, budget }: AggregationContext): Int32Array {
  budget.work(list.length);
  return list === whole.list ? listOf(both(whole.bits, bits)) : listWithin(list, bits);
}

function overAll(inner: Aggregations | undefined, context: AggregationContext): AggregationResult {
  const { documents } = context.segment;
  const list = listOf(allBits(documents));
  return { doc_count: documents, ...within(true, context).below(inner, list) };
}

type Filters = Extract<Aggregation, { filters: unknown }>['filters'];

function filtersBuckets(
  { filters, other_bucket, other_bucket_key }: Filters,
  list: Int32Array,
  context: AggregationContext,
  bucket: (documents: Int32Array) => { doc_count: number },
): AggregationResult {
  const others = other_bucket ?? other_bucket_key !== undefined;
  const sets: (readonly [string, Bits])[] = Object.entries(filters).map(([name, query]) => [
    name,
    context.found(query, () => matching(query, context)),
  ]);
  const buckets: [string, { doc_count: number }][] = sets.map(([name, bits]) => [
    name,
    bucket(partOf(list, bits, context)),
  ]);
  if (others) {
    const rest = sets.reduce((left, [, bits]) => {
      context.budget.work(left.length);
      return listWithout(left, bits);
    }, list);
    buckets.push([other_bucket_key ?? '_other_', bucket(rest)]);
  }
  return Array.isArray(filters)
    ? { buckets: buckets.map(([, one]) => one as never) } // anonymous buckets have no key
    : { buckets: Object.fromEntries(buckets) };
}

const listWithout = (list: Int32Array, bits: Bits): Int32Array =>
  list.filter((d) => (wordAt(bits, d >>> 5) & (1 << (d & 31))) === 0);
