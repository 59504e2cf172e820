// Aggregations that page through all combinations of values (composite), cut numbers into ranges,
// or tell how they are spread.
import * as z from 'zod';
import { MAX_BUCKETS } from './bounds.ts';
import { isRecord, wholeNumber } from './kinds.ts';
import { scalar } from './text-query.ts';

const fieldName = z.string().min(1).max(256);
const missing = scalar.exactOptional();
const utc = z.enum(['UTC', 'Z', '+00:00']).exactOptional();
const text = z.string().max(64).exactOptional();

const eitherInterval = [
  (h: { calendar_interval?: string; fixed_interval?: string }) =>
    (h.calendar_interval === undefined) !== (h.fixed_interval === undefined),
  { error: 'expected either calendar_interval or fixed_interval' },
] as const;

const ofSource = {
  field: fieldName,
  order: z.enum(['asc', 'desc', 'ASC', 'DESC']).exactOptional(),
  /** Documents without a value count as those of the value null. */
  missing_bucket: z.boolean().exactOptional(),
  missing_order: z.enum(['first', 'last', 'default']).exactOptional(),
};
const sources = {
  terms: z.strictObject(ofSource),
  histogram: z.strictObject({ ...ofSource, interval: z.number().positive() }),
  date_histogram: z
    .strictObject({
      ...ofSource,
      calendar_interval: text,
      fixed_interval: text,
      format: text,
      offset: text,
      time_zone: utc,
    })
    .refine(...eitherInterval),
};
const source = z.union([
  z.strictObject({ terms: sources.terms }),
  z.strictObject({ histogram: sources.histogram }),
  z.strictObject({ date_histogram: sources.date_histogram }),
]);
const named = z
  .record(z.string().min(1).max(256), source)
  .refine((one) => Object.keys(one).length === 1 && !Object.hasOwn(one, '__proto__'), {
    error: 'expected exactly one name',
  });

const rangesOf = <B extends z.ZodType>(bound: B) =>
  z
    .array(
      z.strictObject({
        key: z.string().max(256).exactOptional(),
        from: bound.exactOptional(),
        to: bound.exactOptional(),
      }),
    )
    .min(1)
    .max(1000)
    .readonly();

/** An older client writes a bound that is not there as null. */
const withoutNulls = (input: unknown): unknown =>
  Array.isArray(input)
    ? input.map((one) =>
        isRecord(one) ? Object.fromEntries(Object.entries(one).filter(([, v]) => v !== null)) : one,
      )
    : input;
const numberRanges = rangesOf(z.number());
const dateRanges = rangesOf(z.union([z.string().max(64), z.number()]));

const metric = { field: fieldName, missing };
/** Accepted but not needed: percentiles are exact. */
const tdigest = z.looseObject({}).exactOptional();
const keyed = z.boolean().exactOptional();
const numbers = z.array(z.number()).min(1).max(1000).readonly();

export const SPREAD = {
  composite: z
    .strictObject({
      size: wholeNumber(z.number().int().min(1).max(MAX_BUCKETS)).exactOptional(),
      sources: z.array(named).min(1).max(8).readonly(),
      /** The key of the last bucket of the page before. */
      after: z
        .record(
          z.string().max(256),
          z.union([z.string().max(32_768), z.number(), z.boolean(), z.null()]),
        )
        .exactOptional(),
    })
    .refine(
      ({ sources: list }) => new Set(list.flatMap((one) => Object.keys(one))).size === list.length,
      { error: 'a name occurs twice', path: ['sources'] },
    )
    .refine(
      ({ sources: list, after }) =>
        after === undefined ||
        (Object.keys(after).length === list.length &&
          list.every((one) => Object.keys(one).every((name) => Object.hasOwn(after, name)))),
      { error: 'has a value for each of the sources and nothing else', path: ['after'] },
    ),
  range: z.strictObject({
    field: fieldName,
    ranges: z.preprocess(withoutNulls, numberRanges),
    keyed,
  }),
  date_range: z.strictObject({
    field: fieldName,
    ranges: z.preprocess(withoutNulls, dateRanges),
    format: text,
    time_zone: utc,
    keyed,
  }),
  extended_stats: z.strictObject({ ...metric, sigma: z.number().min(0).exactOptional() }),
  percentiles: z.strictObject({
    ...metric,
    percents: z.array(z.number().min(0).max(100)).min(1).max(1000).readonly().exactOptional(),
    keyed,
    tdigest,
  }),
  percentile_ranks: z.strictObject({ ...metric, values: numbers, keyed, tdigest }),
} satisfies Record<string, z.ZodType>;
