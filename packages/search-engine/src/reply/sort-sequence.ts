// All documents of a segment in the order of some keys, sorted once and cached for the searches
// that follow.

import type { Budget } from '../language/refusal.ts';
import { countingSort } from '../memory/counting-sort.ts';
import type { Segment } from '../segment/segment.ts';
import { coderOf } from './sort-codes.ts';
import { type SortKey, sortsByScore } from './sort-keys.ts';

/** All documents of a segment in some order, and the place of each in it. */
export type Sequence = { readonly documents: Int32Array; readonly ranks: Int32Array };

/** Sequences of a segment that are cached, at most. */
const MAX_SEQUENCES = 6;
/** A sequence is worth making once one document in this many is wanted. */
const WORTH_SHARE = 16;
const sequences = new WeakMap<Segment, Map<string, Sequence>>();

/**
 * The sequence for keys that need no scores; null if it is quicker to sort just the `wanted`
 * documents.
 */
export function sequenceOf(
  segment: Segment,
  keys: readonly SortKey[],
  wanted: number,
  budget: Budget,
): Sequence | null {
  if (sortsByScore(keys)) return null;
  const name = JSON.stringify(keys.map(keyName));
  const known = sequences.get(segment) ?? new Map<string, Sequence>();
  sequences.set(segment, known);
  let sequence = known.get(name);
  if (sequence) known.delete(name);
  else {
    if (wanted * WORTH_SHARE < segment.documents) return null;
    sequence = sorted(segment, keys, budget);
    const [oldest] = known.keys();
    if (known.size >= MAX_SEQUENCES && oldest !== undefined) known.delete(oldest);
  }
  known.set(name, sequence);
  return sequence;
}

const keyName = ({ by, descending, missing, largest }: SortKey) => [
  typeof by === 'object' ? by && [by.name] : by,
  descending,
  missing,
  largest,
];

/**
 * Sorts by the last key first: documents that are equal under a key keep the order given by the
 * keys after it.
 */
function sorted(segment: Segment, keys: readonly SortKey[], budget: Budget): Sequence {
  const { documents: count, order } = segment;
  let documents = new Int32Array(count);
  for (let document = 0; document < count; document++) documents[order[document] ?? 0] = document;
  const whole = Int32Array.from({ length: count }, (_, document) => document);
  for (const key of keys.toReversed()) {
    budget.work(count * 4);
    const coder = coderOf(key, null, segment);
    const codes = new Float64Array(count);
    coder.addTo(codes, whole);
    documents = countingSort(documents, codes, coder.range);
  }
  const ranks = new Int32Array(count);
  for (let i = 0; i < count; i++) ranks[documents[i] ?? 0] = i;
  return { documents, ranks };
}
