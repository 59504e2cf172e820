// Turns found documents into hits as replies show them.

import type { Hit } from '@isobar/query-language/result.ts';
import type { Budget } from '../language/refusal.ts';
import { shortest } from '../language/single-precision.ts';
import type { SourceCut, SourcePart } from '../language/source-filter.ts';
import { type Bits, eachBit } from '../memory/bits.ts';
import { scoreAt } from '../memory/numbers.ts';
import { OwnerCache } from '../memory/owner-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { RawJson } from './reply-text.ts';
import { type SortKey, sortsByScore, sortValueOf } from './sort-keys.ts';

export type HitRules = {
  readonly index: string;
  readonly segment: Segment;
  readonly budget: Budget;
  /** The score of each document; null if scores are not shown. */
  readonly scores: Float32Array | null;
  readonly source: SourceCut;
  /** Sort keys whose values are shown; empty if the request names no sort. */
  readonly keys: readonly SortKey[];
  /** Further members of a hit, such as highlights. */
  readonly extra?: (document: number) => object;
};

export function hitOf(document: number, rules: HitRules): Hit {
  const { index, segment, budget, scores, source, keys, extra } = rules;
  budget.check();
  budget.spend(HIT_BYTES);
  return {
    _index: index,
    _id: segment.id(document),
    _score: scores ? shortest(scoreAt(scores, document)) : null,
    ...(source === false ? {} : { _source: cutSource(segment, document, source, budget) }),
    ...extra?.(document),
    ...(keys.length > 0
      ? { sort: keys.map((key) => sortValueOf(key, document, scores, segment)) }
      : {}),
  };
}

/** What a hit takes besides its source: index, id, score. */
const HIT_BYTES = 64;

function cutSource(
  segment: Segment,
  document: number,
  part: Exclude<SourceCut, false>,
  budget: Budget,
) {
  // As text, which takes less memory than an object until the reply is written.
  const shown = part
    ? Buffer.from(partOf(segment, document, part, budget))
    : segment.source(document);
  budget.spend(shown.length);
  return new RawJson(shown) as never; // goes into the reply as it is
}

/**
 * Bytes of all cached parts of a thread: suggestions and rows show the same few of the same
 * documents again and again.
 */
const PARTS_BYTES = 2 << 20;
const parts = new OwnerCache<string>(PARTS_BYTES, (text) => 2 * text.length);

/** Parts with a longer key are not cached, as they are hardly ever wanted twice. */
const LONGEST_KEY = 400;

function partOf(
  segment: Segment,
  document: number,
  { key, of }: SourcePart,
  budget: Budget,
): string {
  const work = (steps: number) => budget.work(steps);
  const find = () => JSON.stringify(of(JSON.parse(segment.source(document).toString()), work));
  return key.length > LONGEST_KEY ? find() : parts.get(segment, `${document} ${key}`, find);
}

/** The best score of some documents; null if there are none, or no scores. */
export function bestScore(
  documents: Bits | Int32Array,
  scores: Float32Array | null,
): number | null {
  if (!scores) return null;
  let best = Number.NEGATIVE_INFINITY;
  const take = (document: number) => {
    const score = scoreAt(scores, document);
    if (score > best) best = score;
  };
  if (documents instanceof Int32Array) documents.forEach(take);
  else eachBit(documents, take);
  return best === Number.NEGATIVE_INFINITY ? null : shortest(best);
}

/** Whether hits show scores: if they are sorted by them or the request asks for it. */
export const showsScores = (keys: readonly SortKey[], trackScores: boolean | undefined): boolean =>
  trackScores === true || sortsByScore(keys);
