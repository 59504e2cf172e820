// The first document of a value among some: what a bucket shows of itself, found without going through all of them.
import type { Column } from '../segment/column.ts';

/** With more values each has few documents, which are looked through quickly; and a note of each would take memory. */
const MOST_NOTED = 1 << 16;

type IsIn = (document: number) => boolean;

/** Of the documents that are in, the one with this value (ordinal + 1) which is first in `order`; -1: none has it. */
export function firstOfValue(column: Column, value: number, isIn: IsIn, order: Int32Array): number {
  const ofAll = (firstsOf(column, order)?.[value] ?? 0) - 1;
  return ofAll >= 0 && isIn(ofAll) ? ofAll : first(column, value, isIn, order);
}

/** By value: 1 + its first document of all; kept with the column. Null: it has too many values. */
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

/** `isIn` is asked only of documents that come before all that were in. */
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
