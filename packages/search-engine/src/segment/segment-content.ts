// The content of a segment's header, as the builder writes it.
import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { Column } from './column.ts';

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
  /**
   * Names of the columns that determine this one (functional dependencies), under the name that the
   * file has always used.
   */
  readonly determinants: readonly string[];
  /** Where the texts of the dictionary begin in the file; absent when they are in memory. */
  readonly cold?: number;
};
export type TextContent = {
  readonly name: string;
  readonly documentCount: number;
  readonly wordCount: number;
};
