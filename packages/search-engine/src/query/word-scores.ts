// Finds words in a text field and scores them (BM25, k1 1.2, b 0.75).

import { type Bits, countBits, noBits, setBit } from '../memory/bits.ts';
import { cachedBits } from '../memory/cached-bits.ts';
import { frequencyAt, intAt, ordinalAt, scoreAt } from '../memory/numbers.ts';
import { documentsOf, type Ordinals, type TextColumn } from '../segment/column.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { Context } from './context.ts';
import { type Matched, matched } from './matched.ts';
import type { Scorer, Wanted } from './scored.ts';

const K1 = 1.2;
const B = 0.75;

/** Values that contain a term or phrase, and how often each does; null: once. */
export type Values = {
  readonly values: Int32Array;
  readonly frequencies: Ordinals | Float32Array | null;
};

/** Documents with a term. `documentFrequency` replaces that of the term when scoring. */
export function findTerm(
  index: TextIndex,
  term: string,
  context: Context,
  documentFrequency?: number,
): Matched {
  context.budget.hold(context.segment.documents);
  const ordinal = index.terms.find(term);
  if (ordinal < 0) return matched(noBits(context.segment.documents), 0);
  const bits = documentsWithTerm(index, ordinal);
  if (!context.scoring) return matched(bits, 0);
  const weight = inverseFrequency(index.documentCount, documentFrequency ?? countBits(bits));
  return { bits, constant: 0, scored: scorer(index, termValues(index, ordinal), weight) };
}

/** The number of documents that contain a word. */
export function documentFrequency(index: TextIndex, term: string): number {
  const ordinal = index.terms.find(term);
  if (ordinal < 0) return 0;
  const known = frequenciesOf.get(index) ?? new Map<number, number>();
  frequenciesOf.set(index, known);
  const before = known.get(ordinal);
  if (before !== undefined) return before;
  const count = index.column.starts
    ? countBits(documentsWithTerm(index, ordinal))
    : countPostings(index, termValues(index, ordinal).values);
  if (known.size >= MAX_FREQUENCIES) known.clear();
  known.set(ordinal, count);
  return count;
}
/** Cached counts by term. */
const frequenciesOf = new WeakMap<TextIndex, Map<number, number>>();
const MAX_FREQUENCIES = 4096;

const documentsWithTerm = (index: TextIndex, term: number): Bits =>
  cachedBits(index, String(term), index.column.documents, () =>
    documentsOfValues(index, termValues(index, term).values),
  );

/** Below one in this many values, marking each value in a list of all does not pay. */
const SPARSE_SHARE = 16;

/** Documents with any of some words (ordinals of terms); the scores are 1. */
export function findTerms(index: TextIndex, terms: Iterable<number>, context: Context): Matched {
  const { documents } = context.segment;
  const { size } = index.column.dictionary;
  const lists = Array.from(terms, (term) => {
    const { values } = termValues(index, term);
    context.budget.work(values.length + 8);
    return values;
  });
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  if (total * SPARSE_SHARE < size) {
    const bits = noBits(documents);
    for (const values of lists) addDocuments(index, values, bits);
    return matched(bits);
  }
  const chosen = new Uint8Array(size);
  for (const values of lists) for (let i = 0; i < values.length; i++) chosen[intAt(values, i)] = 1;
  return matched(documentsOf(index.column, chosen));
}

export function termValues(index: TextIndex, term: number): Values {
  const from = intAt(index.valueStarts, term);
  const to = intAt(index.valueStarts, term + 1);
  const values = index.values.subarray(from, to);
  return {
    values,
    frequencies: index.frequencies?.subarray(from, to) ?? null,
  };
}

export function documentsOfValues(index: TextIndex, values: Int32Array): Bits {
  const bits = noBits(index.column.documents);
  addDocuments(index, values, bits);
  return bits;
}

function addDocuments({ column }: TextIndex, values: Int32Array, bits: Bits): void {
  const { postingStarts, postings } = column;
  if (standAlone(column)) {
    for (let i = 0; i < values.length; i++) setBit(bits, intAt(postings, intAt(values, i)));
    return;
  }
  for (let i = 0; i < values.length; i++) {
    const value = intAt(values, i);
    const to = intAt(postingStarts, value + 1);
    for (let p = intAt(postingStarts, value); p < to; p++) setBit(bits, intAt(postings, p));
  }
}

/**
 * Whether each value has exactly one document. Then the posting of value v is at v, and
 * `postingStarts` need not be read.
 */
const standAlone = ({ postings, dictionary }: TextColumn): boolean =>
  postings.length === dictionary.size; // as no value is without a document

function countPostings({ column }: TextIndex, values: Int32Array): number {
  if (standAlone(column)) return values.length;
  const { postingStarts } = column;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = intAt(values, i);
    count += intAt(postingStarts, value + 1) - intAt(postingStarts, value);
  }
  return count;
}

/** Inverse document frequency: how much a match says, from how many of the documents have it. */
export const inverseFrequency = (documents: number, withTerm: number): number =>
  Math.fround(Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5)));

/** Scores documents by how often they match and by their length. */
export const scorer =
  (index: TextIndex, values: Values, weight: number): Scorer =>
  (wanted) => {
    if (index.column.starts) return scoresByList(index, values, weight, wanted);
    const few = wanted.documents.length * LOOKUP_COST < values.values.length;
    return few
      ? scoresOfFew(index, values, weight, wanted)
      : scoresByValue(index, values, weight, wanted);
  };

