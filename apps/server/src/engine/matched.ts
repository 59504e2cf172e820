// What a query has found: the documents, and their scores where these matter.
import { and, andNot, type Bits, hasBit, listOf, noBits, or } from './bits.ts';

export type Matched = {
  readonly bits: Bits;
  /** Score of every found document, unless `scored` says more. */
  readonly constant: number;
  /** Scores one by one: exactly the documents of `bits`, in any order. */
  readonly scored: Scored | null;
};
export type Scored = { readonly documents: Int32Array; readonly scores: Float32Array };

/** All of `bits` with one score. */
export const matched = (bits: Bits, constant = 1): Matched => ({ bits, constant, scored: null });

/** The same documents with their scores multiplied. */
export function boosted(found: Matched, boost: number | undefined): Matched {
  if (boost === undefined || boost === 1) return found;
  const { bits, constant, scored } = found;
  if (!scored) return matched(bits, Math.fround(constant * boost));
  const scores = scored.scores.map((score) => score * boost);
  return { bits, constant, scored: { documents: scored.documents, scores } };
}

export type BoolParts = {
  readonly must: readonly Matched[];
  readonly filter: readonly Matched[];
  readonly should: readonly Matched[];
  readonly mustNot: readonly Matched[];
  /** How many of `should` have to be met. */
  readonly minimum: number;
};

/** Documents that meet all of must and filter, enough of should and none of mustNot; scores of must and should add up. */
export function combine(parts: BoolParts, documents: number, scoring: boolean, all: Bits): Matched {
  const bits = noBits(documents);
  bits.set(all);
  for (const { bits: other } of parts.must) and(bits, other);
  for (const { bits: other } of parts.filter) and(bits, other);
  if (parts.minimum > 0) and(bits, atLeast(parts.should, parts.minimum, documents));
  for (const { bits: other } of parts.mustNot) andNot(bits, other);
  const scorers = [...parts.must, ...parts.should].filter((m) => m.scored || m.constant !== 0);
  if (!scoring || scorers.length === 0) return matched(bits, 0);
  const everywhere = parts.must.every((m) => !m.scored) && parts.should.length === 0;
  if (everywhere)
    return matched(bits, Math.fround(scorers.reduce((sum, m) => sum + m.constant, 0)));
  const sums = new Float64Array(documents);
  for (const found of scorers)
    eachScore(found, bits, (d, score) => {
      (sums[d] as number) += score;
    });
  return withScores(bits, sums);
}

/** Documents that any part has found, with the best score and `tieBreaker` times the others. */
export function best(parts: readonly Matched[], tieBreaker: number, documents: number): Matched {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const bits = noBits(documents);
  for (const part of parts) or(bits, part.bits);
  const alike = parts.every((m) => !m.scored && m.constant === parts[0]?.constant);
  if (alike && tieBreaker === 0) return matched(bits, only?.constant ?? 0);
  const largest = new Float64Array(documents);
  const sums = tieBreaker > 0 ? new Float64Array(documents) : null;
  for (const part of parts)
    eachScore(part, bits, (d, score) => {
      if (score > (largest[d] as number)) largest[d] = score;
      if (sums) (sums[d] as number) += score;
    });
  if (sums)
    for (let d = 0; d < documents; d++)
      (largest[d] as number) += ((sums[d] as number) - (largest[d] as number)) * tieBreaker;
  return withScores(bits, largest);
}

/** Scores by document, 0 for those that were not found. */
export function scoresByDocument(found: Matched, documents: number): Float32Array {
  const scores = new Float32Array(documents);
  eachScore(found, found.bits, (d, score) => {
    scores[d] = score;
  });
  return scores;
}

function eachScore(found: Matched, within: Bits, visit: (d: number, score: number) => void): void {
  const { scored, constant } = found;
  if (scored) {
    for (let i = 0; i < scored.documents.length; i++) {
      const document = scored.documents[i] as number;
      if (hasBit(within, document)) visit(document, scored.scores[i] as number);
    }
    return;
  }
  const both = found.bits.slice();
  and(both, within);
  for (const document of listOf(both)) visit(document, constant);
}

function withScores(bits: Bits, byDocument: Float64Array): Matched {
  const documents = listOf(bits);
  const scores = new Float32Array(documents.length);
  for (let i = 0; i < documents.length; i++)
    scores[i] = byDocument[documents[i] as number] as number;
  return { bits, constant: 0, scored: { documents, scores } };
}

/** Documents that at least `minimum` of the parts have found. */
function atLeast(parts: readonly Matched[], minimum: number, documents: number): Bits {
  const bits = noBits(documents);
  if (minimum === 1) {
    for (const part of parts) or(bits, part.bits);
    return bits;
  }
  if (minimum > parts.length) return bits;
  const counts = new Uint16Array(documents);
  for (const part of parts) for (const d of listOf(part.bits)) (counts[d] as number)++;
  for (let d = 0; d < documents; d++)
    if ((counts[d] as number) >= minimum) (bits[d >>> 5] as number) |= 1 << (d & 31);
  return bits;
}
