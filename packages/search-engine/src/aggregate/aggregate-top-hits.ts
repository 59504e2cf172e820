// The best documents of a bucket.
import type { AggregationKinds } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { sourceCut } from '../language/source-filter.ts';
import { bestScore, hitOf, showsScores } from '../reply/hits.ts';
import { type Ranking, rank } from '../reply/sort.ts';
import { type SortKey, sortKeys } from '../reply/sort-keys.ts';
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
  const keys = sortKeys(options.sort, segment);
  if (isFirst(options, keys, context)) {
    const found = { documents: firstOf(list, segment), count: list.length };
    return resultOf(options, keys, { ...found, scored: list.subarray(0, 1) }, context);
  }
  const ranked = context.everything ? null : context.scores;
  const ranking = rank(list, keys, ranked, context);
  const found = { documents: best(list, ranking, options), count: list.length };
  return resultOf(options, keys, { ...found, scored: list }, context);
}

/** Whether only the document that came first is wanted, because all of them rank the same. */
export const wantsFirst = (options: Options, context: AggregationContext): boolean =>
  isFirst(options, sortKeys(options.sort, context.segment), context);

const isFirst = (
  { from, size }: Options,
  keys: readonly SortKey[],
  { everything, scores, alike }: AggregationContext,
): boolean =>
  size === 1 &&
  !from &&
  (everything || scores === null || alike) &&
  keys.every((key) => key.by === 'score');

/**
 * The result in the case of `wantsFirst`, when the document is already known; `count`: how many
 * documents it stands for.
 */
export const firstHit = (
  options: Options,
  document: number,
  count: number,
  context: AggregationContext,
): AggregationResult => {
  const documents = Int32Array.of(document);
  const keys = sortKeys(options.sort, context.segment);
  return resultOf(options, keys, { documents, count, scored: documents }, context);
};

interface Found {
  readonly documents: Int32Array;
  /** How many documents these were chosen from. */
  readonly count: number;
  /** The best score is looked for among these. */
  readonly scored: Int32Array;
}

function resultOf(
  options: Options,
  keys: readonly SortKey[],
  { documents, count, scored }: Found,
  context: AggregationContext,
): AggregationResult {
  const { segment, index, budget } = context;
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

/** The document that came first, where all rank the same; an empty list gives an empty list. */
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
