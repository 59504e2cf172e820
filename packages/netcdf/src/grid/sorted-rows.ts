// The rows of a series in order of their times, in blocks: files follow each other, and rows are
// sorted only where times go back or files overlap.
import { item } from '../held.ts';
import { NetcdfError } from '../netcdf-error.ts';
import type { Series } from '../series/series.ts';
import { turn } from '../yielding.ts';
import { type FileExtent, type FileGroup, firstWhere, groupsAround } from './file-groups.ts';
import type { Neighbours } from './sample-cells.ts';

/**
 * Rows of files that overlap in time are sorted together; more than this do not fit into the memory
 * of a job.
 */
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

/**
 * Blocks of at most `most` rows, of those whose samples are from `first` to `last` and of one more
 * on both sides. Rows without a time are passed over. `groups`: those of the files of the series.
 * Throws `unsupported` where too many rows would have to be sorted.
 */
export async function* sortedBlocks(
  series: Series,
  groups: readonly FileGroup[],
  most: number,
  { first, last }: FileExtent,
): AsyncGenerator<SortedBlock> {
  const around = groupsAround(groups, first, last);
  for (let index = around.from; index < around.to; index++) {
    const group = await sortedGroup(series, item(groups, index));
    const { times, rows } = group;
    const begin = Math.max(0, firstWhere(times, (time) => time >= first) - 1);
    const end = Math.min(times.length, firstWhere(times, (time) => time > last) + 1);
    for (let from = begin; from < end; from += most) {
      const to = Math.min(end, from + most);
      yield {
        times: times.subarray(from, to),
        rows: rows?.subarray(from, to),
        first: group.first + from,
        before: from > 0 ? times[from - 1] : groups[index - 1]?.last,
        after: to < times.length ? times[to] : groups[index + 1]?.first,
      };
    }
  }
}

async function sortedGroup(series: Series, { from, to }: FileGroup): Promise<Group> {
  const { start, name } = item(series.files, from);
  const parts: Float64Array[] = [];
  let rows = 0;
  for (let index = from; index < to; index++) {
    const file = item(series.files, index);
    rows += file.rows;
    if (rows > MOST_SORTED)
      throw new NetcdfError(
        'unsupported',
        `More than ${MOST_SORTED} rows from ${name} on overlap in time.`,
      );
    parts.push(await series.readTimes(file.start, file.start + file.rows));
    const due = turn();
    if (due) await due;
  }
  return groupOf(parts.length === 1 ? item(parts, 0) : joined(parts, rows), start);
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
