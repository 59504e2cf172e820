// What was understood of a text: filters, things that are measured, plain words; as it goes over
// the wire.
import * as z from 'zod/mini';
import { type FilterField, isFilterField } from '../search/fields.ts';

const texts = z.readonly(z.array(z.string()));

const filter = z.object({
  /** The words as typed. */
  typed: z.string(),
  kind: z.enum(['place', 'time', 'level', 'datastream', 'product']),
  /** What it was taken for: 'Southern Great Plains', '2019-01-01 to 2019-12-31'. */
  meaning: z.string(),
  /** The archive has nothing that fits it and the words together, so it is ignored. */
  dropped: z.optional(z.boolean()),
  /** Field -> values. */
  values: z.readonly(z.array(z.readonly(z.tuple([z.string(), texts])))),
});

const piece = z.object({
  /** The words as typed. */
  typed: z.string(),
  /** The words that are searched, with typing errors corrected. */
  read: z.string(),
  kind: z.enum(['concept', 'word', 'exact']),
  /** The meaning of a concept. */
  meaning: z.optional(z.string()),
  measurements: z.optional(texts),
  /** Instrument classes, best first. */
  classes: z.optional(texts),
  /**
   * Of a concept: the name of an instrument, so that others which measure the same are not meant.
   */
  instrument: z.optional(z.boolean()),
  /** The beginning of a word. */
  prefix: z.optional(z.boolean()),
  /**
   * A word next to one with a meaning, found only in descriptions and in no name: what has it comes
   * sooner, but need not have it.
   */
  aside: z.optional(z.boolean()),
  /** Occurs nowhere, not even with a typo or as a beginning. */
  missing: z.optional(z.boolean()),
  /** Not typed, but near in meaning to what was typed, of which the archive has nothing. */
  near: z.optional(z.boolean()),
  /** Negated with 'not': what has it is left out. */
  not: z.optional(z.boolean()),
  /** Other words that may be meant, or that are near in meaning. */
  instead: z.optional(texts),
});

export const understood = z.object({
  /** The whole text as typed. */
  typed: z.string(),
  filters: z.readonly(z.array(filter)),
  pieces: z.readonly(z.array(piece)),
  /** The text with its typos corrected; the same where there are none. */
  mended: z.string(),
  /** Months and seasons that lack a year. */
  unclear: texts,
  /** Nothing has all of it: what has most of it comes first. */
  partial: z.boolean(),
  /** Nothing of what is meant is recommended data, so that all data are looked at. */
  allData: z.optional(z.boolean()),
  /** Of a long text only the beginning was read. */
  cut: z.optional(z.boolean()),
  /** What many look at and order counts a little: code of the data product, weight up to 1. */
  used: z.optional(z.readonly(z.array(z.readonly(z.tuple([z.string(), z.number()]))))),
});

export type Understood = z.infer<typeof understood>;
export type UnderstoodFilter = z.infer<typeof filter>;
export type UnderstoodPiece = z.infer<typeof piece>;

/** The filters as fields of a search; names that are no filters are left out. */
export const filterFields = (
  filters: readonly UnderstoodFilter[],
): readonly (readonly [FilterField, readonly string[]])[] =>
  filters
    .filter(({ dropped }) => !dropped)
    .flatMap(({ values }) =>
      values.flatMap(([field, list]) => (isFilterField(field) ? [[field, list] as const] : [])),
    );
