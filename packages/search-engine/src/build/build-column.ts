// Gathers the values of one field while documents are added, then lays them out in the final order
// of the documents.

import { GrowingFloats, GrowingInts } from '../memory/growing.ts';
import { addAt, floatAt, intAt, ordinalAt, sumUp, takeAt } from '../memory/numbers.ts';
import { type EncodedTexts, pickTexts } from '../memory/text-bytes.ts';
import { type Column, type Ordinals, ordinalsFor } from '../segment/column.ts';
import type { Numbers } from '../segment/segment-file.ts';
import { type Owned, Owners, ownerOf } from './build-owners.ts';
import { type Words, WordsBuilder, wordsOf } from './build-words.ts';
import { TextTable } from './text-table.ts';

/** The final place of each added document; -1 for a document that a later one replaces. */
export type Placement = { readonly places: Int32Array; readonly documents: number };

export type BuiltColumn = {
  readonly name: string;
  readonly kind: Column['kind'];
  readonly contiguous: boolean;
  /** How many different values it has. */
  readonly size: number;
  readonly arrays: ReadonlyMap<string, Numbers>;
};

/** Values of one field. They are added in the order of the documents. */
export interface ColumnBuilder {
  readonly name: string;
  /** How many values were added. */
  readonly length: number;
  /**
   * Adds again, for another document, the values that were added as number `from` … `to`
   * (exclusive).
   */
  repeat(document: number, from: number, to: number): void;
  /** The sorted dictionary and, for every added value, its document and ordinal. */
  encode(): Encoded;
}
export type Encoded = Owned & {
  readonly kind: Column['kind'];
  /** How many different values there are. */
  readonly size: number;
  readonly values: EncodedTexts | Float64Array;
  readonly ordinals: Int32Array;
  /** The words of the values, if the field is searched by words; else null. */
  readonly words: Words | null;
};

export class TextColumnBuilder implements ColumnBuilder {
  readonly name: string;
  private readonly kind: 'text' | 'point' | 'shape';
  private readonly table = new TextTable();
  private readonly documents = new Owners();
  private readonly values = new GrowingInts();
  private readonly words: WordsBuilder | null;

  /** `analysed`: the field is searched by words too. */
  constructor(name: string, kind: 'text' | 'point' | 'shape', analysed = false) {
    this.name = name;
    this.kind = kind;
    this.words = analysed ? new WordsBuilder() : null;
  }

  get length(): number {
    return this.values.length;
  }

  /**
   * The number of the value that was added last. Values are numbered in the order in which they
   * first appear.
   */
  get lastNumber(): number {
    return this.values.at(this.values.length - 1);
  }

  /** Adds a well-formed text. */
  add(document: number, value: string): void {
    const known = this.table.size;
    this.take(document, this.table.numberOf(value), known);
  }

  /** Adds the UTF-8 text between `from` and `to` (exclusive) of `bytes`. */
  addBytes(document: number, bytes: Uint8Array, from: number, to: number): void {
    const known = this.table.size;
    this.take(document, this.table.number(bytes, from, to), known);
  }

  repeat(document: number, from: number, to: number): void {
    for (let i = from; i < to; i++) this.push(document, this.values.at(i));
  }

  /** `known`: how many different values there were before this one. */
  private take(document: number, number: number, known: number): void {
    const { table } = this;
    if (number === known)
      this.words?.add(table.bytes, table.start(number), table.start(number + 1));
    this.push(document, number);
  }

  private push(document: number, number: number): void {
    this.documents.push(document);
    this.values.push(number);
  }

  encode(): Encoded {
    const { texts, ordinals: ordinalOf } = this.table.sorted();
    const ordinals = this.values.all();
    for (let i = 0; i < ordinals.length; i++) ordinals[i] = intAt(ordinalOf, intAt(ordinals, i));
    return {
      kind: this.kind,
      size: this.table.size,
      values: texts,
      ...this.documents.all(),
      ordinals,
      words: this.words?.laidOut(ordinalOf) ?? null,
    };
  }
}

export class NumberColumnBuilder implements ColumnBuilder {
  readonly name: string;
  readonly kind: 'integer' | 'double' | 'date' | 'boolean';
  private readonly documents = new Owners();
  private readonly values = new GrowingFloats();

