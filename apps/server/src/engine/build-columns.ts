// The columns of some fields of an index: gathered while documents come in, laid out when each document has its place.
import type { Mapping } from '@isobar/contract/search/mapping.ts';
import {
  type BuiltColumn,
  type ColumnBuilder,
  type Encoded,
  layOut,
  type Placement,
} from './build-column.ts';
import { type Field, fieldBuilder } from './build-fields.ts';
import { type BuiltText, buildText } from './build-text.ts';
import { exactName } from './segment.ts';

/** A column as the file holds it. May be handed to another thread. */
export type LaidColumn = BuiltColumn & {
  /** The texts of the dictionary one behind the other; null where its values are numbers. */
  readonly texts: Uint8Array | null;
  /** The words of a text field. */
  readonly words: BuiltText | null;
};

export class ColumnSet {
  private readonly fields: readonly Field[];
  private readonly builders: readonly ColumnBuilder[];
  /** Columns that were needed before the others. */
  private readonly encoded = new Map<string, Encoded>();

  /** `more`: columns whose values the caller adds. */
  constructor(mapping: Mapping, more: readonly ColumnBuilder[] = []) {
    const others = new Set(more.map(({ name }) => name));
    this.fields = Object.entries(mapping)
      .flatMap(([name, { type }]) => fieldBuilder(name, type))
      .filter(({ builder }) => !others.has(builder.name));
    this.builders = [...this.fields.map(({ builder }) => builder), ...more];
  }

  /** Takes the values of a document; in the order of the documents. */
  add(document: number, values: Readonly<Record<string, unknown>>): void {
    for (const field of this.fields) field.add(document, values);
  }

  /** The column of a field before it is laid out. Nothing can be added then. */
  encode(field: string): Encoded | undefined {
    const builder = this.builders.find(({ name }) => name === field || name === exactName(field));
    if (!builder) return undefined;
    const encoded = this.encoded.get(builder.name) ?? builder.encode();
    this.encoded.set(builder.name, encoded);
    return encoded;
  }

  layOut(placement: Placement): LaidColumn[] {
    return this.builders.map((builder) => {
      const encoded = this.encoded.get(builder.name) ?? builder.encode();
      this.encoded.delete(builder.name);
      return this.laid(builder.name, encoded, placement);
    });
  }

  private laid(name: string, encoded: Encoded, placement: Placement): LaidColumn {
    const {
      kind,
      contiguous,
      size,
      arrays: own,
      values,
      words: encodedWords,
    } = layOut(name, encoded, placement);
    const arrays = new Map(own);
    const common = { name, kind, contiguous, size, arrays };
    if (values instanceof Float64Array) {
      arrays.set(`${name}/numbers`, values);
      return { ...common, texts: null, words: null };
    }
    arrays.set(`${name}/textStarts`, values.starts);
    const field = name.replace(/\.keyword$/, '');
    const starts = own.get(`${name}/postingStarts`) as Int32Array; // as every column has them
    const postings = own.get(`${name}/postings`) as Int32Array;
    const words = encodedWords && buildText(field, encodedWords, starts, postings);
    return { ...common, texts: values.bytes, words };
  }
}
