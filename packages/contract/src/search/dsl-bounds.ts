// How large a search request may be: nesting and number of clauses, counted before anything recursive looks at it.

/** Where in the body (`aggs.sites.terms.size`) and why it is refused, for the person who wrote it. */
export type BodyProblem = { readonly path: string; readonly reason: string };

/** Deepest nesting of queries or aggregations within each other. */
export const MAX_NESTING = 20;
/** Most query clauses of one request. */
export const MAX_CLAUSES = 1024;
/** A level of the query language is at most three levels of JSON (`bool`, `must`, list). */
const MAX_JSON_DEPTH = MAX_NESTING * 3 + 8;

/** The first bound that a body breaks, or null. Iterative: a hostile body cannot exhaust the stack. */
export function boundsProblem(input: unknown): BodyProblem | null {
  const open: { value: unknown; path: string; depth: number; nesting: number }[] = [
    { value: input, path: '', depth: 0, nesting: 0 },
  ];
  let clauses = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    if (typeof at.value !== 'object' || at.value === null) continue;
    if (at.depth > MAX_JSON_DEPTH) return { path: at.path, reason: 'is nested too deeply' };
    for (const [key, value] of Object.entries(at.value)) {
      const path = at.path ? `${at.path}.${key}` : key;
      const nesting = at.nesting + (NESTING_KEYS.has(key) ? 1 : 0);
      if (nesting > MAX_NESTING)
        return { path, reason: `is nested more than ${MAX_NESTING} levels deep` };
      if (CLAUSE_KEYS.has(key)) clauses += Array.isArray(value) ? value.length : 1;
      if (clauses > MAX_CLAUSES)
        return { path, reason: `the request has more than ${MAX_CLAUSES} clauses` };
      open.push({ value, path, depth: at.depth + 1, nesting });
    }
  }
  return null;
}

const NESTING_KEYS = new Set(['bool', 'constant_score', 'aggs', 'aggregations']);
const CLAUSE_KEYS = new Set(['must', 'filter', 'should', 'must_not', 'filters']);
