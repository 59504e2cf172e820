// Counts over a list of documents, value by value of a column. The loops here are what facets spend their time in.
import type { Column } from './column.ts';

/** Counts by value (ordinal + 1); 0 stands for documents without a value. */
export type ValueCounts = {
  of(value: number): number;
  /** Visits the values (from 1 on) that occur, ascending. */
  each(visit: (value: number, count: number) => void): void;
};

/** How many documents have each value. `list` is ascending. */
export function countPerValue(column: Column, list: Int32Array): ValueCounts {
  return isSparse(column, list) ? sparseCounts(column, list) : denseCounts(column, list);
}

/** How many different values of `distinct` (contiguous) the documents of each value have. */
export function countDistinctPerValue(
  column: Column,
  distinct: Column,
  list: Int32Array,
): { get(value: number): number } {
  if (isSparse(column, list)) return sparseDistinct(column, distinct, list);
  const { ordinals, starts } = column;
  const groups = distinct.ordinals;
  const counts = new Int32Array(column.dictionary.size + 1);
  const last = new Int32Array(column.dictionary.size + 1);
  if (!starts)
    for (let i = 0; i < list.length; i++) {
      const document = list[i] as number;
      const value = ordinals[document] as number;
      const group = groups[document] as number;
      if (last[value] !== group && group !== 0) {
        last[value] = group;
        (counts[value] as number)++;
      }
    }
  else
    for (let i = 0; i < list.length; i++) {
      const document = list[i] as number;
      const group = groups[document] as number;
      if (group === 0) continue;
      const from = starts[document] as number;
      const to = starts[document + 1] as number;
      if (from === to && last[0] !== group) {
        last[0] = group;
        (counts[0] as number)++;
      }
      for (let p = from; p < to; p++) {
        const value = ordinals[p] as number;
        if (last[value] !== group) {
          last[value] = group;
          (counts[value] as number)++;
        }
      }
    }
  return { get: (value) => counts[value] as number };
}

/**
 * The documents of some values, each list ascending; by the place of the value in `values`. Documents without a value go
 * with value `withMissing`.
 */
export function documentsByValue(
  column: Column,
  list: Int32Array,
  values: readonly number[],
  withMissing = 0,
): (place: number) => Int32Array {
  const placeOf = placesOf(column, values);
  const places = (value: number) => placeOf(value === 0 ? withMissing : value);
  const starts = new Int32Array(values.length + 1);
  eachPair(column, list, (_, value) => {
    const place = places(value);
    if (place >= 0) (starts[place + 1] as number)++;
  });
  for (let i = 0; i < values.length; i++) (starts[i + 1] as number) += starts[i] as number;
  const next = starts.slice();
  const documents = new Int32Array(starts[values.length] as number);
  eachPair(column, list, (document, value) => {
    const place = places(value);
    if (place >= 0) documents[(next[place] as number)++] = document;
  });
  return (place) => documents.subarray(starts[place], starts[place + 1]);
}

/** Fewer documents than the column has values, by far: sorting the values beats clearing a table for all of them. */
const isSparse = (column: Column, list: Int32Array): boolean =>
  list.length * 16 < column.dictionary.size;

function denseCounts(column: Column, list: Int32Array): ValueCounts {
  const { ordinals, starts } = column;
  const counts = new Int32Array(column.dictionary.size + 1);
  if (!starts)
    for (let i = 0; i < list.length; i++)
      (counts[ordinals[list[i] as number] as number] as number)++;
  else
    eachPair(column, list, (_, value) => {
      (counts[value] as number)++;
    });
  return {
    of: (value) => counts[value] as number,
    each: (visit) => {
      for (let value = 1; value < counts.length; value++)
        if (counts[value] !== 0) visit(value, counts[value] as number);
    },
  };
}

function sparseCounts(column: Column, list: Int32Array): ValueCounts {
  const counts = new Map<number, number>();
  eachPair(column, list, (_, value) => counts.set(value, (counts.get(value) ?? 0) + 1));
  return {
    of: (value) => counts.get(value) ?? 0,
    each: (visit) => {
      for (const value of Int32Array.from(counts.keys()).sort())
        if (value !== 0) visit(value, counts.get(value) as number);
    },
  };
}

function sparseDistinct(column: Column, distinct: Column, list: Int32Array) {
  const last = new Map<number, number>();
  const counts = new Map<number, number>();
  eachPair(column, list, (document, value) => {
    const group = distinct.ordinals[document] as number;
    if (group === 0 || last.get(value) === group) return;
    last.set(value, group);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  });
  return { get: (value: number) => counts.get(value) ?? 0 };
}

/** Every document with each of its values once; with 0 when it has none. */
export function eachPair(
  { ordinals, starts }: Column,
  list: Int32Array,
  visit: (document: number, value: number) => void,
): void {
  for (let i = 0; i < list.length; i++) {
    const document = list[i] as number;
    if (!starts) {
      visit(document, ordinals[document] as number);
      continue;
    }
    const from = starts[document] as number;
    const to = starts[document + 1] as number;
    if (from === to) visit(document, 0);
    for (let p = from; p < to; p++)
      if (p === from || ordinals[p] !== ordinals[p - 1]) visit(document, ordinals[p] as number);
  }
}

function placesOf(column: Column, values: readonly number[]): (value: number) => number {
  if (values.length * 16 < column.dictionary.size) {
    const places = new Map(values.map((value, place) => [value, place]));
    return (value) => places.get(value) ?? -1;
  }
  const places = new Int32Array(column.dictionary.size + 1).fill(-1);
  values.forEach((value, place) => {
    places[value] = place;
  });
  return (value) => places[value] as number;
}
