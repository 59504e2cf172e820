// An index that is open for searching: columns, text indexes and sources, over shared memory and an open file.

import { crc32 } from 'node:zlib';
import type { Mapping } from '@isobar/contract/search/mapping.ts';
import { floatAt, intAt, ordinalAt } from '../memory/numbers.ts';
import type { Column, NumberColumn, Ordinals, TextColumn } from './column.ts';
import { NumberDictionary, type Patch, type ReadBytes, TextDictionary } from './dictionary.ts';
import { type Numbers, readAt, SegmentDamaged, type SegmentData } from './segment-file.ts';
import type { TextIndex } from './text-index.ts';

/** The header's content, as the builder writes it. */
export type SegmentContent = {
  /** Different for every build. */
  readonly version: string;
  readonly mapping: Mapping;
  readonly groupFields: readonly string[];
  readonly documents: number;
  readonly columns: readonly ColumnContent[];
  readonly texts: readonly TextContent[];
};
export type ColumnContent = {
  readonly name: string;
  readonly kind: Column['kind'];
  readonly contiguous: boolean;
  /** Names of the columns that determine this one (functional dependencies), under the name that the file has always used. */
  readonly determinants: readonly string[];
  /** Where the texts of the dictionary begin in the file; absent when they are in memory. */
  readonly cold?: number;
};
export type TextContent = {
  readonly name: string;
  readonly documentCount: number;
  readonly wordCount: number;
};

export type Segment = {
  readonly documents: number;
  readonly mapping: Mapping;
  readonly groupFields: readonly string[];
  /** By the name that sorts and aggregations use: `site.keyword`, `priority`. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Text fields by name. */
  readonly texts: ReadonlyMap<string, TextIndex>;
  /** Place of each document in the order in which documents were given; breaks ties. */
  readonly order: Int32Array;
  id(document: number): string;
  /** The document as JSON text. */
  source(document: number): Buffer;
  /** Bytes of that text, without reading it. */
  sourceBytes(document: number): number;
};

/** Name of the column of document ids. */
export const ID = '_id';
/** Name of the exact column of a text field. */
export const exactName = (field: string): string => `${field}.keyword`;

/** Opens a segment from the data that `readSegment` has read. Cheap: any number of threads may do it with the same data. */
export function openSegment(data: SegmentData): Segment {
  const content = data.content as SegmentContent; // written by the builder of this version
  const section = <T extends Numbers>(name: string) => data.arrays.get(name) as T; // named by the builder
  const columns = new Map<string, Column>();
  for (const column of content.columns)
    columns.set(column.name, openColumn(column, content.documents, section, data.file));
  for (const { name, determinants } of content.columns)
    addDependencies(columns.get(name) as Column, determinants, columns);
  const idField = content.mapping.id?.type;
  const ids = columns.get(idField === 'text' ? 'id.keyword' : idField === 'keyword' ? 'id' : ID);
  if (ids) columns.set(ID, ids);
  return {
    documents: content.documents,
    mapping: content.mapping,
    groupFields: content.groupFields,
    columns,
    texts: new Map(
      content.texts.map((text) => [text.name, openText(text, columns, section)] as const),
    ),
    order: section<Int32Array>('order'),
    id: (document) =>
      (ids as TextColumn).dictionary.text(ordinalAt((ids as TextColumn).ordinals, document) - 1),
    source: openSources(data.file, section),
    sourceBytes: (document) => intAt(section<Int32Array>('source.lengths'), document),
  };
}

/** Reads documents; throws when one is not as it was written. */
function openSources(file: number, section: SectionOf): Segment['source'] {
  const offsets = section<Float64Array>('source.offsets');
  const lengths = section<Int32Array>('source.lengths');
  const checksums = section<Int32Array>('source.checksums');
  const added = section<Uint8Array | never>('source.added') ?? new Uint8Array(0);
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

/** Columns refer to each other, so this is filled in once all of them are open. */
function addDependencies(
  { determinedBy }: Column,
  names: readonly string[],
  columns: ReadonlyMap<string, Column>,
): void {
  const some = names.map((name) => columns.get(name) as Column); // named by the builder
  some.sort((a, b) => a.dictionary.size - b.dictionary.size);
  (determinedBy as Column[]).push(...some);
}

type SectionOf = <T extends Numbers>(name: string) => T;

function openColumn(
  { name, kind, contiguous, cold }: ColumnContent,
  documents: number,
  section: SectionOf,
  file: number,
): Column {
  const shape = {
    name,
    documents,
    contiguous,
    determinedBy: [],
    ordinals: section<Ordinals>(`${name}/ordinals`),
    starts: section<Int32Array | never>(`${name}/starts`) ?? null,
    postingStarts: section<Int32Array>(`${name}/postingStarts`),
    postings: section<Int32Array>(`${name}/postings`),
  };
  if (kind === 'text' || kind === 'point' || kind === 'shape') {
    const read: ReadBytes =
      cold === undefined
        ? memoryReader(section<Uint8Array>(`${name}/texts`))
        : fileReader(file, cold);
    const dictionary = new TextDictionary(
      section<Int32Array>(`${name}/textStarts`),
      read,
      openPatch(name, section),
    );
    return { ...shape, kind, dictionary } satisfies TextColumn;
  }
  const dictionary = new NumberDictionary(section<Float64Array>(`${name}/numbers`));
  return { ...shape, kind, dictionary } satisfies NumberColumn;
}

function openPatch(name: string, section: SectionOf): Patch | null {
  const places = section<Int32Array | never>(`${name}/places`) ?? null;
  if (!places) return null;
  const bytes = section<Uint8Array>(`${name}/addedTexts`);
  return { places, bytes, starts: section<Int32Array>(`${name}/addedStarts`) };
}

function openText(
  { name, documentCount, wordCount }: TextContent,
  columns: ReadonlyMap<string, Column>,
  section: SectionOf,
): TextIndex {
  return {
    name,
    column: columns.get(exactName(name)) as TextColumn, // every text field has its exact column
    terms: new TextDictionary(
      section<Int32Array>(`${name}/termStarts`),
      memoryReader(section<Uint8Array>(`${name}/terms`)),
    ),
    valueStarts: section<Int32Array>(`${name}/valueStarts`),
    values: section<Int32Array>(`${name}/values`),
    frequencies: section<Ordinals>(`${name}/frequencies`) ?? null,
    wordStarts: section<Int32Array>(`${name}/wordStarts`),
    words: section<Ordinals>(`${name}/words`),
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
