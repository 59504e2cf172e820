// Ranks documents: sort keys become numbers, so that comparing two documents compares one number in
// most cases.
import { addAt } from '../memory/numbers.ts';
import { scratchInts, scratchZeros } from '../memory/scratch.ts';
import { columnCoder, packed, type Searched } from './sort-codes.ts';
import type { SortKey } from './sort-keys.ts';
import { sequenceOf } from './sort-sequence.ts';

/** Documents, and how two of them compare by their places in the list. */
export type Ranking = {
  readonly list: Int32Array;
  /** By place: smaller for a document that comes earlier; `compare` decides between equal ones. */
  readonly codes: Float64Array | Int32Array;
  /**
   * Negative if the document at place `a` comes before the one at `b`; never 0 for two different
   * documents.
   */
  readonly compare: (a: number, b: number) => number;
};

/** Ranks a list of documents. `scores`: by document. */
export function rank(
  list: Int32Array,
  keys: readonly SortKey[],
  scores: Float32Array | null,
  { segment, budget }: Searched,
): Ranking {
  const known = sequenceOf(segment, keys, list.length, budget);
  if (known) {
    const codes = scratchInts(list.length);
    for (let i = 0; i < list.length; i++) codes[i] = known.ranks[list[i] ?? 0] ?? 0;
    return { list, codes, compare: (a, b) => (codes[a] ?? 0) - (codes[b] ?? 0) };
  }
  const [codes = new Float64Array(list.length), ...rest] = packed(list, keys, scores, {
    segment,
    budget,
  });
  const { order } = segment;
  const byOrder = (a: number, b: number) => (order[list[a] ?? 0] ?? 0) - (order[list[b] ?? 0] ?? 0);
  if (rest.length === 0)
    return {
      list,
      codes,
      compare: (a, b) => (codes[a] ?? 0) - (codes[b] ?? 0) || byOrder(a, b),
    };
  const all = [codes, ...rest];
  return {
    list,
    codes,
    compare: (a, b) => {
      for (const some of all) {
        const difference = (some[a] ?? 0) - (some[b] ?? 0);
        if (difference !== 0) return difference;
      }
      return byOrder(a, b);
    },
  };
}

/**
 * Shorter lists are ranked as they are, and so are lists with fewer documents per value of the
 * first key.
 */
const MIN_DOCUMENTS = 512;
const MIN_DOCUMENTS_PER_VALUE = 8;

/**
 * At least `wanted` documents of a long list that come before all others by the first key; null if
 * these are more than half of the list, or if finding them would not be quick.
 */
export function leading(
  list: Int32Array,
  keys: readonly SortKey[],
  wanted: number,
): Int32Array | null {
  const [key] = keys;
  const column = key?.by;
  if (list.length < MIN_DOCUMENTS || !key || !column || typeof column !== 'object') return null;
  if (column.starts || column.dictionary.size * MIN_DOCUMENTS_PER_VALUE > list.length) return null;
  const { ordinals } = column;
  const counts = scratchZeros(column.dictionary.size + 1);
  for (let i = 0; i < list.length; i++) addAt(counts, ordinals[list[i] ?? 0] ?? 0, 1);
  const { codeOf } = columnCoder(key, column);
  const values = Int32Array.from(counts, (_, value) => value);
  values.sort((a, b) => codeOf(a) - codeOf(b));
  const leads = new Uint8Array(values.length);
  let total = 0;
  let last = -1;
  for (const value of values) {
    // documents that compare as equal stay together
    if (total >= wanted && codeOf(value) !== last) break;
    total += counts[value] ?? 0;
    leads[value] = 1;
    last = codeOf(value);
  }
  if (total * 2 > list.length) return null;
  const led = scratchInts(total);
  for (let i = 0, at = 0; at < total; i++) {
    const document = list[i] ?? 0;
    if (leads[ordinals[document] ?? 0]) led[at++] = document;
  }
  return led;
}
