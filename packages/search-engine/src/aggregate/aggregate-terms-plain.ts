// The common case of buckets by values: only counts and distinct counts. They stay lists of numbers
// until the reply is written.

import { countingSort } from '../memory/counting-sort.ts';
import { scratchInts } from '../memory/scratch.ts';
import { BucketTable } from '../reply/bucket-table.ts';
import type { Column } from '../segment/column.ts';
import type { ValueCounts } from './count.ts';
import type { ValueFilter } from './value-filter.ts';

export type PlainOrder = { readonly by: string; readonly descending: boolean };

export type PlainTerms = {
  readonly column: Column;
  readonly counts: ValueCounts;
  /** Distinct counts below each bucket. */
  readonly distinct: readonly { readonly name: string; readonly counts: ValueCounts }[];
  /** By `_count`, `_key` or the name of a distinct count. */
  readonly order: PlainOrder;
  readonly minimum: number;
  readonly size: number;
  readonly accepts: ValueFilter | null;
};

/**
 * The buckets, the sum of all counts, the sum of those shown, and how many different values there
 * are.
 */
export function plainTerms({
  column,
  counts,
  distinct,
  order,
  minimum,
  size,
  accepts,
}: PlainTerms) {
  const values = scratchInts(column.dictionary.size);
  let length = 0;
  let different = 0;
  let total = 0;
  counts.each((value, count) => {
    if (accepts && !accepts.ordinal(value - 1)) return;
    different++;
    if (count < minimum) return;
    total += count;
    values[length++] = value;
  });
  const sorted = inOrder(values.subarray(0, length), order, counts, distinct).subarray(0, size);
  const shownCounts = mapped(sorted, counts.of);
  const table = new BucketTable(
    column,
    mapped(sorted, (value) => value - 1),
    shownCounts,
    distinct.map(({ name, counts: own }) => ({
      name,
      values: mapped(sorted, own.distinctOf),
    })),
  );
  return { table, total, shown: shownCounts.reduce((sum, one) => sum + one, 0), different };
}

/** Values with equal numbers stay in the order of their keys. */
function inOrder(
  values: Int32Array,
  { by, descending }: PlainOrder,
  counts: ValueCounts,
  distinct: PlainTerms['distinct'],
): Int32Array {
  if (by === '_key') return descending ? values.toReversed() : values;
  const own = distinct.find(({ name }) => name === by)?.counts;
  const numbers = mapped(values, own ? own.distinctOf : counts.of);
  let most = 0;
  for (let i = 0; i < numbers.length; i++) most = Math.max(most, numbers[i] ?? 0);
  if (most > 4 * values.length + 1024) return bySorting(values, numbers, most, descending);
  const codes = descending ? mapped(numbers, (number) => most - number) : numbers;
  const places = mapped(values, (_, i) => i);
  return mapped(countingSort(places, codes, most + 1), (place) => values[place] ?? 0);
}

function bySorting(values: Int32Array, numbers: Int32Array, most: number, descending: boolean) {
  const packed = new Float64Array(values.length);
  for (let i = 0; i < packed.length; i++)
    packed[i] = (descending ? most - (numbers[i] ?? 0) : (numbers[i] ?? 0)) * 2 ** 21 + i;
  packed.sort();
  return mapped(values, (_, i) => values[(packed[i] ?? 0) % 2 ** 21] ?? 0);
}

/** Like `map`, but into scratch memory, good until the next search begins. */
function mapped(list: Int32Array, by: (number: number, place: number) => number): Int32Array {
  const made = scratchInts(list.length);
  for (let i = 0; i < made.length; i++) made[i] = by(list[i] ?? 0, i);
  return made;
}
