// One field over all documents: doc values (by document its ordinals) and postings (by ordinal its
// documents).

import { type Bits, noBits, setBit } from '../memory/bits.ts';
import { cachedBits } from '../memory/cached-bits.ts';
import { intAt, ordinalAt, wordAt } from '../memory/numbers.ts';
import type { NumberDictionary, TextDictionary } from './dictionary.ts';

/** The narrowest type that holds the numbers. */
export type Ordinals = Uint8Array | Uint16Array | Int32Array;

type Shape = {
  /** `site.keyword` of a text field `site`. */
  readonly name: string;
  readonly documents: number;
  /**
   * Doc values. With one value per document: ordinal + 1 of document d at d, 0 where it has none.
   * With several: those of document d, ascending, from starts[d] up to starts[d + 1].
   */
  readonly ordinals: Ordinals;
  readonly starts: Int32Array | null;
  /** Documents of ordinal o, ascending, from postingStarts[o] up to postingStarts[o + 1]. */
  readonly postingStarts: Int32Array;
  readonly postings: Int32Array;
  /** At most one value per document, and the documents of each value are neighbours. */
  readonly contiguous: boolean;
  /**
   * Functional dependencies: the columns, with at most one value per document, that determine this
   * one. Documents that share a value there have the same values here. The one with the fewest
   * values comes first; a column that determines others is in its own list.
   */
  readonly determinedBy: readonly Column[];
};
export type TextColumn = Shape & {
  /** `shape`: GeoJSON text; `point`: 'lat,lon'. */
  readonly kind: 'text' | 'point' | 'shape';
  readonly dictionary: TextDictionary;
};
export type NumberColumn = Shape & {
  readonly kind: 'integer' | 'double' | 'date' | 'boolean';
  readonly dictionary: NumberDictionary;
};
export type Column = TextColumn | NumberColumn;

export const isTextColumn = (column: Column): column is TextColumn =>
  column.kind === 'text' || column.kind === 'point' || column.kind === 'shape';

/** The narrowest array for numbers up to `largest`. */
export const ordinalsFor = (largest: number, length: number): Ordinals =>
  largest <= 0xff
    ? new Uint8Array(length)
    : largest <= 0xffff
      ? new Uint16Array(length)
      : new Int32Array(length);

/**
 * The same in shared memory from the start, so that large arrays need not be copied there later.
 */
export function sharedOrdinals(largest: number, length: number): Ordinals {
  const block = (width: number) => new SharedArrayBuffer(length * width);
  if (largest <= 0xff) return new Uint8Array(block(1));
  return largest <= 0xffff ? new Uint16Array(block(2)) : new Int32Array(block(4));
}

export const sharedInts = (length: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer(length * 4));

/**
 * Documents that have a value whose ordinal is in `from` … `to` (exclusive). Must not be changed.
 */
export function documentsInRange(column: Column, from: number, to: number): Bits {
  return cachedBits(column, `${from} ${to}`, column.documents, () => {
    const bits = noBits(column.documents);
    addRange(column, from, to, bits);
    return bits;
  });
}

/** Adds to `bits` the documents that have a value whose ordinal is in `from` … `to` (exclusive). */
export function addRange(column: Column, from: number, to: number, bits: Bits): void {
  const low = Math.max(0, from);
  const high = Math.min(column.dictionary.size, to);
  if (high <= low) return;
  const first = intAt(column.postingStarts, low);
  const last = intAt(column.postingStarts, high);
  if (!column.starts && last - first > column.documents >>> 2) scanRange(column, low, high, bits);
  else {
    const { postings } = column;
    for (let i = first; i < last; i++) setBit(bits, intAt(postings, i));
  }
}

/** The same by a scan of the doc values, which is faster when many documents match. */
function scanRange(column: Column, from: number, to: number, bits: Bits): void {
  const { ordinals, documents } = column;
  const width = to - from;
  const base = from + 1;
  for (let start = 0, word = 0; start < documents; start += 32, word++) {
    const end = Math.min(32, documents - start);
    let x = 0;
    for (let k = 0; k < end; k++) {
      const offset = ordinalAt(ordinals, start + k) - base;
      if (offset >= 0 && offset < width) x |= 1 << k;
    }
    bits[word] = wordAt(bits, word) | x;
  }
}

/** Documents that have a chosen value: `chosen[ordinal]` is not 0. */
export function documentsOf(column: Column, chosen: Uint8Array): Bits {
  const bits = noBits(column.documents);
  for (let ordinal = 0; ordinal < chosen.length; ordinal++) {
    if (!chosen[ordinal]) continue;
    let end = ordinal + 1;
    while (end < chosen.length && chosen[end]) end++;
    addRange(column, ordinal, end, bits);
    ordinal = end;
  }
  return bits;
}

/** Documents that have any value. */
export const documentsWithValue = (column: Column): Bits =>
  documentsInRange(column, 0, column.dictionary.size);

/** Smallest (or largest) ordinal + 1 of a document, 0 where it has none. */
export function firstOrdinal(column: Column, document: number, largest: boolean): number {
  const { starts, ordinals } = column;
  if (!starts) return ordinalAt(ordinals, document);
  const from = intAt(starts, document);
  const to = intAt(starts, document + 1);
  return from === to ? 0 : ordinalAt(ordinals, largest ? to - 1 : from);
}
