// Analyses the different values of a text field and lays out its words.
import { analyse, plainTerms } from './analyse.ts';
import { type Ordinals, ordinalsFor } from './column.ts';
import { GrowingInts } from './growing.ts';
import type { Numbers } from './segment-file.ts';
import { type EncodedTexts, textOf } from './text-bytes.ts';
import { TextTable } from './text-table.ts';

export type BuiltText = {
  readonly name: string;
  readonly arrays: ReadonlyMap<string, Numbers>;
  readonly documentCount: number;
  readonly wordCount: number;
};

/** `texts`: sorted; `postingStarts`, `postings`: their documents of the values in the field's exact column. */
export function buildText(
  name: string,
  texts: EncodedTexts,
  postingStarts: Int32Array,
  postings: Int32Array,
): BuiltText {
  const { terms, wordStarts, words } = encodeWords(texts);
  const size = terms.starts.length - 1;
  const { valueStarts, termValues, frequencies } = invert(size, wordStarts, words);
  const arrays = new Map<string, Numbers>([
    [`${name}/wordStarts`, wordStarts],
    [`${name}/words`, words],
    [`${name}/valueStarts`, valueStarts],
    [`${name}/values`, termValues],
    [`${name}/terms`, terms.bytes],
    [`${name}/termStarts`, terms.starts],
  ]);
  if (frequencies) arrays.set(`${name}/frequencies`, frequencies);
  return { name, arrays, ...countWords(wordStarts, postingStarts, postings) };
}

function encodeWords({ bytes, starts }: EncodedTexts) {
  const table = new TextTable();
  const given = new GrowingInts();
  const wordStarts = new Int32Array(starts.length);
  let lower = Buffer.allocUnsafe(1 << 12);
  const take = (start: number, end: number) => given.push(table.number(lower, start, end));
  for (let value = 0; value + 1 < starts.length; value++) {
    const from = starts[value] as number;
    const to = starts[value + 1] as number;
    if (to - from > lower.length) lower = Buffer.allocUnsafe(2 * (to - from));
    if (lowerCaseOf(bytes, from, to, lower)) plainTerms(lower, 0, to - from, take);
    else
      for (const { term } of analyse(textOf(bytes.subarray(from, to))))
        given.push(table.numberOf(term.toWellFormed()));
    wordStarts[value + 1] = given.length;
  }
  const all = given.all();
  const { texts: terms, ordinals } = table.sorted();
  const words = ordinalsFor(Math.max(0, table.size - 1), all.length);
  for (let i = 0; i < all.length; i++) words[i] = ordinals[all[i] as number] as number;
  return { terms, wordStarts, words };
}

/** Puts the text in lower case where it is all plain letters; else says no. */
function lowerCaseOf(bytes: Uint8Array, from: number, to: number, lower: Uint8Array): boolean {
  let all = 0;
  for (let i = from, k = 0; i < to; i++, k++) {
    const byte = bytes[i] as number;
    all |= byte;
    lower[k] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  }
  return all < 0x80;
}

/** Values by term, and how often the term occurs in each. */
function invert(count: number, wordStarts: Int32Array, words: Ordinals) {
  const valueStarts = new Int32Array(count + 1);
  const lastValue = new Int32Array(count).fill(-1);
  for (let value = 0; value + 1 < wordStarts.length; value++)
    for (let i = wordStarts[value] as number; i < (wordStarts[value + 1] as number); i++) {
      const term = words[i] as number;
      if (lastValue[term] !== value) (valueStarts[term + 1] as number)++;
      lastValue[term] = value;
    }
  for (let i = 0; i < count; i++) (valueStarts[i + 1] as number) += valueStarts[i] as number;
  const next = valueStarts.slice();
  const termValues = new Int32Array(valueStarts[count] as number);
  const counts = new Int32Array(termValues.length);
  let largest = 1;
  lastValue.fill(-1);
  for (let value = 0; value + 1 < wordStarts.length; value++)
    for (let i = wordStarts[value] as number; i < (wordStarts[value + 1] as number); i++) {
      const term = words[i] as number;
      if (lastValue[term] !== value) termValues[(next[term] as number)++] = value;
      lastValue[term] = value;
      const at = (next[term] as number) - 1;
      largest = Math.max(largest, ++(counts[at] as number));
    }
  const frequencies = largest > 1 ? ordinalsFor(largest, counts.length) : null;
  frequencies?.set(counts);
  return { valueStarts, termValues, frequencies };
}

/** Documents that have words, and the words of all documents. */
export function countWords(
  wordStarts: Int32Array,
  postingStarts: Int32Array,
  postings: Int32Array,
) {
  let documents = 0;
  for (const document of postings) documents = Math.max(documents, document + 1);
  const seen = new Uint8Array(documents);
  let documentCount = 0;
  let wordCount = 0;
  for (let value = 0; value + 1 < wordStarts.length; value++) {
    const length = (wordStarts[value + 1] as number) - (wordStarts[value] as number);
    const from = postingStarts[value] as number;
    const to = postingStarts[value + 1] as number;
    wordCount += length * (to - from);
    for (let i = from; length > 0 && i < to; i++) {
      const document = postings[i] as number;
      if (!seen[document]) documentCount++;
      seen[document] = 1;
    }
  }
  return { documentCount, wordCount };
}
