// The order of documents in a segment: documents of one group are neighbours.

import { countingSort } from '../memory/counting-sort.ts';
import { intAt } from '../memory/numbers.ts';
import { sharedInts } from '../segment/column.ts';
import type { Encoded, Placement } from './build-column.ts';
import { ownerOf } from './build-owners.ts';

/**
 * Sorts documents by their groups; within a group they keep the order in which they are given. All
 * document numbers are below `total`; documents that are not given get no place. The places are in
 * shared memory.
 */
export function placedByGroups(
  given: Int32Array<ArrayBuffer>,
  total: number,
  groups: readonly Pick<Encoded, 'documents' | 'ordinals' | 'size'>[],
): Placement {
  let sorted = given;
  for (const { documents, ordinals, size } of groups.toReversed()) {
    const keys = new Int32Array(total);
    for (let i = ordinals.length - 1; i >= 0; i--)
      keys[ownerOf(documents, i)] = intAt(ordinals, i) + 1;
    sorted = countingSort(sorted, keys, size + 1);
  }
  const places = sharedInts(total).fill(-1);
  for (let place = 0; place < sorted.length; place++) places[intAt(sorted, place)] = place;
  return { places, documents: sorted.length };
}
