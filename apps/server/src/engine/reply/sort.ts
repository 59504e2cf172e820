// Puts documents in order: sort keys become numbers, so that comparing two documents compares one number in most cases.
import type { Sort } from '@isobar/contract/search/dsl-aggregation.ts';
import { parseDate } from '../language/dates.ts';
import { illegal, Refusal } from '../language/refusal.ts';
import { shortest } from '../language/single-precision.ts';
import { countingSort } from '../memory/counting-sort.ts';
import { scratchInts, scratchZeros } from '../memory/scratch.ts';
import { type Column, firstOrdinal, isTextColumn } from '../segment/column.ts';
import { booleanNumber } from '../segment/field-values.ts';
import { columnFor } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';

export type SortValue = string | number | boolean | null;

export type SortKey = {
  /** `score`: what the query gave; `order`: the order in which documents were given; null: a field that is not there. */
  readonly by: 'score' | 'order' | Column | null;
  readonly descending: boolean;
  readonly missing: string | number;
  /** Of several values the largest counts, not the smallest. */
  readonly largest: boolean;
  /** What a field that is not there would hold. */
  readonly unmapped?: string;
};

export const BY_SCORE: SortKey = {
  by: 'score',
  descending: true,
  missing: '_last',
  largest: false,
};

/** The keys of a sort, or the score when there is none. Throws Refusal for a field that cannot be sorted by. */
export function sortKeys(sort: Sort | undefined, segment: Segment): readonly SortKey[] {
  const list = sort === undefined ? [] : Array.isArray(sort) ? sort : [sort as string];
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

/** Documents and how two of them compare, by their places in the list. */
export type Ranking = {
  readonly list: Int32Array;
  /** Smaller for a document that comes earlier; where equal, `compare` tells. By place. */
  readonly codes: Float64Array | Int32Array;
  /** Negative when the document at place `a` comes before that at `b`; never 0 for two documents. */
  readonly compare: (a: number, b: number) => number;
};

/** Ranks a list of documents. `scores`: by document. */
export function rank(
  list: Int32Array,
  keys: readonly SortKey[],
  scores: Float32Array | null,
  segment: Segment,
): Ranking {
  const known = sequenceOf(segment, keys, list.length);
  if (known) {
    const codes = scratchInts(list.length);
    for (let i = 0; i < list.length; i++) codes[i] = known.ranks[list[i] as number] as number;
    return { list, codes, compare: (a, b) => (codes[a] as number) - (codes[b] as number) };
  }
  const [codes = new Float64Array(list.length), ...rest] = packed(list, keys, scores, segment);
  const { order } = segment;
  const byOrder = (a: number, b: number) =>
    (order[list[a] as number] as number) - (order[list[b] as number] as number);
  if (rest.length === 0)
    return {
      list,
      codes,
      compare: (a, b) => (codes[a] as number) - (codes[b] as number) || byOrder(a, b),
    };
  const all = [codes, ...rest];
  return {
    list,
    codes,
    compare: (a, b) => {
      for (const some of all) {
        const difference = (some[a] as number) - (some[b] as number);
        if (difference !== 0) return difference;
      }
      return byOrder(a, b);
    },
  };
}

/** Fewer documents are ranked as they are, and so are those of a column that has not many fewer values. */
const MIN_LED = 512;
const MIN_SHARED = 8;

/**
 * Of a long list the documents whose value of the first key comes first, at least `wanted` of them; null where that would be
 * much of the list, or cannot be told quickly. Every document that is left out comes behind all of them.
 */
export function leading(
  list: Int32Array,
  keys: readonly SortKey[],
  wanted: number,
): Int32Array | null {
  const [key] = keys;
  const column = key?.by;
  if (list.length < MIN_LED || !key || !column || typeof column !== 'object') return null;
  if (column.starts || column.dictionary.size * MIN_SHARED > list.length) return null;
  const { ordinals } = column;
  const counts = scratchZeros(column.dictionary.size + 1);
  for (let i = 0; i < list.length; i++) (counts[ordinals[list[i] as number] as number] as number)++;
  const { codeOf } = columnCoder(key, column);
  const values = Int32Array.from(counts, (_, value) => value);
  values.sort((a, b) => codeOf(a) - codeOf(b));
  const leads = new Uint8Array(values.length);
  let total = 0;
  let last = -1;
  for (const value of values) {
    if (total >= wanted && codeOf(value) !== last) break; // documents that compare as equal stay together
    total += counts[value] as number;
    leads[value] = 1;
    last = codeOf(value);
  }
  if (total * 2 > list.length) return null;
  const led = scratchInts(total);
  for (let i = 0, at = 0; at < total; i++) {
    const document = list[i] as number;
    if (leads[ordinals[document] as number]) led[at++] = document;
  }
  return led;
}

/** All documents of a segment in one order, and the place of each in it. */
export type Sequence = { readonly documents: Int32Array; readonly ranks: Int32Array };

/** Orders that are kept for a segment, and how large a part of it has to be sorted for one to be worth its while. */
const MAX_SEQUENCES = 6;
const WORTH_SHARE = 16;
const sequences = new WeakMap<Segment, Map<string, Sequence>>();

/** Every document in the order of keys that do not ask for scores; null when so few (`wanted`) are quicker sorted alone. */
export function sequenceOf(
  segment: Segment,
  keys: readonly SortKey[],
  wanted: number,
): Sequence | null {
  if (sortsByScore(keys)) return null;
  const name = JSON.stringify(keys.map(keyName));
  const known = sequences.get(segment) ?? new Map<string, Sequence>();
  sequences.set(segment, known);
  let sequence = known.get(name);
  if (sequence) known.delete(name);
  else {
    if (wanted * WORTH_SHARE < segment.documents) return null;
    sequence = sorted(segment, keys);
    const [oldest] = known.keys();
    if (known.size >= MAX_SEQUENCES && oldest !== undefined) known.delete(oldest);
  }
  known.set(name, sequence);
  return sequence;
}

const keyName = ({ by, descending, missing, largest }: SortKey) => [
  typeof by === 'object' ? by && [by.name] : by,
  descending,
  missing,
  largest,
];

/** Sorts by the last key first: documents that a key does not tell apart keep the order of the keys behind it. */
function sorted(segment: Segment, keys: readonly SortKey[]): Sequence {
  const { documents: count, order } = segment;
  let documents = new Int32Array(count);
  for (let document = 0; document < count; document++)
    documents[order[document] as number] = document;
  const whole = Int32Array.from({ length: count }, (_, document) => document);
  for (const key of keys.toReversed()) {
    const coder = coderOf(key, null, segment);
    const codes = new Float64Array(count);
    coder.addTo(codes, whole);
    documents = countingSort(documents, codes, coder.range);
  }
  const ranks = new Int32Array(count);
  for (let i = 0; i < count; i++) ranks[documents[i] as number] = i;
  return { documents, ranks };
}

/** Numbers that are exact in double precision end here. */
const EXACT = 2 ** 53;

/** The codes of all keys, as many keys in one number as fit. */
function packed(
  list: Int32Array,
  keys: readonly SortKey[],
  scores: Float32Array | null,
  segment: Segment,
): Float64Array[] {
  const arrays: Float64Array[] = [];
  let room = 0;
  for (const key of keys) {
    const coder = coderOf(key, scores, segment);
    if (coder.range > room) {
      arrays.push(new Float64Array(list.length));
      room = EXACT;
    }
    room = Math.floor(room / coder.range);
    coder.addTo(arrays.at(-1) as Float64Array, list);
  }
  return arrays;
}

/** Turns the values of a key into whole numbers from 0 up to but without `range`, smaller first. */
type Coder = {
  readonly range: number;
  /** sums[i] = sums[i] * range + code of list[i]. */
  readonly addTo: (sums: Float64Array, list: Int32Array) => void;
};

function coderOf(key: SortKey, scores: Float32Array | null, segment: Segment): Coder {
  if (key.by === 'score') return scoreCoder(key, scores);
  if (key.by === 'order') return orderCoder(key, segment.order);
  if (key.by === null) return { range: 1, addTo: () => {} };
  return columnCoder(key, key.by);
}

/** Scores are not negative, so their bit patterns have their order. */
function scoreCoder({ descending }: SortKey, scores: Float32Array | null): Coder {
  const range = 2 ** 31;
  const bits = scores && new Int32Array(scores.buffer, scores.byteOffset, scores.length);
  return {
    range,
    addTo: (sums, list) => {
      for (let i = 0; i < list.length; i++) {
        const code = bits ? (bits[list[i] as number] as number) : 0;
        sums[i] = (sums[i] as number) * range + (descending ? range - 1 - code : code);
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
        const code = order[list[i] as number] as number;
        sums[i] = (sums[i] as number) * range + (descending ? range - 1 - code : code);
      }
    },
  };
}

/** Value with ordinal o: 2o + 2; the gap before it: 2o + 1; missing: before or behind all. */
function columnCoder(
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
        const document = list[i] as number;
        const value = starts
          ? firstOrdinal(column, document, largest)
          : (ordinals[document] as number);
        sums[i] = (sums[i] as number) * range + codeOf(value);
      }
    },
  };
}

