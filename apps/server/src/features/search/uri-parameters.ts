// `GET _search?q=…&size=…`: the parameters of an address, turned into the body that means the same.
import type { BodyProblem } from '@isobar/query-language/bounds.ts';
import { isRecord } from '@isobar/query-language/kinds.ts';
import { filterPaths } from '@isobar/search-engine/language/filter-path.ts';

export type AddressedSearch =
  | {
      readonly ok: true;
      /** Yet to be checked by `parseSearchBody`. */
      readonly body: unknown;
      /** Which parts of the reply are wanted; none: all. */
      readonly filterPath: readonly string[];
    }
  | { readonly ok: false; readonly problem: BodyProblem };

/** Most names of all paths of `filter_path` together. */
const MOST_PATH_NAMES = 200;

/**
 * The search that an address and a body (undefined or `{}`: none) describe together; a parameter
 * takes precedence over the body's part of the same name. Parameters that only steer a cluster are
 * accepted and ignored; an unknown one is a problem.
 */
export function addressedSearch(
  { source, source_content_type: type, ...parameters }: Readonly<Record<string, unknown>>,
  posted: unknown,
): AddressedSearch {
  let body = posted;
  const result: Record<string, unknown> = {};
  const queryString: Record<string, unknown> = {};
  let filterPath: readonly string[] = [];
  try {
    if (source !== undefined) body = bodyIn(source, type, posted);
    for (const [name, value] of Object.entries(parameters)) {
      if (typeof value !== 'string') throw new Unclear(name, 'is given more than once');
      if (name === 'filter_path') filterPath = paths(value);
      else if (Object.hasOwn(QUERY, name)) QUERY[name]?.(queryString, value);
      else if (Object.hasOwn(BODY, name)) BODY[name]?.(result, value);
      else if (!PASSED_OVER.has(name)) throw new Unclear(name, `unknown parameter [${name}]`);
    }
    if (queryString.query !== undefined) result.query = { query_string: queryString };
    else if (Object.keys(queryString).length > 0) throw new Unclear('q', 'is missing');
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    return { ok: false, problem: { path: error.parameter, reason: error.message } };
  }
  if (Object.keys(result).length === 0 && body !== undefined) return { ok: true, body, filterPath };
  if (body === undefined) return { ok: true, body: result, filterPath };
  if (!isRecord(body)) return { ok: true, body, filterPath }; // refused by the check
  return { ok: true, body: { ...body, ...result }, filterPath };
}

/** A whole body as a parameter, for programs that can send none with GET. */
function bodyIn(source: unknown, type: unknown, posted: unknown): unknown {
  if (posted !== undefined) throw new Unclear('source', 'is given beside a body');
  if (typeof source !== 'string') throw new Unclear('source', 'is given more than once');
  if (type !== undefined && !/json/.test(String(type)))
    throw new Unclear('source_content_type', 'only JSON is read');
  try {
    return JSON.parse(source);
  } catch {
    throw new Unclear('source', 'is no JSON');
  }
}

class Unclear extends Error {
  readonly parameter: string;
  constructor(parameter: string, reason: string) {
    super(reason);
    this.parameter = parameter;
  }
}

type Setter = (target: Record<string, unknown>, value: string) => void;

/** Parameters that make up the query string. */
const QUERY: Readonly<Record<string, Setter>> = {
  q: (target, value) => {
    target.query = value;
  },
  df: (target, value) => {
    target.default_field = value;
  },
  default_operator: (target, value) => {
    target.default_operator = value;
  },
  lenient: (target, value) => {
    target.lenient = flag('lenient', value);
  },
  analyze_wildcard: (target, value) => {
    target.analyze_wildcard = flag('analyze_wildcard', value);
  },
};

/** Parameters that are parts of the body. */
const BODY: Readonly<Record<string, Setter>> = {
  size: (target, value) => {
    target.size = whole('size', value);
  },
  from: (target, value) => {
    target.from = whole('from', value);
  },
  sort: (target, value) => {
    target.sort = list(value).map(sortKey);
  },
  _source: (target, value) => {
    target._source = value === 'true' || value === 'false' ? value === 'true' : list(value);
  },
  _source_includes: (target, value) => sourcePart(target, 'includes', value),
  _source_excludes: (target, value) => sourcePart(target, 'excludes', value),
  track_total_hits: (target, value) => {
    target.track_total_hits = /^\d+$/.test(value) ? Number(value) : flag('track_total_hits', value);
  },
  track_scores: (target, value) => {
    target.track_scores = flag('track_scores', value);
  },
  timeout: (target, value) => {
    target.timeout = value;
  },
};

/** These steer a cluster or the looks of its reply, not what is found. */
const PASSED_OVER = new Set([
  'allow_no_indices',
  'allow_partial_search_results',
  'batched_reduce_size',
  'cancel_after_time_interval',
  'ccs_minimize_roundtrips',
  'error_trace',
  'expand_wildcards',
  'human',
  'ignore_throttled',
  'ignore_unavailable',
  'max_concurrent_shard_requests',
  'pre_filter_shard_size',
  'preference',
  'pretty',
  'request_cache',
  'routing',
  'search_type',
  'phase_took',
]);

function sortKey(key: string): unknown {
  const colon = key.lastIndexOf(':');
  return colon < 0 ? key : { [key.slice(0, colon)]: key.slice(colon + 1) };
}

function sourcePart(
  target: Record<string, unknown>,
  part: 'includes' | 'excludes',
  value: string,
): void {
  const present = target._source;
  const parts = Array.isArray(present) ? { includes: present } : present;
  target._source = { ...(typeof parts === 'object' ? parts : {}), [part]: list(value) };
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function whole(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new Unclear(name, `expected a whole number, got [${value}]`);
  return Number(value);
}

function flag(name: string, value: string): boolean {
  if (value === '' || value === 'true') return true;
  if (value === 'false') return false;
  throw new Unclear(name, `expected true or false, got [${value}]`);
}

function paths(value: string): string[] {
  const found = filterPaths(value);
  if (found.join('.').split('.').length > MOST_PATH_NAMES)
    throw new Unclear('filter_path', `has more than ${MOST_PATH_NAMES} names`);
  return found;
}
