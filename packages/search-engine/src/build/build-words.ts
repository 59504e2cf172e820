// Splits the different values of a text field into words, in the order in which they are added.

import { analyse, plainTerms } from '../language/analyse.ts';
import { GrowingInts } from '../memory/growing.ts';
import { byteAt, intAt, sumUp } from '../memory/numbers.ts';
import { type EncodedTexts, textOf } from '../memory/text-bytes.ts';
import { type Ordinals, sharedOrdinals } from '../segment/column.ts';
import { TextTable } from './text-table.ts';

export type Words = {
  /** All different words, sorted. */
  readonly terms: EncodedTexts;
  /**
   * Where the words of each value (by ordinal) begin in `words`, and at the end where the last ones
   * end.
   */
  readonly wordStarts: Int32Array;
  /** Ordinals of terms. */
  readonly words: Ordinals;
};

export class WordsBuilder {
  private readonly table = new TextTable();
  private readonly numbers = new GrowingInts();
  /** Where the words of each value end. */
  private readonly ends = new GrowingInts();
  private lower = Buffer.allocUnsafeSlow(1 << 12);

  /** Adds the UTF-8 text between `from` and `to` (exclusive). */
  add(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > this.lower.length) this.lower = Buffer.allocUnsafeSlow(2 * (to - from));
    const { lower, table, numbers } = this;
    if (lowerCaseOf(bytes, from, to, lower))
      plainTerms(lower, 0, to - from, (start, end) =>
        numbers.push(table.number(lower, start, end)),
      );
    else
      for (const { term } of analyse(textOf(bytes.subarray(from, to))))
        numbers.push(table.numberOf(term.toWellFormed()));
    this.ends.push(numbers.length);
  }

  /** `ordinals`: of the values, in the order in which they were added. */
  laidOut(ordinals: Int32Array): Words {
    const { texts: terms, ordinals: ordinalOf } = this.table.sorted();
    const numbers = this.numbers.all();
    const ends = this.ends.all();
    const wordStarts = new Int32Array(ordinals.length + 1);
    for (let value = 0; value < ordinals.length; value++)
      wordStarts[intAt(ordinals, value) + 1] =
        intAt(ends, value) - (value === 0 ? 0 : intAt(ends, value - 1));
    sumUp(wordStarts);
    const words = sharedOrdinals(Math.max(0, this.table.size - 1), numbers.length);
    for (let value = 0, i = 0; value < ordinals.length; value++) {
      let at = intAt(wordStarts, intAt(ordinals, value));
      const end = intAt(ends, value);
      for (; i < end; i++) words[at++] = intAt(ordinalOf, intAt(numbers, i));
    }
    return { terms, wordStarts, words };
  }
}

/** The words of texts that are sorted already. */
export function wordsOf({ bytes, starts }: EncodedTexts): Words {
  const builder = new WordsBuilder();
  const size = starts.length - 1;
  for (let value = 0; value < size; value++)
    builder.add(bytes, intAt(starts, value), intAt(starts, value + 1));
  return builder.laidOut(Int32Array.from({ length: size }, (_, value) => value));
}

/** Writes an ASCII text to `lower` in lower case; returns false if the text is not ASCII. */
function lowerCaseOf(bytes: Uint8Array, from: number, to: number, lower: Uint8Array): boolean {
  let all = 0;
  for (let i = from, k = 0; i < to; i++, k++) {
    const byte = byteAt(bytes, i);
    all |= byte;
    lower[k] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  }
  return all < 0x80;
}
