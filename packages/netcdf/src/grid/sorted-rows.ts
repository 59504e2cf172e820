// The rows of a series in order of their times, in blocks: files follow each other, and rows are sorted only where times go back or files overlap.
import { item } from '../held.ts';
import { NetcdfError } from '../netcdf-error.ts';
import type { Series } from '../series/series.ts';
import { turn } from '../yielding.ts';
import type { Neighbours } from './sample-cells.ts';

/** Rows of files that overlap in time are sorted together; more than this do not fit into the memory of a job. */
const MOST_SORTED = 20_000_000;

export interface SortedBlock extends Neighbours {
  /** In order, seconds since 1970 UTC. */
  readonly times: Float64Array;
  /** The row of the series of each; undefined: `first` and those that follow it. */
  readonly rows: Uint32Array | undefined;
  readonly first: number;
}

/** Rows of files that overlap in time with each other and with no other file. */
interface Group {
  readonly times: Float64Array;
  readonly rows: Uint32Array | undefined;
  readonly first: number;
}

/** Blocks of at most `most` rows. Rows without a time are passed over. Throws `unsupported` where too many rows would have to be sorted. */
export async function* sortedBlocks(series: Series, most: number): AsyncGenerator<SortedBlock> {
  const groups = groupsOf(series);
  let before: number | undefined;
  let { value: current } = await groups.next();
  while (current) {
    const { value: next } = await groups.next();
    const { times, rows, first } = current;
    for (let from = 0; from < times.length; from += most) {
      const to = Math.min(times.length, from + most);
      yield {
        times: times.subarray(from, to),
        rows: rows?.subarray(from, to),
        first: first + from,
        before: from > 0 ? times[from - 1] : before,
        after: to < times.length ? times[to] : next?.times[0],
      };
    }
    before = times.at(-1) ?? before;
    current = next;
  }
}

async function* groupsOf(series: Series): AsyncGenerator<Group, undefined> {
  const { files } = series;
  for (let index = 0; index < files.length; ) {
    const { start } = item(files, index);
    let stop = start;
    let latest = Number.NEGATIVE_INFINITY;
    const parts: Float64Array[] = [];
    do {
      const file = item(files, index++);
      const times = await series.readTimes(file.start, file.start + file.rows);
      parts.push(times);
      stop = file.start + file.rows;
      for (const time of times) if (time > latest) latest = time;
      if (stop - start > MOST_SORTED)
        throw new NetcdfError(
          'unsupported',
          `More than ${MOST_SORTED} rows from ${file.name} on overlap in time.`,
        );
      const due = turn();
      if (due) await due;
    } while (index < files.length && item(files, index).first <= latest);
    const group = groupOf(parts.length === 1 ? item(parts, 0) : joined(parts, stop - start), start);
    if (group.times.length > 0) yield group;
  }
}

function joined(parts: readonly Float64Array[], rows: number): Float64Array {
  const all = new Float64Array(rows);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function groupOf(times: Float64Array, first: number): Group {
  let isOrdered = true;
  for (let i = 0; i < times.length && isOrdered; i++)
    isOrdered = Number.isFinite(times[i]) && (i === 0 || (times[i] ?? 0) >= (times[i - 1] ?? 0));
  if (isOrdered) return { times, rows: undefined, first };
  const order = Uint32Array.from(times.keys()).filter((row) => Number.isFinite(times[row]));
  order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return {
    times: Float64Array.from(order, (row) => times[row] ?? Number.NaN),
    rows: order.map((row) => row + first),
    first,
  };
}
