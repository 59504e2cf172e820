// Which values a document has together, as one small number: for columns of few values, to count many documents quickly.
import { type Column, type Ordinals, ordinalsFor } from '../segment/column.ts';

/** Every different set of values of a column has a number. */
export type ValueSets = {
  /** Number of its set, by document. */
  readonly sets: Ordinals;
  /** By number of a set: bit v for value v (ordinal + 1), bit 0 for no value at all. */
  readonly members: Int32Array;
};

/** A set fits in one number up to here. */
const MAX_VALUES = 31;

/** Null for a column of more values than this is good for. Kept as long as the column is. */
export function valueSets(column: Column): ValueSets | null {
  if (column.dictionary.size > MAX_VALUES) return null;
  const known = cache.get(column);
  if (known !== undefined) return known;
  const found = column.starts ? setsOfLists(column, column.starts) : singles(column);
  cache.set(column, found);
  return found;
}
const cache = new WeakMap<Column, ValueSets | null>();

/** What `valueSets` has found before. */
export const knownSets = (column: Column): ValueSets | null => cache.get(column) ?? null;

const singles = ({ ordinals, dictionary }: Column): ValueSets => ({
  sets: ordinals,
  members: Int32Array.from({ length: dictionary.size + 1 }, (_, value) => 1 << value),
});

function setsOfLists({ ordinals, documents }: Column, starts: Int32Array): ValueSets | null {
  const members = new Int32Array(documents);
  const numbers = new Map<number, number>();
  for (let document = 0; document < documents; document++) {
    const to = starts[document + 1] as number;
    let set = 0;
    for (let p = starts[document] as number; p < to; p++) set |= 1 << (ordinals[p] as number);
    members[document] = set || 1;
    if (!numbers.has(set || 1)) numbers.set(set || 1, numbers.size);
  }
  if (numbers.size > 0xffff) return null;
  const sets = ordinalsFor(numbers.size, documents);
  for (let document = 0; document < documents; document++)
    sets[document] = numbers.get(members[document] as number) as number;
  return { sets, members: Int32Array.from(numbers.keys()) };
}
