// The documents after the last one of a page, by its sort values (`search_after`).

import { illegal } from '../language/refusal.ts';
import { floatAt, intAt } from '../memory/numbers.ts';
import { type Column, isTextColumn } from '../segment/column.ts';
import type { Segment } from '../segment/segment.ts';
import { type Coder, coderOf, missingCode, type Searched, valueCode } from './sort-codes.ts';
import type { SortKey, SortValue } from './sort-keys.ts';

/**
 * The documents that come after these sort values. Throws Refusal if the values do not fit the
 * keys.
 */
export function listAfter(
  list: Int32Array,
  keys: readonly SortKey[],
  after: readonly SortValue[],
  scores: Float32Array | null,
  { segment, budget }: Searched,
): Int32Array {
  if (after.length !== keys.length)
    throw illegal(`search_after has ${after.length} value(s) but sort has ${keys.length}`);
  const limits = keys.map((key, k) => afterCode(key, after[k] ?? null, scores, segment));
  return list.filter((document) => {
    budget.work(16);
    const one = Int32Array.of(document);
    for (const { code, coder } of limits) {
      const sums = new Float64Array(1);
      coder.addTo(sums, one);
      if (sums[0] !== code) return floatAt(sums, 0) > code;
    }
    return false;
  });
}

function afterCode(
  key: SortKey,
  value: SortValue,
  scores: Float32Array | null,
  segment: Segment,
): { code: number; coder: Coder } {
  const coder = coderOf(key, scores, segment);
  if (key.by === null) return { code: 0, coder };
  if (key.by === 'score' || key.by === 'order') {
    const given = Float32Array.of(Number(value));
    const ascending = key.by === 'score' ? intAt(new Int32Array(given.buffer), 0) : Number(value);
    return { code: key.descending ? coder.range - 1 - ascending : ascending, coder };
  }
  if (value === null || isMissingNumber(value, key.by))
    return { code: missingCode(key, key.by), coder };
  const code = valueCode(key.by, value);
  return { code: key.descending ? coder.range - 1 - code : code, coder };
}

/** Replies show a missing whole number or date as the largest or smallest possible one. */
const isMissingNumber = (value: SortValue, column: Column): boolean =>
  !isTextColumn(column) &&
  ((typeof value === 'number' &&
    Math.abs(value) >= (column.kind === 'boolean' ? 2 ** 31 - 1 : 2 ** 63)) ||
    value === 'Infinity' ||
    value === '-Infinity');
