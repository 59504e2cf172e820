// The queries of the search language: a subset of Elasticsearch's, as schemas of what goes over the
// wire.
import * as z from 'zod';
import { MAX_CLAUSES } from './bounds.ts';
import { DISTANCE_UNITS, metresOf } from './distance.ts';
import { type OneKey, oneField, oneKind, oneOrMany, refuse } from './kinds.ts';
import { parseQueryString } from './query-string.ts';
import {
  boost,
  fieldList,
  fieldName,
  fuzziness,
  fuzzy,
  MAX_QUERY_TEXT,
  MULTI_TYPES,
  match,
  matchBoolPrefix,
  matchPhrase,
  matchPhrasePrefix,
  maxExpansions,
  minimumShouldMatch,
  multiMatch,
  operator,
  prefixLength,
  scalar,
  tieBreaker,
  transpositions,
  words,
} from './text-query.ts';

/** Most values of one `terms` or `ids` query. */
export const MAX_TERMS = 10_000;

const text = z.string().max(MAX_QUERY_TEXT);
const queryString = z.strictObject({
  query: text,
  default_field: fieldName.exactOptional(),
  fields: fieldList.exactOptional(),
  default_operator: operator,
  lenient: z.boolean().exactOptional(),
  analyze_wildcard: z.literal(false).exactOptional(),
  allow_leading_wildcard: z.boolean().exactOptional(),
  phrase_slop: z.number().int().min(0).max(1000).exactOptional(),
  type: z.enum(MULTI_TYPES).exactOptional(),
  tie_breaker: tieBreaker,
  minimum_should_match: minimumShouldMatch,
  time_zone: z.enum(['UTC', 'Z', '+00:00']).exactOptional(),
  /** For similar words, written `word~`. */
  fuzziness,
  fuzzy_prefix_length: prefixLength,
  fuzzy_max_expansions: maxExpansions,
  fuzzy_transpositions: transpositions,
  boost,
});
export type QueryString = z.infer<typeof queryString>;
const understoodQueryString = queryString.superRefine((input, context) => {
  const operator = input.default_operator?.toUpperCase() === 'AND' ? 'AND' : 'OR';
  const parsed = parseQueryString(input.query, operator);
  if (!parsed.ok)
    refuse(
      context,
      `cannot be understood at character ${parsed.at + 1}: ${parsed.reason}`,
      input.query,
      ['query'],
    );
});

const simpleQueryString = z.strictObject({
  query: text,
  fields: fieldList.exactOptional(),
  default_operator: operator,
  lenient: z.boolean().exactOptional(),
  flags: z.literal('ALL').exactOptional(),
  minimum_should_match: minimumShouldMatch,
  boost,
});
const understoodSimpleQueryString = simpleQueryString.superRefine((input, context) => {
  if (!words.safeParse(input.query).success)
    refuse(context, `has more than ${MAX_CLAUSES} words`, input.query, ['query']);
  const similar = SIMILAR_WORD.exec(input.query);
  if (similar)
    refuse(
      context,
      `cannot be understood at character ${similar.index + 2}: words that are only similar (~) are not supported`,
      input.query,
      ['query'],
    );
});
/** `word~` and `word~2`; not `"a phrase"~2`. */
const SIMILAR_WORD = /[^\\"\s()|+~-]~\d*(?=[\s()|+"]|$)/;

const valued = oneField(
  z.union([
    scalar,
    z.strictObject({ value: scalar, boost, case_insensitive: z.boolean().exactOptional() }),
  ]),
);
const wildcard = oneField(
  z.union([
    text,
    z
      .strictObject({
        value: text.exactOptional(),
        wildcard: text.exactOptional(),
        boost,
        case_insensitive: z.boolean().exactOptional(),
      })
      .refine((w) => (w.value === undefined) !== (w.wildcard === undefined), {
        error: 'expected either value or wildcard',
      }),
  ]),
);
const terms = z
  .record(
    z.string().max(256),
    z.union([z.array(scalar).max(MAX_TERMS).readonly(), z.number().nonnegative()]),
  )
  .refine(
    (record) => {
      const [field, ...more] = Object.keys(record).filter((key) => key !== 'boost');
      return field !== undefined && more.length === 0 && Array.isArray(record[field]);
    },
    { error: 'expected one field with a list of values' },
  );
const bound = z.union([scalar, z.null()]).exactOptional();
const range = oneField(
  z.strictObject({
    gt: bound,
    gte: bound,
    lt: bound,
    lte: bound,
    format: z.string().max(128).exactOptional(),
    time_zone: z.enum(['UTC', 'Z', '+00:00']).exactOptional(),
    relation: z.literal('intersects').exactOptional(),
    boost,
  }),
);
const point = z.union([
  z.strictObject({ lat: z.number(), lon: z.number() }),
  z.tuple([z.number(), z.number()]).readonly(),
  z.string().max(64),
]);
const box = z.union([
  z.strictObject({ top_left: point, bottom_right: point }),
  z.strictObject({ top_right: point, bottom_left: point }),
  z.strictObject({ top: z.number(), left: z.number(), bottom: z.number(), right: z.number() }),
]);
/**
 * An object with exactly one `FIELD: content` and a few options next to it, as the geographical
 * queries are written.
 */
