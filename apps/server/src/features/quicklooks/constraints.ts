// What a quicklooks search is about: the values that datastream, month, variable and day may have.

import { kindOf } from '@isobar/contract/search/dsl-kinds.ts';
import type { Query } from '@isobar/contract/search/dsl-query.ts';
import { parseQueryString, type QueryNode } from '@isobar/contract/search/dsl-query-string.ts';
import { SearchRefused } from '../../ports/search-index.ts';

const FIELDS = ['ds', 'month', 'vn', 'dated'] as const;
type Field = (typeof FIELDS)[number];

/** Field -> the values that are left; absent: any. */
export type Constraints = { readonly [F in Field]?: readonly string[] };

/** Throws SearchRefused (400) for anything but values of these fields that all have to hold. */
export function constraintsOf(query: Query): Constraints {
  const { kind, content } = kindOf(query);
  const c = content as Record<string, unknown>; // checked by parseSearchBody
  switch (kind) {
    case 'match_all':
      return {};
    case 'term':
    case 'match':
    case 'match_phrase':
    case 'terms':
      return together(
        Object.entries(c).map(([name, value]) => ({ [fieldOf(name)]: values(value) })),
      );
    case 'bool': {
      if (listOf(c.should).length > 0 || listOf(c.must_not).length > 0) throw refused();
      return together([...listOf(c.must), ...listOf(c.filter)].map(constraintsOf));
    }
    case 'query_string': {
      const operator = String(c.default_operator ?? 'OR').toUpperCase() === 'AND' ? 'AND' : 'OR';
      const parsed = parseQueryString(String(c.query), operator);
      if (!parsed.ok) throw refused(parsed.reason);
      return constraintsOfNode(parsed.node);
    }
    default:
      throw refused();
  }
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

/** Every part holds. */
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

/** Alternatives are values of one field. */
function either(parts: readonly Constraints[]): Constraints {
  const [field, ...others] = new Set(
    parts.flatMap((part) => FIELDS.filter((one) => part[one] !== undefined)),
  );
  if (field === undefined || others.length > 0) throw refused();
  return { [field]: parts.flatMap((part) => part[field] ?? []) };
}

export const fieldOf = (name: string): Field => {
  const plain = name.replace(/\.keyword$/, '');
  const field = FIELDS.find((one) => one === plain);
  if (!field) throw refused();
  return field;
};

function values(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'object' || value === null) return [String(value)];
  const { value: term, query } = value as { value?: unknown; query?: unknown };
  return [String(term ?? query)];
}

const listOf = (value: unknown): readonly Query[] =>
  value === undefined ? [] : ((Array.isArray(value) ? value : [value]) as readonly Query[]); // checked by parseSearchBody

export const refused = (
  reason = 'quicklooks are found by values of ds, month, vn and dated that all have to hold',
): SearchRefused => new SearchRefused(400, 'illegal_argument_exception', reason);
