// The first document of a value: what a bucket shows of itself, found without going through all
// documents.
import type { Column } from '../segment/column.ts';

/**
 * With more values than this, each has so few documents that looking through them is quick; and
 * noting them all would take memory.
 */
const MOST_NOTED = 1 << 16;

type IsIn = (document: number) => boolean;

/**
 * Of the documents that `isIn` accepts and that have this value (ordinal + 1), the first in
 * `order`; -1 if there is none.
 */
export function firstOfValue(column: Column, value: number, isIn: IsIn, order: Int32Array): number {
  const ofAll = (firstsOf(column, order)?.[value] ?? 0) - 1;
  return ofAll >= 0 && isIn(ofAll) ? ofAll : first(column, value, isIn, order);
}

/**
 * By value: 1 + its first document among all, kept with the column. Null if the column has too many
 * values.
 */
function firstsOf(column: Column, order: Int32Array): Int32Array | null {
  const { size } = column.dictionary;
  if (size > MOST_NOTED) return null;
  const known = noted.get(column);
  if (known) return known;
  const firsts = Int32Array.from({ length: size + 1 }, (_, value) =>
    value === 0 ? 0 : first(column, value, () => true, order) + 1,
  );
  noted.set(column, firsts);
  return firsts;
}
const noted = new WeakMap<Column, Int32Array>();

/** Calls `isIn` only for documents that come before the best one so far. */
function first(
  { postings, postingStarts }: Column,
  value: number,
  isIn: IsIn,
  order: Int32Array,
): number {
  const end = postingStarts[value] ?? 0;
  let best = -1;
  let bestPlace = Number.POSITIVE_INFINITY;
  for (let at = postingStarts[value - 1] ?? end; at < end; at++) {
    const document = postings[at] ?? 0;
    const place = order[document] ?? 0;
    if (place >= bestPlace || !isIn(document)) continue;
    best = document;
    bestPlace = place;
  }
  return best;
}
