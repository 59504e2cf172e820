// Builds the segment file of an index from its documents, one after the other.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Mapping } from '@isobar/contract/search/mapping.ts';
import {
  type BuiltColumn,
  type Encoded,
  layOut,
  type Placement,
  TextColumnBuilder,
} from './build-column.ts';
import { type Field, fieldBuilder } from './build-fields.ts';
import { placedByGroups } from './build-place.ts';
import { buildText } from './build-text.ts';
import { determinantsOf, type Settling } from './determinants.ts';
import { GrowingFloats, GrowingInts } from './growing.ts';
import {
  type ColumnContent,
  exactName,
  ID,
  type SegmentContent,
  type TextContent,
} from './segment.ts';
import { type Numbers, SegmentWriter } from './segment-file.ts';
import { encodeTexts } from './text-bytes.ts';

/** Dictionaries larger than this (bytes) are read from the file when needed, not held in memory. */
const MAX_HOT_TEXTS = 4 << 20;

export class SegmentBuilder {
  private readonly path: string;
  private readonly hotTexts: number;
  private readonly writer: SegmentWriter;
  private readonly mapping: Mapping;
  private readonly groupFields: readonly string[];
  private readonly fields: readonly Field[];
  private readonly ids = new TextColumnBuilder(ID, 'text');
  /** Place of the last document of each id. */
  private readonly latest = new Map<string, number>();
  private readonly superseded: number[] = [];
  private readonly offsets = new GrowingFloats();
  private readonly lengths = new GrowingInts();
  private readonly checksums = new GrowingInts();

  /** Writes to `path`, which counts for nothing before `finish`. `hotTexts`: see MAX_HOT_TEXTS. */
  constructor(
    path: string,
    mapping: Mapping,
    groupFields: readonly string[],
    hotTexts = MAX_HOT_TEXTS,
  ) {
    this.path = path;
    this.hotTexts = hotTexts;
    this.writer = new SegmentWriter(path);
    this.mapping = mapping;
    this.groupFields = groupFields;
    this.fields = Object.entries(mapping).flatMap(([name, { type }]) => fieldBuilder(name, type));
  }

  /** Takes a document as JSON text. */
  add(json: Uint8Array | string): void {
    const bytes = typeof json === 'string' ? Buffer.from(json) : json;
    const parsed = JSON.parse(typeof json === 'string' ? json : bytes.toString()) as { id: string }; // the port's Document
    const number = this.lengths.length;
    const earlier = this.latest.get(parsed.id);
    if (earlier !== undefined) this.superseded.push(earlier);
    this.latest.set(parsed.id, number);
    this.offsets.push(this.writer.append(bytes));
    this.lengths.push(bytes.length);
    this.checksums.push(crc32(bytes) | 0);
    if (!this.hasIdField) this.ids.add(number, parsed.id);
    for (const field of this.fields) field.add(number, parsed);
  }

  /** Lays everything out and writes it. Returns the number of documents. */
  finish(): number {
    const texts: TextContent[] = [];
    const columns: Omit<ColumnContent, 'determinants'>[] = [];
    const hot = new Map<string, Numbers>();
    const builders = [...this.fields.map((f) => f.builder), ...(this.hasIdField ? [] : [this.ids])];
    const groups = new Map<string, Encoded>();
    for (const name of this.groupFields) {
      const builder = builders.find((b) => b.name === name || b.name === exactName(name));
      if (!builder) throw new Error(`group field ${name} is not in the mapping`);
      groups.set(builder.name, builder.encode());
    }
    const placement = placedByGroups(this.remaining(), this.lengths.length, [...groups.values()]);
    this.writePlaces(placement, hot);
    const settling: Settling[] = [];
    for (const builder of builders) {
      const encoded = groups.get(builder.name) ?? builder.encode();
      const column = layOut(builder.name, encoded, placement);
      const { name, contiguous, arrays } = column;
      settling.push({ name, contiguous, size: column.values.length, arrays });
      columns.push(this.writeColumn(column, hot));
      const field = builder.name.endsWith('.keyword') ? builder.name.slice(0, -8) : '';
      if (this.mapping[field]?.type === 'text') texts.push(this.writeText(field, column, hot));
    }
    const grouped = [...groups.keys()].flatMap((name) => settling.filter((c) => c.name === name));
    const settled = determinantsOf(settling, grouped, placement.documents);
    const content: SegmentContent = {
      version: randomUUID(),
      mapping: this.mapping,
      groupFields: this.groupFields,
      documents: placement.documents,
      columns: columns.map((c) => ({ ...c, determinants: settled.get(c.name) ?? [] })),
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

  private get hasIdField(): boolean {
    const type = this.mapping.id?.type;
    return type === 'text' || type === 'keyword';
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

  private writePlaces({ places, documents }: Placement, hot: Map<string, Numbers>): void {
    const order = new Int32Array(documents);
    const offsets = new Float64Array(documents);
    const lengths = new Int32Array(documents);
    const checksums = new Int32Array(documents);
    let next = 0;
    for (let document = 0; document < places.length; document++) {
      const place = places[document] as number;
      if (place < 0) continue;
      order[place] = next++;
      offsets[place] = this.offsets.all()[document] as number;
      lengths[place] = this.lengths.all()[document] as number;
      checksums[place] = this.checksums.all()[document] as number;
    }
    hot.set('order', order).set('source.offsets', offsets).set('source.lengths', lengths);
    hot.set('source.checksums', checksums);
  }

  private writeColumn(column: BuiltColumn, hot: Map<string, Numbers>) {
    const { name, kind, contiguous, values, arrays } = column;
    for (const [key, numbers] of arrays) hot.set(key, numbers);
    if (values instanceof Float64Array) {
      hot.set(`${name}/numbers`, values);
      return { name, kind, contiguous };
    }
    const { bytes, starts } = encodeTexts(values as readonly string[]); // builders give texts
    hot.set(`${name}/textStarts`, starts);
    if (bytes.length > this.hotTexts)
      return { name, kind, contiguous, cold: this.writer.append(bytes) };
    hot.set(`${name}/texts`, bytes);
    return { name, kind, contiguous };
  }

  private writeText(name: string, column: BuiltColumn, hot: Map<string, Numbers>): TextContent {
    const text = buildText(
      name,
      column.values as readonly string[], // a text field's column holds texts
      column.arrays.get(`${column.name}/postingStarts`) as Int32Array,
      column.arrays.get(`${column.name}/postings`) as Int32Array,
    );
    for (const [key, numbers] of text.arrays) hot.set(key, numbers);
    const { bytes, starts } = encodeTexts(text.terms);
    hot.set(`${name}/terms`, bytes).set(`${name}/termStarts`, starts);
    return { name, documentCount: text.documentCount, wordCount: text.wordCount };
  }
}
