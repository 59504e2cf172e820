// An index that is open for searching: columns, text indexes and sources, over shared memory and an
// open file.

import { crc32 } from 'node:zlib';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import { memberOf } from '../memory/members.ts';
import { floatAt, intAt, ordinalAt } from '../memory/numbers.ts';
import { type Column, isTextColumn, type NumberColumn, type TextColumn } from './column.ts';
import { NumberDictionary, type Patch, type ReadBytes, TextDictionary } from './dictionary.ts';
import type { ColumnContent, TextContent } from './segment-content.ts';
import {
  type Arrays,
  bytesOf,
  floatsOf,
  intsOf,
  offsetsOf,
  ordinalsOf,
  readAt,
  SegmentDamaged,
  type SegmentData,
} from './segment-file.ts';
import type { TextIndex } from './text-index.ts';

/** An open index. Documents are numbered from 0 to `documents` (exclusive). */
export type Segment = {
  readonly documents: number;
  readonly mapping: Mapping;
  /** Documents that share a value of these are neighbours. */
  readonly groupFields: readonly string[];
  /** By the name that sorts and aggregations use: `site.keyword`, `priority`. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Text fields by name. */
  readonly texts: ReadonlyMap<string, TextIndex>;
  /** Place of each document in the order in which documents were given; breaks ties. */
  readonly order: Int32Array;
  /** The id of a document. */
  id(document: number): string;
  /** The document as JSON text. Throws `SegmentDamaged` where its checksum is wrong. */
  source(document: number): Buffer;
  /** Bytes of that text, without reading it. */
  sourceBytes(document: number): number;
};

/** Name of the column of document ids. */
export const ID = '_id';
/** Name of the exact column of a text field. */
export const exactName = (field: string): string => `${field}.keyword`;

/**
 * Opens a segment from the data of `readSegment`, `SegmentBuilder.finish` or `mergeChanges`. Cheap:
 * any number of threads may do it with the same data, which can be posted to them. Throws
 * `SegmentDamaged` where arrays are missing.
 */
export function openSegment(data: SegmentData): Segment {
  const { content, arrays } = data;
  const columns = new Map<string, Column>();
  const dependencies = content.columns.map((column) => {
    // filled in once all columns are open, as they refer to each other
    const determinedBy: Column[] = [];
    const { name, determinants } = column;
    columns.set(name, openColumn(column, determinedBy, data));
    return { determinedBy, determinants };
  });
  for (const { determinedBy, determinants } of dependencies) {
    const some = determinants.map((name) => memberOf(columns, name));
    determinedBy.push(...some.sort((a, b) => a.dictionary.size - b.dictionary.size));
  }
  const idField = content.mapping.id?.type;
  const ids = columns.get(idField === 'text' ? 'id.keyword' : idField === 'keyword' ? 'id' : ID);
  if (ids) columns.set(ID, ids);
  if (!ids || !isTextColumn(ids)) throw new SegmentDamaged('the segment file has no ids');
  const lengths = intsOf(arrays, 'source.lengths');
  return {
    documents: content.documents,
    mapping: content.mapping,
    groupFields: content.groupFields,
    columns,
    texts: new Map(
      content.texts.map((text) => [text.name, openText(text, columns, arrays)] as const),
    ),
    order: intsOf(arrays, 'order'),
    id: (document) => ids.dictionary.text(ordinalAt(ids.ordinals, document) - 1),
    source: openSources(data.file, arrays),
    sourceBytes: (document) => intAt(lengths, document),
  };
}

/** Reads documents; throws when one is not as it was written. */
function openSources(file: number, arrays: Arrays): Segment['source'] {
  const offsets = floatsOf(arrays, 'source.offsets');
  const lengths = intsOf(arrays, 'source.lengths');
  const checksums = intsOf(arrays, 'source.checksums');
  const added = arrays.has('source.added') ? bytesOf(arrays, 'source.added') : new Uint8Array(0);
  const recent = Buffer.from(added.buffer, added.byteOffset, added.length);
  return (document) => {
    const offset = floatAt(offsets, document);
    const length = intAt(lengths, document);
    if (offset < 0) return recent.subarray(-1 - offset, length - 1 - offset);
    const source = readAt(file, offset, length);
    if ((crc32(source) | 0) !== checksums[document])
      throw new SegmentDamaged('a document in the segment file is damaged');
    return source;
  };
}

function openColumn(
  { name, kind, contiguous, cold }: ColumnContent,
  determinedBy: readonly Column[],
  { arrays, file, content }: SegmentData,
): Column {
  const shape = {
    name,
    documents: content.documents,
    contiguous,
    determinedBy,
    ordinals: ordinalsOf(arrays, `${name}/ordinals`),
    starts: arrays.has(`${name}/starts`) ? intsOf(arrays, `${name}/starts`) : null,
    postingStarts: intsOf(arrays, `${name}/postingStarts`),
    postings: intsOf(arrays, `${name}/postings`),
  };
  if (kind === 'text' || kind === 'point' || kind === 'shape') {
    const read: ReadBytes =
      cold === undefined ? memoryReader(bytesOf(arrays, `${name}/texts`)) : fileReader(file, cold);
    const dictionary = new TextDictionary(
      offsetsOf(arrays, `${name}/textStarts`),
      read,
      openPatch(name, arrays),
    );
    return { ...shape, kind, dictionary } satisfies TextColumn;
  }
  const dictionary = new NumberDictionary(floatsOf(arrays, `${name}/numbers`));
  return { ...shape, kind, dictionary } satisfies NumberColumn;
}

function openPatch(name: string, arrays: Arrays): Patch | null {
  if (!arrays.has(`${name}/places`)) return null;
  const places = intsOf(arrays, `${name}/places`);
  const bytes = bytesOf(arrays, `${name}/addedTexts`);
  return { places, bytes, starts: intsOf(arrays, `${name}/addedStarts`) };
}

function openText(
  { name, documentCount, wordCount }: TextContent,
  columns: ReadonlyMap<string, Column>,
  arrays: Arrays,
): TextIndex {
  const column = memberOf(columns, exactName(name));
  if (!isTextColumn(column)) throw new SegmentDamaged(`${name} has no column of texts`);
  const frequencies = `${name}/frequencies`;
  return {
    name,
    column,
    terms: new TextDictionary(
      offsetsOf(arrays, `${name}/termStarts`),
      memoryReader(bytesOf(arrays, `${name}/terms`)),
    ),
    valueStarts: intsOf(arrays, `${name}/valueStarts`),
    values: intsOf(arrays, `${name}/values`),
    frequencies: arrays.has(frequencies) ? ordinalsOf(arrays, frequencies) : null,
    wordStarts: intsOf(arrays, `${name}/wordStarts`),
    words: ordinalsOf(arrays, `${name}/words`),
    documentCount,
    wordCount,
  };
}

function memoryReader(bytes: Uint8Array): ReadBytes {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (offset, length) => whole.subarray(offset, offset + length);
}

const fileReader =
  (file: number, base: number): ReadBytes =>
  (offset, length) =>
    readAt(file, base + offset, length);