  constructor(name: string, kind: 'integer' | 'double' | 'date' | 'boolean') {
    this.name = name;
    this.kind = kind;
  }

  get length(): number {
    return this.values.length;
  }

  add(document: number, value: number): void {
    this.documents.push(document);
    this.values.push(value);
  }

  repeat(document: number, from: number, to: number): void {
    for (let i = from; i < to; i++) this.add(document, this.values.at(i));
  }

  encode(): Encoded {
    const given = this.values.all();
    const sorted = given.slice().sort();
    let different = 0;
    for (let i = 0; i < sorted.length; i++)
      if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[different++] = floatAt(sorted, i);
    const values = sorted.slice(0, different);
    const ordinals = new Int32Array(given.length);
    for (let i = 0; i < given.length; i++) ordinals[i] = find(values, floatAt(given, i));
    return {
      kind: this.kind,
      size: values.length,
      values,
      ...this.documents.all(),
      ordinals,
      words: null,
    };
  }
}

function find(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (floatAt(sorted, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lays a column out. Values that no document has any more are dropped from the dictionary. */
export function layOut(
  name: string,
  encoded: Encoded,
  placement: Placement,
): BuiltColumn & Pick<Encoded, 'values' | 'words'> {
  const used = withoutUnused(encoded, placement);
  const { kind, size, values, words } = used;
  const { ordinals, starts } = used.several
    ? listsByDocument(used, placement)
    : { ordinals: singlesByDocument(used, placement), starts: null };
  return { ...builtColumn(name, kind, size, ordinals, starts), values, words };
}

/** Ordinal + 1 by final place of the document, 0 where it has no value. */
function singlesByDocument({ documents, ordinals, size }: Encoded, placement: Placement): Ordinals {
  const { places } = placement;
  const singles = ordinalsFor(size, placement.documents);
  for (let i = 0; i < ordinals.length; i++) {
    const place = intAt(places, ownerOf(documents, i));
    if (place >= 0) singles[place] = intAt(ordinals, i) + 1;
  }
  return singles;
}

function listsByDocument({ kind, documents, ordinals, size }: Encoded, placement: Placement) {
  if (!documents) throw new RangeError('Documents with several values are listed.');
  const { starts, placed } = byDocument(documents, ordinals, placement);
  const sets = kind === 'text' || kind === 'point' || kind === 'shape';
  const list = sets ? withoutRepeats(starts, placed) : { starts, placed };
  const single = isSingle(list.starts);
  const all = packed(list.starts, list.placed, size, single);
  return { ordinals: all, starts: single ? null : list.starts };
}

/** `ordinals`, `starts`: as in `Column`. */
export function builtColumn(
  name: string,
  kind: Column['kind'],
  size: number,
  ordinals: Ordinals,
  starts: Int32Array | null,
): BuiltColumn {
  const arrays = new Map<string, Numbers>([[`${name}/ordinals`, ordinals]]);
  if (starts) arrays.set(`${name}/starts`, starts);
  const postings = invert(ordinals, starts, size);
  arrays.set(`${name}/postingStarts`, postings.starts).set(`${name}/postings`, postings.documents);
  const contiguous = !starts && isContiguous(postings);
  return { name, kind, contiguous, size, arrays };
}

function withoutUnused(encoded: Encoded, placement: Placement): Encoded {
  const { size, values, documents, ordinals } = encoded;
  const { places } = placement;
  if (places.length === placement.documents) return encoded; // all documents stay
  const used = new Uint8Array(size);
  for (let i = 0; i < ordinals.length; i++) {
    if (intAt(places, ownerOf(documents, i)) >= 0) used[intAt(ordinals, i)] = 1;
  }
  const kept = used.reduce((count, one) => count + one, 0);
  if (kept === size) return encoded;
  const renamed = new Int32Array(size);
  for (let i = 0, next = 0; i < used.length; i++) renamed[i] = used[i] ? next++ : -1;
  const left = {
    ...encoded,
    size: kept,
    ordinals: ordinals.map((ordinal) => intAt(renamed, ordinal)),
  };
  if (values instanceof Float64Array)
    return { ...left, values: values.filter((_, i) => used[i] === 1) };
  const texts = pickTexts(values, (i) => used[i] === 1);
  return { ...left, values: texts, words: encoded.words && wordsOf(texts) };
}

/** Ordinals by final place of the documents, ascending within each document. */
function byDocument(documents: Int32Array, ordinals: Int32Array, placement: Placement) {
  const starts = new Int32Array(placement.documents + 1);
  for (let i = 0; i < documents.length; i++) {
    const place = intAt(placement.places, intAt(documents, i));
    if (place >= 0) addAt(starts, place + 1, 1);
  }
  sumUp(starts);
  const next = starts.slice();
  const placed = new Int32Array(intAt(starts, placement.documents));
  for (let i = 0; i < documents.length; i++) {
    const place = intAt(placement.places, intAt(documents, i));
    if (place < 0) continue;
    let at = takeAt(next, place);
    const ordinal = intAt(ordinals, i);
    for (; at > intAt(starts, place) && intAt(placed, at - 1) > ordinal; at--)
      placed[at] = intAt(placed, at - 1);
    placed[at] = ordinal;
  }
  return { starts, placed };
}

function withoutRepeats(starts: Int32Array, placed: Int32Array) {
  const kept = new Int32Array(starts.length);
  let length = 0;
  for (let document = 0; document + 1 < starts.length; document++) {
    const from = intAt(starts, document);
    for (let i = from; i < intAt(starts, document + 1); i++)
      if (i === from || placed[i] !== placed[i - 1]) placed[length++] = intAt(placed, i);
    kept[document + 1] = length;
  }
  return { starts: kept, placed: placed.subarray(0, length) };
}

export function isSingle(starts: Int32Array): boolean {
  for (let i = 0; i + 1 < starts.length; i++)
    if (intAt(starts, i + 1) - intAt(starts, i) > 1) return false;
  return true;
}

function packed(starts: Int32Array, placed: Int32Array, values: number, single: boolean) {
  const packed = ordinalsFor(values, single ? starts.length - 1 : placed.length);
  if (!single) for (let i = 0; i < placed.length; i++) packed[i] = intAt(placed, i) + 1;
  else
    for (let i = 0; i + 1 < starts.length; i++) {
      const at = intAt(starts, i);
      if (at < intAt(starts, i + 1)) packed[i] = intAt(placed, at) + 1;
    }
  return packed;
}

/** Postings: documents by value. A number that a document has twice is entered once. */
function invert(ordinals: Ordinals, starts: Int32Array | null, values: number) {
  const postingStarts = new Int32Array(values + 1);
  if (!starts) for (const ordinal of ordinals) addAt(postingStarts, ordinal, 1);
  else
    eachOnce(ordinals, starts, (ordinal) => {
      addAt(postingStarts, ordinal, 1);
    });
  postingStarts[0] = 0; // those without a value
  sumUp(postingStarts);
  const next = new Int32Array(values + 1);
  next.set(postingStarts.subarray(0, values), 1);
  const documents = new Int32Array(intAt(postingStarts, values));
  if (!starts)
    for (let document = 0; document < ordinals.length; document++) {
      const ordinal = ordinalAt(ordinals, document);
      if (ordinal > 0) documents[takeAt(next, ordinal)] = document;
    }
  else
    eachOnce(ordinals, starts, (ordinal, document) => {
      documents[takeAt(next, ordinal)] = document;
    });
  return { starts: postingStarts, documents };
}

function eachOnce(
  ordinals: Ordinals,
  starts: Int32Array,
  visit: (ordinal: number, document: number) => void,
): void {
  for (let document = 0; document + 1 < starts.length; document++) {
    const from = intAt(starts, document);
    for (let i = from; i < intAt(starts, document + 1); i++)
      if (i === from || ordinals[i] !== ordinals[i - 1]) visit(ordinalAt(ordinals, i), document);
  }
}

function isContiguous({ starts, documents }: { starts: Int32Array; documents: Int32Array }) {
  for (let value = 0; value + 1 < starts.length; value++) {
    const from = intAt(starts, value);
    const to = intAt(starts, value + 1) - 1;
    if (to > from && intAt(documents, to) - intAt(documents, from) !== to - from) return false;
  }
  return true;
}
