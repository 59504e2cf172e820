// What a request sorts by, read from its body, and the values by which a hit was sorted, as replies
// show them.

import type { Sort } from '@isobar/query-language/aggregation.ts';
import { illegal, Refusal } from '../language/refusal.ts';
import { shortest } from '../language/single-precision.ts';
import { intAt, scoreAt } from '../memory/numbers.ts';
import { type Column, firstOrdinal, isTextColumn } from '../segment/column.ts';
import { columnFor } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';

export type SortValue = string | number | boolean | null;

export type SortKey = {
  /**
   * `score`: that of the query; `order`: the order in which documents were given; null: a field
   * that the index does not have.
   */
  readonly by: 'score' | 'order' | Column | null;
  readonly descending: boolean;
  readonly missing: string | number;
  /** Whether the largest of several values counts rather than the smallest. */
  readonly largest: boolean;
  /** The type that a request assumes for a field that the index does not have. */
  readonly unmapped?: string;
};

export const BY_SCORE: SortKey = {
  by: 'score',
  descending: true,
  missing: '_last',
  largest: false,
};

/**
 * The keys of a sort, or the score when there is none. Throws Refusal for a field that cannot be
 * sorted by.
 */
export function sortKeys(sort: Sort | undefined, segment: Segment): readonly SortKey[] {
  const list = sort === undefined ? [] : Array.isArray(sort) ? sort : [sort];
  return list.length === 0 ? [BY_SCORE] : list.map((key) => sortKey(key, segment));
}

type WireKey = Exclude<Sort, readonly unknown[]>;

function sortKey(key: WireKey, segment: Segment): SortKey {
  const [name, content] =
    typeof key === 'string' ? [key, {}] : (Object.entries(key)[0] as [string, string | object]);
  const options = (typeof content === 'string' ? { order: content } : content) as {
    order?: string;
    missing?: string | number;
    mode?: 'min' | 'max';
    unmapped_type?: string;
  };
  const order = options.order?.toLowerCase() ?? (name === '_score' ? 'desc' : 'asc');
  const descending = order === 'desc';
  const common = { descending, missing: options.missing ?? '_last' };
  if (name === '_score') return { ...common, by: 'score', largest: false };
  if (name === '_doc') return { ...common, by: 'order', largest: false };
  const by = columnFor(segment, name);
  if (!by && options.unmapped_type === undefined)
    throw new Refusal(
      400,
      'query_shard_exception',
      `No mapping found for [${name}] in order to sort on`,
    );
  if (by && (by.kind === 'point' || by.kind === 'shape'))
    throw illegal(`can't sort on the places of [${name}]`);
  const largest = options.mode ? options.mode === 'max' : descending;
  return by
    ? { ...common, by, largest }
    : { ...common, by, largest, unmapped: options.unmapped_type ?? '' };
}

export const sortsByScore = (keys: readonly SortKey[]): boolean =>
  keys.some((key) => key.by === 'score');

/** The value by which a document is sorted, as replies show it. */
export function sortValueOf(
  key: SortKey,
  document: number,
  scores: Float32Array | null,
  segment: Segment,
): SortValue {
  if (key.by === 'score') return scores ? shortest(scoreAt(scores, document)) : 0;
  if (key.by === 'order') return intAt(segment.order, document);
  if (key.by === null) return missingValue(key, UNMAPPED.get(key.unmapped ?? '') ?? 'text');
  const ordinal = firstOrdinal(key.by, document, key.largest);
  if (ordinal > 0)
    return isTextColumn(key.by)
      ? key.by.dictionary.text(ordinal - 1)
      : key.by.dictionary.number(ordinal - 1);
  return missingValue(key, key.by.kind);
}

/** Types of a mapping -> kinds of columns. */
const UNMAPPED: ReadonlyMap<string, Column['kind']> = new Map(
  Object.entries({
    long: 'integer',
    integer: 'boolean', // as short as truth values
    short: 'boolean',
    byte: 'boolean',
    boolean: 'boolean',
    date: 'date',
    double: 'double',
    float: 'double',
  } as const),
);

function missingValue({ missing, descending }: SortKey, kind: Column['kind']): SortValue {
  if (missing !== '_first' && missing !== '_last') return missing;
  if (kind === 'text' || kind === 'point' || kind === 'shape') return null;
  const high = (missing === '_last') !== descending;
  if (kind === 'double') return high ? 'Infinity' : '-Infinity';
  if (kind === 'boolean') return high ? 2 ** 31 - 1 : -(2 ** 31);
  return high ? 2 ** 63 : -(2 ** 63);
}
