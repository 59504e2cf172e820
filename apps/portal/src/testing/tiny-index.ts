// A slow and obvious search index for screen tests: it answers the bodies that the portal sends
// over a few documents.

import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import { parseQueryString, type QueryNode } from '@isobar/query-language/query-string.ts';
import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';

export type Document = Readonly<Record<string, unknown>>;
type Json = Record<string, unknown>;

/** Answers a body as the search service does; throws on what the search language does not know. */
export function searchIndex(documents: readonly Document[], input: unknown): Json {
  const parsed = parseSearchBody(input);
  if (!parsed.ok) throw new Error(`${parsed.problem.path}: ${parsed.problem.reason}`);
  const body: SearchBody = parsed.body;
  const found = documents.filter((document) => matches(body.query ?? { match_all: {} }, document));
  const kept = found.filter((document) => matches(body.post_filter ?? { match_all: {} }, document));
  // lists of {field: direction}: what plans write
  const sorted = sortBy(kept, body.sort as Sorts | undefined);
  const groups = body.collapse ? collapse(sorted, body.collapse.field) : sorted;
  const from = body.from ?? 0;
  return {
    took: 1,
    timed_out: false,
    hits: {
      total: { value: kept.length, relation: 'eq' },
      hits: groups
        .slice(from, from + (body.size ?? 10))
        .map((document) => toHit(document, body._source)),
    },
    ...(body.aggs ? { aggregations: aggregate(body.aggs, found, documents) } : {}),
  };
}

/**
 * Only the fields that a body names come back: all fields by default. Throws where a body names
 * fields in a form that no plan uses.
 */
function toHit(document: Document, source: unknown = true): Json {
  const hit = { _id: String(document.id), _score: null };
  if (source === false) return hit;
  if (source === true) return { ...hit, _source: document };
  const names = [source].flat();
  if (names.some((name) => typeof name !== 'string' || name.includes('*')))
    throw new Error('the tiny index knows no such _source');
  const asked = Object.entries(document).filter(([name]) => names.includes(name));
  return { ...hit, _source: Object.fromEntries(asked) };
}

