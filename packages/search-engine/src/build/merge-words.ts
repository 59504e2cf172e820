// Merges the words of a text field with those of new values, leaving out words that no value has
// any more.

import { analyse } from '../language/analyse.ts';
import { itemAt, memberOf } from '../memory/members.ts';
import { intAt, offsetAt, ordinalAt } from '../memory/numbers.ts';
import { type Ordinals, ordinalsFor } from '../segment/column.ts';
import { sortTexts } from '../segment/dictionary.ts';
import type { TextIndex } from '../segment/text-index.ts';
import { type MergedValues, mergedTextValues } from './merge-values.ts';

export type MergedWords = {
  readonly terms: MergedValues<Int32Array>;
  readonly wordStarts: Int32Array;
  readonly words: Ordinals;
  readonly valueStarts: Int32Array;
  readonly values: Int32Array;
  readonly frequencies: Ordinals | null;
};

/** `merged`: the values of the field's exact column. */
export function mergedWords(index: TextIndex, merged: MergedValues): MergedWords {
  const texts = merged.added.map(wordsOf);
  const given = sortTexts([...new Set(texts.flat())]);
  const all = mergedTextValues(index.terms, termsLeft(index, merged), given);
  const ordinals = new Map(given.map((word, i) => [word, intAt(all.later, i) - 1]));
  const added = texts.map((words) => words.map((word) => memberOf(ordinals, word)));
  return {
    terms: all,
    ...wordsByValue(index, merged, all, added),
    ...valuesByTerm(index, merged, all, added),
  };
}

const wordsOf = (text: string): string[] => analyse(text).map(({ term }) => term);

/** By term: 1 if a former value that remains contains it. */
function termsLeft({ terms, wordStarts, words, valueStarts }: TextIndex, merged: MergedValues) {
  const kept = new Uint8Array(terms.size).fill(1);
  const lost = new Map<number, number>();
  for (let value = 0; value + 1 < merged.former.length; value++) {
    if (merged.former[value + 1] !== 0) continue;
    const own = words.subarray(wordStarts[value], wordStarts[value + 1]);
    for (const term of new Set(own)) lost.set(term, (lost.get(term) ?? 0) + 1);
  }
  for (const [term, count] of lost)
    if (count === intAt(valueStarts, term + 1) - intAt(valueStarts, term)) kept[term] = 0;
  return kept;
}

function wordsByValue(
  { wordStarts: formerStarts, words: formerWords }: TextIndex,
  { values }: MergedValues,
  { values: all, former }: MergedValues,
  added: readonly (readonly number[])[],
) {
  const wordStarts = new Int32Array(values.length + 1);
  for (let value = 0; value < values.length; value++) {
    const place = offsetAt(values, value);
    const length =
      place < 0
        ? itemAt(added, -1 - place).length
        : intAt(formerStarts, place + 1) - intAt(formerStarts, place);
    wordStarts[value + 1] = intAt(wordStarts, value) + length;
  }
  const words = ordinalsFor(Math.max(0, all.length - 1), intAt(wordStarts, values.length));
  for (let value = 0; value < values.length; value++) {
    const place = offsetAt(values, value);
    let at = intAt(wordStarts, value);
    if (place < 0) for (const word of itemAt(added, -1 - place)) words[at++] = word;
    else {
      const to = intAt(formerStarts, place + 1);
      for (let i = intAt(formerStarts, place); i < to; i++)
        words[at++] = intAt(former, ordinalAt(formerWords, i) + 1) - 1;
    }
  }
  return { wordStarts, words };
}

/** One added text in the postings of a term: its value, and how often the term occurs in it. */
type Posting = { readonly value: number; count: number };

function valuesByTerm(
  index: TextIndex,
  merged: MergedValues,
  all: MergedValues,
  added: readonly (readonly number[])[],
) {
  const { former } = merged;
  const more = postingsByTerm(merged, added);
  const size = all.values.length;
  const most = index.values.length + added.reduce((sum, words) => sum + words.length, 0);
  const values = new Int32Array(most);
  const counts = ordinalsFor(mostFrequent(index, more), most);
  const valueStarts = new Int32Array(size + 1);
  let at = 0;
  let largest = 1;
  const put = (value: number, count: number) => {
    values[at] = value;
    counts[at++] = count;
    if (count > largest) largest = count;
  };
  for (let term = 0; term < size; term++) {
    const place = offsetAt(all.values, term);
    const from = place < 0 ? 0 : intAt(index.valueStarts, place);
    const to = place < 0 ? 0 : intAt(index.valueStarts, place + 1);
    const came = more.get(term);
    let next = 0;
    for (let i = from; i < to; i++) {
      const value = intAt(former, intAt(index.values, i) + 1) - 1;
      if (value < 0) continue;
      for (let one = came?.[next]; one && one.value < value; one = came?.[++next])
        put(one.value, one.count);
      const count = index.frequencies ? ordinalAt(index.frequencies, i) : 1;
      values[at] = value;
      counts[at++] = count;
      if (count > largest) largest = count;
    }
    for (const { value, count } of came?.slice(next) ?? []) put(value, count);
    valueStarts[term + 1] = at;
  }
  return { valueStarts, values: values.slice(0, at), frequencies: narrowed(counts, at, largest) };
}

function postingsByTerm(
  { values }: MergedValues,
  added: readonly (readonly number[])[],
): ReadonlyMap<number, readonly Posting[]> {
  const byTerm = new Map<number, Posting[]>();
  for (let value = 0; value < values.length; value++) {
    const place = offsetAt(values, value);
    if (place >= 0) continue;
    for (const term of itemAt(added, -1 - place)) {
      const postings = byTerm.get(term) ?? [];
      byTerm.set(term, postings);
      const last = postings.at(-1);
      if (last?.value === value) last.count++;
      else postings.push({ value, count: 1 });
    }
  }
  return byTerm;
}

/** An upper bound for how often any term occurs in a value. */
function mostFrequent(
  { frequencies }: TextIndex,
  more: ReadonlyMap<number, readonly Posting[]>,
): number {
  let most = frequencies ? 2 ** (8 * frequencies.BYTES_PER_ELEMENT) - 1 : 1;
  for (const postings of more.values())
    for (const { count } of postings) most = Math.max(most, count);
  return most;
}

/** The array as a build would make it; null if every count is 1. */
function narrowed(counts: Ordinals, length: number, largest: number): Ordinals | null {
  if (largest === 1) return null;
  const narrow = ordinalsFor(largest, length);
  narrow.set(counts.subarray(0, length));
  return narrow;
}
