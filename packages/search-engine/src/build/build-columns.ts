// The columns of some fields of an index: gathered while documents are added, laid out when each
// document has its place.
import type { Mapping } from '@isobar/query-language/mapping.ts';
import { textOf } from '../memory/text-bytes.ts';
import { exactName } from '../segment/segment.ts';
import { inSharedMemory, intsOf } from '../segment/segment-file.ts';
import { type ColumnBuilder, type Encoded, layOut, type Placement } from './build-column.ts';
import { type Field, fieldsOf } from './build-fields.ts';
import type { LaidColumn, LaidPart } from './build-part.ts';
import { buildText } from './build-text.ts';
import { ValueFinder } from './value-finder.ts';

/** Dictionaries with more bytes than this stay in the file and are read on demand. */
const MAX_HOT_TEXTS = 4 << 20;

/** The columns of some fields, gathered by one thread. */
export class ColumnSet {
  private readonly fields: readonly Field[];
  private readonly builders: readonly ColumnBuilder[];
  /**
   * Null where a name leads into objects, or one field feeds two columns: then each document is
   * parsed as a whole.
   */
  private readonly finder: ValueFinder | null;
  /** Columns that were encoded first, because documents are grouped by them. */
  private readonly encoded = new Map<string, Encoded>();

  /** `more`: fields that replace those the mapping would give. */
  constructor(mapping: Mapping, more: readonly Field[] = []) {
    const others = new Set(more.map(({ builder }) => builder.name));
    const own = Object.entries(mapping)
      .flatMap(([name, { type }]) => fieldsOf(name, type))
      .filter(({ builder }) => !others.has(builder.name));
    this.fields = [...own, ...more];
    this.builders = this.fields.map(({ builder }) => builder);
    const names = this.fields.map(({ name }) => name);
    const plain = new Set(names.filter((name) => !name.includes('.')));
    this.finder = plain.size === names.length ? new ValueFinder(names) : null;
  }

  /**
   * Adds the document whose JSON is between `from` and `to` (exclusive) of `bytes`. Documents come
   * in ascending order.
   */
  add(document: number, bytes: Uint8Array, from: number, to: number): void {
    const { fields, finder } = this;
    if (finder?.find(bytes, from, to))
      for (const [place, field] of fields.entries()) field.addFound(document, bytes, finder, place);
    else {
      // the port's Document
      const values: Record<string, unknown> = JSON.parse(textOf(bytes.subarray(from, to)));
      for (const field of fields) field.add(document, values);
    }
  }

  /** The column of a field before it is laid out. Nothing can be added afterwards. */
  encode(field: string): Encoded | undefined {
    const builder = this.builders.find(({ name }) => name === field || name === exactName(field));
    if (!builder) return undefined;
    const encoded = this.encoded.get(builder.name) ?? builder.encode();
    this.encoded.set(builder.name, encoded);
    return encoded;
  }

  /** `hotTexts`: most bytes of a dictionary that is put into shared memory. */
  layOut(placement: Placement, hotTexts = MAX_HOT_TEXTS): LaidPart {
    const cold = new Map<string, Uint8Array>();
    const columns = this.builders.map((builder) => {
      const encoded = this.encoded.get(builder.name) ?? builder.encode();
      this.encoded.delete(builder.name);
      return laid(builder.name, encoded, placement, hotTexts, cold);
    });
    return { columns, cold };
  }
}

/** One column, laid out. A large dictionary goes into `cold`. */
function laid(
  name: string,
  encoded: Encoded,
  placement: Placement,
  hotTexts: number,
  cold: Map<string, Uint8Array>,
): LaidColumn {
  const { values, words: encodedWords, ...built } = layOut(name, encoded, placement);
  const arrays = new Map(built.arrays);
  if (values instanceof Float64Array) arrays.set(`${name}/numbers`, values);
  else {
    arrays.set(`${name}/textStarts`, values.starts);
    if (values.bytes.length > hotTexts) cold.set(name, values.bytes);
    else arrays.set(`${name}/texts`, values.bytes);
  }
  const starts = intsOf(built.arrays, `${name}/postingStarts`);
  const postings = intsOf(built.arrays, `${name}/postings`);
  const field = name.replace(/\.keyword$/, '');
  const text = encodedWords && buildText(field, encodedWords, starts, postings);
  for (const [key, numbers] of text?.arrays ?? []) arrays.set(key, numbers);
  return { ...built, arrays: inSharedMemory(arrays), words: text?.content ?? null };
}
