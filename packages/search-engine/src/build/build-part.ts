// What one thread builds of an index: columns, laid out in shared memory and then written to its
// part of the file.
import type { TextContent } from '../segment/segment-content.ts';
import type { Numbers, PartWriter, WrittenPart } from '../segment/segment-file.ts';
import type { BuiltColumn } from './build-column.ts';

/** A column with its dictionary and words; its arrays are in shared memory. */
export type LaidColumn = BuiltColumn & {
  /** Counts of the text index, if it is a text field. */
  readonly words: TextContent | null;
};

/** What one thread has gathered, ready to be written. */
export type LaidPart = {
  readonly columns: readonly LaidColumn[];
  /** By column, the texts of those dictionaries that are read from the file on demand. */
  readonly cold: ReadonlyMap<string, Uint8Array>;
};

/** What one thread has written. */
export type WrittenColumns = WrittenPart & {
  /** Where the cold texts of each column begin in the file. */
  readonly coldTexts: ReadonlyMap<string, number>;
};

export type Arrays = ReadonlyMap<string, Numbers>;

export const arraysOf = (columns: readonly LaidColumn[]): Arrays =>
  new Map(columns.flatMap(({ arrays }) => [...arrays]));

/** How many bytes of the file the part will take. */
export function bytesOf({ columns, cold }: LaidPart): number {
  const all = [...arraysOf(columns).values(), ...cold.values()];
  return all.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** `more`: arrays that belong to no column. */
export function writeColumns(
  writer: PartWriter,
  { columns, cold }: LaidPart,
  more: Arrays = new Map(),
): WrittenColumns {
  const coldTexts = new Map([...cold].map(([name, texts]) => [name, writer.append(texts)]));
  for (const [name, numbers] of [...more, ...arraysOf(columns)]) writer.array(name, numbers);
  return { ...writer.done(), coldTexts };
}
