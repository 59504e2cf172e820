// Numbers the different sets of values that documents have, so that many documents over few values
// are counted quickly.
import { memberOf } from '../memory/members.ts';
import { intAt, ordinalAt } from '../memory/numbers.ts';
import { type Column, type Ordinals, ordinalsFor } from '../segment/column.ts';

/** Every different set of values of a column has a number. */
export type ValueSets = {
  /** The number of the value set of each document. */
  readonly sets: Ordinals;
  /**
   * By number of the set, its values as bits: bit v for value v (ordinal + 1), bit 0 where there is
   * no value.
   */
  readonly members: Int32Array;
};

/** The most values of which a set fits into one 32-bit number. */
const MAX_VALUES = 31;

/** The value sets of a column, cached with it; null if it has too many values or sets. */
export function valueSets(column: Column): ValueSets | null {
  if (column.dictionary.size > MAX_VALUES) return null;
  const known = cache.get(column);
  if (known !== undefined) return known;
  const found = column.starts ? setsOfLists(column, column.starts) : singles(column);
  cache.set(column, found);
  return found;
}
const cache = new WeakMap<Column, ValueSets | null>();

/** The cached value sets of a column, or null. */
export const knownSets = (column: Column): ValueSets | null => cache.get(column) ?? null;

const singles = ({ ordinals, dictionary }: Column): ValueSets => ({
  sets: ordinals,
  members: Int32Array.from({ length: dictionary.size + 1 }, (_, value) => 1 << value),
});

function setsOfLists({ ordinals, documents }: Column, starts: Int32Array): ValueSets | null {
  const members = new Int32Array(documents);
  const numbers = new Map<number, number>();
  for (let document = 0; document < documents; document++) {
    const to = intAt(starts, document + 1);
    let set = 0;
    for (let p = intAt(starts, document); p < to; p++) set |= 1 << ordinalAt(ordinals, p);
    members[document] = set || 1;
    if (!numbers.has(set || 1)) numbers.set(set || 1, numbers.size);
  }
  if (numbers.size > 0xffff) return null;
  const sets = ordinalsFor(numbers.size, documents);
  for (let document = 0; document < documents; document++)
    sets[document] = memberOf(numbers, intAt(members, document));
  return { sets, members: Int32Array.from(numbers.keys()) };
}
