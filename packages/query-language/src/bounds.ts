// How large a search request may be, counted before anything recursive looks at it, so that
// checking never takes long.

/**
 * Where in the body (`aggs.sites.terms.size`) and why it is refused, for the author of the request.
 */
export type BodyProblem = { readonly path: string; readonly reason: string };

/**
 * Longest text, in characters, whose words are understood, as the abstract of a paper; a longer one
 * is searched as typed.
 */
export const LONGEST_WORDS = 4000;
/** Most buckets that a list of buckets may be asked for. */
export const MAX_BUCKETS = 10_000;
/** Deepest nesting of queries or aggregations within each other. */
export const MAX_NESTING = 20;
/** Most query clauses of one request. */
export const MAX_CLAUSES = 1024;
/** Most aggregations of one request. */
export const MAX_AGGREGATIONS = 1024;
/** Most fields that a request may name for one purpose. */
const MAX_FIELDS = 1024;
/** Most characters of all query strings of one request together. */
const MAX_QUERY_TEXTS = 65_536;
/**
 * Most items of all lists of one request together: values of `terms`, numbers of a shape, names of
 * fields.
 */
const MAX_ITEMS = 32_768;
/** One level of the query language takes at most three levels of JSON (`bool`, `must`, list). */
const MAX_JSON_DEPTH = MAX_NESTING * 3 + 8;

/**
 * The first bound that a body breaks, or null. Iterative: a hostile body cannot exhaust the stack.
 */
export function boundsProblem(input: unknown): BodyProblem | null {
  const open: { value: unknown; path: string; depth: number; nesting: number }[] = [
    { value: input, path: '', depth: 0, nesting: 0 },
  ];
  const counts = { clauses: 0, aggregations: 0, texts: 0, items: 0 };
  for (let at = open.pop(); at; at = open.pop()) {
    if (typeof at.value !== 'object' || at.value === null) continue;
    if (at.depth > MAX_JSON_DEPTH) return { path: at.path, reason: 'is nested too deeply' };
    if (Array.isArray(at.value)) counts.items += at.value.length;
    if (counts.items > MAX_ITEMS)
      return {
        path: at.path,
        reason: `the lists of the request have more than ${MAX_ITEMS} items`,
      };
    for (const [key, value] of Object.entries(at.value)) {
      const path = at.path ? `${at.path}.${key}` : key;
      const nesting = at.nesting + (NESTING_KEYS.has(key) ? 1 : 0);
      if (nesting > MAX_NESTING)
        return { path, reason: `is nested more than ${MAX_NESTING} levels deep` };
      const reason = countedIn(counts, key, value);
      if (reason) return { path, reason };
      if (typeof value === 'object') open.push({ value, path, depth: at.depth + 1, nesting });
    }
  }
  return null;
}

const isLarge = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > MAX_FIELDS;

type Counts = { clauses: number; aggregations: number; texts: number; items: number };

/** Adds what stands under a key; says why it is too much, or null. */
function countedIn(counts: Counts, key: string, value: unknown): string | null {
  if (CLAUSE_KEYS.has(key)) counts.clauses += Array.isArray(value) ? value.length : 1;
  if (AGGREGATION_KEYS.has(key) && typeof value === 'object' && value !== null)
    counts.aggregations += Object.keys(value).length;
  if (key === 'fields' && isLarge(value)) return `has more than ${MAX_FIELDS} fields`;
  if (key === 'query' && typeof value === 'string') counts.texts += value.length;
  if (counts.clauses > MAX_CLAUSES) return `the request has more than ${MAX_CLAUSES} clauses`;
  if (counts.aggregations > MAX_AGGREGATIONS)
    return `the request has more than ${MAX_AGGREGATIONS} aggregations`;
  if (counts.texts > MAX_QUERY_TEXTS)
    return `the query texts of the request have more than ${MAX_QUERY_TEXTS} characters`;
  return null;
}

const AGGREGATION_KEYS = new Set(['aggs', 'aggregations']);
const NESTING_KEYS = new Set(['bool', 'constant_score', ...AGGREGATION_KEYS]);
const CLAUSE_KEYS = new Set(['must', 'filter', 'should', 'must_not', 'filters']);
