// Brings a segment up to date with a few changed documents: exchanges numbers, and reads none of the other documents again.
import {
  type BuiltColumn,
  type ColumnBuilder,
  type Encoded,
  layOut,
  type Placement,
  TextColumnBuilder,
} from './build-column.ts';
import { fieldBuilder } from './build-fields.ts';
import { placedByGroups } from './build-place.ts';
import { buildText } from './build-text.ts';
import type { TextColumn } from './column.ts';
import { determinantsOf, type Settling } from './determinants.ts';
import { GrowingBytes } from './growing.ts';
import { type Merged, mergedColumn } from './merge-column.ts';
import { mergedTexts } from './merge-texts.ts';
import { mergedWords } from './merge-words.ts';
import {
  type ColumnContent,
  exactName,
  ID,
  openSegment,
  type Segment,
  type SegmentContent,
  type TextContent,
} from './segment.ts';
import { type Numbers, type SegmentData, sectionArrays, sharedSegment } from './segment-file.ts';
import { encodeTexts } from './text-bytes.ts';

export type SegmentChanges = {
  /** Documents as JSON; of two with one id the later counts. */
  readonly upsert: readonly string[];
  /** Ids; unknown ones are passed over. */
  readonly remove: readonly string[];
};

type Added = { readonly json: Buffer; readonly values: Readonly<Record<string, unknown>> };

/**
 * What `SegmentBuilder` would make of the documents that are left and, behind them, the new ones. The result reads what it
 * does not hold in memory from the same file. Blocks: for worker threads.
 */
export function mergeChanges(
  data: SegmentData,
  { upsert, remove }: SegmentChanges,
  version: string,
): SegmentData {
  const base = openSegment(data);
  const content = data.content as SegmentContent; // written by the builder of this version
  const added = latest(upsert);
  const left = remaining(base, [...remove, ...added.keys()]);
  const total = base.documents + added.size;
  const given = new Int32Array(left.length + added.size);
  given.set(left);
  for (let i = 0; i < added.size; i++) given[left.length + i] = base.documents + i;

  const builders = buildersOf(content, [...added.values()], base.documents);
  const merged = new Map<string, Merged>();
  for (const { name } of content.columns)
    merged.set(name, mergedColumn(base.columns.get(name) as never, encodedOf(builders, name))); // its own columns
  const groups = content.groupFields.map((name) => (merged.has(name) ? name : exactName(name)));
  const placement = placedByGroups(
    given,
    total,
    groups.map((name) => (merged.get(name) as Merged).encoded),
  );

  const hot = new Map<string, Numbers>();
  setSources(hot, base, sectionArrays(data), [...added.values()], given, placement);
  const settling: Settling[] = [];
  const columns: Omit<ColumnContent, 'determinants'>[] = [];
  const texts: TextContent[] = [];
  for (const former of content.columns) {
    const { encoded, added: addedTexts } = merged.get(former.name) as Merged;
    merged.delete(former.name);
    const column = layOut(former.name, encoded, placement);
    const { name, kind, contiguous, arrays } = column;
    settling.push({ name, contiguous, size: column.values.length, arrays });
    const { cold } = former;
    columns.push({ name, kind, contiguous, ...(cold === undefined ? {} : { cold }) });
    for (const [key, numbers] of arrays) hot.set(key, numbers);
    if (column.values instanceof Float64Array) hot.set(`${name}/numbers`, column.values);
    else {
      const { dictionary } = base.columns.get(name) as TextColumn; // texts stand in a text column
      const parts = mergedTexts(
        dictionary,
        column.values as Int32Array,
        addedTexts,
        cold === undefined,
      );
      for (const [part, numbers] of parts) hot.set(`${name}/${part}`, numbers);
    }
    const index = name.endsWith('.keyword') ? base.texts.get(name.slice(0, -8)) : undefined;
    if (index)
      texts.push(
        setWords(
          hot,
          index.name,
          mergedWords(index, column.values as Int32Array, addedTexts),
          column,
        ),
      );
  }
  const settled = determinantsOf(
    settling,
    groups.flatMap((name) => settling.filter((c) => c.name === name)),
    placement.documents,
  );
  return sharedSegment(
    hot,
    {
      ...content,
      version,
      documents: placement.documents,
      columns: columns.map((c) => ({ ...c, determinants: settled.get(c.name) ?? [] })),
      texts,
    } satisfies SegmentContent,
    data.file,
  );
}

