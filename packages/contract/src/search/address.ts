// The address is the state: what stands after '#/results/' <-> a search. One table, every old form
// (section 2, decision 1004).
import { keysOf } from '../keys.ts';
import { parseShape } from '../places/shape.ts';
import { formatDay, formatInstant, parseInstant } from '../time.ts';
import { type FilterField, filterFieldOf, filterRule } from './fields.ts';
import {
  EMPTY_SEARCH,
  FACET_SORTS,
  type OpenRecord,
  PAGE_SIZES,
  type Search,
  type Terms,
  WILDCARD,
} from './filter.ts';
import { isSortKey } from './sorts.ts';

/** The path after 'results/' (decoded once, as a router gives it) and the parameters after '?'. */
export type Address = {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
};

/** `ignored`: the items that mean nothing here, as written, so that the portal can display them. */
export type ParsedAddress = { readonly search: Search; readonly ignored: readonly string[] };

export function parseAddress(address: Address): ParsedAddress {
  const ignored: string[] = [];
  const terms: { [F in FilterField]?: string[] } = {};
  for (const item of itemsOf(address.path)) {
    const read = readItem(item);
    if (read === null) ignored.push(item);
    for (const [field, values] of read ?? []) {
      const before = filterRule(field).single ? [] : (terms[field] ?? []);
      const next = [...new Set([...before, ...values])];
      if (next.length > 0) terms[field] = next;
    }
  }
  return { search: { ...EMPTY_SEARCH, terms, ...readQuery(address.query, terms) }, ignored };
}

export function formatAddress(search: Search): Address {
  return { path: formatTerms(search.terms), query: formatQuery(search) };
}

/** '#/results/site_code::sgp?page=2', ready for a link. */
export const resultsHref = (search: Search): string => `#${resultsPath(search)}`;

/** The same without '#': what the router calls the location. */
export function resultsPath(search: Search): string {
  const { path, query } = formatAddress(search);
  const encoded = path.split('/').map(readable).join('/');
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${readable(value)}`);
  return `/results${encoded ? `/${encoded}` : ''}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/**
 * Percent-encoded (half a surrogate pair becomes the replacement character), except characters that
 * are harmless in a hash and pleasant to read.
 */
const readable = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%40', '@');

/**
 * 'site_code::sgp,nsa/s::ozone'. Characters that mean something in an address are escaped once
 * within a value.
 */
function formatTerms(terms: Terms): string {
  return keysOf(terms)
    .map((field) => [field, terms[field]?.filter((value) => value !== WILDCARD) ?? []] as const)
    .filter(([, values]) => values.length > 0)
    .map(([field, values]) => `${field}::${values.map((v) => escapeValue(field, v)).join(',')}`)
    .join('/');
}

/**
 * The items of a path. Empty segments are dropped. A lone 's' at the start is an old form: the text
 * follows it. Any other segment without '::' continues the value before it, which contained a '/';
 * at the start it stands alone and is reported.
 */
function itemsOf(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  const [first, second] = segments;
  if (first === 's' && second !== undefined) {
    const rest = segments.slice(1);
    return second.includes('::') ? joined(rest) : joined([`s::${second}`, ...rest.slice(1)]);
  }
  return joined(segments);
}

function joined(segments: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const segment of segments) {
    const last = items.at(-1);
    if (segment.includes('::') || !last?.includes('::')) items.push(segment);
    else items[items.length - 1] = `${last}/${segment}`;
  }
  return items;
}

type ReadItem = readonly (readonly [FilterField, readonly string[]])[];

/** null: not understood. An item that is only '*' is understood and filters nothing. */
function readItem(item: string): ReadItem | null {
  const at = item.indexOf('::');
  if (at < 1) return null;
  const name = item.slice(0, at);
  const raw = item.slice(at + 2);
  if (name === 'd') return readOldDates(raw);
  const field = filterFieldOf(name);
  if (!field) return null;
  const parts = filterRule(field).whole ? [raw] : raw.split(',');
  const values = parts
    .map((part) => normal(field, unescapeValue(part)))
    .filter((value) => value !== WILDCARD && value !== '');
  return values.every((value) => value !== null) ? [[field, values]] : null;
}

