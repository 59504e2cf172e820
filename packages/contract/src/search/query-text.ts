// Filters as query text: quoting, alternatives, ranges.
import { keysOf } from '../keys.ts';
import { endOfDay, formatDay, formatInstant, parseCompact, parseInstant } from '../time.ts';
import type { FilterField } from './fields.ts';
import { chosen, type Terms } from './filter.ts';

/**
 * Every clause of the filters but the free text, one text per field; an AND of them is the search.
 */
export function filterClauses(terms: Terms): readonly string[] {
  const search = { terms };
  const plain = keysOf(terms)
    .filter((field) => !SPECIAL.has(field))
    .map((field) => anyOf(`${field}.keyword`, chosen(search, field)));
  return [
    ...plain,
    ...present(family(terms, 'meas_category_code', 'meas_subcategory_code')),
    ...present(family(terms, 'site_code', 'ffac')),
    ...dateClauses(chosen(search, 'start_date')[0], chosen(search, 'end_date')[0]),
    ...dayClauses(chosen(search, 'epoch_days')[0]),
  ];
}

/** `field:("a" OR b*)`. A value with a wildcard is used as given, another is quoted (section 5). */
export function anyOf(field: string, values: readonly string[]): string {
  const terms = values.map(termText);
  return terms.length === 1 ? `${field}:${terms[0]}` : `${field}:(${terms.join(' OR ')})`;
}

/**
 * A record overlaps the window: it starts at or before the end and ends at or after the start
 * (section 5).
 */
export function dateClauses(start: string | undefined, end: string | undefined): readonly string[] {
  return [
    ...(end ? [`start_date:[* TO "${windowEnd(end)}"]`] : []),
    ...(start ? [`end_date:["${windowStart(start)}" TO *]`] : []),
  ];
}

/** A day or instant as YYYY-MM-DDTHH:mm:ssZ: a day begins at 00:00:00 … */
export const windowStart = (date: string): string => formatInstant(parseInstant(date) ?? 0);

/** … and ends at 23:59:59. */
export function windowEnd(date: string): string {
  const seconds = parseInstant(date) ?? 0;
  return formatInstant(date.length === 10 ? endOfDay(seconds) : seconds);
}

/**
 * 'YYYYMMDD,YYYYMMDD' -> midnights UTC in seconds, ascending, each once; what is no day is left
 * out.
 */
export const readDayList = (text: string): readonly number[] =>
  [...new Set(text.split(',').flatMap((day) => parseCompact(day.slice(0, 8)) ?? []))].sort(
    (a, b) => a - b,
  );

const SPECIAL: ReadonlySet<FilterField> = new Set([
  's',
  'shape',
  'start_date',
  'end_date',
  'epoch_days',
  'meas_category_code',
  'meas_subcategory_code',
  'site_code',
  'ffac',
]);

const termText = (value: string): string =>
  /[*?]/.test(value)
    ? value.replace(/([\s:"()[\]{}^~/\\])/g, '\\$1')
    : `"${value.replace(/["\\]/g, '\\$&')}"`;

const present = (clause: string | null): readonly string[] => (clause === null ? [] : [clause]);

/**
 * A record overlaps the time from the first to the last of the days. A record's own span is no
 * finer than that.
 */
function dayClauses(days: string | undefined): readonly string[] {
  const list = readDayList(days ?? '');
  const [first, last] = [list[0], list.at(-1)];
  return first === undefined || last === undefined
    ? []
    : dateClauses(formatDay(first), formatDay(last));
}

/**
 * A field and the field of its children ('cloud' and 'cloud.macro', 'sgp' and 'sgp.E13'). A chosen
 * child narrows its own parent; parents without a chosen child and the children are alternatives.
 * Of a site only the part before a dot counts.
 */
function family(
  terms: Terms,
  parent: 'meas_category_code' | 'site_code',
  child: 'meas_subcategory_code' | 'ffac',
): string | null {
  const children = chosen({ terms }, child);
  const open = openParents(chosen({ terms }, parent), children);
  const clauses = [
    ...(open.length > 0 ? [anyOf(`${parent}.keyword`, open)] : []),
    ...(children.length > 0 ? [anyOf(`${child}.keyword`, children)] : []),
  ];
  if (clauses.length === 0) return null;
  return clauses.length === 1 ? (clauses[0] ?? null) : `(${clauses.join(' OR ')})`;
}

/**
 * The codes that are chosen as a whole: a site with one of its facilities chosen is narrowed to
 * these.
 */
export function openParents(
  parents: readonly string[],
  children: readonly string[],
): readonly string[] {
  const codes = [...new Set(parents.map((value) => value.split('.')[0] ?? ''))];
  return codes.filter((code) => !children.some((value) => value.startsWith(`${code}.`)));
}
