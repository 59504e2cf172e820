// Which values of a column a query for exact values chooses: by ordinal, 1 for a value that meets
// it.
import type { Query, QueryKinds } from '@isobar/query-language/query.ts';
import type { Scalar } from '@isobar/query-language/text-query.ts';
import { type Budget, illegal } from '../language/refusal.ts';
import type { TextColumn } from '../segment/column.ts';
import { matching, type Pattern, parsePattern } from './patterns.ts';

type Chosen = Uint8Array;

/** Null: the query is of a different kind. */
export function chosenValues(query: Query, column: TextColumn, budget: Budget): Chosen | null {
  if ('wildcard' in query) return fitting(column, wildcardPattern(only(query.wildcard)[1]), budget);
  if ('prefix' in query) return fitting(column, prefixPattern(only(query.prefix)[1]), budget);
  if ('term' in query) {
    const [, given] = only(query.term);
    const options = typeof given === 'object' ? given : { value: given };
    return options.case_insensitive
      ? fitting(column, inAnyCase(options.value), budget)
      : listed(column, [options.value]);
  }
  if (!('terms' in query)) return null;
  const { boost: _, ...fields } = query.terms;
  return listed(column, termsOf(fields).values);
}

export function listed({ dictionary }: TextColumn, values: readonly Scalar[]): Chosen {
  const chosen = new Uint8Array(dictionary.size);
  for (const value of values) {
    const ordinal = dictionary.find(String(value));
    if (ordinal >= 0) chosen[ordinal] = 1;
  }
  return chosen;
}

export function fitting({ dictionary }: TextColumn, pattern: Pattern, budget: Budget): Chosen {
  const chosen = new Uint8Array(dictionary.size);
  for (const ordinal of matching(dictionary, pattern, budget)) chosen[ordinal] = 1;
  return chosen;
}

export const inAnyCase = (value: Scalar): Pattern => parsePattern(literal(value), true);

export function prefixPattern(given: QueryKinds['prefix'][string]): Pattern {
  const options = typeof given === 'object' ? given : { value: given };
  return parsePattern(`${literal(options.value)}*`, options.case_insensitive);
}

export function wildcardPattern(given: QueryKinds['wildcard'][string]): Pattern {
  const options = typeof given === 'object' ? given : { value: given };
  const text = ('value' in options ? options.value : options.wildcard) ?? '';
  return parsePattern(text, options.case_insensitive);
}

/** Escapes the signs that have a meaning in a pattern. */
const literal = (text: Scalar): string => String(text).replace(/[*?\\]/g, '\\$&');

/** The only field of a query, and the options given for it. */
export function only<T>(query: Readonly<Record<string, T>>): [string, T] {
  const [first] = Object.entries(query);
  if (!first) throw illegal('a query names no field');
  return first;
}

/** The field of a `terms` query and its values. */
export function termsOf(fields: Omit<QueryKinds['terms'], 'boost'>): {
  readonly name: string;
  readonly values: readonly Scalar[];
} {
  const [name, values] = only(fields);
  if (!Array.isArray(values)) throw illegal(`[terms] takes a list of values for [${name}]`);
  return { name, values };
}
