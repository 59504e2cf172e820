// What is served of an index: the content of its segment file with the changes since.

import type { SegmentData } from '@isobar/search-engine/segment/segment-file.ts';
import type { Builder } from './builders.ts';
import { type Change, type Journal, summed } from './journal.ts';

/** What is served of an index. `spare`: memory that only the former content used. */
export type Served = {
  readonly data: SegmentData;
  readonly journal: Journal;
  readonly spare: readonly SharedArrayBuffer[];
};

/**
 * The content of a segment file with the changes since, and the memory that only the former content
 * uses.
 */
export async function merged(
  builder: Builder,
  data: SegmentData,
  changes: readonly Change[],
  journal: Journal,
  spare: readonly SharedArrayBuffer[] = [],
): Promise<{ readonly data: SegmentData; readonly freed: readonly SharedArrayBuffer[] }> {
  if (changes.length === 0) return { data, freed: [] };
  const version = `${journal.version}.${journal.lines}`;
  return builder.merge({ kind: 'merge', data, changes: summed(changes), version, spare });
}

export const documentsOf = ({ data }: Pick<Served, 'data'>): number => data.content.documents;

export const versionOf = (data: SegmentData): string => data.content.version;
