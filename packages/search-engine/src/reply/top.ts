// Picks the first documents of a ranking without sorting all of it; if hits are collapsed, one of
// each group.

import { type Bits, hasBit } from '../memory/bits.ts';
import { scratchInts } from '../memory/scratch.ts';
import { type Column, firstOrdinal } from '../segment/column.ts';
import type { Ranking } from './sort.ts';
import type { Sequence } from './sort-sequence.ts';

/** The places of all documents of a ranking. */
export function everyPlace({ list }: Ranking): Int32Array {
  const places = new Int32Array(list.length);
  for (let i = 0; i < places.length; i++) places[i] = i;
  return places;
}

/**
 * The place of the best document of each group (value of a column). All documents without a value
 * are one group.
 */
export function bestOfGroups(ranking: Ranking, column: Column): Int32Array {
  if (column.contiguous && !column.starts) return bestOfRuns(ranking, column.ordinals);
  const { list, compare } = ranking;
  const best = new Int32Array(column.dictionary.size + 1).fill(-1);
  const groups: number[] = [];
  for (let i = 0; i < list.length; i++) {
    const group = firstOrdinal(column, list[i] ?? 0, false);
    const known = best[group] ?? 0;
    if (known < 0) groups.push(group);
    if (known < 0 || compare(i, known) < 0) best[group] = i;
  }
  return Int32Array.from(groups, (group) => best[group] ?? 0);
}

/** The same if the documents of a group are neighbours; those without a group may be anywhere. */
function bestOfRuns({ list, codes, compare }: Ranking, groups: Column['ordinals']): Int32Array {
  const places = scratchInts(list.length);
  let length = 0;
  let group = -1;
  let least = 0;
  let ungrouped = -1;
  for (let i = 0; i < list.length; i++) {
    const next = groups[list[i] ?? 0] ?? 0;
    const code = codes[i] ?? 0;
    if (next === 0) {
      if (ungrouped < 0 || compare(i, ungrouped) < 0) ungrouped = i;
    } else if (next !== group) {
      group = next;
      least = code;
      places[length++] = i;
    } else if (code < least || (code === least && compare(i, places[length - 1] ?? 0) < 0)) {
      least = code;
      places[length - 1] = i;
    }
  }
  if (ungrouped >= 0) places[length++] = ungrouped;
  return places.subarray(0, length);
}

/**
 * The page, for sets with many of the segment's documents: goes through a sequence of all documents
 * until the page is full. Null if it would have to read more than `most` of them; then ranking the
 * set is quicker.
 */
export function topOfSequence(
  { documents }: Sequence,
  found: Bits,
  column: Column | null,
  { from, size }: { readonly from: number; readonly size: number },
  most: number,
): Int32Array | null {
  const seen = column && new Uint8Array(column.dictionary.size + 1);
  const page: number[] = [];
  let passed = 0;
  for (let i = 0; i < documents.length; i++) {
    if (passed === from + size) break;
    if (i > most) return null;
    const document = documents[i] ?? 0;
    if (!hasBit(found, document)) continue;
    if (seen && column) {
      const group = firstOrdinal(column, document, false);
      if (seen[group]) continue;
      seen[group] = 1;
    }
    if (passed++ >= from) page.push(document);
  }
  return Int32Array.from(page);
}

/** At most `size` places from the `from`-th best on, best first. */
export function topPlaces(
  places: Int32Array,
  compare: Ranking['compare'],
  from: number,
  size: number,
): Int32Array {
  const wanted = Math.min(places.length, from + size);
  if (wanted <= from) return new Int32Array(0);
  const best = wanted * 8 > places.length ? places.slice() : heapOfBest(places, compare, wanted);
  best.sort(compare);
  return best.subarray(from, wanted);
}

/** The `wanted` best places in any order: a heap with the worst of them on top. */
function heapOfBest(places: Int32Array, compare: Ranking['compare'], wanted: number): Int32Array {
  const heap = places.slice(0, wanted);
  const sink = (start: number) => {
    const item = heap[start] ?? 0;
    let at = start;
    for (let child = 2 * at + 1; child < wanted; child = 2 * at + 1) {
      if (child + 1 < wanted && compare(heap[child + 1] ?? 0, heap[child] ?? 0) > 0) child++;
      if (compare(heap[child] ?? 0, item) <= 0) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = item;
  };
  for (let i = (wanted >>> 1) - 1; i >= 0; i--) sink(i);
  for (let i = wanted; i < places.length; i++) {
    if (compare(places[i] ?? 0, heap[0] ?? 0) >= 0) continue;
    heap[0] = places[i] ?? 0;
    sink(0);
  }
  return heap;
}
