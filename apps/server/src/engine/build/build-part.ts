// What one thread makes of an index: columns laid out in shared memory, then written to a part of the file.

import type { TextContent } from '../segment/segment.ts';
import type { Numbers, PartWriter, WrittenPart } from '../segment/segment-file.ts';
import type { BuiltColumn } from './build-column.ts';

/** A column with its dictionary and words; its arrays are in shared memory. */
export type LaidColumn = BuiltColumn & {
  /** Of a text field. */
  readonly words: TextContent | null;
};

export type LaidPart = {
  readonly columns: readonly LaidColumn[];
  /** Texts of dictionaries that are read from the file, one behind the other, by column. */
  readonly cold: ReadonlyMap<string, Uint8Array>;
};

export type WrittenColumns = WrittenPart & {
  /** Where in the file such texts begin. */
  readonly coldTexts: ReadonlyMap<string, number>;
};

export type Arrays = ReadonlyMap<string, Numbers>;

export const arraysOf = (columns: readonly LaidColumn[]): Arrays =>
  new Map(columns.flatMap(({ arrays }) => [...arrays]));

/** How many bytes of the file the part takes. */
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
