// Lists of documents made short: where one column settles another, one document stands for all that have its value.

import { isScratch, scratchInts } from '../memory/scratch.ts';
import type { Column } from '../segment/column.ts';

/** Documents, ascending, and for how many each stands; null: for itself. */
export type Condensed = {
  readonly documents: Int32Array;
  readonly weights: Int32Array | null;
};

/** Lists shorter than this are quick as they are. */
const MIN_LENGTH = 64;
/** A column whose values have fewer documents than this on average shortens no list by enough to pay for it. */
const MIN_SHARED = 2;
/** From so many on a list is short enough to go on from. */
const MUCH_SHARED = 8;

/**
 * The same counts of `column`, and of the different values of `distinct` for each of its values, for less work. What was
 * found for a list is kept as long as the list is.
 */
export function condensed(list: Int32Array, column: Column, distinct: Column | null): Condensed {
  const whole = { documents: list, weights: null };
  if (list.length < MIN_LENGTH) return whole;
  const by = column.determinants.find(
    (one) =>
      one.dictionary.size * MIN_SHARED <= column.documents &&
      (!distinct || distinct.determinants.includes(one)),
  );
  if (!by) return whole;
  const known = kept.get(list) ?? new Map<Column, Condensed>();
  kept.set(list, known);
  return condensedBy(by, whole, known);
}

/** By way of a column that settles this one, where that makes the list short: it serves others too. */
function condensedBy(by: Column, whole: Condensed, known: Map<Column, Condensed>): Condensed {
  const before = known.get(by);
  if (before) return before;
  const { size } = by.dictionary;
  // of columns that settle each other none is finer: this must come to an end
  const finer = by.determinants.find(
    ({ dictionary }) =>
      dictionary.size > size && dictionary.size * MUCH_SHARED <= whole.documents.length,
  );
  const some = shortest(by, known) ?? (finer ? condensedBy(finer, whole, known) : whole);
  const found = oneOfEach(some, by);
  known.set(by, found);
  return found;
}

const kept = new WeakMap<Int32Array, Map<Column, Condensed>>();

/** What is condensed already by a column that settles this one too. */
function shortest(column: Column, known: ReadonlyMap<Column, Condensed>): Condensed | null {
  let best: Condensed | null = null;
  for (const [by, one] of known)
    if (column.determinants.includes(by) && one.documents.length < (best?.documents.length ?? 1e9))
      best = one;
  return best;
}

/** The first document of each value. Documents without a value stand for themselves. */
function oneOfEach({ documents, weights }: Condensed, column: Column): Condensed {
  const { ordinals } = column;
  const places = column.contiguous ? null : new Int32Array(column.dictionary.size + 1);
  const without = column.documents - column.postings.length; // documents without a value: it has one at most
  const most = Math.min(documents.length, column.dictionary.size + without);
  const make = isScratch(documents) ? scratchInts : (length: number) => new Int32Array(length);
  const firsts = make(most);
  const sums = make(most);
  let length = 0;
  let last = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number;
    const value = ordinals[document] as number;
    const weight = weights ? (weights[i] as number) : 1;
    const place =
      value === 0 ? 0 : places ? (places[value] as number) : value === last ? length : 0;
    if (place > 0) {
      (sums[place - 1] as number) += weight;
      continue;
    }
    last = value;
    firsts[length] = document;
    sums[length++] = weight;
    if (places) places[value] = length;
  }
  return { documents: firsts.subarray(0, length), weights: sums.subarray(0, length) };
}
