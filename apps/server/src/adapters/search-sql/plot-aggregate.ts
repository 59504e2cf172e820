// The aggregations that quicklooks answer: over datastreams, variables, months and days, without
// listing plots.
import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type {
  AggregationResult,
  AggregationResults,
  Bucket,
} from '@isobar/query-language/result.ts';
import { filtersOf } from './filters.ts';
import { constraintsOf } from './plot-constraints.ts';
import { hitsOf, nameOf } from './plot-hits.ts';
import {
  countsOf,
  narrowing,
  type PlotField,
  type PlotSet,
  type Steps,
  sizeOf,
  within,
} from './plot-set.ts';
import { unsupported } from './refusals.ts';

/** `all`: every plot that the search looked at, for `global`. Throws SearchRefused. */
export async function aggregatePlots(
  set: PlotSet,
  all: PlotSet,
  asked: Aggregations,
  steps: Steps,
): Promise<AggregationResults> {
  const results: Record<string, AggregationResult> = {};
  for (const [name, aggregation] of Object.entries(asked)) {
    const result = await resultOf(set, all, aggregation, steps);
    results[name] = { ...result, ...(aggregation.meta ? { meta: aggregation.meta } : {}) };
  }
  return results;
}

async function resultOf(
  set: PlotSet,
  all: PlotSet,
  aggregation: Aggregation,
  steps: Steps,
): Promise<AggregationResult> {
  const subs = aggregation.aggs ?? aggregation.aggregations ?? {};
  const bucket = async (part: PlotSet) => ({
    doc_count: sizeOf(part),
    ...(await aggregatePlots(part, all, subs, steps)),
  });
  if ('terms' in aggregation) return await termsOf(set, aggregation.terms, steps, bucket);
  if ('cardinality' in aggregation)
    return { value: await valuesOf(set, nameOf(aggregation.cardinality.field), steps) };
  if ('value_count' in aggregation) {
    nameOf(aggregation.value_count.field);
    return { value: sizeOf(set) };
  }
  if ('filter' in aggregation) return await bucket(within(set, constraintsOf(aggregation.filter)));
  if ('global' in aggregation) return await bucket(all);
  if ('missing' in aggregation) {
    nameOf(aggregation.missing.field);
    return await bucket([]); // every plot has every field
  }
  if ('top_hits' in aggregation) {
    const hits = await hitsOf(set, { size: 3, ...aggregation.top_hits }, steps);
    return { hits: { total: { value: sizeOf(set), relation: 'eq' }, max_score: null, hits } };
  }
  if ('filters' in aggregation)
    return await filtersOf(aggregation.filters, 'quicklooks', (query) =>
      bucket(within(set, constraintsOf(query))),
    );
  const kind = Object.keys(aggregation).find((key) => !/^(aggs|aggregations|meta)$/.test(key));
  throw unsupported(`aggregation [${kind}] is not supported by quicklooks`);
}

/** How many values a field has; each plot has an address of its own. */
const valuesOf = async (set: PlotSet, name: PlotField | 'url', steps: Steps): Promise<number> =>
  name === 'url' ? sizeOf(set) : (await countsOf(set, name, steps)).size;

type Terms = Extract<Aggregation, { readonly terms: unknown }>['terms'];
type Counted = { readonly key: string; readonly doc_count: number };

async function termsOf(
  set: PlotSet,
  terms: Terms,
  steps: Steps,
  bucketOf: (part: PlotSet) => Promise<Counted | Omit<Bucket, 'key'>>,
): Promise<AggregationResult> {
  const field = nameOf(terms.field);
  if (field === 'url')
    throw unsupported('terms: quicklooks are not counted by url; use ds, vn, month or dated');
  const { include, exclude, min_doc_count: least = 1, size = 10 } = terms;
  if (least === 0) throw unsupported('terms: min_doc_count 0 is not supported by quicklooks');
  const [only, not] = [listed(include, 'include'), listed(exclude, 'exclude')];
  const counted: Counted[] = [];
  for (const [key, count] of await countsOf(set, field, steps))
    if (count >= least && (only?.has(key) ?? true) && !not?.has(key))
      counted.push({ key, doc_count: count });
  counted.sort(orderOf(terms.order));
  const shown = counted.slice(0, size);
  const narrowed = narrowing(set, field, steps);
  const buckets: Bucket[] = [];
  for (const { key, doc_count: count } of shown) {
    buckets.push({ ...(await bucketOf(await narrowed(key))), key, doc_count: count });
  }
  const rest = counted.slice(size).reduce((sum, { doc_count: count }) => sum + count, 0);
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: rest, buckets };
}

function listed(values: Terms['include'], which: string): ReadonlySet<string> | undefined {
  if (typeof values === 'string')
    throw unsupported(`terms: ${which} as a regular expression is not supported; give a list`);
  return values && new Set(values.map(String));
}

/** By count or key; buckets that are then equal are sorted by key. */
function orderOf(order: Terms['order']): (a: Counted, b: Counted) => number {
  const given = order === undefined ? [{ _count: 'desc' }] : [order].flat();
  const keys = given.flatMap((entry) => Object.entries(entry));
  const other = keys.find(([by]) => !/^_(count|key|term)$/.test(by));
  if (other) throw unsupported(`terms: order by [${other[0]}] is not supported by quicklooks`);
  return (a, b) => {
    for (const [by, direction] of [...keys, ['_key', 'asc']] as const) {
      const [x, y] = by === '_count' ? [a.doc_count, b.doc_count] : [a.key, b.key];
      if (x !== y) return x < y === (direction.toLowerCase() === 'asc') ? -1 : 1;
    }
    return 0;
  };
}
