// What a query has found: the documents, and their scores where these matter.
import { and, andNot, type Bits, listOf, noBits, or } from './bits.ts';
import { scratchFloats } from './scratch.ts';

export type Matched = {
  readonly bits: Bits;
  /** Score of every found document, unless `scored` says more. */
  readonly constant: number;
  /** Scores one by one, computed when they are asked for: of the found documents that are in a set. */
  readonly scored: Scorer | null;
};
/** Scores of documents `within`, a part of those that were found, in any order; those that are not listed score 0. */
export type Scorer = (within: Bits) => Scored;
export type Scored = { readonly documents: Int32Array; readonly scores: Float32Array };

/** All of `bits` with one score. */
export const matched = (bits: Bits, constant = 1): Matched => ({ bits, constant, scored: null });

/** The same documents with their scores multiplied. */
export function boosted(found: Matched, boost: number | undefined): Matched {
  if (boost === undefined || boost === 1) return found;
  const { bits, constant, scored } = found;
  if (!scored) return matched(bits, Math.fround(constant * boost));
  const scaled = (within: Bits) => {
    const { documents, scores } = scored(within);
    return { documents, scores: scores.map((score) => score * boost) };
  };
  return { bits, constant, scored: scaled };
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
  return { bits, constant: 0, scored: (within) => sumsOf(scorers, within, documents) };
}

/** Sums of the scores that the parts give to the documents of a set. */
function sumsOf(parts: readonly Matched[], within: Bits, documents: number): Scored {
  const [only] = parts;
  if (only && parts.length === 1) return scoresWithin(only, within);
  const sums = zeros(documents);
  for (const part of parts) {
    const { documents: found, scores } = scoresWithin(part, within);
    for (let i = 0; i < found.length; i++)
      (sums[found[i] as number] as number) += scores[i] as number;
  }
  return gathered(within, sums);
}

/** Documents that any part has found, with the best score and `tieBreaker` times the others. */
export function best(parts: readonly Matched[], tieBreaker: number, documents: number): Matched {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const bits = noBits(documents);
  for (const part of parts) or(bits, part.bits);
  const alike = parts.every((m) => !m.scored && m.constant === parts[0]?.constant);
  if (alike && tieBreaker === 0) return matched(bits, only?.constant ?? 0);
  const scored = (within: Bits) => bestWithin(parts, tieBreaker, within, documents);
  return { bits, constant: 0, scored };
}

function bestWithin(
  parts: readonly Matched[],
  tieBreaker: number,
  within: Bits,
  documents: number,
): Scored {
  const largest = zeros(documents);
  const sums = tieBreaker > 0 ? new Float64Array(documents) : null;
  for (const part of parts) {
    const { documents: found, scores } = scoresWithin(part, within);
    for (let i = 0; i < found.length; i++) {
      const d = found[i] as number;
      const score = scores[i] as number;
      if (score > (largest[d] as number)) largest[d] = score;
      if (sums) (sums[d] as number) += score;
    }
  }
  if (sums)
    for (let d = 0; d < documents; d++)
      (largest[d] as number) += ((sums[d] as number) - (largest[d] as number)) * tieBreaker;
  return gathered(within, largest);
}

/** Scores by document of those in a set that were found, 0 for others. Good until the next search begins. */
export function scoresByDocument(found: Matched, within: Bits, documents: number): Float32Array {
  const byDocument = scratchFloats(documents);
  const { documents: list, scores } = scoresWithin(found, within);
  for (let i = 0; i < list.length; i++) byDocument[list[i] as number] = scores[i] as number;
  return byDocument;
}

function scoresWithin({ bits, scored, constant }: Matched, within: Bits): Scored {
  const both = bits.slice();
  and(both, within);
  if (scored) return scored(both);
  const documents = listOf(both);
  return { documents, scores: new Float32Array(documents.length).fill(constant) };
}

/** `byDocument`: of `zeros`, which takes it back; only documents of the set have any. */
function gathered(within: Bits, byDocument: Float64Array): Scored {
  const documents = listOf(within);
  const scores = new Float32Array(documents.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number;
    scores[i] = byDocument[document] as number;
    byDocument[document] = 0;
  }
  if (spare.length < MAX_SPARE) spare.push(byDocument);
  return { documents, scores };
}

/** Numbers by document are large, and asking for the memory each time is slower than what they are for. */
const spare: Float64Array[] = [];
const MAX_SPARE = 4;

function zeros(documents: number): Float64Array {
  const known = spare.pop();
  return known?.length === documents ? known : new Float64Array(documents);
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
