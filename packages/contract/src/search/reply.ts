// A search reply, validated at the boundary of the portal: only as much of its form as is read.
import * as z from 'zod/mini';
import type { MetadataField } from '../catalogue/metadata-document.ts';

const hit = z.object({
  _id: z.string(),
  _score: z.nullish(z.number()),
  _source: z.optional(z.record(z.string(), z.unknown())),
});

export const searchReply = z.object({
  timed_out: z.optional(z.boolean()),
  hits: z.object({
    total: z.optional(z.object({ value: z.number() })),
    hits: z.array(hit),
  }),
  aggregations: z.optional(z.record(z.string(), z.unknown())),
});
export type ParsedReply = z.infer<typeof searchReply>;

/** The reply to a body sent with `filter_path=hits.total.value`. */
export const totalReply = z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) });

const bucket = z.looseObject({
  key: z.optional(z.union([z.string(), z.number()])),
  doc_count: z.number(),
});
export type ParsedBucket = { readonly key: string; readonly count: number; readonly below: Below };
type Below = Readonly<Record<string, unknown>>;

const listed = z.object({ buckets: z.array(bucket) });
const named = z.object({ buckets: z.record(z.string(), bucket) });
const metric = z.object({ value: z.nullable(z.number()) });
const tops = z.object({ hits: z.object({ hits: z.array(hit) }) });

/** The buckets of an aggregation, listed or by name; none when there is no such aggregation. */
export function bucketsOf(aggregations: Below | undefined, name: string): readonly ParsedBucket[] {
  const found = aggregations?.[name];
  const list = z.safeParse(listed, found);
  if (list.success) {
    return list.data.buckets.map((one) => ({
      key: String(one.key ?? ''),
      count: one.doc_count,
      below: one,
    }));
  }
  const byName = z.safeParse(named, found);
  if (!byName.success) return [];
  return Object.entries(byName.data.buckets).map(([key, one]) => ({
    key,
    count: one.doc_count,
    below: one,
  }));
}

/** The number of a metric aggregation; null when absent or empty. */
export function numberOf(aggregations: Below | undefined, name: string): number | null {
  const found = z.safeParse(metric, aggregations?.[name]);
  return found.success ? found.data.value : null;
}

/** The aggregations below a single-bucket aggregation such as `filter` or `global`. */
export function belowOf(aggregations: Below | undefined, name: string): Below | undefined {
  const found = z.safeParse(z.record(z.string(), z.unknown()), aggregations?.[name]);
  return found.success ? found.data : undefined;
}

/** The documents of a `top_hits` aggregation. */
export function topHitsOf(aggregations: Below | undefined, name: string): readonly Below[] {
  const found = z.safeParse(tops, aggregations?.[name]);
  return found.success ? found.data.hits.hits.map((one) => one._source ?? {}) : [];
}

/** A text field of a document; of a list its first. Empty when absent. */
export const textOf = (source: Below, field: MetadataField): string =>
  listOf(source, field)[0] ?? '';

/** A field as a list of texts. */
export function listOf(source: Below, field: MetadataField): readonly string[] {
  const value = source[field];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
