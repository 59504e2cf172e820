// Merges a column with the values of new documents, leaving out removed documents.
import { intAt, numberAt, ordinalAt } from '../memory/numbers.ts';
import { type Column, isTextColumn, type Ordinals, ordinalsFor } from '../segment/column.ts';
import type { Numbers } from '../segment/segment-file.ts';
import { type BuiltColumn, builtColumn, type Encoded, isSingle } from './build-column.ts';
import { ownerOf } from './build-owners.ts';
import type { MergedValues } from './merge-values.ts';

/**
 * `more`: new documents, numbered from the end of the column on; `order`: by place, the number of
 * the document there.
 */
export function mergedColumn(
  column: Column,
  merged: MergedValues,
  more: Encoded,
  order: Int32Array,
): BuiltColumn {
  const lists = listsOf(column, merged, more);
  const single = !column.starts && [...lists.values()].every((list) => list.length < 2);
  const { ordinals, starts } = single
    ? { ordinals: singles(column, merged, lists, order), starts: null }
    : several(column, merged, lists, order);
  if (merged.same && sameNumbers(ordinals, column.ordinals) && sameNumbers(starts, column.starts))
    return unchanged(column, merged);
  return builtColumn(column.name, column.kind, merged.values.length, ordinals, starts);
}

/**
 * The same arrays if each place has the values that it had before, as after most changes, even
 * where documents were exchanged.
 */
function unchanged(column: Column, { values }: MergedValues): BuiltColumn {
  const { name, kind, contiguous, ordinals, starts, postingStarts, postings } = column;
  const arrays = new Map<string, Numbers>([
    [`${name}/ordinals`, ordinals],
    [`${name}/postingStarts`, postingStarts],
    [`${name}/postings`, postings],
  ]);
  if (starts) arrays.set(`${name}/starts`, starts);
  return { name, kind, contiguous, size: values.length, arrays };
}

function sameNumbers(some: Numbers | null, others: Numbers | null): boolean {
  if (!some || !others) return some === others;
  return some.length === others.length && Buffer.compare(bytesOf(some), bytesOf(others)) === 0;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Ordinals + 1 of a new document, ascending, by its number. */
type Lists = ReadonlyMap<number, readonly number[]>;
const NONE: readonly number[] = [];

function listsOf(column: Column, { later }: MergedValues, more: Encoded): Lists {
  const lists = new Map<number, number[]>();
  more.ordinals.forEach((ordinal, i) => {
    const document = ownerOf(more.documents, i);
    const list = lists.get(document) ?? [];
    lists.set(document, list);
    list.push(intAt(later, ordinal));
  });
  const isSet = isTextColumn(column); // numbers stay as often as they are given
  for (const [document, list] of lists) {
    const sorted = (isSet ? [...new Set(list)] : list).sort((a, b) => a - b);
    lists.set(document, sorted);
  }
  return lists;
}

function singles(
  { ordinals, documents }: Column,
  { former, values }: MergedValues,
  lists: Lists,
  order: Int32Array,
): Ordinals {
  const all = ordinalsFor(values.length, order.length);
  for (let place = 0; place < order.length; place++) {
    const document = intAt(order, place);
    all[place] =
      document < documents
        ? intAt(former, ordinalAt(ordinals, document))
        : (lists.get(document)?.[0] ?? 0);
  }
  return all;
}

function several(
  column: Column,
  { former, values }: MergedValues,
  lists: Lists,
  order: Int32Array,
): { ordinals: Ordinals; starts: Int32Array | null } {
  const { ordinals, documents } = column;
  const starts = column.starts ?? startsOf(ordinals);
  const ends = new Int32Array(order.length + 1);
  for (let place = 0; place < order.length; place++) {
    const document = intAt(order, place);
    const length =
      document < documents
        ? intAt(starts, document + 1) - intAt(starts, document)
        : (lists.get(document) ?? NONE).length;
    ends[place + 1] = intAt(ends, place) + length;
  }
  const single = isSingle(ends);
  const all = ordinalsFor(values.length, single ? order.length : intAt(ends, order.length));
  for (let place = 0; place < order.length; place++) {
    const document = intAt(order, place);
    const length = intAt(ends, place + 1) - intAt(ends, place);
    const at = single ? place : intAt(ends, place);
    const list = document < documents ? null : (lists.get(document) ?? NONE);
    const from = list ? 0 : column.starts ? intAt(starts, document) : document;
    for (let i = 0; i < length; i++)
      all[at + i] = list ? numberAt(list, i) : intAt(former, ordinalAt(ordinals, from + i));
  }
  return { ordinals: all, starts: single ? null : ends };
}

/** The starts that a column would have if it could hold several values per document. */
function startsOf(ordinals: Ordinals): Int32Array {
  const starts = new Int32Array(ordinals.length + 1);
  for (let document = 0; document < ordinals.length; document++)
    starts[document + 1] = intAt(starts, document) + (ordinals[document] === 0 ? 0 : 1);
  return starts;
}
