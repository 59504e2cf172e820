// What a query has found: the documents, and their scores where these matter.

import {
  allBits,
  and,
  andNot,
  type Bits,
  copyOf,
  hasBit,
  listOf,
  noBits,
  or,
} from '../memory/bits.ts';
import type { Context } from './context.ts';
import { type Scorer, sameScores, scoresOf, type Wanted } from './scored.ts';

export type Matched = {
  readonly bits: Bits;
  /** Score of every found document, if `scored` is null. */
  readonly constant: number;
  /** Computes the scores of documents when they are asked for. */
  readonly scored: Scorer | null;
};

/** The documents of `bits`, all with the same score. */
export const matched = (bits: Bits, constant = 1): Matched => ({ bits, constant, scored: null });

/** The same documents with their scores multiplied by the boost. */
export function boosted(found: Matched, boost: number | undefined): Matched {
  if (boost === undefined || boost === 1) return found;
  const { bits, constant, scored } = found;
  if (!scored) return matched(bits, Math.fround(constant * boost));
  return { bits, constant, scored: (wanted) => scored(wanted).map((score) => score * boost) };
}

export type BoolParts = {
  readonly must: readonly Matched[];
  readonly filter: readonly Matched[];
  readonly should: readonly Matched[];
  readonly mustNot: readonly Matched[];
  /** How many of `should` must be met. */
  readonly minimum: number;
};

/**
 * Documents that meet all of `must` and `filter`, enough of `should` and none of `mustNot`; scores
 * of must and should add up.
 */
export function combine(parts: BoolParts, context: Context): Matched {
  const bits = metBy(parts, context);
  const scorers = [...parts.must, ...parts.should].filter((m) => m.scored || m.constant !== 0);
  if (!context.scoring || scorers.length === 0) return matched(bits, 0);
  const everywhere = parts.must.every((m) => !m.scored) && parts.should.length === 0;
  if (everywhere)
    return matched(bits, Math.fround(scorers.reduce((sum, m) => sum + m.constant, 0)));
  return { bits, constant: 0, scored: (wanted) => sumsOf(scorers, wanted, bits, context) };
}

function metBy({ must, filter, should, mustNot, minimum }: BoolParts, context: Context): Bits {
  const needed = [...must, ...filter].map((part) => part.bits);
  if (minimum > 0) needed.push(atLeast(should, minimum, context));
  const [first = allBits(context.segment.documents), ...others] = needed;
  context.budget.work((needed.length + mustNot.length) * first.length);
  const bits = copyOf(first);
  for (const other of others) and(bits, other);
  for (const { bits: other } of mustNot) andNot(bits, other);
  return bits;
}

/** Sums of the scores of the parts; 0 for documents that are not in `bits`. */
function sumsOf(
  parts: readonly Matched[],
  wanted: Wanted,
  bits: Bits,
  { budget }: Context,
): Float32Array {
  const { documents } = wanted;
  const sums = new Float64Array(documents.length);
  for (const part of parts) {
    budget.work(sums.length);
    const scores = scoresWithin(part, wanted);
    for (let i = 0; i < scores.length; i++) sums[i] = (sums[i] ?? 0) + (scores[i] ?? 0);
  }
  for (let i = 0; i < sums.length; i++) if (!hasBit(bits, documents[i] ?? 0)) sums[i] = 0;
  return new Float32Array(sums);
}

/** Documents that any part has found, with the best score plus `tieBreaker` times the others. */
export function best(parts: readonly Matched[], tieBreaker: number, context: Context): Matched {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const bits = anyOf(parts, context);
  const alike = parts.every((m) => !m.scored && m.constant === parts[0]?.constant);
  if (alike && tieBreaker === 0) return matched(bits, only?.constant ?? 0);
  return { bits, constant: 0, scored: (wanted) => bestWithin(parts, tieBreaker, wanted, context) };
}

function bestWithin(
  parts: readonly Matched[],
  tieBreaker: number,
  wanted: Wanted,
  { budget }: Context,
): Float32Array {
  const { length } = wanted.documents;
  const largest = new Float64Array(length);
  const sums = tieBreaker > 0 ? new Float64Array(length) : null;
  for (const part of parts) {
    budget.work(length);
    const scores = scoresWithin(part, wanted);
    for (let i = 0; i < length; i++) {
      const score = scores[i] ?? 0;
      if (score > (largest[i] ?? 0)) largest[i] = score;
      if (sums) sums[i] = (sums[i] ?? 0) + score;
    }
  }
  if (sums)
    for (let i = 0; i < length; i++)
      largest[i] = (largest[i] ?? 0) + ((sums[i] ?? 0) - (largest[i] ?? 0)) * tieBreaker;
  return new Float32Array(largest);
}

/** Scores by document, valid for found documents that are in `within`. Good until the next call. */
export function scoresByDocument(found: Matched, within: Bits, documents: number): Float32Array {
  if (!found.scored) return sameScores(found.constant, documents);
  const both = copyOf(found.bits);
  and(both, within);
  return scoresOf(listOf(both), documents, (wanted) => scoresWithin(found, wanted));
}

function scoresWithin({ bits, scored, constant }: Matched, wanted: Wanted): Float32Array {
  if (scored) return scored(wanted);
  const { documents } = wanted;
  const scores = new Float32Array(documents.length);
  for (let i = 0; i < scores.length; i++)
    scores[i] = hasBit(bits, documents[i] ?? 0) ? constant : 0;
  return scores;
}

function anyOf(parts: readonly Matched[], { segment, budget }: Context): Bits {
  const bits = noBits(segment.documents);
  for (const part of parts) {
    budget.work(bits.length);
    or(bits, part.bits);
  }
  return bits;
}

/** Documents that at least `minimum` of the parts have found. */
function atLeast(parts: readonly Matched[], minimum: number, context: Context): Bits {
  if (minimum === 1) return anyOf(parts, context);
  const { documents } = context.segment;
  const bits = noBits(documents);
  if (minimum > parts.length) return bits;
  const counts = new Uint16Array(documents);
  for (const part of parts) {
    context.budget.work(documents);
    for (const d of listOf(part.bits)) counts[d] = (counts[d] ?? 0) + 1;
  }
  for (let d = 0; d < documents; d++)
    if ((counts[d] ?? 0) >= minimum) bits[d >>> 5] = (bits[d >>> 5] ?? 0) | (1 << (d & 31));
  return bits;
}
