// What an aggregation is given beside its own options.
import type { Aggregations } from '@isobar/contract/search/dsl-aggregation.ts';
import type { AggregationResults } from '@isobar/contract/search/result.ts';
import type { Bits } from '../memory/bits.ts';
import type { Context } from '../query/context.ts';

export type AggregationContext = Context & {
  readonly index: string;
  /** By document; null when the query is not scored. */
  readonly scores: Float32Array | null;
  /** Every found document has the same score. */
  readonly alike: boolean;
  /** All found documents, as a list and as a set: part of them is cut out quicker by the set. */
  readonly whole: { readonly list: Int32Array; readonly bits: Bits };
  /** True below `global`: documents are ranked there as if the search were for everything, whatever the query is. */
  readonly everything: boolean;
  /** Aggregations below a bucket. */
  readonly below: (aggregations: Aggregations | undefined, list: Int32Array) => AggregationResults;
  /** What a filter finds; found once for all the buckets of a search. */
  readonly found: (key: object, find: () => Bits) => Bits;
};
