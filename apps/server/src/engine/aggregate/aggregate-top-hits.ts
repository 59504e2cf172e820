// The best documents of a bucket.
import type { AggregationKinds } from '@isobar/contract/search/dsl-aggregation.ts';
import type { AggregationResult } from '@isobar/contract/search/result.ts';
import { sourceCut } from '../language/source-filter.ts';
import { bestScore, hitOf, showsScores } from '../reply/hits.ts';
import { type Ranking, rank } from '../reply/sort.ts';
import { sortKeys } from '../reply/sort-keys.ts';
import { everyPlace, topPlaces } from '../reply/top.ts';
import type { Segment } from '../segment/segment.ts';
import type { AggregationContext } from './aggregation-context.ts';

type Options = AggregationKinds['top_hits'];

export function topHits(
  options: Options,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const { segment } = context;
  if (wantsFirst(options, context))
    return resultOf(options, firstOf(list, segment), list.length, list.subarray(0, 1), context);
  const ranked = context.everything ? null : context.scores;
  const ranking = rank(list, sortKeys(options.sort, segment), ranked, segment);
  return resultOf(options, best(list, ranking, options), list.length, list, context);
}

/** Whether only that one of some documents is wanted which came first, since all rank the same. */
export function wantsFirst(
  { sort, from, size }: Options,
  { everything, scores, alike, segment }: AggregationContext,
): boolean {
  return (
    size === 1 &&
    !from &&
    (everything || scores === null || alike) &&
    sortKeys(sort, segment).every((key) => key.by === 'score')
  );
}

/** `wantsFirst`, when the document is known: of `count` ones. */
export const firstHit = (
  options: Options,
  document: number,
  count: number,
  context: AggregationContext,
): AggregationResult =>
  resultOf(options, Int32Array.of(document), count, Int32Array.of(document), context);

/** `scored`: among these is the best score. */
function resultOf(
  options: Options,
  documents: Int32Array,
  count: number,
  scored: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const { segment, index, budget } = context;
  const keys = sortKeys(options.sort, segment);
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
      total: { value: count, relation: 'eq' },
      max_score: bestScore(scored, scores),
      hits: Array.from(documents, (document) => hitOf(document, rules)),
    },
  };
}

function best(list: Int32Array, ranking: Ranking, { from = 0, size = 3 }: Options): Int32Array {
  const places = topPlaces(everyPlace(ranking), ranking.compare, from, size);
  return places.map((place) => list[place] ?? 0);
}

/** Of documents that all rank the same the one that came first; empty for none. */
function firstOf(list: Int32Array, { order }: Segment): Int32Array {
  const [some] = list;
  if (some === undefined) return list;
  let first = some;
  for (const document of list) if ((order[document] ?? 0) < (order[first] ?? 0)) first = document;
  return Int32Array.of(first);
}

function scoresOf({ everything, scores, segment }: AggregationContext): Float32Array {
  if (!everything) return scores ?? new Float32Array(segment.documents);
  const known = onesOf.get(segment) ?? new Float32Array(segment.documents).fill(1);
  onesOf.set(segment, known);
  return known;
}

/** The scores of a search for everything: 1 for each document. */
const onesOf = new WeakMap<Segment, Float32Array>();
