// Adapts a checked request for a cluster, so that ties are broken by the order of the documents and
// counts are exact; and removes the traces of these changes from the reply.

import type {
  Aggregation,
  AggregationKinds,
  Aggregations,
  Sort,
} from '@isobar/query-language/aggregation.ts';
import type { AggregationResult, Hits, SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

/**
 * Holds the place of a document in the order in which documents were given; not part of the source.
 */
export const ORDER_FIELD = 'isobar_order';

/** Distinct counts of a cluster are exact up to this many … */
const PRECISION = 40_000;
/**
 * … and within the buckets of an aggregation up to this many: each bucket takes memory for all of
 * them.
 */
const PRECISION_IN_BUCKETS = 3000;
/** With this many buckets, a shard leaves out none that has enough documents. */
const MAX_BUCKETS = 65_535;
/** A place after every document that has the sort values of `search_after`. */
const LAST = Number.MAX_SAFE_INTEGER;

export function forwarded(body: SearchBody, milliseconds: number): object {
  const { aggs, aggregations, sort, search_after, track_scores, ...rest } = body;
  const below = aggs ?? aggregations;
  return {
    track_total_hits: true,
    ...rest,
    timeout: `${Math.min(milliseconds, asMilliseconds(rest.timeout))}ms`,
    ...(rest.highlight ? { highlight: { ...rest.highlight, type: 'plain' } } : {}),
    ...(body.size === 0 ? {} : { sort: ordered(sort) }),
    ...(search_after ? { search_after: [...search_after, LAST] } : {}),
    ...(track_scores || showsScores(sort) ? { track_scores: true } : {}),
    ...(below ? { aggs: forwardedAggregations(below) } : {}),
  };
}

const list = (sort: Sort | undefined) =>
  sort === undefined ? [] : Array.isArray(sort) ? sort : [sort];

const ordered = (sort: Sort | undefined): object[] =>
  [...(sort === undefined ? ['_score'] : list(sort)), { [ORDER_FIELD]: 'asc' }].map((key) =>
    key === '_doc' ? { [ORDER_FIELD]: 'asc' } : isDocKey(key) ? { [ORDER_FIELD]: key._doc } : key,
  );

const isDocKey = (key: unknown): key is { _doc: unknown } =>
  typeof key === 'object' && key !== null && '_doc' in key;

const showsScores = (sort: Sort | undefined): boolean =>
  sort === undefined ||
  list(sort).some((key) => key === '_score' || (typeof key === 'object' && '_score' in key));

const asMilliseconds = (timeout: string | undefined): number =>
  timeout === undefined
    ? Number.POSITIVE_INFINITY
    : Number.parseInt(timeout, 10) * (timeout.endsWith('ms') ? 1 : 1000);

/**
 * Where an aggregation stands. `everything`: below `global`, where a cluster cannot track scores,
 * as the query need not match what is shown. `bucketed`: within one of many buckets.
 */
type Above = { readonly everything: boolean; readonly bucketed: boolean };
const TOP: Above = { everything: false, bucketed: false };

function forwardedAggregations(aggregations: Aggregations, above = TOP): Record<string, object> {
  return Object.fromEntries(
    Object.entries(aggregations).map(([name, one]) => [name, forwardedAggregation(one, above)]),
  );
}

function forwardedAggregation(aggregation: Aggregation, above: Above): object {
  const { aggs, aggregations, ...own } = aggregation;
  const below = aggs ?? aggregations;
  return {
    ...own,
    ...('top_hits' in aggregation
      ? { top_hits: forwardedTopHits(aggregation.top_hits, above) }
      : {}),
    ...('cardinality' in aggregation
      ? {
          cardinality: {
            ...aggregation.cardinality,
            precision_threshold: above.bucketed ? PRECISION_IN_BUCKETS : PRECISION,
          },
        }
      : {}),
    ...('terms' in aggregation && (aggregation.terms.min_doc_count ?? 1) > 1
      ? { terms: { ...aggregation.terms, shard_size: MAX_BUCKETS } }
      : {}),
    ...(below ? { aggs: forwardedAggregations(below, aboveBelow(aggregation, above)) } : {}),
  };
}

const forwardedTopHits = (
  options: AggregationKinds['top_hits'],
  { everything }: Above,
): object => ({
  ...options,
  sort: ordered(options.sort),
  ...(everything ? { track_scores: false } : {}),
  ...(!everything && showsScores(options.sort) ? { track_scores: true } : {}),
});

const aboveBelow = (aggregation: Aggregation, above: Above): Above => ({
  everything: above.everything || 'global' in aggregation,
  bucketed:
    above.bucketed || ['terms', 'date_histogram', 'histogram'].some((kind) => kind in aggregation),
});

/**
 * The reply in the form that the request expects: without the sort key that was added, and with the
 * index name that was given.
 */
export function returned(reply: SearchReply, index: string, body: SearchBody): SearchReply {
  const below = body.aggs ?? body.aggregations;
  return {
    took: reply.took,
    timed_out: reply.timed_out,
    _shards: reply._shards,
    hits: returnedHits(reply.hits, index, body.sort),
    ...(body.suggest && reply.suggest ? { suggest: reply.suggest } : {}),
    ...(below && reply.aggregations
      ? { aggregations: returnedBelow(reply.aggregations, { index, everything: false }, below) }
      : {}),
  };
}

function returnedHits(hits: Hits, index: string, sort: Sort | undefined): Hits {
  return {
    ...hits,
    hits: hits.hits.map(({ sort: values, ...hit }) => ({
      ...hit,
      _index: index,
      ...(sort !== undefined && values ? { sort: values.slice(0, -1) } : {}),
    })),
  };
}

/** The requested index, and whether the results are below `global`. */
type Place = { readonly index: string; readonly everything: boolean };

type Results = { readonly [name: string]: unknown };

/** Results of some aggregations, or a bucket that holds them. */
function returnedBelow<T extends Results>(results: T, place: Place, asked: Aggregations): T {
  const cleaned: Record<string, unknown> = { ...results };
  for (const [name, aggregation] of Object.entries(asked)) {
    const result = results[name];
    if (typeof result === 'object' && result !== null)
      cleaned[name] = returnedResult(result as AggregationResult, place, aggregation);
  }
  return cleaned as T;
}

function returnedResult(
  { meta, ...result }: AggregationResult,
  place: Place,
  aggregation: Aggregation,
): AggregationResult {
  const cleaned = returnedContent(result, place, aggregation);
  // some kinds come with an empty one
  return meta && aggregation.meta ? { meta, ...cleaned } : cleaned;
}

function returnedContent(
  result: AggregationResult,
  place: Place,
  aggregation: Aggregation,
): AggregationResult {
  if ('top_hits' in aggregation && result.hits)
    return { ...result, hits: returnedTopHits(result.hits, place, aggregation.top_hits) };
  const below = aggregation.aggs ?? aggregation.aggregations;
  if (!below) return result;
  const { buckets } = result;
  if ('global' in aggregation) return returnedBelow(result, { ...place, everything: true }, below);
  if (!buckets) return returnedBelow(result, place, below);
  return {
    ...result,
    buckets: Array.isArray(buckets)
      ? buckets.map((bucket) => returnedBelow(bucket, place, below))
      : Object.fromEntries(
          Object.entries(buckets).map(([key, bucket]) => [
            key,
            returnedBelow(bucket, place, below),
          ]),
        ),
  };
}

function returnedTopHits(
  hits: Hits,
  { index, everything }: Place,
  options: AggregationKinds['top_hits'],
): Hits {
  const cleaned = returnedHits(hits, index, options.sort);
  return everything ? withOnes(cleaned, options) : cleaned;
}

/** Below `global` every document has the score that a search for everything gives. */
function withOnes(hits: Hits, options: AggregationKinds['top_hits']): Hits {
  if (!options.track_scores && !showsScores(options.sort)) return hits;
  return {
    ...hits,
    max_score: hits.hits.length > 0 ? 1 : null,
    hits: hits.hits.map((hit) => ({ ...hit, _score: 1 })),
  };
}