/** The new documents by id, in the order in which they came last. */
function latest(upsert: readonly string[]): Map<string, Added> {
  const added = new Map<string, Added>();
  for (const text of upsert) {
    const values = JSON.parse(text) as { id: string }; // the port's Document
    added.delete(values.id);
    added.set(values.id, { json: Buffer.from(text), values });
  }
  return added;
}

/** Documents of the segment without those of some ids, in the order in which they came. */
function remaining(base: Segment, gone: readonly string[]): Int32Array {
  const ids = base.columns.get(ID) as TextColumn; // every segment knows its ids
  const out = new Uint8Array(base.documents);
  for (const id of gone) {
    const ordinal = ids.dictionary.find(id);
    if (ordinal >= 0) out[ids.postings[ids.postingStarts[ordinal] as number] as number] = 1;
  }
  const inOrder = new Int32Array(base.documents);
  for (let document = 0; document < base.documents; document++)
    inOrder[base.order[document] as number] = document;
  return inOrder.filter((document) => !out[document]);
}

/** What the new documents, numbered from `first` on, have in each column. */
function buildersOf(
  { mapping }: SegmentContent,
  added: readonly Added[],
  first: number,
): Map<string, ColumnBuilder> {
  const fields = Object.entries(mapping).flatMap(([name, { type }]) => fieldBuilder(name, type));
  const ids = new TextColumnBuilder(ID, 'text');
  added.forEach(({ values }, i) => {
    for (const field of fields) field.add(first + i, values);
    ids.add(first + i, String(values.id));
  });
  return new Map([ids, ...fields.map(({ builder }) => builder)].map((one) => [one.name, one]));
}

const encodedOf = (builders: ReadonlyMap<string, ColumnBuilder>, name: string): Encoded =>
  (builders.get(name) as ColumnBuilder).encode(); // one for every column of the mapping

/** Where the documents' texts lie: in the file, or, for those that came since, in memory. */
function setSources(
  hot: Map<string, Numbers>,
  base: Segment,
  arrays: ReadonlyMap<string, Numbers>,
  added: readonly Added[],
  given: Int32Array,
  { places, documents }: Placement,
): void {
  const formerOffsets = arrays.get('source.offsets') as Float64Array;
  const formerLengths = arrays.get('source.lengths') as Int32Array;
  const order = new Int32Array(documents);
  const offsets = new Float64Array(documents);
  const lengths = new Int32Array(documents);
  const recent = new GrowingBytes();
  const keep = (place: number, json: Buffer) => {
    offsets[place] = -1 - recent.length;
    lengths[place] = json.length;
    recent.append(json);
  };
  given.forEach((document, i) => {
    const place = places[document] as number;
    order[place] = i;
    if (document >= base.documents) keep(place, (added[document - base.documents] as Added).json);
    else if ((formerOffsets[document] as number) < 0) keep(place, base.source(document));
    else {
      offsets[place] = formerOffsets[document] as number;
      lengths[place] = formerLengths[document] as number;
    }
  });
  hot.set('order', order).set('source.offsets', offsets).set('source.lengths', lengths);
  hot.set('source.added', recent.all());
}

function setWords(
  hot: Map<string, Numbers>,
  name: string,
  words: Parameters<typeof buildText>[1],
  column: BuiltColumn,
): TextContent {
  const text = buildText(
    name,
    words,
    column.arrays.get(`${column.name}/postingStarts`) as Int32Array,
    column.arrays.get(`${column.name}/postings`) as Int32Array,
  );
  for (const [key, numbers] of text.arrays) hot.set(key, numbers);
  const { bytes, starts } = encodeTexts(text.terms);
  hot.set(`${name}/terms`, bytes).set(`${name}/termStarts`, starts);
  return { name, documentCount: text.documentCount, wordCount: text.wordCount };
}
