// Brings a segment up to date with a few changed documents by renumbering; the other documents are
// not read again.

import { GrowingBytes } from '../memory/growing.ts';
import { itemAt, memberOf } from '../memory/members.ts';
import { floatAt, intAt, ordinalAt } from '../memory/numbers.ts';
import { type Column, isTextColumn } from '../segment/column.ts';
import { exactName, ID, openSegment, type Segment } from '../segment/segment.ts';
import type { ColumnContent, SegmentContent, TextContent } from '../segment/segment-content.ts';
import {
  floatsOf,
  inSharedMemory,
  intsOf,
  type Numbers,
  type SegmentData,
} from '../segment/segment-file.ts';
import type { TextIndex } from '../segment/text-index.ts';
import {
  type BuiltColumn,
  type ColumnBuilder,
  type Encoded,
  TextColumnBuilder,
} from './build-column.ts';
import { fieldsOf } from './build-fields.ts';
import { ownerOf } from './build-owners.ts';
import { placedByGroups } from './build-place.ts';
import { countWords } from './build-text.ts';
import { type Candidate, functionalDependencies } from './functional-dependencies.ts';
import { mergedColumn } from './merge-column.ts';
import { mergedTexts, patchedTexts } from './merge-texts.ts';
import { type MergedValues, mergedValues } from './merge-values.ts';
import { mergedWords } from './merge-words.ts';

/** What becomes of an index: `remove` comes before `upsert`. */
export type SegmentChanges = {
  /** Documents as JSON; of two with the same id the later one counts. */
  readonly upsert: readonly string[];
  /** Ids; unknown ones are ignored. */
  readonly remove: readonly string[];
};

type Added = { readonly json: Buffer; readonly values: Readonly<Record<string, unknown>> };

/**
 * The segment that `SegmentBuilder` would make of the remaining documents followed by the new ones.
 * It reads from the same file as `data` and shares the arrays that did not change. `version`: how
 * the result calls itself in `content.version`. `spare`: memory to reuse. Throws where a document
 * is no JSON or has no id. Blocking, so only for worker threads.
 */
export function mergeChanges(
  data: SegmentData,
  { upsert, remove }: SegmentChanges,
  version: string,
  spare: readonly SharedArrayBuffer[] = [],
): SegmentData {
  const base = openSegment(data);
  const { content } = data;
  const added = latest(upsert);
  const { left, gone } = remaining(base, [...remove, ...added.keys()]);
  const more = encodedByColumn(content, [...added.values()], base.documents);
  const valuesOf = (name: string) =>
    mergedValues(memberOf(base.columns, name), gone, memberOf(more, name));

  const groups = content.groupFields.map((name) => (more.has(name) ? name : exactName(name)));
  const groupValues = new Map(groups.map((name) => [name, valuesOf(name)]));
  const given = new Int32Array(left.length + added.size);
  given.set(left);
  for (let i = 0; i < added.size; i++) given[left.length + i] = base.documents + i;
  const { places } = placedByGroups(
    given,
    base.documents + added.size,
    groups.map((name) =>
      wholeColumn(memberOf(base.columns, name), memberOf(groupValues, name), memberOf(more, name)),
    ),
  );
  const order = new Int32Array(given.length);
  for (const document of given) order[intAt(places, document)] = document;

  const hot = new Map<string, Numbers>();
  setSources(hot, base, data.arrays, [...added.values()], { given, places });
  const candidates: Candidate[] = [];
  const columns: Omit<ColumnContent, 'determinants'>[] = [];
  const texts: TextContent[] = [];
  for (const { name, cold } of content.columns) {
    const column = memberOf(base.columns, name);
    const values = groupValues.get(name) ?? valuesOf(name);
    const built = mergedColumn(column, values, memberOf(more, name), order);
    const { kind, contiguous } = built;
    columns.push({ name, kind, contiguous, ...(cold === undefined ? {} : { cold }) });
    setColumn(hot, built, values, { column, inFile: cold !== undefined }, data.arrays);
    candidates.push(built);
    const index = name.endsWith('.keyword') ? base.texts.get(name.slice(0, -8)) : undefined;
    if (index) texts.push(setWords(hot, index, values, built, data.arrays));
  }
  const isSame = (name: string) =>
    data.arrays.get(`${name}/postings`) === hot.get(`${name}/postings`);
  const former = (name: string) =>
    content.columns.find((column) => column.name === name)?.determinants ?? [];
  const dependencies = functionalDependencies(
    candidates,
    groups.flatMap((name) => candidates.filter((c) => c.name === name)),
    order.length,
    (by, column) => {
      const wasCandidate = former(by).includes(by); // only candidates were looked at
      return wasCandidate && isSame(by) && isSame(column) ? former(column).includes(by) : undefined;
    },
  );
  return {
    ...data,
    arrays: inSharedMemory(hot, spare),
    content: {
      ...content,
      version,
      documents: order.length,
      columns: columns.map((c) => ({ ...c, determinants: dependencies.get(c.name) ?? [] })),
      texts,
    } satisfies SegmentContent,
  };
}

