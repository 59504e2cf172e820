// The best documents of a bucket.
import type { AggregationKinds } from '@isobar/contract/search/dsl-aggregation.ts';
import type { AggregationResult } from '@isobar/contract/search/result.ts';
import { sourceCut } from '../language/source-filter.ts';
import { bestScore, hitOf, showsScores } from '../reply/hits.ts';
import { rank } from '../reply/sort.ts';
import { sortKeys } from '../reply/sort-keys.ts';
import { everyPlace, topPlaces } from '../reply/top.ts';
import type { Segment } from '../segment/segment.ts';
import type { AggregationContext } from './aggregation-context.ts';

export function topHits(
  options: AggregationKinds['top_hits'],
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const { segment, index, budget } = context;
  const keys = sortKeys(options.sort, segment);
  const ranking = rank(list, keys, context.everything ? null : context.scores, segment);
  const places = topPlaces(
    everyPlace(ranking),
    ranking.compare,
    options.from ?? 0,
    options.size ?? 3,
  );
  const scores = showsScores(keys, options.track_scores) ? scoresOf(context) : null;
  const rules = {
    index,
    segment,
    budget,
    scores,
    source: sourceCut(options._source),
    keys: options.sort === undefined ? [] : keys,
  };
  return {
    hits: {
      total: { value: list.length, relation: 'eq' },
      max_score: bestScore(list, scores),
      hits: Array.from(places, (place) => hitOf(list[place] as number, rules)),
    },
  };
}

function scoresOf({ everything, scores, segment }: AggregationContext): Float32Array {
  if (!everything) return scores ?? new Float32Array(segment.documents);
  const known = onesOf.get(segment) ?? new Float32Array(segment.documents).fill(1);
  onesOf.set(segment, known);
  return known;
}

/** The scores of a search for everything: 1 for each document. */
const onesOf = new WeakMap<Segment, Float32Array>();
