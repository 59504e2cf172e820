// Finds phrases in a text field, whole or with an unfinished last word, and scores them.

import type { Budget } from '../language/refusal.ts';
import { noBits } from '../memory/bits.ts';
import { intAt, numberAt } from '../memory/numbers.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { Context } from './context.ts';
import { type Matched, matched } from './matched.ts';
import {
  documentFrequency,
  documentsOfValues,
  inverseFrequency,
  lowerBound,
  scorer,
  termValues,
  type Values,
} from './word-scores.ts';

/**
 * Documents with these words next to each other and in this order; `slop`: by how many places in
 * all they may be moved.
 */
export function findPhrase(
  index: TextIndex,
  terms: readonly string[],
  slop: number,
  context: Context,
): Matched {
  const ordinals = terms.map((term) => index.terms.find(term));
  context.budget.hold(context.segment.documents);
  if (ordinals.includes(-1)) return matched(noBits(context.segment.documents), 0);
  return scoredPhrase(index, valuesWith(index, ordinals, slop, context.budget), terms, context);
}

/**
 * Documents with these words next to each other and then a word from `from` to `to` (ordinals,
 * exclusive). Each completion counts as a word of the phrase, so that a phrase with many of them
 * weighs more, as in a cluster.
 */
export function findBeginning(
  index: TextIndex,
  terms: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
  slop: number,
  context: Context,
): Matched {
  const ordinals = terms.map((term) => index.terms.find(term));
  context.budget.hold(context.segment.documents);
  if (from >= to || ordinals.includes(-1)) return matched(noBits(context.segment.documents), 0);
  const completions: string[] = [];
  const counts = new Map<number, number>();
  for (let last = from; last < to; last++) {
    context.budget.check();
    completions.push(index.terms.text(last));
    const { values, frequencies } = valuesWith(index, [...ordinals, last], slop, context.budget);
    context.budget.work(8 * values.length);
    values.forEach((value, i) => {
      counts.set(value, (counts.get(value) ?? 0) + numberAt(frequencies, i));
    });
  }
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const values = sorted.map(([value]) => value);
  const frequencies = sorted.map(([, count]) => count);
  return scoredPhrase(index, { values, frequencies }, [...terms, ...completions], context);
}

type Counted = { readonly values: readonly number[]; readonly frequencies: readonly number[] };

/** Values that have the phrase, ascending, and how often. */
function valuesWith(
  index: TextIndex,
  ordinals: readonly number[],
  slop: number,
  budget: Budget,
): Counted {
  const values: number[] = [];
  const frequencies: number[] = [];
  for (const value of commonValues(index, [...new Set(ordinals)], budget)) {
    const frequency =
      slop === 0
        ? countPhrase(index, value, ordinals, budget)
        : countSloppy(index, value, ordinals, slop, budget);
    if (frequency > 0) {
      values.push(value);
      frequencies.push(frequency);
    }
  }
  return { values, frequencies };
}

function scoredPhrase(
  index: TextIndex,
  found: Counted,
  terms: readonly string[],
  context: Context,
): Matched {
  const some: Values = {
    values: Int32Array.from(found.values),
    frequencies: Float32Array.from(found.frequencies),
  };
  const bits = documentsOfValues(index, some.values);
  if (!context.scoring) return matched(bits, 0);
  const weight = terms
    .map((term) => inverseFrequency(index.documentCount, documentFrequency(index, term)))
    .reduce((sum, one) => sum + one, 0);
  return { bits, constant: 0, scored: scorer(index, some, Math.fround(weight)) };
}

/** Values that contain all of some terms. */
function commonValues(index: TextIndex, terms: readonly number[], budget: Budget): Int32Array {
  const lists = terms
    .map((term) => termValues(index, term).values)
    .sort((a, b) => a.length - b.length);
  let common = lists[0] ?? new Int32Array(0);
  for (const list of lists.slice(1)) {
    budget.work(common.length);
    const kept = new Int32Array(common.length);
    let length = 0;
    let at = 0;
    for (const value of common) {
      at = lowerBound(list, value, at);
      if (list[at] === value) kept[length++] = value;
    }
    common = kept.subarray(0, length);
  }
  return common;
}

function countPhrase(
  index: TextIndex,
  value: number,
  terms: readonly number[],
  budget: Budget,
): number {
  const { words } = index;
  const last = intAt(index.wordStarts, value + 1) - terms.length;
  let count = 0;
  for (let i = intAt(index.wordStarts, value); i <= last; i++) {
    let k = 0;
    while (k < terms.length && words[i + k] === terms[k]) k++;
    budget.work(k + 1);
    if (k === terms.length) count++;
  }
  return count;
}

/**
 * Sum of 1 / (1 + moves) over the closest occurrences whose words are at most `slop` moves away
 * from the phrase.
 */
function countSloppy(
  index: TextIndex,
  value: number,
  terms: readonly number[],
  slop: number,
  budget: Budget,
): number {
  const cursors = terms.map((term, k) => {
    const places = placesOf(index, value, term, k);
    budget.work(intAt(index.wordStarts, value + 1) - intAt(index.wordStarts, value));
    return { k, at: 0, places };
  });
  type Cursor = (typeof cursors)[number];
  const place = (c: Cursor) => numberAt(c.places, c.at);
  const lowest = (some: readonly Cursor[]) => some.reduce((a, b) => (place(b) < place(a) ? b : a));
  const others = (one: Cursor) => cursors.filter((c) => c !== one);
  const collides = () => new Set(cursors.map((c) => place(c) + c.k)).size < cursors.length;
  const spread = (one: Cursor) => (collides() ? Number.POSITIVE_INFINITY : end - place(one));
  let end = Math.max(...cursors.map(place));
  let low = lowest(cursors);
  let closest = spread(low);
  let frequency = 0;
  while (++low.at < low.places.length) {
    budget.work(4 * cursors.length);
    end = Math.max(end, place(low));
    const rest = others(low);
    if (rest.length > 0 && place(low) <= place(lowest(rest))) {
      closest = Math.min(closest, spread(low));
      continue;
    }
    if (closest <= slop) frequency += 1 / (1 + closest);
    low = lowest(cursors);
    closest = spread(low);
  }
  return closest <= slop ? frequency + 1 / (1 + closest) : frequency;
}

/** Positions of a term in a value, minus its place in the phrase. */
function placesOf(index: TextIndex, value: number, term: number, k: number): number[] {
  const from = intAt(index.wordStarts, value);
  const to = intAt(index.wordStarts, value + 1);
  const places: number[] = [];
  for (let i = from; i < to; i++) if (index.words[i] === term) places.push(i - from - k);
  return places;
}
