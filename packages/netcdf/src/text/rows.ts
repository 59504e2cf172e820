// Rows of a CSV file as bytes: the time, then a cell for each column.

import type { Values } from '../dataset.ts';
import { cut } from '../element.ts';
import { item } from '../held.ts';
import { bytesTogether, OneMemory } from '../one-memory.ts';
import { IsoTime, LONGEST_TIME } from './iso-time.ts';
import type { Room } from './room.ts';
import { type CellShape, Cells } from './text-columns.ts';

const LINE_END = [13, 10] as const;

export interface RowBlock {
  readonly shapes: readonly CellShape[];
  /** The values of all rows, for each shape. */
  readonly columns: readonly Values[];
  /** Seconds since 1970 UTC. */
  readonly times: Float64Array;
}

export class Rows {
  /** Columns, that of the time included. */
  readonly cellsPerRow: number;
  readonly count: number;
  private readonly cells: readonly Cells[];
  private readonly times: Float64Array;
  private readonly clock = new IsoTime();

  constructor({ shapes, columns, times }: RowBlock) {
    this.cells = shapes.map((shape, index) => new Cells(shape, item(columns, index)));
    this.cellsPerRow = shapes.reduce((sum, { perRow }) => sum + perRow, 1);
    this.count = times.length;
    this.times = times;
  }

  put(room: Room, row: number): void {
    let longest = LONGEST_TIME + LINE_END.length;
    for (const column of this.cells) longest += column.longestRow(row);
    room.reserve(longest);
    const { bytes } = room;
    let at = this.clock.put(bytes, room.length, this.times[row] ?? Number.NaN);
    for (const column of this.cells) at = column.putRow(bytes, at, row);
    for (const byte of LINE_END) bytes[at++] = byte;
    room.length = at;
  }
}

/**
 * Rows [from, to) for another thread: in one piece of memory of their own, that can be handed over.
 */
export function cutRows(
  { shapes, columns, times }: RowBlock,
  from: number,
  to: number,
): { readonly block: RowBlock; readonly memory: ArrayBuffer } {
  const all: readonly Values[] = [times, ...columns];
  const cuts = all.map((values) => {
    const perRow = values.length / times.length;
    return cut(values, from * perRow, to * perRow);
  });
  const room = new OneMemory(new ArrayBuffer(bytesTogether(cuts)));
  const [cutTimes, ...cutColumns] = cuts.map((values) => room.add(values));
  if (!(cutTimes instanceof Float64Array)) throw new Error('times are no doubles');
  const block = { shapes, columns: cutColumns, times: cutTimes };
  return { block, memory: room.memory };
}