function valuesOf(document: Document, field: string): readonly unknown[] {
  const value = document[field.replace(/\.keyword$/, '')];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

type Content = Record<string, unknown>;

function matches(query: Query, document: Document): boolean {
  const { kind, content } = kindOf(query);
  const c = content as Content; // checked by parseSearchBody
  const [field = '', wanted] = Object.entries(c)[0] ?? [];
  const values = valuesOf(document, field);
  switch (kind) {
    case 'match_all':
      return true;
    case 'range': {
      // dates as texts: what plans write
      const { gte, lte } = wanted as { gte?: string; lte?: string };
      return values.some(
        (value) => (!gte || String(value) >= gte) && (!lte || String(value) <= lte),
      );
    }
    case 'bool':
      return (
        clauses(c.must).every((one) => matches(one, document)) &&
        clauses(c.filter).every((one) => matches(one, document)) &&
        !clauses(c.must_not).some((one) => matches(one, document)) &&
        (clauses(c.should).length === 0 || clauses(c.should).some((one) => matches(one, document)))
      );
    case 'query_string': {
      const tree = parseQueryString(String(c.query), 'AND');
      if (!tree.ok) throw new Error(tree.reason);
      return matchesNode(tree.node, document, c.fields as readonly string[] | undefined);
    }
    case 'constant_score':
      return matches(c.filter as Query, document);
    case 'prefix':
      return values.some((value) => String(value).startsWith(String(wanted)));
    case 'term':
    case 'match_phrase':
      return values.includes(wanted);
    case 'terms':
      return values.some((value) => (wanted as readonly unknown[]).includes(value));
    case 'exists':
      return valuesOf(document, String(c.field)).length > 0;
    case 'wildcard': {
      const pattern = wildcard(String((wanted as { value: string }).value));
      return values.some((value) => pattern.test(String(value)));
    }
    case 'match_none':
      return false;
    case 'geo_shape':
      return liesIn(document, c);
    default:
      throw new Error(`the tiny index knows no query ${kind}`);
  }
}

type Ring = readonly (readonly [number, number])[];

/**
 * The sum of the angles under which a place sees the sides of a polygon: a full turn inside, none
 * outside.
 */
function liesIn({ geo }: Document, content: Content): boolean {
  // of the documents of a test
  const place = geo as { readonly lat: number; readonly lon: number } | undefined;
  if (!place) return false;
  // checked by parseSearchBody
  const { shape } = content.geo as { shape: { coordinates: readonly [Ring] } };
  const angles = shape.coordinates[0].map(([lon, lat]) =>
    Math.atan2(lat - place.lat, lon - place.lon),
  );
  const turned = angles.slice(1).reduce((sum, angle, i) => {
    const step = angle - (angles[i] ?? 0);
    return sum + step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
  }, 0);
  return Math.abs(turned) > Math.PI;
}

const clauses = (value: unknown): readonly Query[] =>
  value === undefined ? [] : ((Array.isArray(value) ? value : [value]) as readonly Query[]);

function matchesNode(node: QueryNode, document: Document, fields?: readonly string[]): boolean {
  switch (node.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'boosted':
      return matchesNode(node.node, document, fields);
    case 'exists':
      return valuesOf(document, node.field ?? '').length > 0;
    case 'range':
      return valuesOf(document, node.field ?? '').some(
        (value) =>
          (node.from === null || String(value) >= node.from) &&
          (node.to === null || String(value) <= node.to),
      );
    case 'boolean': {
      const of = (occur: string) => node.clauses.filter((clause) => clause.occur === occur);
      const holds = (clause: { node: QueryNode }) => matchesNode(clause.node, document, fields);
      const needs = of('must');
      return (
        needs.every(holds) &&
        !of('must_not').some(holds) &&
        (needs.length > 0 || of('should').length === 0 || of('should').some(holds))
      );
    }
    case 'similar':
      return false;
    case 'words':
    case 'phrase': {
      const exact = node.field?.endsWith('.keyword');
      const word = new RegExp(`(^|\\W)${quoted(node.text)}(\\W|$)`, 'i');
      return fieldsOf(node.field, document, fields).some((field) =>
        valuesOf(document, field).some((value) =>
          exact ? value === node.text : word.test(String(value)),
        ),
      );
    }
    case 'wildcard': {
      const text = node.pattern.map((part) => (typeof part === 'string' ? part : part.text));
      const pattern = wildcard(text.join(''));
      return fieldsOf(node.field, document, fields).some((field) =>
        valuesOf(document, field).some((value) => pattern.test(String(value))),
      );
    }
  }
}

const fieldsOf = (field: string | null, document: Document, fields?: readonly string[]) =>
  field === null
    ? (fields ?? Object.keys(document)).map((name) => name.replace(/\^.*$/, ''))
    : [field];

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wildcard = (text: string): RegExp =>
  new RegExp(`^${quoted(text).replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`, 'i');

type Sorts = readonly Readonly<Record<string, string>>[];

function sortBy(documents: readonly Document[], sort: Sorts = []): readonly Document[] {
  return documents.toSorted((a, b) => {
    for (const key of sort) {
      const [field = '', direction] = Object.entries(key)[0] ?? [];
      const [x] = valuesOf(a, field);
      const [y] = valuesOf(b, field);
      if (x === y) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      return (x as string) < (y as string) === (direction !== 'desc') ? -1 : 1;
    }
    return 0;
  });
}

function collapse(documents: readonly Document[], field: string): readonly Document[] {
  const seen = new Set<unknown>();
  return documents.filter((document) => {
    const [value] = valuesOf(document, field);
    const first = !seen.has(value);
    seen.add(value);
    return first;
  });
}

function aggregate(
  aggs: Aggregations,
  documents: readonly Document[],
  all: readonly Document[],
): Json {
  return Object.fromEntries(
    Object.entries(aggs).map(([name, aggregation]) => [name, one(aggregation, documents, all)]),
  );
}

function one(aggregation: Aggregation, documents: readonly Document[], all: readonly Document[]) {
  const { aggs = {}, ...rest } = aggregation;
  const { kind, content } = kindOf(rest);
  const c = content as Content; // checked by parseSearchBody
  const bucket = (some: readonly Document[]): Json => ({
    doc_count: some.length,
    ...aggregate(aggs as Aggregations, some, all),
  });
  const values = documents.flatMap((document) => valuesOf(document, String(c.field)));
  const times = values.map((value) => Date.parse(String(value)));
  switch (kind) {
    case 'cardinality':
      return { value: new Set(values).size };
    case 'min':
      return { value: times.length > 0 ? Math.min(...times) : null };
    case 'max':
      return { value: times.length > 0 ? Math.max(...times) : null };
    case 'filter':
      return bucket(documents.filter((document) => matches(content as Query, document)));
    case 'global':
      return bucket(all);
    case 'filters': {
      const buckets = Object.entries(c.filters as Record<string, Query>).map(
        ([name, query]) =>
          [name, bucket(documents.filter((document) => matches(query, document)))] as const,
      );
      return { buckets: Object.fromEntries(buckets) };
    }
    case 'top_hits':
      return {
        hits: { hits: documents.slice(0, Number(c.size)).map((hit) => toHit(hit, c._source)) },
      };
    case 'terms':
      return { buckets: termBuckets(c, new Set(values), documents, bucket) };
    default:
      throw new Error(`the tiny index knows no aggregation ${kind}`);
  }
}

function termBuckets(
  c: Content,
  keys: ReadonlySet<unknown>,
  documents: readonly Document[],
  bucket: (documents: readonly Document[]) => Json,
): Json[] {
  const { include } = c;
  const wanted = (key: unknown): boolean => {
    if (include === undefined) return true;
    if (Array.isArray(include)) return include.includes(key);
    return new RegExp(`^(?:${String(include)})$`).test(String(key));
  };
  return [...keys]
    .filter(wanted)
    .map(
      (key): Json => ({
        key,
        ...bucket(documents.filter((one) => valuesOf(one, String(c.field)).includes(key))),
      }),
    )
    .sort((a, b) => Number(b.doc_count) - Number(a.doc_count))
    .slice(0, Number(c.size ?? 10));
}

/** The one key of a clause, as the kind and its content. */
function kindOf(clause: object): { kind: string; content: unknown } {
  const [[kind, content] = ['', undefined]] = Object.entries(clause);
  return { kind, content };
}