const rangeOf = (column: Column): number => 2 * column.dictionary.size + 3;

function missingCode(key: SortKey, column: Column): number {
  const last = rangeOf(column) - 1;
  if (key.missing === '_first') return 0;
  if (key.missing === '_last') return last;
  const code = valueCode(column, key.missing);
  return key.descending ? last - code : code;
}

/** Code of a value that documents may or may not have, ascending. */
function valueCode(column: Column, value: SortValue): number {
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

/** Only the documents that come behind those sort values. Throws Refusal when they do not fit the keys. */
export function listAfter(
  list: Int32Array,
  keys: readonly SortKey[],
  after: readonly SortValue[],
  scores: Float32Array | null,
  segment: Segment,
): Int32Array {
  if (after.length !== keys.length)
    throw illegal(`search_after has ${after.length} value(s) but sort has ${keys.length}`);
  const limits = keys.map((key, k) => afterCode(key, after[k] as SortValue, scores, segment));
  return list.filter((document) => {
    const one = Int32Array.of(document);
    for (const { code, coder } of limits) {
      const sums = new Float64Array(1);
      coder.addTo(sums, one);
      if (sums[0] !== code) return (sums[0] as number) > code;
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
    const ascending =
      key.by === 'score' ? (new Int32Array(given.buffer)[0] as number) : Number(value);
    return { code: key.descending ? coder.range - 1 - ascending : ascending, coder };
  }
  if (value === null || isMissingNumber(value, key.by))
    return { code: missingCode(key, key.by), coder };
  const code = valueCode(key.by, value);
  return { code: key.descending ? coder.range - 1 - code : code, coder };
}

/** Replies show a missing whole number or date as the largest or smallest there is. */
const isMissingNumber = (value: SortValue, column: Column): boolean =>
  !isTextColumn(column) &&
  ((typeof value === 'number' &&
    Math.abs(value) >= (column.kind === 'boolean' ? 2 ** 31 - 1 : 2 ** 63)) ||
    value === 'Infinity' ||
    value === '-Infinity');

/** What a document is sorted by, as replies show it. */
export function sortValueOf(
  key: SortKey,
  document: number,
  scores: Float32Array | null,
  segment: Segment,
): SortValue {
  if (key.by === 'score') return scores ? shortest(scores[document] as number) : 0;
  if (key.by === 'order') return segment.order[document] as number;
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
