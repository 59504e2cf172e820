// Aggregations that were asked for before: who pages through results or sorts them anew asks for the same ones again.
import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import type { AggregationResults } from '@isobar/contract/search/result.ts';
import { dependsOnTime } from './evaluate.ts';
import { Kept } from './kept.ts';
import { type RawJson, rawJson } from './reply-text.ts';
import type { Segment } from './segment.ts';

/** Most bytes that a thread keeps: some twenty main searches over a large index. */
const MAX_BYTES = 16 << 20;

/** Aggregations of searches that one thread has answered, as JSON text. */
export type KeptAggregations = Kept<RawJson>;

export const keepAggregations = (): KeptAggregations =>
  new Kept(MAX_BYTES, ({ bytes }) => bytes.length);

/** The aggregations of a search, from before or by `find`: all that they depend on is the same. */
export function aggregationsOf(
  kept: KeptAggregations,
  segment: Segment,
  index: string,
  { query, min_score, aggs, aggregations }: SearchBody,
  find: () => AggregationResults,
): RawJson | AggregationResults {
  const key = JSON.stringify([index, query, min_score, aggs ?? aggregations]);
  return dependsOnTime(key) ? find() : kept.get(segment, key, () => rawJson(find()));
}
