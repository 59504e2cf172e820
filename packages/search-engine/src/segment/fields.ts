// What a field name in a request means: words, exact values, numbers or places; or nothing that
// this index has.
import { illegal } from '../language/refusal.ts';
import type { Column, NumberColumn, TextColumn } from './column.ts';
import { exactName, ID, type Segment } from './segment.ts';
import type { TextIndex } from './text-index.ts';

export type Field =
  /** A text field, searched by its words; its exact values are in `index.column`. */
  | { readonly kind: 'words'; readonly name: string; readonly index: TextIndex }
  | { readonly kind: 'exact'; readonly name: string; readonly column: TextColumn }
  | { readonly kind: 'number'; readonly name: string; readonly column: NumberColumn }
  | { readonly kind: 'place'; readonly name: string; readonly column: TextColumn };

/** The field of this name, or null when the index has none. */
export function fieldOf(segment: Segment, name: string): Field | null {
  const index = segment.texts.get(name);
  if (index) return { kind: 'words', name, index };
  const column = segment.columns.get(name);
  if (!column) return null;
  switch (column.kind) {
    case 'text':
      return { kind: 'exact', name, column };
    case 'point':
    case 'shape':
      return { kind: 'place', name, column };
    default:
      return { kind: 'number', name, column };
  }
}

export type BoostedField = { readonly field: Field; readonly boost: number };

/**
 * Fields given as `name`, `name^2` or `pattern*`, in the order of the request; unknown names are
 * ignored.
 */
export function fieldsOf(segment: Segment, names: readonly string[]): BoostedField[] {
  const found = new Map<string, BoostedField>();
  for (const text of names) {
    const { name, boost } = splitBoost(text);
    for (const match of name.includes('*') ? namesLike(segment, name) : [name]) {
      const field = fieldOf(segment, match);
      if (field) found.set(match, { field, boost: boost * (found.get(match)?.boost ?? 1) });
    }
  }
  return [...found.values()];
}

/** Every field that can be searched for a word or a value. */
export const allFields = (segment: Segment): BoostedField[] =>
  fieldsOf(segment, ['*']).filter(({ field }) => field.kind !== 'place');

function splitBoost(text: string): { name: string; boost: number } {
  const caret = text.lastIndexOf('^');
  const boost = caret > 0 ? Number(text.slice(caret + 1)) : 1;
  return Number.isFinite(boost) && caret > 0
    ? { name: text.slice(0, caret), boost }
    : { name: text, boost: 1 };
}

function namesLike(segment: Segment, pattern: string): string[] {
  const expression = new RegExp(
    `^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`,
    's',
  );
  const names = [...segment.texts.keys(), ...segment.columns.keys()];
  return names.filter((name) => name !== ID && expression.test(name)).sort();
}

/**
 * The column that sorting, collapsing and aggregating read; null when there is no such field.
 * Throws for text fields.
 */
export function columnFor(segment: Segment, name: string): Column | null {
  const column = segment.columns.get(name);
  if (column) return column;
  if (segment.texts.has(name))
    throw illegal(
      `Text fields are not optimised for aggregations and sorting. Use [${exactName(name)}] in place of [${name}]`,
    );
  return null;
}
