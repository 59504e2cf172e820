// Builds the segment file of an index from its documents, one after the other.

import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import { GrowingFloats, GrowingInts } from '../memory/growing.ts';
import { memberOf } from '../memory/members.ts';
import { intAt } from '../memory/numbers.ts';
import { sharedInts } from '../segment/column.ts';
import { exactName, ID } from '../segment/segment.ts';
import type { SegmentContent } from '../segment/segment-content.ts';
import { endSegment, type Numbers, PartWriter, type SegmentData } from '../segment/segment-file.ts';
import { type Placement, TextColumnBuilder } from './build-column.ts';
import { ColumnSet } from './build-columns.ts';
import { TextField } from './build-fields.ts';
import {
  type Arrays,
  arraysOf,
  type LaidColumn,
  type WrittenColumns,
  writeColumns,
} from './build-part.ts';
import { placedByGroups } from './build-place.ts';
import { functionalDependencies } from './functional-dependencies.ts';

/** How a build is divided. */
export type BuildRules = {
  /**
   * Most bytes of a dictionary that is held in memory; a longer one is read from the file on
   * demand: see `ColumnSet`.
   */
  readonly hotTexts?: number;
  /**
   * Fields whose columns another thread gathers, in a `ColumnSet` of its own. Group fields cannot
   * be among them.
   */
  readonly elsewhere?: readonly string[];
};

/** The columns of this thread, and the arrays that belong to no column. */
type Own = {
  readonly columns: readonly LaidColumn[];
  readonly places: Arrays;
  readonly written: WrittenColumns;
};

/** The columns of all threads, and the functional dependencies between them. */
type Dependencies = {
  readonly columns: readonly LaidColumn[];
  readonly determinants: ReadonlyMap<string, readonly string[]>;
};

/**
 * Makes the segment file of an index: documents are added one after the other, then `finish` or
 * `abandon` is called once. All of it is synchronous, and all columns are in memory until the end.
 * Where several threads share the work, each of the others has a `ColumnSet` of the fields that
 * `elsewhere` names, and `place`, `layOut`, `findDependencies` and `finish` are called in this
 * order.
 */
export class SegmentBuilder {
  private readonly path: string;
  private readonly hotTexts: number | undefined;
  private readonly file: number;
  private readonly writer: PartWriter;
  private readonly mapping: Mapping;
  private readonly groupFields: readonly string[];
  private readonly ids: TextColumnBuilder;
  private readonly columns: ColumnSet;
  /** The last document of each id, by the number of the id. */
  private readonly latest: number[] = [];
  private readonly superseded: number[] = [];
  private readonly offsets = new GrowingFloats();
  private readonly lengths = new GrowingInts();
  private readonly checksums = new GrowingInts();
  private placement: Placement | null = null;
  private own: Own | null = null;
  private dependencies: Dependencies | null = null;

  /**
   * Writes to `path`, which is not a segment before `finish`. `groupFields`: documents that share a
   * value of them become neighbours; what `collapse` names should be one. Throws as `openSync`
   * does.
   */
  constructor(
    path: string,
    mapping: Mapping,
    groupFields: readonly string[],
    { hotTexts, elsewhere = [] }: BuildRules = {},
  ) {
    this.path = path;
    this.hotTexts = hotTexts;
    this.file = openSync(path, 'w');
    this.writer = new PartWriter(this.file, 0);
    this.mapping = mapping;
    this.groupFields = groupFields;
    const idType = mapping.id?.type;
    const idName = idType === 'text' ? exactName('id') : idType === 'keyword' ? 'id' : ID;
    this.ids = new TextColumnBuilder(idName, 'text', idType === 'text');
    const own = Object.entries(mapping).filter(([name]) => !elsewhere.includes(name));
    this.columns = new ColumnSet(Object.fromEntries(own), [new TextField('id', this.ids)]);
  }

