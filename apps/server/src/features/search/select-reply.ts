// The older search service `{search}/select`, which reorder and some programs still call (decision
// 1017): turns its parameters into searches of the present service, and the replies into its
// answers.

import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Hit, Hits, SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import * as z from 'zod';

const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, { error: 'expected a whole number' })
    .transform(Number)
    .refine((value) => value <= most, { error: `expected ${most} at most` });

/** Most groups of a page, and most documents of a group. */
const MAX_GROUPS = 1000;
const MAX_OF_GROUP = 100;

/** A parameter that may be given several times. */
const texts = (most: number) =>
  z
    .union([z.string().max(20_000), z.array(z.string().max(20_000)).max(most)])
    .transform((given) => [given].flat().filter((text) => text.trim() !== ''))
    .default([]);
const flag = z.enum(['true', 'false', 'on', 'off']).transform((word) => /^(true|on)$/.test(word));

const parameters = z.strictObject({
  q: z.string().default('*:*'),
  'q.op': z.enum(['AND', 'OR', 'and', 'or']).default('OR'),
  /** The field in which words are looked for that name no field themselves. */
  df: z.string().min(1).max(256).exactOptional(),
  /** Each narrows the documents; none counts in their scores. */
  fq: texts(50),
  /** What is shown of a document: names with commas or spaces between. */
  fl: texts(50),
  facet: flag.default(false),
  'facet.field': texts(20),
  'facet.limit': z.union([whole(10_000), z.literal('-1').transform(() => 10_000)]).default(100),
  'facet.mincount': whole(999_999).default(0),
  'facet.sort': z.enum(['count', 'index', 'true', 'false']).default('count'),
  /** How an answer is laid out, and what clients send to prevent caching: accepted and ignored. */
  indent: z.string().max(10).exactOptional(),
  version: z.string().max(10).exactOptional(),
  omitHeader: z.string().max(10).exactOptional(),
  _: z.string().max(40).exactOptional(),
  wt: z.literal(['json', 'JSON'], { error: 'answers are given as json only' }).default('json'),
  start: whole(10_000).default(0),
  rows: whole(10_000).default(10),
  /** `field asc, other desc`; `score` is a field too. */
  sort: z.string().max(1024).default(''),
  group: z.enum(['true', 'false']).default('false'),
  'group.field': z.string().min(1).max(256).exactOptional(),
  'group.limit': whole(MAX_OF_GROUP).default(1),
});

export type Select = {
  /** The documents, or the best of each group. */
  readonly page: SearchBody;
  readonly start: number;
  readonly group: { readonly field: string; readonly limit: number } | null;
  /** Fields whose values are counted, as they were named. */
  readonly facets: readonly string[];
};

export type ReadSelect =
  | { readonly ok: true; readonly select: Select }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the parameters of a call; `isText` tells the fields that sort and group by their exact
 * values.
 */
export function readSelect(given: unknown, isText: (field: string) => boolean): ReadSelect {
  const parsed = parameters.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const message = unknown
      ? `unknown parameter ${unknown}`
      : `${issue?.path.join('.')}: ${issue?.message}`;
    return { ok: false, message };
  }
  const { q, start, rows, group, 'group.field': by, 'group.limit': limit } = parsed.data;
  const exact = (field: string) => (isText(field) ? `${field}.keyword` : field);
  const sort = sortOf(parsed.data.sort, exact);
  if (!sort) return { ok: false, message: `sort: cannot understand [${parsed.data.sort}]` };
  const grouped = group === 'true';
  const asked = grouped ? by : undefined;
  if (grouped && asked === undefined) return { ok: false, message: 'group.field is missing' };
  if (grouped && rows > MAX_GROUPS)
    return { ok: false, message: `rows: expected ${MAX_GROUPS} groups at most` };
  const operator: 'AND' | 'OR' = parsed.data['q.op'].toUpperCase() === 'AND' ? 'AND' : 'OR';
  const { df, fq, fl, facet } = parsed.data;
  const facets = facet ? [...new Set(parsed.data['facet.field'])] : [];
  const written = (query: string) => ({
    query_string: {
      query,
      default_operator: operator,
      ...(df === undefined ? {} : { default_field: df }),
    },
  });
  const names = fl
    .flatMap((text) => text.split(/[\s,]+/))
    .filter((name) => !/^(|score)$/.test(name));
  const counted = {
    size: parsed.data['facet.limit'],
    min_doc_count: parsed.data['facet.mincount'],
    ...(/^(index|false)$/.test(parsed.data['facet.sort'])
      ? { order: { _key: 'asc' as const } }
      : {}),
  };
  return {
    ok: true,
    select: {
      page: {
        query:
          fq.length > 0 ? { bool: { must: [written(q)], filter: fq.map(written) } } : written(q),
        ...(names.length > 0 && !names.includes('*') ? { _source: names } : {}),
        ...(facets.length > 0
          ? {
              aggs: Object.fromEntries(
                facets.map((field, i) => [`f${i}`, { terms: { field: exact(field), ...counted } }]),
              ),
            }
          : {}),
        from: start,
        size: rows,
        ...(sort.length > 0 ? { sort } : {}),
        ...(asked === undefined ? {} : { collapse: { field: exact(asked) } }),
      },
      start,
      group: asked === undefined ? null : { field: asked, limit },
      facets,
    },
  };
}

