// The words of a text field. They refer to values of the field's exact column, not to documents: a
// text that a thousand documents share is analysed and stored once.
import type { Ordinals, TextColumn } from './column.ts';
import type { TextDictionary } from './dictionary.ts';

export type TextIndex = {
  readonly name: string;
  /** The exact values, `name.keyword`. */
  readonly column: TextColumn;
  readonly terms: TextDictionary;
  /**
   * Values (ordinals of the column, ascending) that contain term t: from valueStarts[t] up to
   * valueStarts[t + 1].
   */
  readonly valueStarts: Int32Array;
  readonly values: Int32Array;
  /** How often the term occurs in that value; null: always once. */
  readonly frequencies: Ordinals | null;
  /** Terms of value v in the order of the text: from wordStarts[v] up to wordStarts[v + 1]. */
  readonly wordStarts: Int32Array;
  readonly words: Ordinals;
  /** Documents with at least one word. */
  readonly documentCount: number;
  /** Words of all documents. */
  readonly wordCount: number;
};