const fieldBeside = <C extends z.ZodType, O extends z.ZodRawShape>(content: C, options: O) =>
  z
    .object(options)
    .catchall(content)
    .refine((o) => Object.keys(o).filter((key) => !Object.hasOwn(options, key)).length === 1, {
      error: 'expected exactly one field',
    });
const distance = fieldBeside(point, {
  distance: z.union([z.number(), z.string().max(64)]),
  /** The unit of a distance that names none; absent: metres. */
  unit: z.enum(DISTANCE_UNITS).exactOptional(),
  /** Both are answered by the great circle, as clusters do. */
  distance_type: z.enum(['arc', 'plane', 'ARC', 'PLANE']).exactOptional(),
  ignore_unmapped: z.boolean().exactOptional(),
  validation_method: z.enum(['STRICT', 'IGNORE_MALFORMED']).exactOptional(),
  boost,
}).superRefine((input, context) => {
  if (metresOf(input.distance, input.unit) === null)
    refuse(context, 'expected a distance above 0, such as 200km', input.distance, ['distance']);
});
const position = z.array(z.number()).min(2).max(3).readonly();
const line = z.array(position).max(10_000).readonly();
const ring = z
  .array(position)
  .min(4, { error: 'a ring has four positions at least' })
  .max(10_000)
  .readonly()
  .refine((r) => r[0]?.[0] === r.at(-1)?.[0] && r[0]?.[1] === r.at(-1)?.[1], {
    error: 'a ring ends where it begins',
  });
const geometry = z.union([
  z.strictObject({ type: z.literal(['Point', 'point']), coordinates: position }),
  z.strictObject({ type: z.literal(['LineString', 'linestring']), coordinates: line }),
  z.strictObject({
    type: z.literal(['Polygon', 'polygon']),
    coordinates: z.array(ring).min(1).max(1000).readonly(),
  }),
  z.strictObject({
    type: z.literal(['MultiPolygon', 'multipolygon']),
    coordinates: z.array(z.array(ring).min(1).max(1000).readonly()).max(1000).readonly(),
  }),
  z.strictObject({
    type: z.literal(['Envelope', 'envelope']),
    /** [[west, north], [east, south]] */
    coordinates: z.tuple([position, position]).readonly(),
  }),
]);
export type QueryGeometry = z.infer<typeof geometry>;
const shape = z.strictObject({
  shape: geometry,
  relation: z.enum(['intersects', 'INTERSECTS']).exactOptional(),
});

const boosted = z.strictObject({ boost });
const SIMPLE = {
  match_all: boosted,
  match_none: boosted,
  query_string: understoodQueryString,
  simple_query_string: understoodSimpleQueryString,
  match,
  match_phrase: matchPhrase,
  match_phrase_prefix: matchPhrasePrefix,
  match_bool_prefix: matchBoolPrefix,
  multi_match: multiMatch,
  term: valued,
  terms,
  range,
  exists: z.strictObject({ field: fieldName, boost }),
  prefix: valued,
  fuzzy,
  wildcard,
  ids: z.strictObject({ values: oneOrMany(z.string().max(1024)), boost }),
  geo_bounding_box: fieldBeside(box, {
    ignore_unmapped: z.boolean().exactOptional(),
    validation_method: z.enum(['STRICT', 'COERCE', 'IGNORE_MALFORMED']).exactOptional(),
    boost,
  }),
  geo_distance: distance,
  geo_shape: fieldBeside(shape, { ignore_unmapped: z.boolean().exactOptional(), boost }),
} satisfies Record<string, z.ZodType>;

export type BoolQuery = {
  readonly must?: Query | readonly Query[];
  readonly filter?: Query | readonly Query[];
  readonly should?: Query | readonly Query[];
  readonly must_not?: Query | readonly Query[];
  readonly minimum_should_match?: number | string;
  readonly boost?: number;
};
export type ConstantScoreQuery = { readonly filter: Query; readonly boost?: number };

/** Kind of query -> what stands under it. */
export type QueryKinds = { readonly [K in keyof typeof SIMPLE]: z.infer<(typeof SIMPLE)[K]> } & {
  readonly bool: BoolQuery;
  readonly constant_score: ConstantScoreQuery;
};
/** One query clause, `{KIND: …}`, as it goes over the wire. */
export type Query = OneKey<QueryKinds>;

const queryKinds: Record<string, z.ZodType> = { ...SIMPLE };
/** Any supported query. */
export const query: z.ZodType<Query> = oneKind<Query>('query', () => queryKinds);

const clauses = oneOrClauses();
queryKinds.bool = z.strictObject({
  must: clauses,
  filter: clauses,
  should: clauses,
  must_not: clauses,
  minimum_should_match: minimumShouldMatch,
  boost,
});
queryKinds.constant_score = z.strictObject({ filter: query, boost });

/** A clause or a list of clauses, each refusal at its own place. */
function oneOrClauses() {
  const list = z.array(query);
  return z
    .unknown()
    .transform((input, context) => {
      // asked of absent keys too
      if (input === undefined) return refuse(context, 'expected a query, an object', input, []);
      const parsed = (Array.isArray(input) ? list : query).safeParse(input);
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) context.issues.push({ ...issue } as never);
      return z.NEVER;
    })
    .exactOptional();
}
