// Counts the documents of a list by the values of a column. Facets spend most of their time in
// these loops.

import { memberOf } from '../memory/members.ts';
import { takeAt } from '../memory/numbers.ts';
import { scratchZeros } from '../memory/scratch.ts';
import type { Column } from '../segment/column.ts';
import { type Condensed, condensed } from './condense.ts';
import { knownSets, type ValueSets, valueSets } from './value-sets.ts';

/** Counts by value (ordinal + 1); 0 stands for documents without a value. */
export type ValueCounts = {
  readonly of: (value: number) => number;
  /**
   * How many different values of the contiguous column `distinct` the documents of a value have; 0
   * if none was given.
   */
  readonly distinctOf: (value: number) => number;
  /** Visits the values (from 1 on) that occur, in ascending order. */
  readonly each: (visit: (value: number, count: number) => void) => void;
};

/**
 * How many documents have each value, and how many different values of the contiguous column
 * `distinct` these have.
 */
export function countPerValue(
  column: Column,
  list: Int32Array,
  distinct: Column | null = null,
): ValueCounts {
  return isSparse(column, list)
    ? sparseCounts(column, list, distinct)
    : denseCounts(column, condensed(list, column, distinct), distinct);
}

/**
 * The documents of some values, ascending, by the place of the value in `values`. Documents without
 * a value count as if they had the value `withMissing`.
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
    if (place >= 0) starts[place + 1] = (starts[place + 1] ?? 0) + 1;
  });
  for (let i = 0; i < values.length; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
  const next = starts.slice();
  const documents = new Int32Array(starts[values.length] ?? 0);
  eachPair(column, list, (document, value) => {
    const place = places(value);
    if (place >= 0) documents[takeAt(next, place)] = document;
  });
  return (place) => documents.subarray(starts[place], starts[place + 1]);
}

/** Visits every document with each of its values once, or with 0 if it has none. */
export function eachPair(
  { ordinals, starts }: Column,
  list: Int32Array,
  visit: (document: number, value: number) => void,
): void {
  for (let i = 0; i < list.length; i++) {
    const document = list[i] ?? 0;
    if (!starts) {
      visit(document, ordinals[document] ?? 0);
      continue;
    }
    const from = starts[document] ?? 0;
    const to = starts[document + 1] ?? 0;
    if (from === to) visit(document, 0);
    for (let p = from; p < to; p++)
      if (p === from || ordinals[p] !== ordinals[p - 1]) visit(document, ordinals[p] ?? 0);
  }
}

/**
 * Whether there are far fewer documents than values: a map is quicker then than clearing a list for
 * all values.
 */
const isSparse = (column: Column, list: Int32Array): boolean =>
  list.length * 64 < column.dictionary.size;

function denseCounts(column: Column, some: Condensed, distinct: Column | null): ValueCounts {
  const size = column.dictionary.size + 1;
  const counts = scratchZeros(size);
  const different = scratchZeros(distinct ? size : 0);
  const sets = distinct && setsFor(column, some);
  const { ordinals, starts } = column;
  if (distinct && sets) countSets(sets, some, distinct, counts, different);
  else if (starts)
    countLists({ ordinals, starts }, some, distinct?.ordinals ?? null, counts, different);
  else if (!distinct) countSingles(column, some, counts);
  else countGroups(column, some, distinct, counts, different);
  return {
    of: (value) => counts[value] ?? 0,
    distinctOf: (value) => different[value] ?? 0,
    each: (visit) => {
      for (let value = 1; value < size; value++)
        if (counts[value] !== 0) visit(value, counts[value] ?? 0);
    },
  };
}

