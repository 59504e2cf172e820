// The queries that look for words of a text (match and its kind, multi_match, fuzzy), as schemas of
// what goes over the wire.
import * as z from 'zod';
import { MAX_CLAUSES } from './bounds.ts';
import { oneField, refuse } from './kinds.ts';

/** Longest query text, in characters (issue of the search engine, section 2.2). */
export const MAX_QUERY_TEXT = 16_384;

export const scalar = z.union([z.string().max(MAX_QUERY_TEXT), z.number(), z.boolean()]);
/**
 * A value that a field is compared with. Dates are ISO 8601 text, date mathematics (`now-1d/d`) or
 * milliseconds.
 */
export type Scalar = z.infer<typeof scalar>;

/** What is looked for word by word: each is a clause. */
export const words = z.union([
  z
    .string()
    .max(MAX_QUERY_TEXT)
    .refine((input) => (input.match(/\S+/g)?.length ?? 0) <= MAX_CLAUSES, {
      error: `has more than ${MAX_CLAUSES} words`,
    }),
  z.number(),
  z.boolean(),
]);
export const fieldName = z.string().min(1).max(256);
/** Fields, each with an optional boost: `name^3`; `*` stands for any part of a name. */
export const fieldList = z.array(fieldName).max(256).readonly();
export const boost = z.number().nonnegative().exactOptional();
export const operator = z.enum(['AND', 'OR', 'and', 'or']).exactOptional();
/** A number, a percentage, or conditions such as `2<75%`. */
export const minimumShouldMatch = z.union([z.number().int(), z.string().max(64)]).exactOptional();
export const MULTI_TYPES = [
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
] as const;
export const tieBreaker = z.number().min(0).max(1).exactOptional();
const slop = z.number().int().min(0).max(1000).exactOptional();
const lenient = z.boolean().exactOptional();
const zeroTerms = z.enum(['none', 'all']).exactOptional();

/** How many edits a similar word may have: a number, or by its length (`AUTO` is `AUTO:3,6`). */
export const fuzziness = z
  .union([
    z.number().int().min(0).max(2),
    z.string().regex(/^(?:[012]|auto|AUTO|AUTO:\d{1,3},\d{1,3})$/, {
      error: 'expected 0, 1, 2, AUTO or AUTO:low,high',
    }),
  ])
  .exactOptional();
export const prefixLength = z.number().int().min(0).max(256).exactOptional();
export const maxExpansions = z.number().int().min(1).max(MAX_CLAUSES).exactOptional();
export const transpositions = z.boolean().exactOptional();
/** Similar words, as the queries of whole texts ask for them. */
const similar = {
  fuzziness,
  prefix_length: prefixLength,
  max_expansions: maxExpansions,
  fuzzy_transpositions: transpositions,
};

/** `{FIELD: text}` or `{FIELD: {query: text, …}}`. */
const textIn = <S extends z.ZodRawShape>(options: S) =>
  oneField(z.union([words, z.strictObject({ query: words, ...options, boost })]));

export const match = textIn({
  operator,
  minimum_should_match: minimumShouldMatch,
  lenient,
  zero_terms_query: zeroTerms,
  ...similar,
});
export const matchPhrase = textIn({ slop, zero_terms_query: zeroTerms });
/** A phrase, the last word of which may be the beginning of one. */
export const matchPhrasePrefix = textIn({
  slop,
  max_expansions: maxExpansions,
  zero_terms_query: zeroTerms,
});
/** Each word by itself, the last of them as the beginning of one. */
export const matchBoolPrefix = textIn({
  operator,
  minimum_should_match: minimumShouldMatch,
  ...similar,
});

export const multiMatch = z
  .strictObject({
    query: words,
    fields: fieldList.exactOptional(),
    type: z.enum([...MULTI_TYPES, 'bool_prefix']).exactOptional(),
    operator,
    minimum_should_match: minimumShouldMatch,
    tie_breaker: tieBreaker,
    lenient,
    slop,
    zero_terms_query: zeroTerms,
    ...similar,
    boost,
  })
  .superRefine(({ type = 'best_fields', fuzziness: slips, slop: moves }, context) => {
    if (slips !== undefined && WITHOUT_SLIPS.has(type))
      refuse(context, `is not possible with the type ${type}`, slips, ['fuzziness']);
    if (moves !== undefined && type === 'bool_prefix')
      refuse(context, `is not possible with the type ${type}`, moves, ['slop']);
  });
const WITHOUT_SLIPS: ReadonlySet<string> = new Set(['cross_fields', 'phrase', 'phrase_prefix']);

export const fuzzy = oneField(
  z.union([
    scalar,
    z.strictObject({
      value: scalar,
      fuzziness,
      prefix_length: prefixLength,
      max_expansions: maxExpansions,
      transpositions,
      boost,
    }),
  ]),
);
