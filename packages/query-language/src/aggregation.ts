// The aggregations of the search language, and the parts of a request that shape hits: sort, source
// filter, highlight.
import * as z from 'zod';
import { MAX_BUCKETS } from './bounds.ts';
import { isRecord, type OneKey, oneOrMany, pass, refuse, wholeNumber } from './kinds.ts';
import { type Query, query } from './query.ts';
import { SPREAD } from './spread-aggregation.ts';
import { scalar } from './text-query.ts';

/** Most hits of one page, and how far `from` can page; `search_after` goes further. */
export const MAX_WINDOW = 10_000;

const fieldName = z.string().min(1).max(256);
const direction = z.enum(['asc', 'desc', 'ASC', 'DESC']);

/**
 * `'field'`, `{field: 'desc'}` or `{field: {order, missing, mode, unmapped_type}}`; also `_score`
 * and `_doc`.
 */
const sortKey = z.union([
  fieldName,
  z
    .record(
      fieldName,
      z.union([
        direction,
        z.strictObject({
          order: direction.exactOptional(),
          missing: z.union([z.string().max(256), z.number()]).exactOptional(),
          mode: z.enum(['min', 'max']).exactOptional(),
          unmapped_type: z.string().max(64).exactOptional(),
        }),
      ]),
    )
    .refine((r) => Object.keys(r).length === 1, { error: 'expected exactly one field' }),
]);
export const sort = z.union([z.array(sortKey).max(16).readonly(), sortKey]);
export type Sort = z.infer<typeof sort>;

const patterns = oneOrMany(z.string().max(256));
const sourceParts = z.strictObject({
  includes: patterns.exactOptional(),
  excludes: patterns.exactOptional(),
});
/**
 * Which parts of the document come back: all, none, patterns (`a.*`), or patterns to include and to
 * exclude.
 */
export const sourceFilter = z.union([
  z.boolean(),
  patterns,
  z.preprocess(inPlural, sourceParts) as unknown as typeof sourceParts,
]);
export type SourceFilter = z.infer<typeof sourceFilter>;

/** Older programs write `include` and `exclude`. */
function inPlural(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const names = Object.entries(input).map(([key, value]) => [
    /^(in|ex)clude$/.test(key) && !(`${key}s` in input) ? `${key}s` : key,
    value,
  ]);
  return Object.fromEntries(names);
}

const highlightOptions = {
  pre_tags: z.array(z.string().max(64)).min(1).max(8).readonly().exactOptional(),
  post_tags: z.array(z.string().max(64)).min(1).max(8).readonly().exactOptional(),
  fragment_size: z.number().int().min(0).max(10_000).exactOptional(),
  number_of_fragments: z.number().int().min(0).max(100).exactOptional(),
  require_field_match: z.boolean().exactOptional(),
  type: z.literal('plain').exactOptional(),
};
const highlightFields = z.record(fieldName, z.strictObject(highlightOptions));
export const highlight = z.strictObject({
  ...highlightOptions,
  /** By name; also as a list of objects with one name each. */
  fields: z.preprocess(
    (input) =>
      Array.isArray(input) && input.every(isRecord)
        ? Object.fromEntries(input.flatMap((one) => Object.entries(one)))
        : input,
    highlightFields,
  ) as unknown as typeof highlightFields,
});
export type Highlight = z.infer<typeof highlight>;

const order = z.record(z.string().min(1).max(256), direction);
const bucketOrder = z.union([order, z.array(order).max(8).readonly()]).exactOptional();
const size = wholeNumber(z.number().int().min(1).max(MAX_BUCKETS)).exactOptional();
const missing = scalar.exactOptional();
const filterValues = z
  .union([
    z.string().max(1024),
    z
      .array(z.union([z.string(), z.number()]))
      .max(10_000)
      .readonly(),
  ])
  .exactOptional();
const bounds = z
  .strictObject({ min: z.union([z.string(), z.number()]), max: z.union([z.string(), z.number()]) })
  .exactOptional();