  /**
   * Takes a document as JSON text, an object with a text in `id`. Of two with the same id the later
   * one counts. Throws where there is none.
   */
  add(json: Uint8Array | string): void {
    const bytes = typeof json === 'string' ? Buffer.from(json) : json;
    const document = this.lengths.length;
    this.columns.add(document, bytes, 0, bytes.length);
    if (this.ids.length !== document + 1) throw new Error('a document has no id');
    const id = this.ids.lastNumber;
    const earlier = this.latest[id];
    if (earlier !== undefined) this.superseded.push(earlier);
    this.latest[id] = document;
    this.offsets.push(this.writer.append(bytes));
    this.lengths.push(bytes.length);
    this.checksums.push(crc32(bytes) | 0);
  }

  /**
   * The final place of each document. Nothing can be added afterwards. Throws where a group field
   * is not in the mapping.
   */
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

  /** Lays out its columns and writes them. Returns the length of the file so far. */
  layOut(): number {
    return this.laidOut().written.end;
  }

  /**
   * Finds the functional dependencies between the columns of all threads; `others`: columns that
   * were gathered elsewhere.
   */
  findDependencies(others: readonly LaidColumn[]): Dependencies {
    const columns = [...this.laidOut().columns, ...others];
    const groups = this.groupFields.flatMap((name) =>
      columns.filter((column) => column.name === name || column.name === exactName(name)),
    );
    const determinants = functionalDependencies(columns, groups, this.place().documents);
    this.dependencies = { columns, determinants };
    return this.dependencies;
  }

  /**
   * Ends the file and opens it for reading; `others`: what other threads have written to it. The
   * result is what `readSegment` would give.
   */
  finish(others: readonly WrittenColumns[] = []): SegmentData {
    const { columns, determinants } = this.dependencies ?? this.findDependencies([]);
    const { places, written } = this.laidOut();
    const parts = [written, ...others];
    const coldTexts = new Map(parts.flatMap((part) => [...part.coldTexts]));
    const content: SegmentContent = {
      version: randomUUID(),
      mapping: this.mapping,
      groupFields: this.groupFields,
      documents: this.place().documents,
      columns: columns.map(({ name, kind, contiguous }) => ({
        name,
        kind,
        contiguous,
        determinants: determinants.get(name) ?? [],
        ...(coldTexts.has(name) ? { cold: memberOf(coldTexts, name) } : {}),
      })),
      texts: columns.flatMap(({ words }) => words ?? []),
    };
    endSegment(this.file, parts, content);
    const file = openSync(this.path, 'r');
    closeSync(this.file);
    const arrays = new Map([...places, ...arraysOf(columns)]);
    return { arrays, file, cold: parts.map(({ cold }) => cold), content };
  }

  /** Aborts and removes what was written. */
  abandon(): void {
    closeSync(this.file);
    rmSync(this.path, { force: true });
  }

  private laidOut(): Own {
    if (!this.own) {
      const placement = this.place();
      const part = this.columns.layOut(placement, this.hotTexts);
      const places = this.placesOf(placement);
      const written = writeColumns(this.writer, part, places);
      this.own = { columns: part.columns, places, written };
    }
    return this.own;
  }

  /** Documents that no later one replaces, in the order in which they were given. */
  private remaining(): Int32Array<ArrayBuffer> {
    const total = this.lengths.length;
    const gone = new Set(this.superseded);
    const documents = new Int32Array(total - gone.size);
    for (let document = 0, at = 0; document < total; document++)
      if (!gone.has(document)) documents[at++] = document;
    return documents;
  }

  private placesOf({ places, documents }: Placement): Arrays {
    const order = sharedInts(documents);
    const offsets = new Float64Array(new SharedArrayBuffer(8 * documents));
    const lengths = sharedInts(documents);
    const checksums = sharedInts(documents);
    let next = 0;
    for (let document = 0; document < places.length; document++) {
      const place = intAt(places, document);
      if (place < 0) continue;
      order[place] = next++;
      offsets[place] = this.offsets.at(document);
      lengths[place] = this.lengths.at(document);
      checksums[place] = this.checksums.at(document);
    }
    return new Map<string, Numbers>([
      ['order', order],
      ['source.offsets', offsets],
      ['source.lengths', lengths],
      ['source.checksums', checksums],
    ]);
  }
}
