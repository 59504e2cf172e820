// The search request: the Elasticsearch query-language subset that is supported here, validated at
// the boundary.
import * as z from 'zod';
import {
  type Aggregations,
  aggregations,
  highlight,
  MAX_WINDOW,
  sort,
  sourceFilter,
} from './aggregation.ts';
import { type BodyProblem, boundsProblem, LONGEST_WORDS } from './bounds.ts';
import { wholeNumber } from './kinds.ts';
import { type Query, query } from './query.ts';
import { type Suggesters, suggesters } from './suggest.ts';

const shownFields = z
  .array(
    z.union([
      z.string().min(1).max(256),
      z.strictObject({
        field: z.string().min(1).max(256),
        format: z.string().max(64).exactOptional(),
      }),
    ]),
  )
  .max(256)
  .readonly();
const count = wholeNumber(z.number().int().min(0).max(MAX_WINDOW));
const body = z
  .strictObject({
    query: query.exactOptional(),
    /** Narrows the hits, not the aggregations. */
    post_filter: query.exactOptional(),
    /** Keeps the best hit of each value of a field; `hits.total` still counts documents. */
    collapse: z.strictObject({ field: z.string().min(1).max(256) }).exactOptional(),
    /** First hit, from 0. Default 0. */
    from: count.exactOptional(),
    /** Hits of a page. Default 10. */
    size: count.exactOptional(),
    sort: sort.exactOptional(),
    /** The sort values of the last hit of the page before. */
    search_after: z
      .array(z.union([z.string().max(32_768), z.number(), z.boolean(), z.null()]))
      .min(1)
      .max(16)
      .readonly()
      .exactOptional(),
    _source: sourceFilter.exactOptional(),
    /**
     * Values of these fields (`*` for any part of a name), in addition to the source or instead of
     * it; made by the HTTP layer.
     */
    fields: shownFields.exactOptional(),
    docvalue_fields: shownFields.exactOptional(),
    version: z.boolean().exactOptional(),
    seq_no_primary_term: z.boolean().exactOptional(),
    /** Default true: totals are exact. A number: count no further than that. */
    track_total_hits: z.union([z.boolean(), z.number().int().min(0)]).exactOptional(),
    track_scores: z.boolean().exactOptional(),
    min_score: z.number().exactOptional(),
    highlight: highlight.exactOptional(),
    suggest: suggesters.exactOptional(),
    aggs: aggregations.exactOptional(),
    aggregations: aggregations.exactOptional(),
    /**
     * `{"understand": "as it was typed"}`: the meaning of this text takes the place of the first
     * query string (only in the metadata index).
     */
    ext: z.strictObject({ understand: z.string().max(LONGEST_WORDS) }).exactOptional(),
    /** Such as `500ms` or `1s`; never longer than the server's own limit. */
    timeout: z
      .string()
      .regex(/^\d{1,6}(ms|s)$/)
      .exactOptional(),
  })
  .refine((b) => b.aggs === undefined || b.aggregations === undefined, {
    error: 'aggs and aggregations are the same: use one',
    path: ['aggregations'],
  })
  .refine((b) => (b.from ?? 0) + (b.size ?? 10) <= MAX_WINDOW, {
    error: `from + size must be at most ${MAX_WINDOW}; use search_after to go on`,
    path: ['size'],
  })
  .refine((b) => b.search_after === undefined || (b.from ?? 0) === 0, {
    error: 'from must be 0 with search_after',
    path: ['from'],
  })
  .refine((b) => b.search_after === undefined || (b.sort !== undefined && !b.collapse), {
    error: 'search_after needs a sort and cannot be combined with collapse',
    path: ['search_after'],
  });

/** A whole search request as it goes over the wire. */
export type SearchBody = Omit<z.infer<typeof body>, 'query' | 'aggs' | 'suggest'> & {
  readonly suggest?: Suggesters;
  readonly query?: Query;
  readonly aggs?: Aggregations;
};

export type ParsedBody =
  | { readonly ok: true; readonly body: SearchBody }
  | { readonly ok: false; readonly problem: BodyProblem };

/**
 * Checks a request against the supported language and its bounds. Nothing outside it is passed over
 * in silence.
 */
export function parseSearchBody(input: unknown): ParsedBody {
  const bounds = boundsProblem(input);
  if (bounds) return { ok: false, problem: bounds };
  const parsed = body.safeParse(input);
  if (!parsed.success) return { ok: false, problem: firstProblem(parsed.error.issues) };
  return { ok: true, body: parsed.data };
}

function firstProblem(issues: readonly z.core.$ZodIssue[]): BodyProblem {
  const issue = deepest(issues[0] as z.core.$ZodIssue);
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return {
      path: [...path, issue.keys[0]].join('.'),
      reason: `unknown or unsupported key [${issue.keys[0]}]`,
    };
  return { path: path.join('.'), reason: issue.message };
}

/** The most telling refusal of a choice: the alternative that got furthest into the body. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  let best: z.core.$ZodIssue | undefined;
  for (const alternative of issue.errors) {
    const first = alternative.find((i) => i.code === 'unrecognized_keys') ?? alternative[0];
    if (!first) continue;
    const inner = deepest({ ...first, path: [...issue.path, ...first.path] });
    const wrongKind =
      inner.code === 'invalid_union' ||
      (inner.code === 'invalid_type' && inner.path.length === issue.path.length);
    if (!wrongKind && (!best || reach(inner) > reach(best))) best = inner;
  }
  return best ?? { ...issue, message: 'has none of the forms that are understood here' };
}

/** How far into the body a refusal got; an unknown key lies one further than its path says. */
const reach = (issue: z.core.$ZodIssue): number =>
  issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0);