function sortOf(text: string, exact: (field: string) => string) {
  if (text.trim() === '') return [];
  const keys = text.split(',').map((part) => /^\s*(\S+)\s+(asc|desc)\s*$/i.exec(part));
  if (keys.some((key) => !key)) return null;
  return keys.map((key) => {
    const [, field = '', direction = ''] = key ?? [];
    const order = direction.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const);
    return { [field === 'score' ? '_score' : exact(field)]: order };
  });
}

/** The documents of the groups that a page shows; null: it shows none. */
export function groupsSearch({ page, group }: Select, shown: SearchReply): SearchBody | null {
  const field = page.collapse?.field;
  if (!group || !field || shown.hits.hits.length === 0) return null;
  const values = shown.hits.hits.flatMap((hit) => groupOf(hit, field) ?? []);
  const documents: Aggregations = {
    documents: {
      top_hits: {
        size: group.limit,
        ...(page.sort ? { sort: page.sort } : {}),
        ...(page._source === undefined ? {} : { _source: page._source }),
      },
    },
  };
  return {
    ...(page.query ? { query: page.query } : {}),
    size: 0,
    aggs: {
      ...(values.length > 0
        ? { groups: { terms: { field, include: values, size: values.length }, aggs: documents } }
        : {}),
      none: { missing: { field }, aggs: documents },
    },
  };
}

type Documents = {
  readonly numFound: number;
  readonly start: number;
  readonly numFoundExact: true;
  readonly docs: readonly object[];
};
type FacetCounts = {
  readonly facet_queries: object;
  /** Field -> value, count, value, count … */
  readonly facet_fields: { readonly [field: string]: readonly (string | number)[] };
  readonly facet_ranges: object;
};
type Counted = { readonly facet_counts?: FacetCounts };
export type SelectAnswer =
  | ({ readonly response: Documents } & Counted)
  | (Counted & {
      readonly grouped: {
        readonly [field: string]: {
          readonly matches: number;
          readonly groups: readonly {
            readonly groupValue: string | number | null;
            readonly doclist: Documents;
          }[];
        };
      };
    });

const found = (numFound: number, start: number, docs: readonly object[]): Documents => ({
  numFound,
  start,
  numFoundExact: true,
  docs,
});

/** The answer in the older service's shape. `groups`: the reply to `groupsSearch`. */
export function selectAnswer(
  { page, start, group, facets }: Select,
  shown: SearchReply,
  groups: SearchReply | null,
): SelectAnswer {
  const sources = shown.hits.hits.map((hit) => hit._source ?? {});
  const counted = facets.length > 0 ? { facet_counts: countsOf(facets, shown) } : {};
  if (!group) return { response: found(shown.hits.total?.value ?? 0, start, sources), ...counted };
  const field = page.collapse?.field ?? '';
  // the results of groupsSearch
  const aggregations = groups?.aggregations as GroupResults | undefined;
  const byValue = new Map(aggregations?.groups?.buckets.map((bucket) => [bucket.key, bucket]));
  return {
    ...counted,
    grouped: {
      [group.field]: {
        matches: shown.hits.total?.value ?? 0,
        groups: shown.hits.hits.map((hit) => {
          const value = groupOf(hit, field);
          const bucket = value === null ? aggregations?.none : byValue.get(value);
          const docs = bucket?.documents.hits.hits.map((one) => one._source ?? {}) ?? [];
          return { groupValue: value, doclist: found(bucket?.doc_count ?? 0, 0, docs) };
        }),
      },
    },
  };
}

function countsOf(facets: readonly string[], { aggregations }: SearchReply): FacetCounts {
  const fields = facets.map((field, i) => {
    const found = valuesFound.safeParse(aggregations?.[`f${i}`]);
    const buckets = found.success ? found.data.buckets : [];
    return [field, buckets.flatMap((one) => [one.key_as_string ?? one.key, one.doc_count])];
  });
  return { facet_queries: {}, facet_fields: Object.fromEntries(fields), facet_ranges: {} };
}

const valuesFound = z.object({
  buckets: z.array(
    z.object({
      key: z.union([z.string(), z.number()]),
      key_as_string: z.string().exactOptional(),
      doc_count: z.number(),
    }),
  ),
});

type Group = { readonly doc_count: number; readonly documents: { readonly hits: Hits } };
type GroupResults = {
  readonly groups?: { readonly buckets: readonly (Group & { readonly key: string | number })[] };
  readonly none?: Group;
};

/** What a hit of a collapsed search is grouped by; null: nothing. */
function groupOf({ fields }: Hit, field: string): string | number | null {
  const value = fields?.[field]?.[0];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