function countSingles({ ordinals }: Column, { documents, weights }: Condensed, counts: Int32Array) {
  for (let i = 0; i < documents.length; i++) {
    const value = ordinals[documents[i] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + (weights ? (weights[i] ?? 0) : 1);
  }
}

function countGroups(
  { ordinals }: Column,
  { documents, weights }: Condensed,
  distinct: Column,
  counts: Int32Array,
  different: Int32Array,
): void {
  const last = scratchZeros(counts.length);
  for (let i = 0; i < documents.length; ) {
    const group = distinct.ordinals[documents[i] ?? 0] ?? 0;
    const end = endOfGroup(distinct, group, documents[i] ?? 0);
    for (; i < documents.length; i++) {
      const document = documents[i] ?? 0;
      if (document >= end) break;
      const value = ordinals[document] ?? 0;
      counts[value] = (counts[value] ?? 0) + (weights ? (weights[i] ?? 0) : 1);
      if (last[value] !== group) {
        last[value] = group;
        different[value] = (different[value] ?? 0) + 1;
      }
    }
  }
}

/**
 * The first document after a group, whose documents are neighbours; a document without a group is
 * one by itself.
 */
function endOfGroup({ postingStarts, postings }: Column, group: number, document: number): number {
  if (group === 0) return document + 1;
  return (postings[(postingStarts[group] ?? 0) - 1] ?? 0) + 1;
}

/**
 * The value sets of a column with several values per document take a while to make: used only if
 * cached, or if the list is long.
 */
const setsFor = (column: Column, { documents }: Condensed): ValueSets | null =>
  column.starts && documents.length * 16 < column.documents ? knownSets(column) : valueSets(column);

/**
 * Counts value sets and joins those of a group; the sets are taken apart into values only once, at
 * the end.
 */
function countSets(
  { sets, members }: ValueSets,
  { documents, weights }: Condensed,
  distinct: Column,
  counts: Int32Array,
  different: Int32Array,
): void {
  const bySet = scratchZeros(members.length);
  for (let i = 0; i < documents.length; ) {
    const group = distinct.ordinals[documents[i] ?? 0] ?? 0;
    const end = endOfGroup(distinct, group, documents[i] ?? 0);
    let values = 0;
    for (; i < documents.length; i++) {
      const document = documents[i] ?? 0;
      if (document >= end) break;
      const set = sets[document] ?? 0;
      bySet[set] = (bySet[set] ?? 0) + (weights ? (weights[i] ?? 0) : 1);
      values |= members[set] ?? 0;
    }
    if (group !== 0) addToEach(different, values, 1);
  }
  for (let set = 0; set < bySet.length; set++)
    addToEach(counts, members[set] ?? 0, bySet[set] ?? 0);
}

function addToEach(sums: Int32Array, values: number, added: number): void {
  for (let rest = values; rest !== 0; rest &= rest - 1) {
    const value = 31 - Math.clz32(rest & -rest);
    sums[value] = (sums[value] ?? 0) + added;
  }
}

function countLists(
  { ordinals, starts }: { readonly ordinals: Column['ordinals']; readonly starts: Int32Array },
  { documents, weights }: Condensed,
  groups: Column['ordinals'] | null,
  counts: Int32Array,
  different: Int32Array,
): void {
  const last = scratchZeros(counts.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] ?? 0;
    const weight = weights ? (weights[i] ?? 0) : 1;
    const group = groups ? (groups[document] ?? 0) : 0;
    const from = starts[document] ?? 0;
    const to = starts[document + 1] ?? 0;
    if (from === to) counts[0] = (counts[0] ?? 0) + weight;
    if (from === to && last[0] !== group) {
      last[0] = group;
      if (group !== 0) different[0] = (different[0] ?? 0) + 1;
    }
    for (let p = from; p < to; p++) {
      const value = ordinals[p] ?? 0;
      if (p > from && ordinals[p - 1] === value) continue;
      counts[value] = (counts[value] ?? 0) + weight;
      if (last[value] !== group) {
        last[value] = group;
        if (group !== 0) different[value] = (different[value] ?? 0) + 1;
      }
    }
  }
}

function sparseCounts(column: Column, list: Int32Array, distinct: Column | null): ValueCounts {
  const counts = new Map<number, number>();
  const different = new Map<number, number>();
  const last = new Map<number, number>();
  eachPair(column, list, (document, value) => {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    const group = distinct ? (distinct.ordinals[document] ?? 0) : 0;
    if (group === 0 || last.get(value) === group) return;
    last.set(value, group);
    different.set(value, (different.get(value) ?? 0) + 1);
  });
  return {
    of: (value) => counts.get(value) ?? 0,
    distinctOf: (value) => different.get(value) ?? 0,
    each: (visit) => {
      for (const value of Int32Array.from(counts.keys()).sort())
        if (value !== 0) visit(value, memberOf(counts, value));
    },
  };
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
  return (value) => places[value] ?? 0;
}
