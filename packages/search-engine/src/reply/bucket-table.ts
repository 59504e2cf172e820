// Many plain buckets (a key, a count, distinct counts) as columns of numbers, which become JSON or
// objects only at the end.
import type { Bucket } from '@isobar/query-language/result.ts';
import { type Column, isTextColumn } from '../segment/column.ts';

export class BucketTable {
  readonly column: Column;
  /** Ordinals of the keys, by bucket. */
  readonly keys: Int32Array;
  readonly counts: Int32Array;
  /** Metrics below each bucket: `{"value": n}`. */
  readonly metrics: readonly { readonly name: string; readonly values: Int32Array }[];

  constructor(
    column: Column,
    keys: Int32Array,
    counts: Int32Array,
    metrics: BucketTable['metrics'],
  ) {
    this.column = column;
    this.keys = keys;
    this.counts = counts;
    this.metrics = metrics;
  }

  buckets(): Bucket[] {
    return Array.from(this.keys, (ordinal, i) => {
      const key = keyOf(this.column, ordinal);
      const bucket: Record<string, unknown> = { key, doc_count: this.counts[i] };
      for (const { name, values } of this.metrics) bucket[name] = { value: values[i] };
      return bucket as Bucket;
    });
  }
}

const keyOf = (column: Column, ordinal: number): string | number =>
  isTextColumn(column) ? column.dictionary.text(ordinal) : column.dictionary.number(ordinal);
