// The words of a text field together with those of new values.
import { terms } from './analyse.ts';
import { type EncodedWords, inOrder } from './build-text.ts';
import { GrowingInts } from './growing.ts';
import type { TextIndex } from './text-index.ts';

/** `values`: places of the field's exact column, as `Merged` has them. Terms that nothing holds any more are left out. */
export function mergedWords(
  index: TextIndex,
  values: Int32Array,
  added: readonly string[],
): EncodedWords {
  const size = index.terms.size;
  const numbers = new Map<string, number>();
  const given = new GrowingInts();
  const wordStarts = new Int32Array(values.length + 1);
  const used = new Uint8Array(size);
  const numberOf = (term: string): number => {
    const ordinal = index.terms.find(term);
    const number = ordinal >= 0 ? ordinal : (numbers.get(term) ?? size + numbers.size);
    if (ordinal < 0) numbers.set(term, number);
    else used[ordinal] = 1;
    return number;
  };
  for (let value = 0; value < values.length; value++) {
    const place = values[value] as number;
    if (place < 0) terms(added[-1 - place] as string, (term) => given.push(numberOf(term)));
    else {
      const to = index.wordStarts[place + 1] as number;
      for (let i = index.wordStarts[place] as number; i < to; i++) {
        const term = index.words[i] as number;
        used[term] = 1;
        given.push(term);
      }
    }
    wordStarts[value + 1] = given.length;
  }
  for (const [ordinal, term] of index.terms.texts(0, size))
    if (used[ordinal]) numbers.set(term, ordinal);
  return { wordStarts, ...inOrder(numbers, given.all()) };
}
