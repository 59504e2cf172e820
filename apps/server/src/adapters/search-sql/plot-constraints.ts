// What a quicklooks search is about: the values that datastream, month, variable and day may have.

import type { Query } from '@isobar/query-language/query.ts';
import { parseQueryString, type QueryNode } from '@isobar/query-language/query-string.ts';
import type { Scalar } from '@isobar/query-language/text-query.ts';
import type { SearchRefused } from '../../ports/search-index.ts';
import { unsupported } from './refusals.ts';

const FIELDS = ['ds', 'month', 'vn', 'dated'] as const;
type Field = (typeof FIELDS)[number];

/** The values that a field may still have; a field that is absent may have any value. */
export type Constraints = { readonly [F in Field]?: readonly string[] };

/** Throws SearchRefused (400) for a query that does more than require values of these fields. */
export function constraintsOf(query: Query): Constraints {
  if ('match_all' in query) return {};
  if ('term' in query) return valuesOf(query.term);
  if ('match' in query) return valuesOf(query.match);
  if ('match_phrase' in query) return valuesOf(query.match_phrase);
  if ('terms' in query) return valuesOf(query.terms);
  if ('bool' in query) {
    const { must, filter, should, must_not: mustNot } = query.bool;
    if (listOf(should).length > 0 || listOf(mustNot).length > 0) throw refused();
    return together([...listOf(must), ...listOf(filter)].map(constraintsOf));
  }
  if (!('query_string' in query)) throw refused();
  const { query: text, default_operator: given = 'OR' } = query.query_string;
  const parsed = parseQueryString(text, given.toUpperCase() === 'AND' ? 'AND' : 'OR');
  if (!parsed.ok) throw refused(parsed.reason);
  return constraintsOfNode(parsed.node);
}

function constraintsOfNode(node: QueryNode): Constraints {
  switch (node.kind) {
    case 'all':
      return {};
    case 'boosted':
      return constraintsOfNode(node.node);
    case 'words':
    case 'phrase':
      if (node.field === null) throw refused();
      return { [fieldOf(node.field)]: [node.text] };
    case 'boolean': {
      const parts = node.clauses.map(({ node: part }) => constraintsOfNode(part));
      if (node.clauses.every(({ occur }) => occur === 'must')) return together(parts);
      if (node.clauses.every(({ occur }) => occur === 'should')) return either(parts);
      throw refused();
    }
    default:
      throw refused();
  }
}

/** The constraints if all of the parts have to hold. */
function together(parts: readonly Constraints[]): Constraints {
  const result: { [F in Field]?: readonly string[] } = {};
  for (const part of parts) {
    for (const field of FIELDS) {
      const [more, before] = [part[field], result[field]];
      if (more) result[field] = before ? before.filter((value) => more.includes(value)) : more;
    }
  }
  return result;
}

/**
 * Any of the parts holds; all of them have to be about one field, unless one of them holds for
 * every plot.
 */
function either(parts: readonly Constraints[]): Constraints {
  if (parts.some((part) => FIELDS.every((field) => part[field] === undefined))) return {};
  const [field, ...others] = new Set(
    parts.flatMap((part) => FIELDS.filter((one) => part[one] !== undefined)),
  );
  if (field === undefined || others.length > 0) throw refused();
  return { [field]: parts.flatMap((part) => part[field] ?? []) };
}

const fieldOf = (name: string): Field => {
  const plain = name.replace(/\.keyword$/, '');
  const field = FIELDS.find((one) => one === plain);
  if (!field) throw refused();
  return field;
};

/** A value, a list of them, or an object that holds one. */
type Given = Scalar | readonly Scalar[] | { readonly value: Scalar } | { readonly query: Scalar };

const valuesOf = (content: Readonly<Record<string, Given>>): Constraints =>
  together(Object.entries(content).map(([name, given]) => ({ [fieldOf(name)]: values(given) })));

function values(given: Given): readonly string[] {
  if (typeof given !== 'object') return [String(given)];
  if ('value' in given) return [String(given.value)];
  return 'query' in given ? [String(given.query)] : given.map(String);
}

const listOf = (queries: Query | readonly Query[] = []): readonly Query[] => [queries].flat();

const refused = (
  reason = 'quicklooks are found by values of ds, month, vn and dated that all have to hold',
): SearchRefused => unsupported(reason);