/** The new documents by id, in the order of their last occurrence. */
function latest(upsert: readonly string[]): Map<string, Added> {
  const added = new Map<string, Added>();
  for (const text of upsert) {
    const values: { id: string } = JSON.parse(text); // the port's Document
    added.delete(values.id);
    added.set(values.id, { json: Buffer.from(text), values });
  }
  return added;
}

/**
 * The documents of a segment without one of these ids, in the order in which they were given; and
 * the documents that have one.
 */
function remaining(base: Segment, ids: readonly string[]) {
  const column = memberOf(base.columns, ID);
  if (!isTextColumn(column)) throw new RangeError('The ids of documents are texts.');
  const out = new Uint8Array(base.documents);
  const gone = new Set<number>();
  for (const id of ids) {
    const ordinal = column.dictionary.find(id);
    if (ordinal < 0) continue;
    const document = intAt(column.postings, intAt(column.postingStarts, ordinal));
    out[document] = 1;
    gone.add(document);
  }
  const inOrder = new Int32Array(base.documents);
  for (let document = 0; document < base.documents; document++)
    inOrder[intAt(base.order, document)] = document;
  const left = new Int32Array(base.documents - gone.size);
  let at = 0;
  for (const document of inOrder) if (!out[document]) left[at++] = document;
  return { left, gone: Int32Array.from(gone).sort() };
}

/** The values of the new documents, which are numbered from `first` on, by column. */
function encodedByColumn(
  { mapping }: SegmentContent,
  added: readonly Added[],
  first: number,
): ReadonlyMap<string, Encoded> {
  const fields = Object.entries(mapping).flatMap(([name, { type }]) => fieldsOf(name, type));
  const ids = new TextColumnBuilder(ID, 'text');
  added.forEach(({ values }, i) => {
    for (const field of fields) field.add(first + i, values);
    ids.add(first + i, String(values.id));
  });
  const builders: ColumnBuilder[] = [ids, ...fields.map(({ builder }) => builder)];
  return new Map(builders.map((builder) => [builder.name, builder.encode()]));
}

/** All values of a group field's column, which has at most one value per document. */
function wholeColumn(column: Column, { values, former, later }: MergedValues, more: Encoded) {
  const { ordinals, starts, documents: count } = column;
  const length = starts ? intAt(starts, count) : count;
  const documents = new Int32Array(length + more.ordinals.length);
  const all = new Int32Array(documents.length);
  let at = 0;
  for (let document = 0; document < count; document++) {
    const from = starts ? intAt(starts, document) : document;
    const to = starts ? intAt(starts, document + 1) : document + 1;
    for (let i = from; i < to; i++) {
      const ordinal = intAt(former, ordinalAt(ordinals, i));
      if (ordinal === 0) continue; // no value, or one that went with its document
      documents[at] = document;
      all[at++] = ordinal - 1;
    }
  }
  for (let i = 0; i < more.ordinals.length; i++) {
    documents[at] = ownerOf(more.documents, i);
    all[at++] = intAt(later, intAt(more.ordinals, i)) - 1;
  }
  return {
    size: values.length,
    documents: documents.subarray(0, at),
    ordinals: all.subarray(0, at),
  };
}