/**
 * Finding the value of one document among the values takes as long as reading this many of them in
 * turn.
 */
const LOOKUP_COST = 16;

function scoreOf(frequency: number, words: number, weight: number, factors: Float32Array): number {
  const factor = scoreAt(factors, lengthCode(words));
  return weight - Math.fround(weight / Math.fround(1 + Math.fround(frequency * factor)));
}

/**
 * For columns with one value per document: documents with the same value have the same score,
 * computed once.
 */
function scoresByValue(
  index: TextIndex,
  { values, frequencies }: Values,
  weight: number,
  { documents, places }: Wanted,
): Float32Array {
  const { postingStarts, postings } = index.column;
  const { wordStarts } = index;
  const factors = lengthFactors(index);
  const scores = new Float32Array(documents.length);
  const alone = standAlone(index.column);
  for (let i = 0; i < values.length; i++) {
    const value = intAt(values, i);
    const words = intAt(wordStarts, value + 1) - intAt(wordStarts, value);
    const score = scoreOf(frequencies ? frequencyAt(frequencies, i) : 1, words, weight, factors);
    const to = alone ? value + 1 : intAt(postingStarts, value + 1);
    for (let p = alone ? value : intAt(postingStarts, value); p < to; p++) {
      const place = intAt(places, intAt(postings, p));
      if (place > 0) scores[place - 1] = score;
    }
  }
  return scores;
}

/** The scores of a few documents, computed one document at a time. */
function scoresOfFew(
  index: TextIndex,
  { values, frequencies }: Values,
  weight: number,
  { documents }: Wanted,
): Float32Array {
  const { column, wordStarts } = index;
  const factors = lengthFactors(index);
  const scores = new Float32Array(documents.length);
  for (let i = 0; i < scores.length; i++) {
    const value = ordinalAt(column.ordinals, intAt(documents, i)) - 1;
    const at = value < 0 ? values.length : lowerBound(values, value, 0);
    if (values[at] !== value) continue;
    const words = intAt(wordStarts, value + 1) - intAt(wordStarts, value);
    scores[i] = scoreOf(frequencies ? frequencyAt(frequencies, at) : 1, words, weight, factors);
  }
  return scores;
}

/**
 * For columns with several values per document: the frequencies of a document's values are added
 * up.
 */
function scoresByList(
  index: TextIndex,
  { values, frequencies }: Values,
  weight: number,
  { documents, places }: Wanted,
): Float32Array {
  const { postingStarts, postings } = index.column;
  const sums = new Float32Array(documents.length);
  for (let i = 0; i < values.length; i++) {
    const value = intAt(values, i);
    const frequency = frequencies ? frequencyAt(frequencies, i) : 1;
    const to = intAt(postingStarts, value + 1);
    for (let p = intAt(postingStarts, value); p < to; p++) {
      const place = intAt(places, intAt(postings, p));
      if (place > 0) sums[place - 1] = scoreAt(sums, place - 1) + frequency;
    }
  }
  const factors = lengthFactors(index);
  return sums.map((sum, place) =>
    sum === 0 ? 0 : scoreOf(sum, wordsIn(index, intAt(documents, place)), weight, factors),
  );
}

/** How many words all values of a document have, in a column with several per document. */
function wordsIn({ column, wordStarts }: TextIndex, document: number): number {
  const { starts, ordinals } = column;
  const from = starts?.[document] ?? 0;
  const to = starts?.[document + 1] ?? 0;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const value = ordinalAt(ordinals, i);
    sum += intAt(wordStarts, value) - intAt(wordStarts, value - 1);
  }
  return sum;
}

/** Factor of the term frequency by length code, in single precision. */
function lengthFactors(index: TextIndex): Float32Array {
  const known = factorsOf.get(index);
  if (known) return known;
  const average = Math.fround(index.wordCount / index.documentCount);
  const factors = Float32Array.from({ length: 256 }, (_, code) =>
    Math.fround(1 / (K1 * (1 - B + (B * codedLength(code)) / average))),
  );
  factorsOf.set(index, factors);
  return factors;
}
const factorsOf = new WeakMap<TextIndex, Float32Array>();

/**
 * Lengths as one byte, as search clusters store them: exact up to 40, with four significant bits
 * beyond.
 */
function lengthCode(length: number): number {
  if (length < 24) return length;
  const rest = length - 24;
  const bits = 32 - Math.clz32(rest);
  if (bits < 4) return 24 + rest;
  const shift = bits - 4;
  return 24 + (((rest >>> shift) & 7) | ((shift + 1) << 3));
}

function codedLength(code: number): number {
  if (code < 24) return code;
  const rest = code - 24;
  const shift = (rest >>> 3) - 1;
  return 24 + (shift < 0 ? rest & 7 : ((rest & 7) | 8) * 2 ** shift);
}

/**
 * First place from `from` on with a number of at least `value`, by steps that double and then by
 * halving.
 */
export function lowerBound(list: Int32Array, value: number, from: number): number {
  let step = 1;
  while (from + step < list.length && intAt(list, from + step) < value) step *= 2;
  let low = from + (step >>> 1);
  let high = Math.min(list.length, from + step + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (intAt(list, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
