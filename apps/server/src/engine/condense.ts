// Lists of documents made short: where a column has one value all over a group, one document stands for its group.
import type { Column } from './column.ts';

/** Documents, ascending, and for how many each stands; null: for itself. */
export type Condensed = {
  readonly documents: Int32Array;
  readonly weights: Int32Array | null;
};

/** The same counts for less work. What was found for a list is kept as long as the list is. */
export function condensed(list: Int32Array, { constantWithin }: Column): Condensed {
  if (!constantWithin || list.length < 64) return { documents: list, weights: null };
  const known = kept.get(list) ?? new Map<Column['ordinals'], Condensed>();
  kept.set(list, known);
  const found = known.get(constantWithin) ?? oneOfEach(list, constantWithin);
  known.set(constantWithin, found);
  return found;
}

const kept = new WeakMap<Int32Array, Map<Column['ordinals'], Condensed>>();

/** One document for each run of documents with one value. Documents without a value stand for themselves. */
function oneOfEach(list: Int32Array, groups: Column['ordinals']): Condensed {
  const documents = new Int32Array(list.length);
  const weights = new Int32Array(list.length);
  let length = 0;
  let last = 0;
  for (let i = 0; i < list.length; i++) {
    const document = list[i] as number;
    const group = groups[document] as number;
    if (group === last && group !== 0) (weights[length - 1] as number)++;
    else {
      last = group;
      documents[length] = document;
      weights[length++] = 1;
    }
  }
  return { documents: documents.subarray(0, length), weights: weights.subarray(0, length) };
}
