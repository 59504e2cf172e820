// What an aggregation is given besides its own options.
import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { AggregationResults } from '@isobar/query-language/result.ts';
import type { Bits } from '../memory/bits.ts';
import type { Context } from '../query/context.ts';

export type AggregationContext = Context & {
  readonly index: string;
  /** The score of each document; null when the query is not scored. */
  readonly scores: Float32Array | null;
  /** Every found document has the same score. */
  readonly alike: boolean;
  readonly whole: Whole;
  /**
   * True below `global`: documents are ranked there as if the search were for everything, whatever
   * the query is.
   */
  readonly everything: boolean;
  /** Aggregations below a bucket. */
  readonly below: (aggregations: Aggregations | undefined, list: Int32Array) => AggregationResults;
  /** What a filter finds, looked up once for all the buckets of a search. */
  readonly found: (key: object, find: () => Bits) => Bits;
};

/** All found documents. */
export interface Whole {
  readonly bits: Bits;
  /**
   * Passed wherever an aggregation over all found documents expects a list: their list, or an empty
   * one if no aggregation reads it.
   */
  readonly list: Int32Array;
  readonly documents: () => Int32Array;
  /**
   * The query that found the documents, as a text; null if the same query may find others at
   * another time.
   */
  readonly key: string | null;
}
