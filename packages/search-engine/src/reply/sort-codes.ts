// Turns sort keys into whole numbers that compare as the values do, several keys in one number
// where they fit.

import { parseDate } from '../language/dates.ts';
import { booleanNumber } from '../language/field-values.ts';
import { type Budget, illegal } from '../language/refusal.ts';
import { type Column, firstOrdinal, isTextColumn } from '../segment/column.ts';
import type { Segment } from '../segment/segment.ts';
import type { SortKey, SortValue } from './sort-keys.ts';

/** What is sorted, and how long that may take. */
export type Searched = { readonly segment: Segment; readonly budget: Budget };

/** Turns the values of a key into whole numbers below `range`; the smaller number comes first. */
export type Coder = {
  readonly range: number;
  /** sums[i] = sums[i] * range + code of list[i]. */
  readonly addTo: (sums: Float64Array, list: Int32Array) => void;
};

export function coderOf(key: SortKey, scores: Float32Array | null, segment: Segment): Coder {
  if (key.by === 'score') return scoreCoder(key, scores);
  if (key.by === 'order') return orderCoder(key, segment.order);
  if (key.by === null) return { range: 1, addTo: () => {} };
  return columnCoder(key, key.by);
}

/** Scores are never negative, so their bit patterns as whole numbers have the same order. */
function scoreCoder({ descending }: SortKey, scores: Float32Array | null): Coder {
  const range = 2 ** 31;
  const bits = scores && new Int32Array(scores.buffer, scores.byteOffset, scores.length);
  return {
    range,
    addTo: (sums, list) => {
      for (let i = 0; i < list.length; i++) {
        const code = bits ? (bits[list[i] ?? 0] ?? 0) : 0;
        sums[i] = (sums[i] ?? 0) * range + (descending ? range - 1 - code : code);
      }
    },
  };
}

function orderCoder({ descending }: SortKey, order: Int32Array): Coder {
  const range = order.length + 1;
  return {
    range,
    addTo: (sums, list) => {
      for (let i = 0; i < list.length; i++) {
        const code = order[list[i] ?? 0] ?? 0;
        sums[i] = (sums[i] ?? 0) * range + (descending ? range - 1 - code : code);
      }
    },
  };
}

/**
 * The code of ordinal o is 2o + 2, that of a value just before it 2o + 1. Documents without a value
 * have the first or the last code, or the code of the value that `missing` names.
 */
export function columnCoder(
  key: SortKey,
  column: Column,
): Coder & { readonly codeOf: (value: number) => number } {
  const range = rangeOf(column);
  const missing = missingCode(key, column);
  const { ordinals, starts } = column;
  const { descending, largest } = key;
  const last = range - 1;
  const codeOf = (value: number) =>
    value === 0 ? missing : descending ? last - 2 * value : 2 * value;
  return {
    range,
    codeOf,
    addTo: (sums, list) => {
      for (let i = 0; i < list.length; i++) {
        const document = list[i] ?? 0;
        const value = starts ? firstOrdinal(column, document, largest) : (ordinals[document] ?? 0);
        sums[i] = (sums[i] ?? 0) * range + codeOf(value);
      }
    },
  };
}

const rangeOf = (column: Column): number => 2 * column.dictionary.size + 3;

export function missingCode(key: SortKey, column: Column): number {
  const last = rangeOf(column) - 1;
  if (key.missing === '_first') return 0;
  if (key.missing === '_last') return last;
  const code = valueCode(column, key.missing);
  return key.descending ? last - code : code;
}

/** Ascending code of a value, whether any document has it or not. */
export function valueCode(column: Column, value: SortValue): number {
  const { at, found } = isTextColumn(column)
    ? placeOf(column.dictionary, String(value))
    : placeOf(column.dictionary, asNumber(column, value));
  return 2 * at + (found ? 2 : 1);
}

function placeOf<V>(
  dictionary: { find(value: V): number; lowerBound(value: V): number },
  value: V,
): { at: number; found: boolean } {
  const ordinal = dictionary.find(value);
  return ordinal >= 0
    ? { at: ordinal, found: true }
    : { at: dictionary.lowerBound(value), found: false };
}

function asNumber(column: Column, value: SortValue): number {
  if (typeof value === 'number') return column.kind === 'double' ? value : Math.trunc(value);
  const number =
    column.kind === 'boolean'
      ? booleanNumber(value)
      : column.kind === 'date'
        ? (parseDate(String(value)) ?? Number.NaN)
        : Number(value);
  if (number === null || Number.isNaN(number))
    throw illegal(`[${value}] cannot be compared with the values of [${column.name}]`);
  return number;
}

/** Whole numbers up to this one are exact in double precision. */
const EXACT = 2 ** 53;

/** The codes of all keys, with as many keys in one number as fit. */
export function packed(
  list: Int32Array,
  keys: readonly SortKey[],
  scores: Float32Array | null,
  { segment, budget }: Searched,
): Float64Array[] {
  const arrays: Float64Array[] = [];
  let sums = new Float64Array(0);
  let room = 0;
  for (const key of keys) {
    budget.work(list.length);
    const coder = coderOf(key, scores, segment);
    if (coder.range > room) {
      sums = new Float64Array(list.length);
      arrays.push(sums);
      room = EXACT;
    }
    room = Math.floor(room / coder.range);
    coder.addTo(sums, list);
  }
  return arrays;
}
