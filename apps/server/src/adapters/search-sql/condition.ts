// Which files are meant, as plain data: what a search body says, before it becomes SQL.
import type { PatternPart } from '@isobar/query-language/query-tokens.ts';
import type { FileColumn } from './fields.ts';

/**
 * A condition on files. Numbers are whole; instants are seconds since 1970 UTC. Bounds are included
 * unless marked otherwise, and null is an open bound.
 */
export type Condition =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'and'; readonly of: readonly Condition[] }
  | { readonly kind: 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  /** True when at least `count` of the conditions hold. */
  | { readonly kind: 'some'; readonly count: number; readonly of: readonly Condition[] }
  | {
      readonly kind: 'in';
      /** `named`: 1 when the file's name begins with its datastream, 0 when it does not. */
      readonly column: FileColumn | 'named';
      readonly values: readonly (string | number)[];
    }
  | Between
  /** One of these files, each by its datastream and its name. */
  | {
      readonly kind: 'keys';
      readonly keys: readonly (readonly [datastream: string, name: string])[];
    }
  | {
      readonly kind: 'like';
      readonly column: FileColumn;
      readonly pattern: readonly PatternPart[];
      readonly ignoreCase: boolean;
    }
  | { readonly kind: 'present'; readonly column: FileColumn };

export type Between = {
  readonly kind: 'between';
  readonly column: FileColumn;
  readonly from: string | number | null;
  readonly to: string | number | null;
  readonly excludesFrom?: boolean;
  readonly excludesTo?: boolean;
};

export const ALL: Condition = { kind: 'all' };
export const NONE: Condition = { kind: 'none' };

/** All of the conditions hold; without conditions, every file is meant. */
export function allOf(conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap((c) => (c.kind === 'and' ? c.of : noneOfMany(c)));
  const telling = exceptOneList(parts.filter((c) => c.kind !== 'all'));
  if (telling.some((c) => c.kind === 'none')) return NONE;
  return telling.length > 1 ? { kind: 'and', of: telling } : (telling[0] ?? ALL);
}

/** `not (a or b)` as `not a` and `not b`. */
const noneOfMany = (c: Condition): readonly Condition[] =>
  c.kind === 'not' && c.of.kind === 'or' ? c.of.of.map(not) : [c];

/**
 * Joins the values that a column must not have into one list, as `inOneList` does for those that it
 * may have.
 */
function exceptOneList(conditions: readonly Condition[]): readonly Condition[] {
  const isExcept = (c: Condition) => c.kind === 'not' && c.of.kind === 'in';
  const excepted = conditions.flatMap((c) => (c.kind === 'not' && isExcept(c) ? [c.of] : []));
  if (excepted.length < 2) return conditions;
  return [...conditions.filter((c) => !isExcept(c)), ...inOneList(excepted).map(not)];
}

/** Any of the conditions holds; without conditions, no file is meant. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap((c) => (c.kind === 'or' ? c.of : [c]));
  const telling = inOneList(parts.filter((c) => c.kind !== 'none'));
  if (telling.some((c) => c.kind === 'all')) return ALL;
  return telling.length > 1 ? { kind: 'or', of: telling } : (telling[0] ?? NONE);
}

/**
 * Joins the values of one column into one list, so that thousands of names joined by OR are looked
 * up as a list is.
 */
function inOneList(conditions: readonly Condition[]): readonly Condition[] {
  const lists = new Map<string, Set<string | number>>();
  const others: Condition[] = [];
  for (const c of conditions) {
    if (c.kind !== 'in') others.push(c);
    else {
      const list = lists.get(c.column);
      if (list) for (const value of c.values) list.add(value);
      else {
        const values = new Set(c.values);
        lists.set(c.column, values);
        others.push({ kind: 'in', column: c.column, values: [...values] });
      }
    }
  }
  return others.map((c) =>
    c.kind === 'in' ? { ...c, values: [...(lists.get(c.column) ?? [])] } : c,
  );
}

export function not(condition: Condition): Condition {
  if (condition.kind === 'not') return condition.of;
  if (condition.kind === 'all') return NONE;
  return condition.kind === 'none' ? ALL : { kind: 'not', of: condition };
}

/** At least `count` of them hold; the same condition given twice counts twice. */
export function someOf(count: number, conditions: readonly Condition[]): Condition {
  if (count <= 0) return ALL;
  if (count > conditions.length) return NONE;
  if (count === conditions.length) return allOf(conditions);
  return count === 1 ? anyOf(conditions) : { kind: 'some', count, of: conditions };
}

/** Column values that a condition compares with; a statement has room for a limited number. */
export const countValues = (condition: Condition): number =>
  sumOver(condition, (leaf) => {
    if (leaf.kind === 'in') return leaf.values.length;
    return leaf.kind === 'keys' ? leaf.keys.length : 2;
  });

/** Comparisons that a statement makes of a condition; a list of three or more values is one. */
export const countComparisons = (condition: Condition): number =>
  sumOver(condition, (leaf) =>
    leaf.kind === 'between' || (leaf.kind === 'in' && leaf.values.length === 2) ? 2 : 1,
  );

function sumOver(condition: Condition, of: (leaf: Condition) => number): number {
  switch (condition.kind) {
    case 'and':
    case 'or':
    case 'some':
      return condition.of.reduce((sum, c) => sum + sumOver(c, of), 0);
    case 'not':
      return sumOver(condition.of, of);
    default:
      return of(condition);
  }
}
