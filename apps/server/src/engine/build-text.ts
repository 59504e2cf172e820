// Analyses the different values of a text field and lays out its words.
import { termPieces } from './analyse.ts';
import { type Ordinals, ordinalsFor } from './column.ts';
import { sortTexts } from './dictionary.ts';
import { GrowingInts } from './growing.ts';
import type { Numbers } from './segment-file.ts';
import { TermTable } from './term-table.ts';

export type BuiltText = {
  readonly terms: readonly string[];
  readonly arrays: ReadonlyMap<string, Numbers>;
  readonly documentCount: number;
  readonly wordCount: number;
};

/** `texts`: sorted; `postingStarts`, `postings`: their documents of the values in the field's exact column. */
export function buildText(
  name: string,
  texts: readonly string[],
  postingStarts: Int32Array,
  postings: Int32Array,
): BuiltText {
  const encoded = encodeWords(texts);
  const { wordStarts, words } = encoded;
  const { valueStarts, termValues, frequencies } = invert(encoded.terms.length, wordStarts, words);
  const arrays = new Map<string, Numbers>([
    [`${name}/wordStarts`, wordStarts],
    [`${name}/words`, words],
    [`${name}/valueStarts`, valueStarts],
    [`${name}/values`, termValues],
  ]);
  if (frequencies) arrays.set(`${name}/frequencies`, frequencies);
  return { terms: encoded.terms, arrays, ...countWords(wordStarts, postingStarts, postings) };
}

function encodeWords(values: readonly string[]) {
  const table = new TermTable();
  const given = new GrowingInts();
  const wordStarts = new Int32Array(values.length + 1);
  const take = (text: string, start: number, end: number) =>
    given.push(table.number(text, start, end));
  for (let value = 0; value < values.length; value++) {
    termPieces(values[value] as string, take);
    wordStarts[value + 1] = given.length;
  }
  const all = given.all();
  const { terms, ordinals } = sorted(table.all());
  const words = ordinalsFor(Math.max(0, terms.length - 1), all.length);
  for (let i = 0; i < all.length; i++) words[i] = ordinals[all[i] as number] as number;
  return { terms, wordStarts, words };
}

/** `ordinals`: by place in the list that is given. */
function sorted(texts: readonly string[]) {
  const terms = sortTexts([...texts]);
  const numbers = new Map(texts.map((text, i) => [text, i]));
  const ordinals = new Int32Array(texts.length);
  terms.forEach((term, ordinal) => {
    ordinals[numbers.get(term) as number] = ordinal;
  });
  return { terms, ordinals };
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