const metric = z.strictObject({ field: fieldName, missing });
const PLAIN = {
  terms: z.strictObject({
    field: fieldName,
    size,
    order: bucketOrder,
    /** A regular expression over the whole value, or a list of values. */
    include: filterValues,
    exclude: filterValues,
    missing,
    min_doc_count: z.number().int().min(0).exactOptional(),
    shard_size: z.number().int().min(1).exactOptional(),
    execution_hint: z.string().max(32).exactOptional(),
    collect_mode: z.string().max(32).exactOptional(),
  }),
  cardinality: z.strictObject({
    field: fieldName,
    missing,
    /** Accepted but not needed: counts are exact. */
    precision_threshold: z.number().int().min(0).exactOptional(),
  }),
  top_hits: z.strictObject({
    /** Never 0: `doc_count` then says how many there are. */
    size: wholeNumber(z.number().int().min(1).max(1000)).exactOptional(),
    from: wholeNumber(z.number().int().min(0).max(MAX_WINDOW)).exactOptional(),
    sort: sort.exactOptional(),
    _source: sourceFilter.exactOptional(),
    track_scores: z.boolean().exactOptional(),
  }),
  filter: query,
  filters: z.strictObject({
    filters: z.union([
      z.array(query).min(1).max(1000).readonly(),
      z.record(z.string().max(256), query),
    ]),
    other_bucket: z.boolean().exactOptional(),
    other_bucket_key: z.string().max(256).exactOptional(),
  }),
  missing: z.strictObject({ field: fieldName }),
  global: z.strictObject({}),
  min: metric,
  max: metric,
  sum: metric,
  avg: metric,
  stats: metric,
  value_count: metric,
  date_histogram: z
    .strictObject({
      field: fieldName,
      calendar_interval: z.string().max(32).exactOptional(),
      fixed_interval: z.string().max(32).exactOptional(),
      format: z.string().max(64).exactOptional(),
      time_zone: z.enum(['UTC', 'Z', '+00:00']).exactOptional(),
      offset: z.string().max(32).exactOptional(),
      order: bucketOrder,
      missing,
      min_doc_count: z.number().int().min(0).exactOptional(),
      extended_bounds: bounds,
    })
    .refine((h) => (h.calendar_interval === undefined) !== (h.fixed_interval === undefined), {
      error: 'expected either calendar_interval or fixed_interval',
    }),
  histogram: z.strictObject({
    field: fieldName,
    interval: z.number().positive(),
    offset: z.number().min(0).exactOptional(),
    order: bucketOrder,
    missing: z.number().exactOptional(),
    min_doc_count: z.number().int().min(0).exactOptional(),
    extended_bounds: bounds,
  }),
  ...SPREAD,
} satisfies Record<string, z.ZodType>;

const METRICS = new Set([
  'cardinality',
  'top_hits',
  'min',
  'max',
  'sum',
  'avg',
  'stats',
  'value_count',
  'extended_stats',
  'percentiles',
  'percentile_ranks',
]);

/** Kind of aggregation -> what stands under it. */
export type AggregationKinds = Omit<
  { readonly [K in keyof typeof PLAIN]: z.infer<(typeof PLAIN)[K]> },
  'filter'
> & { readonly filter: Query };

/** Name -> aggregation. */
export type Aggregations = { readonly [name: string]: Aggregation };
/** One aggregation, `{KIND: …, aggs: …}`, as it goes over the wire. */
export type Aggregation = OneKey<AggregationKinds> & {
  readonly aggs?: Aggregations;
  readonly aggregations?: Aggregations;
  readonly meta?: { readonly [key: string]: unknown };
};

/** Any supported aggregations by name. */
export const aggregations: z.ZodType<Aggregations> = z
  .unknown()
  .transform((input, context): Aggregations => {
    if (!isRecord(input)) return refuse(context, 'expected aggregations by name', input, []);
    const result: Record<string, Aggregation> = {};
    for (const [name, content] of Object.entries(input)) {
      if (!/^[^[\]>]{1,256}$/.test(name) || name === '__proto__')
        refuse(context, 'invalid aggregation name', name, [name]);
      const text = JSON.stringify(content);
      const known = letThrough.get(text);
      const parsed = known
        ? { success: true as const, data: known }
        : aggregation.safeParse(content);
      if (parsed.success) result[name] = remembered(text, parsed.data);
      else pass(context, parsed.error, name);
    }
    return result;
  });

/**
 * Bodies that were checked lately, by their text: a portal asks for the same facets with every
 * search.
 */
const letThrough = new Map<string, Aggregation>();
const MAX_KNOWN = 512;
const MAX_TEXT = 512;

function remembered(text: string, one: Aggregation): Aggregation {
  if (text.length > MAX_TEXT || letThrough.has(text)) return one;
  if (letThrough.size >= MAX_KNOWN) letThrough.clear();
  letThrough.set(text, one);
  return one;
}

const aggregation: z.ZodType<Aggregation> = z.unknown().transform((input, context): Aggregation => {
  if (!isRecord(input)) return refuse(context, 'expected an aggregation, an object', input, []);
  const { aggs, aggregations: long, meta, ...rest } = input;
  const kinds = Object.keys(rest);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    return refuse(context, `expected an aggregation of one kind, got ${kinds.length}`, input, []);
  if (!Object.hasOwn(PLAIN, kind))
    return refuse(context, `unknown or unsupported aggregation [${kind}]`, input, [kind]);
  const content = PLAIN[kind as keyof typeof PLAIN].safeParse(rest[kind]);
  if (!content.success) return pass(context, content.error, kind);
  const result: Record<string, unknown> = { [kind]: content.data };
  if (meta !== undefined) {
    if (!isRecord(meta)) return refuse(context, 'expected an object', meta, ['meta']);
    result.meta = meta;
  }
  if (aggs !== undefined && long !== undefined)
    return refuse(context, 'aggs and aggregations are the same: use one', input, ['aggregations']);
  const key = aggs === undefined ? 'aggregations' : 'aggs';
  const below = aggs ?? long;
  if (below !== undefined) {
    if (METRICS.has(kind))
      return refuse(context, `aggregation [${kind}] cannot have aggregations below it`, input, [
        key,
      ]);
    const parsed = aggregations.safeParse(below);
    if (!parsed.success) return pass(context, parsed.error, key);
    for (const alone of ['global', 'composite']) {
      const found = Object.entries(parsed.data).find(([, one]) => alone in one);
      if (found)
        return refuse(context, `${alone} is allowed at the top level only`, below, [key, found[0]]);
    }
    result[key] = parsed.data;
  }
  return result as Aggregation;
});
