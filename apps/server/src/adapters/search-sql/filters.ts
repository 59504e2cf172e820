// Buckets of an aggregation `filters`, for every reader over the store.
import type { AggregationKinds } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { unsupported } from './refusals.ts';

/**
 * `narrowed`: the bucket of what also fits the query; `index`: the name of the index, for refusals.
 * Throws SearchRefused.
 */
export async function filtersOf(
  { filters, other_bucket: other }: AggregationKinds['filters'],
  index: string,
  narrowed: (query: Query) => Promise<AggregationResult & { doc_count: number }>,
): Promise<AggregationResult> {
  if (other !== undefined) throw unsupported(`other_bucket is not supported by ${index}`);
  const buckets: [string, AggregationResult & { doc_count: number }][] = [];
  for (const [name, query] of Object.entries(filters)) buckets.push([name, await narrowed(query)]);
  // The contract's type of a bucket has a key; these buckets are known by their names or by their
  // places in the list.
  if (!Array.isArray(filters)) return { buckets: Object.fromEntries(buckets) as never };
  return { buckets: buckets.map(([, bucket]) => bucket) as never };
}