/** Where the documents' JSON is: in the file or, for those added since, in memory. */
function setSources(
  hot: Map<string, Numbers>,
  base: Segment,
  arrays: SegmentData['arrays'],
  added: readonly Added[],
  { given, places }: { readonly given: Int32Array; readonly places: Int32Array },
): void {
  const formerOffsets = floatsOf(arrays, 'source.offsets');
  const formerLengths = intsOf(arrays, 'source.lengths');
  const formerChecksums = intsOf(arrays, 'source.checksums');
  const order = new Int32Array(given.length);
  const offsets = new Float64Array(given.length);
  const lengths = new Int32Array(given.length);
  const checksums = new Int32Array(given.length);
  const recent = new GrowingBytes();
  const keep = (place: number, json: Buffer) => {
    offsets[place] = -1 - recent.length;
    lengths[place] = json.length;
    recent.append(json);
  };
  given.forEach((document, i) => {
    const place = intAt(places, document);
    order[place] = i;
    if (document >= base.documents) keep(place, itemAt(added, document - base.documents).json);
    else if (floatAt(formerOffsets, document) < 0) keep(place, base.source(document));
    else {
      offsets[place] = floatAt(formerOffsets, document);
      lengths[place] = intAt(formerLengths, document);
      checksums[place] = intAt(formerChecksums, document);
    }
  });
  hot.set('order', order).set('source.offsets', offsets).set('source.lengths', lengths);
  hot.set('source.checksums', checksums).set('source.added', recent.all());
}

/** The arrays of a column and its dictionary. `inFile`: its texts are not in memory. */
function setColumn(
  hot: Map<string, Numbers>,
  { name, arrays }: BuiltColumn,
  merged: MergedValues,
  { column, inFile }: { readonly column: Column; readonly inFile: boolean },
  former: SegmentData['arrays'],
): void {
  for (const [key, numbers] of arrays) hot.set(key, numbers);
  const { values, added } = merged;
  if (values instanceof Float64Array) hot.set(`${name}/numbers`, values);
  else if (merged.same)
    keep(hot, former, name, ['texts', 'textStarts', 'places', 'addedTexts', 'addedStarts']);
  else if (isTextColumn(column)) {
    const { dictionary } = column;
    if (inFile)
      for (const [part, numbers] of patchedTexts(dictionary, values, added))
        hot.set(`${name}/${part}`, numbers);
    else {
      const { bytes, starts } = mergedTexts(dictionary, values, added);
      hot.set(`${name}/texts`, bytes).set(`${name}/textStarts`, starts);
    }
  }
}

function setWords(
  hot: Map<string, Numbers>,
  index: TextIndex,
  merged: MergedValues,
  column: BuiltColumn,
  former: SegmentData['arrays'],
): TextContent {
  const { name } = index;
  if (merged.same) {
    keep(hot, former, name, ['wordStarts', 'words', 'valueStarts', 'values', 'frequencies']);
    keep(hot, former, name, ['terms', 'termStarts']);
  } else {
    const words = mergedWords(index, merged);
    hot.set(`${name}/wordStarts`, words.wordStarts).set(`${name}/words`, words.words);
    hot.set(`${name}/valueStarts`, words.valueStarts).set(`${name}/values`, words.values);
    if (words.frequencies) hot.set(`${name}/frequencies`, words.frequencies);
    if (words.terms.same) keep(hot, former, name, ['terms', 'termStarts']);
    else {
      const { bytes, starts } = mergedTexts(index.terms, words.terms.values, words.terms.added);
      hot.set(`${name}/terms`, bytes).set(`${name}/termStarts`, starts);
    }
  }
  const isSame = column.arrays.get(`${column.name}/postings`) === index.column.postings;
  if (merged.same && isSame)
    return { name, documentCount: index.documentCount, wordCount: index.wordCount };
  const counts = countWords(
    intsOf(hot, `${name}/wordStarts`),
    intsOf(column.arrays, `${column.name}/postingStarts`),
    intsOf(column.arrays, `${column.name}/postings`),
  );
  return { name, ...counts };
}

/** Shares arrays that did not change. */
function keep(
  hot: Map<string, Numbers>,
  former: SegmentData['arrays'],
  name: string,
  parts: readonly string[],
): void {
  for (const part of parts) {
    const numbers = former.get(`${name}/${part}`);
    if (numbers) hot.set(`${name}/${part}`, numbers);
  }
}
