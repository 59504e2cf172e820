// Shortens lists of documents: where one column determines another, one document stands for all
// that share a value of the first.

import { isScratch, scratchInts } from '../memory/scratch.ts';
import type { Column } from '../segment/column.ts';

/**
 * Documents, ascending, and how many documents each one stands for; `weights` is null where each
 * stands only for itself.
 */
export type Condensed = {
  readonly documents: Int32Array;
  readonly weights: Int32Array | null;
};

/** Shorter lists are counted quickly enough as they are. */
const MIN_LENGTH = 64;
/**
 * With fewer documents per value on average, a column does not shorten lists enough to be worth the
 * work.
 */
const MIN_DOCUMENTS_PER_VALUE = 2;
/**
 * With this many documents per value, a finer column shortens a list so much that the detour
 * through it pays.
 */
const GOOD_DOCUMENTS_PER_VALUE = 8;

/**
 * A shorter list with the same counts for `column`, and the same number of distinct values of
 * `distinct` below each value. Cached for as long as the given list exists.
 */
export function condensed(list: Int32Array, column: Column, distinct: Column | null): Condensed {
  const whole = { documents: list, weights: null };
  if (list.length < MIN_LENGTH) return whole;
  const by = column.determinedBy.find(
    (one) =>
      one.dictionary.size * MIN_DOCUMENTS_PER_VALUE <= column.documents &&
      (!distinct || distinct.determinedBy.includes(one)),
  );
  if (!by) return whole;
  const known = cache.get(list) ?? new Map<Column, Condensed>();
  cache.set(list, known);
  return condensedBy(by, whole, known);
}

/**
 * First through a finer column that determines this one, where that shortens the list: other
 * columns can use that list too.
 */
function condensedBy(by: Column, whole: Condensed, known: Map<Column, Condensed>): Condensed {
  const before = known.get(by);
  if (before) return before;
  const { size } = by.dictionary;
  // if two columns determine each other, neither is finer, so this recursion ends
  const finer = by.determinedBy.find(
    ({ dictionary }) =>
      dictionary.size > size &&
      dictionary.size * GOOD_DOCUMENTS_PER_VALUE <= whole.documents.length,
  );
  const some = shortest(by, known) ?? (finer ? condensedBy(finer, whole, known) : whole);
  const found = oneOfEach(some, by);
  known.set(by, found);
  return found;
}

const cache = new WeakMap<Int32Array, Map<Column, Condensed>>();

/** The shortest list so far for a column that determines this one. */
function shortest(column: Column, known: ReadonlyMap<Column, Condensed>): Condensed | null {
  let best: Condensed | null = null;
  for (const [by, one] of known)
    if (column.determinedBy.includes(by) && one.documents.length < (best?.documents.length ?? 1e9))
      best = one;
  return best;
}

/** The first document of each value. Documents without a value stand for themselves. */
function oneOfEach({ documents, weights }: Condensed, column: Column): Condensed {
  const { ordinals } = column;
  const places = column.contiguous ? null : new Int32Array(column.dictionary.size + 1);
  // documents without a value: it has one at most
  const without = column.documents - column.postings.length;
  const most = Math.min(documents.length, column.dictionary.size + without);
  const make = isScratch(documents) ? scratchInts : (length: number) => new Int32Array(length);
  const firsts = make(most);
  const sums = make(most);
  let length = 0;
  let last = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] ?? 0;
    const value = ordinals[document] ?? 0;
    const weight = weights ? (weights[i] ?? 0) : 1;
    const place = value === 0 ? 0 : places ? (places[value] ?? 0) : value === last ? length : 0;
    if (place > 0) {
      sums[place - 1] = (sums[place - 1] ?? 0) + weight;
      continue;
    }
    last = value;
    firsts[length] = document;
    sums[length++] = weight;
    if (places) places[value] = length;
  }
  return { documents: firsts.subarray(0, length), weights: sums.subarray(0, length) };
}
