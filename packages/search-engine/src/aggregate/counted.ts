// The documents that buckets are made of: as a list, or as the values of a column that a filter
// lets in.
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
 * The found documents that a filter lets in, where the filter keeps the values of a column whole:
 * for each value it lets in all documents or none. The count of a value is then its count among all
 * found documents, which is cached from one search to the next.
 *
 * `column`: at most one value per document; the only column that may be counted. `isIn`: by value
 * (ordinal + 1); at 0, the documents without a value. `bits`: the documents that the filter lets
 * in, as a set, for callers that need the documents themselves.
 */
export const asValues = (
  isIn: Uint8Array,
  bits: () => Bits,
  context: AggregationContext,
): Counted => ({
  counts(column, distinct) {
    const all = countsOfAll(column, distinct, context);
    return {
      of: (value) => (isIn[value] ? (all.counts[value] ?? 0) : 0),
      distinctOf: (value) => (isIn[value] ? (all.different[value] ?? 0) : 0),
      each(visit) {
        for (let value = 1; value < isIn.length; value++) {
          const count = isIn[value] ? (all.counts[value] ?? 0) : 0;
          if (count > 0) visit(value, count);
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
  list: () => listOf(both(context.whole.bits, bits())),
});

/**
 * For a filter that keeps the values of `column` whole: how many of the found documents it lets in.
 */
export function countOfKept(column: Column, isIn: Uint8Array, context: AggregationContext): number {
  const { counts } = countsOfAll(column, null, context);
  return counts.reduce((sum, count, value) => sum + (isIn[value] ? count : 0), 0);
}

/**
 * Counts over all found documents by value (ordinal + 1); at 0, those of documents without a value.
 */
interface CountsOfAll {
  readonly counts: Int32Array;
  /** How many different values of the column `distinct` the documents of each value have. */
  readonly different: Int32Array;
}

/** A thread caches at most this many bytes of such counts. */
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
      counts: Int32Array.from({ length }, (_, value) => found.of(value)),
      different: distinct
        ? Int32Array.from({ length }, (_, value) => found.distinctOf(value))
        : new Int32Array(0),
    };
  });
}
