// Builds the segment file of an index from its documents, one after the other.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Mapping } from '@isobar/contract/search/mapping.ts';
import { type Placement, TextColumnBuilder } from './build-column.ts';
import { ColumnSet, type LaidColumn } from './build-columns.ts';
import { placedByGroups } from './build-place.ts';
import { determinantsOf } from './determinants.ts';
import { GrowingFloats, GrowingInts } from './growing.ts';
import {
  type ColumnContent,
  exactName,
  ID,
  type SegmentContent,
  type TextContent,
} from './segment.ts';
import { type Numbers, SegmentWriter } from './segment-file.ts';
import { textOf } from './text-bytes.ts';

/** Dictionaries larger than this (bytes) are read from the file when needed, not held in memory. */
const MAX_HOT_TEXTS = 4 << 20;

export type BuildRules = {
  /** See MAX_HOT_TEXTS. */
  readonly hotTexts?: number;
  /** Fields whose columns another thread gathers, in a `ColumnSet` of its own; none that documents are grouped by. */
  readonly elsewhere?: readonly string[];
};

export class SegmentBuilder {
  private readonly path: string;
  private readonly hotTexts: number;
  private readonly writer: SegmentWriter;
  private readonly mapping: Mapping;
  private readonly groupFields: readonly string[];
  private readonly ids: TextColumnBuilder;
  private readonly columns: ColumnSet;
  /** Place of the last document of each id, by the number of the id. */
  private readonly latest: number[] = [];
  private readonly superseded: number[] = [];
  private readonly offsets = new GrowingFloats();
  private readonly lengths = new GrowingInts();
  private readonly checksums = new GrowingInts();
  private placement: Placement | null = null;
  private laid: readonly LaidColumn[] | null = null;

  /** Writes to `path`, which counts for nothing before `finish`. */
  constructor(
    path: string,
    mapping: Mapping,
    groupFields: readonly string[],
    { hotTexts = MAX_HOT_TEXTS, elsewhere = [] }: BuildRules = {},
  ) {
    this.path = path;
    this.hotTexts = hotTexts;
    this.writer = new SegmentWriter(path);
    this.mapping = mapping;
    this.groupFields = groupFields;
    const idType = mapping.id?.type;
    const idName = idType === 'text' ? exactName('id') : idType === 'keyword' ? 'id' : ID;
    this.ids = new TextColumnBuilder(idName, 'text', idType === 'text');
    const own = Object.entries(mapping).filter(([name]) => !elsewhere.includes(name));
    this.columns = new ColumnSet(Object.fromEntries(own), [this.ids]);
  }

  /** Takes a document as JSON text. */
  add(json: Uint8Array | string): void {
    const bytes = typeof json === 'string' ? Buffer.from(json) : json;
    const text = typeof json === 'string' ? json : textOf(json);
    const values = JSON.parse(text) as { id: string }; // the port's Document
    const document = this.lengths.length;
    const id = this.ids.add(document, values.id.toWellFormed());
    const earlier = this.latest[id];
    if (earlier !== undefined) this.superseded.push(earlier);
    this.latest[id] = document;
    this.offsets.push(this.writer.append(bytes));
    this.lengths.push(bytes.length);
    this.checksums.push(crc32(bytes) | 0);
    this.columns.add(document, values);
  }

  /** Where each document stands. Nothing can be added then. */
  place(): Placement {
    this.placement ??= placedByGroups(
      this.remaining(),
      this.lengths.length,
      this.groupFields.map((name) => {
        const encoded = this.columns.encode(name);
        if (!encoded) throw new Error(`group field ${name} is not in the mapping`);
        return encoded;
      }),
    );
    return this.placement;
  }

  /** What takes the time of `finish`, so that it can be done beside other work. */
  layOut(): readonly LaidColumn[] {
    this.laid ??= this.columns.layOut(this.place());
    return this.laid;
  }

  /** Lays everything out and writes it. `others`: the columns gathered elsewhere. Returns the number of documents. */
  finish(others: readonly LaidColumn[] = []): number {
    const placement = this.place();
    const columns = [...this.layOut(), ...others];
    this.laid = null;
    const hot: Hot = new Map();
    this.writePlaces(placement, hot);
    const contents = columns.map((column) => this.writeColumn(column, hot));
    const texts = columns.flatMap(({ words }) => (words ? [writeWords(words, hot)] : []));
    const groups = this.groupFields.flatMap((name) =>
      columns.filter((column) => column.name === name || column.name === exactName(name)),
    );
    const settled = determinantsOf(columns, groups, placement.documents);
    const content: SegmentContent = {
      version: randomUUID(),
      mapping: this.mapping,
      groupFields: this.groupFields,
      documents: placement.documents,
      columns: contents.map((c) => ({ ...c, determinants: settled.get(c.name) ?? [] })),
      texts,
    };
    this.writer.finish(hot, content);
    return placement.documents;
  }

  /** Gives up and removes what was written. */
  abandon(): void {
    this.writer.abandon();
    rmSync(this.path, { force: true });
  }

  /** Documents that no later one replaces, in the order in which they came. */
  private remaining(): Int32Array<ArrayBuffer> {
    const total = this.lengths.length;
    const gone = new Set(this.superseded);
    const documents = new Int32Array(total - gone.size);
    for (let document = 0, at = 0; document < total; document++)
      if (!gone.has(document)) documents[at++] = document;
    return documents;
  }

  private writePlaces({ places, documents }: Placement, hot: Hot): void {
    const order = new Int32Array(documents);
    const offsets = new Float64Array(documents);
    const lengths = new Int32Array(documents);
    const checksums = new Int32Array(documents);
    let next = 0;
    for (let document = 0; document < places.length; document++) {
      const place = places[document] as number;
      if (place < 0) continue;
      order[place] = next++;
      offsets[place] = this.offsets.at(document);
      lengths[place] = this.lengths.at(document);
      checksums[place] = this.checksums.at(document);
    }
    hot.set('order', order).set('source.offsets', offsets).set('source.lengths', lengths);
    hot.set('source.checksums', checksums);
  }

  private writeColumn({ name, kind, contiguous, arrays, texts }: LaidColumn, hot: Hot) {
    for (const [key, numbers] of arrays) hot.set(key, numbers);
    if (texts && texts.length > this.hotTexts)
      return { name, kind, contiguous, cold: this.writer.append(texts) };
    if (texts) hot.set(`${name}/texts`, texts);
    return { name, kind, contiguous } satisfies Omit<ColumnContent, 'determinants'>;
  }
}

type Hot = Map<string, Numbers>;

function writeWords(
  { arrays, ...content }: NonNullable<LaidColumn['words']>,
  hot: Hot,
): TextContent {
  for (const [key, numbers] of arrays) hot.set(key, numbers);
  return content;
}
