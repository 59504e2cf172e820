// A search reply, validated at the boundary of the portal: only as much of its form as is read.
import * as z from 'zod/mini';
import type { MetadataField } from '../catalogue/metadata-document.ts';
import { isRecord } from '../json-record.ts';

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

export type ParsedBucket = { readonly key: string; readonly count: number; readonly below: Below };
type Below = Readonly<Record<string, unknown>>;

// A reply has thousands of buckets, which a schema takes milliseconds to walk through: these
// functions read the same in far less.

/**
 * The buckets of an aggregation, listed or by name; none when there is no such aggregation, or one
 * has another form.
 */
export function bucketsOf(aggregations: Below | undefined, name: string): readonly ParsedBucket[] {
  const found = aggregations?.[name];
  const buckets = isRecord(found) ? found.buckets : undefined;
  const read: ParsedBucket[] = [];
  for (const [i, below] of entriesOf(buckets)) {
    if (!isBucket(below)) return [];
    const key = Array.isArray(buckets) ? String(below.key ?? '') : i;
    read.push({ key, count: below.doc_count, below });
  }
  return read;
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];

const isBucket = (
  value: unknown,
): value is Below & { readonly key?: string | number; readonly doc_count: number } =>
  isRecord(value) &&
  typeof value.doc_count === 'number' &&
  (value.key === undefined || typeof value.key === 'string' || typeof value.key === 'number');

/** The number of a metric aggregation; null when absent or empty. */
export function numberOf(aggregations: Below | undefined, name: string): number | null {
  const found = aggregations?.[name];
  return isRecord(found) && typeof found.value === 'number' ? found.value : null;
}

/** The aggregations below a single-bucket aggregation such as `filter` or `global`. */
export function belowOf(aggregations: Below | undefined, name: string): Below | undefined {
  const found = aggregations?.[name];
  return isRecord(found) ? found : undefined;
}

/** The documents of a `top_hits` aggregation; none when one has another form. */
export function topHitsOf(aggregations: Below | undefined, name: string): readonly Below[] {
  const found = belowOf(belowOf(aggregations, name), 'hits')?.hits;
  if (!Array.isArray(found)) return [];
  const sources: Below[] = [];
  for (const hit of found) {
    if (!isRecord(hit) || typeof hit._id !== 'string') return [];
    const { _source = {} } = hit;
    if (!isRecord(_source)) return [];
    sources.push(_source);
  }
  return sources;
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
