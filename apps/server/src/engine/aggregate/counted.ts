// Documents that buckets are made of: as a list, or as those values of a column that a filter lets in.
import { type Bits, both, hasBit, includes, listOf } from '../memory/bits.ts';
import { OwnerCache } from '../memory/owner-cache.ts';
import type { Column } from '../segment/column.ts';
import type { AggregationContext } from './aggregation-context.ts';
import { countPerValue, type ValueCounts } from './count.ts';
import { firstOfValue } from './first-of-value.ts';

export interface Counted {
  counts(column: Column, distinct: Column | null): ValueCounts;
  /** The first document of a value that occurs, as the index was filled. */
  first(column: Column, value: number): number;
  list(): Int32Array;
}

/** `list`: ascending. */
export const asList = (list: Int32Array, { segment }: AggregationContext): Counted => ({
  counts: (column, distinct) => countPerValue(column, list, distinct),
  first: (column, value) =>
    firstOfValue(column, value, (document) => includes(list, document), segment.order),
  list: () => list,
});

/**
 * Those found documents that `bits` lets in, where it lets in all documents of a value of the column or none of them: numbers
 * of a value are then those among all found documents, which are kept from one search to the next.
 *
 * `column`: at most one value per document; the only one that may be counted.
 */
export const asValues = (bits: Bits, context: AggregationContext): Counted => ({
  counts(column, distinct) {
    const all = countsOfAll(column, distinct, context);
    const isIn = (value: number): boolean =>
      hasBit(bits, column.postings[column.postingStarts[value - 1] ?? 0] ?? 0);
    return {
      of: (value) => (value > 0 && isIn(value) ? (all.counts[value] ?? 0) : 0),
      distinctOf: (value) => (value > 0 && isIn(value) ? (all.different[value] ?? 0) : 0),
      each(visit) {
        for (let value = 1; value < all.counts.length; value++) {
          const count = all.counts[value] ?? 0;
          if (count > 0 && isIn(value)) visit(value, count);
        }
      },
    };
  },
  first: (column, value) =>
    firstOfValue(
      column,
      value,
      (document) => hasBit(context.whole.bits, document),
      context.segment.order,
    ),
  list: () => listOf(both(context.whole.bits, bits)),
});

/** By value (ordinal + 1). */
interface CountsOfAll {
  readonly counts: Int32Array;
  /** Different values of another column below each. */
  readonly different: Int32Array;
}

/** Bytes of all of them in a thread. */
const KEPT_BYTES = 4 << 20;
const kept = new OwnerCache<CountsOfAll>(
  KEPT_BYTES,
  ({ counts, different }) => counts.byteLength + different.byteLength,
);

function countsOfAll(
  column: Column,
  distinct: Column | null,
  { whole }: AggregationContext,
): CountsOfAll {
  return kept.get(column, JSON.stringify([distinct?.name ?? null, whole.key]), () => {
    const found = countPerValue(column, whole.documents(), distinct);
    const length = column.dictionary.size + 1;
    return {
      counts: Int32Array.from({ length }, (_, value) => (value > 0 ? found.of(value) : 0)),
      different: distinct
        ? Int32Array.from({ length }, (_, value) => (value > 0 ? found.distinctOf(value) : 0))
        : new Int32Array(0),
    };
  });
}
