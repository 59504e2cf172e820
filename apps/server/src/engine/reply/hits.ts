// Turns found documents into hits as replies show them.
import type { Hit } from '@isobar/contract/search/result.ts';
import type { Budget } from '../language/refusal.ts';
import { shortest } from '../language/single-precision.ts';
import type { SourceCut } from '../language/source-filter.ts';
import { type Bits, eachBit } from '../memory/bits.ts';
import type { Segment } from '../segment/segment.ts';
import { RawJson } from './reply-text.ts';
import { type SortKey, sortsByScore, sortValueOf } from './sort-keys.ts';

export type HitRules = {
  readonly index: string;
  readonly segment: Segment;
  readonly budget: Budget;
  /** By document; null if they are not shown. */
  readonly scores: Float32Array | null;
  readonly source: SourceCut;
  /** Sort keys whose values are shown; empty if the request names no sort. */
  readonly keys: readonly SortKey[];
  /** Further members of a hit, such as highlights. */
  readonly extra?: (document: number) => object;
};

export function hitOf(document: number, rules: HitRules): Hit {
  const { index, segment, budget, scores, source, keys, extra } = rules;
  budget.spend(HIT_BYTES);
  return {
    _index: index,
    _id: segment.id(document),
    _score: scores ? shortest(scores[document] as number) : null,
    ...(source === false ? {} : { _source: cutSource(segment, document, source, budget) }),
    ...extra?.(document),
    ...(keys.length > 0
      ? { sort: keys.map((key) => sortValueOf(key, document, scores, segment)) }
      : {}),
  };
}

/** What a hit takes beside its source: index, id, score. */
const HIT_BYTES = 64;

function cutSource(
  segment: Segment,
  document: number,
  cut: Exclude<SourceCut, false>,
  budget: Budget,
) {
  const stored = segment.source(document);
  // As text, which takes less memory than an object until the reply is written.
  const shown = cut ? Buffer.from(JSON.stringify(cut(JSON.parse(stored.toString())))) : stored;
  budget.spend(shown.length);
  return new RawJson(shown) as never; // goes into the reply as it is
}

/** The best score of some documents; null if there are none, or no scores. */
export function bestScore(
  documents: Bits | Int32Array,
  scores: Float32Array | null,
): number | null {
  if (!scores) return null;
  let best = Number.NEGATIVE_INFINITY;
  const take = (document: number) => {
    const score = scores[document] as number;
    if (score > best) best = score;
  };
  if (documents instanceof Int32Array) documents.forEach(take);
  else eachBit(documents, take);
  return best === Number.NEGATIVE_INFINITY ? null : shortest(best);
}

/** Whether hits show scores: if they are sorted by them or the request asks for it. */
export const showsScores = (keys: readonly SortKey[], trackScores: boolean | undefined): boolean =>
  trackScores === true || sortsByScore(keys);