/** The old 'd::start,end'; either side may be missing or '*'. */
function readOldDates(raw: string): ReadItem | null {
  const [start = '', end = '', ...more] = raw.split(',').map(unescapeValue);
  if (more.length > 0) return null;
  const fields = (
    [
      ['start_date', start],
      ['end_date', end],
    ] as const
  ).filter(([, text]) => text !== '' && text !== WILDCARD);
  const read: [FilterField, string[]][] = [];
  for (const [field, text] of fields) {
    const value = normal(field, text);
    if (value === null) return null;
    read.push([field, [value]]);
  }
  return read.length > 0 ? read : null;
}

/**
 * A value in its one kept form: trimmed, dates as a day or, with a time, an instant. null: not a
 * real date, or not an area.
 */
function normal(field: FilterField, value: string): string | null {
  const text = value.trim();
  if (text === WILDCARD || text === '') return text;
  if (field === 'shape') return parseShape(text) && text;
  if (field !== 'start_date' && field !== 'end_date') return text;
  const seconds = parseInstant(text);
  if (seconds === null) return null;
  const wholeDay =
    formatInstant(seconds).slice(11) === (field === 'start_date' ? DAY_BEGINS : DAY_ENDS);
  return wholeDay || text.length <= 10 ? formatDay(seconds) : formatInstant(seconds);
}

const DAY_BEGINS = '00:00:00Z';
const DAY_ENDS = '23:59:59Z';

function escapeValue(field: FilterField, value: string): string {
  const special = filterRule(field).whole ? /[%/]/g : /[%/,]/g;
  return value.replace(special, (sign) => ESCAPES.get(sign) ?? sign);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['%', '%25'],
  ['/', '%2F'],
  [',', '%2C'],
]);

const unescapeValue = (text: string): string =>
  text.replace(/%(25|2F|2C)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/**
 * Each parameter that differs from its default; `data` is left out if it is the person's own
 * default.
 */
function formatQuery(search: Search): Record<string, string> {
  const query: Record<string, string> = {};
  if (search.page > 1) query.page = String(search.page);
  if (search.rows !== EMPTY_SEARCH.rows) query.rows = String(search.rows);
  if (search.sort) query.sort = search.sort;
  if (search.asTyped) query.typed = 'true';
  if (search.view) query.view = search.view;
  if (search.data) query.data = search.data;
  if (search.external) query.external = 'true';
  if (search.allFields) query.fields = 'all';
  if (search.facetSort !== EMPTY_SEARCH.facetSort) query.facets = search.facetSort;
  const { open } = search;
  if (open) {
    const ids = search.terms.id ?? [];
    if (ids.length === 1 && ids[0] === open.id) query.showDetails = 'true';
    else query.details = open.id;
    if (open.dataLevel) query.dataLevel = open.dataLevel;
    if (open.report) query.report = open.report;
  }
  return query;
}

function readQuery(query: Address['query'], terms: Terms): Partial<Search> {
  const page = Number(query.page);
  const rows = PAGE_SIZES.find((size) => String(size) === query.rows);
  const facetSort = FACET_SORTS.find((sort) => sort === query.facets);
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    ...(rows ? { rows } : {}),
    ...(query.sort && isSortKey(query.sort) ? { sort: query.sort } : {}),
    view: query.view === 'instrument' || query.view === 'measurement' ? query.view : null,
    data: query.data === 'recommended' || query.data === 'all' ? query.data : null,
    external: query.external === 'true',
    asTyped: query.typed === 'true',
    allFields: query.fields === 'all',
    ...(facetSort ? { facetSort } : {}),
    open: readOpen(query, terms.id ?? []),
  };
}

function readOpen(query: Address['query'], ids: readonly string[]): OpenRecord | null {
  const id = query.details || (query.showDetails === 'true' ? ids[0] : undefined);
  if (!id) return null;
  return {
    id,
    ...(query.dataLevel ? { dataLevel: query.dataLevel } : {}),
    ...(query.report ? { report: query.report } : {}),
  };
}
