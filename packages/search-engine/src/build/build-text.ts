// Lays out the text index of a field.
import { addAt, intAt, ordinalAt, sumUp, takeAt } from '../memory/numbers.ts';
import { type Ordinals, ordinalsFor, sharedInts, sharedOrdinals } from '../segment/column.ts';
import type { TextContent } from '../segment/segment-content.ts';
import type { Numbers } from '../segment/segment-file.ts';
import type { Words } from './build-words.ts';

export type BuiltText = {
  readonly arrays: ReadonlyMap<string, Numbers>;
  readonly content: TextContent;
};

/** `postingStarts`, `postings`: those of the field's exact column. */
export function buildText(
  name: string,
  { terms, wordStarts, words }: Words,
  postingStarts: Int32Array,
  postings: Int32Array,
): BuiltText {
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
  const content = { name, ...countWords(wordStarts, postingStarts, postings) };
  return { arrays, content };
}

/** Values by term, and how often the term occurs in each. */
function invert(count: number, wordStarts: Int32Array, words: Ordinals) {
  const valueStarts = new Int32Array(count + 1);
  const lastValue = new Int32Array(count).fill(-1);
  for (let value = 0; value + 1 < wordStarts.length; value++)
    for (let i = intAt(wordStarts, value); i < intAt(wordStarts, value + 1); i++) {
      const term = ordinalAt(words, i);
      if (lastValue[term] !== value) addAt(valueStarts, term + 1, 1);
      lastValue[term] = value;
    }
  sumUp(valueStarts);
  const next = valueStarts.slice();
  const termValues = sharedInts(intAt(valueStarts, count));
  const counts = sharedOrdinals(mostWords(wordStarts), termValues.length); // an upper bound
  let largest = 1;
  lastValue.fill(-1);
  for (let value = 0; value + 1 < wordStarts.length; value++)
    for (let i = intAt(wordStarts, value); i < intAt(wordStarts, value + 1); i++) {
      const term = ordinalAt(words, i);
      if (lastValue[term] !== value) termValues[takeAt(next, term)] = value;
      lastValue[term] = value;
      const at = intAt(next, term) - 1;
      const count = ordinalAt(counts, at) + 1;
      counts[at] = count;
      largest = Math.max(largest, count);
    }
  return { valueStarts, termValues, frequencies: largest > 1 ? narrowed(counts, largest) : null };
}

function mostWords(wordStarts: Int32Array): number {
  let most = 0;
  for (let value = 0; value + 1 < wordStarts.length; value++)
    most = Math.max(most, intAt(wordStarts, value + 1) - intAt(wordStarts, value));
  return most;
}

/** The same numbers in the narrowest array that holds the largest of them. */
function narrowed(numbers: Ordinals, largest: number): Ordinals {
  const narrow = ordinalsFor(largest, 0).BYTES_PER_ELEMENT < numbers.BYTES_PER_ELEMENT;
  if (!narrow) return numbers;
  const copy = sharedOrdinals(largest, numbers.length);
  copy.set(numbers);
  return copy;
}

/** How many documents have words, and how many words all documents have together. */
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
    const length = intAt(wordStarts, value + 1) - intAt(wordStarts, value);
    const from = intAt(postingStarts, value);
    const to = intAt(postingStarts, value + 1);
    wordCount += length * (to - from);
    for (let i = from; length > 0 && i < to; i++) {
      const document = intAt(postings, i);
      if (!seen[document]) documentCount++;
      seen[document] = 1;
    }
  }
  return { documentCount, wordCount };
}
