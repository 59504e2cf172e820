// Sorts rows by time and drops those with a time that was there before, where a person asked for
// it.

import type { Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { held } from '../held.ts';
import { itemsOf, setNumbers, typeOf } from '../numeric-array.ts';
import { turn } from '../yielding.ts';

export interface RowRun {
  readonly start: number;
  readonly stop: number;
}

/**
 * Rows that would be read in more pieces than this are not sorted: their times are in disorder, and
 * have not just gone back a few times.
 */
const MOST_RUNS = 5_000_000;

export interface SortedRows {
  /** The runs of rows, in the order of the output. */
  readonly runs: readonly RowRun[];
  readonly records: number;
  readonly dropped: number;
  readonly isMoved: boolean;
}

/**
 * Sorts the rows in `runs`, which are in the file's order; rows without a time come last.
 * `instances`: the station, profile or trajectory of each row, where a file has several: only the
 * first row of each at a time is kept, and those of others stay.
 */
export function sortedRows(
  times: Float64Array,
  runs: readonly RowRun[],
  instances?: ArrayLike<number | bigint>,
): SortedRows | undefined {
  const rows: number[] = [];
  let isOrdered = true;
  let last = Number.NEGATIVE_INFINITY;
  for (const { start, stop } of runs) {
    for (let row = start; row < stop; row++) {
      const time = keyOf(times[row]);
      if (!(time > last)) isOrdered = false;
      last = time;
      rows.push(row);
    }
  }
  if (isOrdered) return { runs, records: rows.length, dropped: 0, isMoved: false };
  const order = Uint32Array.from(rows).sort((a, b) => compare(times, a, b));
  const sorted: { start: number; stop: number }[] = [];
  let records = 0;
  let before = Number.NaN;
  const seen = new Set<number | bigint>();
  let isMoved = false;
  let highest = -1;
  for (const row of order) {
    const time = times[row] ?? Number.NaN;
    const instance = instances?.[row] ?? 0;
    if (time !== before)
      seen.clear(); // missing times equal nothing
    else if (seen.has(instance)) continue;
    seen.add(instance);
    before = time;
    records++;
    if (row < highest) isMoved = true;
    highest = Math.max(highest, row);
    const current = sorted.at(-1);
    if (current?.stop === row) current.stop = row + 1;
    else sorted.push({ start: row, stop: row + 1 });
    if (sorted.length > MOST_RUNS) return undefined;
  }
  return { runs: sorted, records, dropped: rows.length - records, isMoved };
}

const keyOf = (time: number | undefined): number =>
  time === undefined || Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;

/** The first of equals stays the first. */
function compare(times: Float64Array, a: number, b: number): number {
  const [first, second] = [keyOf(times[a]), keyOf(times[b])];
  return first === second ? a - b : first - second;
}

/** For the note of an output; undefined when nothing was done. */
export function sortedInWords({ dropped, isMoved }: SortedRows): string | undefined {
  const parts = [
    ...(isMoved ? ['rows were put in the order of their times'] : []),
    ...(dropped > 0
      ? [
          `${dropped} ${dropped === 1 ? 'row whose time was' : 'rows whose times were'} there before ${dropped === 1 ? 'was' : 'were'} dropped`,
        ]
      : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

type Columns = ReadonlyMap<string, Values>;

/** Blocks of a file that are kept while rows are gathered from them. */
const MOST_BLOCKS = 4;

/**
 * The rows of runs in any order, at most `perBlock` at a time; the file is read in blocks of that
 * size.
 */
export async function* gathered(
  runs: readonly RowRun[],
  perBlock: number,
  length: number,
  read: (start: number, stop: number) => Promise<Columns>,
): AsyncGenerator<{ columns: Map<string, Values>; rows: number }> {
  const blocks = new Map<number, Columns>();
  const blockOf = async (row: number) => {
    const start = Math.floor(row / perBlock) * perBlock;
    const known = blocks.get(start);
    blocks.delete(start);
    const block = known ?? (await read(start, Math.min(length, start + perBlock)));
    blocks.set(start, block);
    for (const [oldest] of blocks) if (blocks.size > MOST_BLOCKS) blocks.delete(oldest);
    return { block, start, stop: Math.min(length, start + perBlock) };
  };
  let pieces: Piece[] = [];
  let rows = 0;
  for (const run of runs) {
    for (let row = run.start; row < run.stop; ) {
      const { block, start, stop } = await blockOf(row);
      const end = Math.min(run.stop, stop, row + perBlock - rows);
      pieces.push({ block, rows: stop - start, from: row - start, to: end - start });
      rows += end - row;
      row = end;
      if (rows < perBlock) continue;
      yield { columns: joined(pieces, rows), rows };
      [pieces, rows] = [[], 0];
    }
    const due = turn();
    if (due) await due;
  }
  if (rows > 0) yield { columns: joined(pieces, rows), rows };
}

interface Piece {
  readonly block: Columns;
  /** The rows of the block, and the range of them that is wanted. */
  readonly rows: number;
  readonly from: number;
  readonly to: number;
}

function joined(pieces: readonly Piece[], rows: number): Map<string, Values> {
  const columns = new Map<string, Values>();
  for (const [name, like] of pieces[0]?.block ?? []) {
    const perRow = like.length / (pieces[0]?.rows ?? 1);
    if (!isNumeric(like)) {
      columns.set(
        name,
        pieces.flatMap(({ block, from, to }) =>
          Array.from(itemsOf(held(block, name)), String).slice(from * perRow, to * perRow),
        ),
      );
      continue;
    }
    const all = new (typeOf(like))(rows * perRow);
    let at = 0;
    for (const { block, from, to } of pieces) {
      const values = held(block, name);
      if (!isNumeric(values)) throw new Error(`${name} is made of texts in some rows`);
      const part = values.subarray(from * perRow, to * perRow);
      setNumbers(all, part, at);
      at += part.length;
    }
    columns.set(name, all);
  }
  return columns;
}
