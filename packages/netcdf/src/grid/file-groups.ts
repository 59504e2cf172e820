// Which files of a series overlap in time, and which of them the cells of a grid need. Pure but for
// reading the times of files that go back.
import { item } from '../held.ts';
import type { Series } from '../series/series.ts';
import type { PlacedFile } from '../series/series-file.ts';
import { turn } from '../yielding.ts';

/** The earliest and the latest time of a file, seconds since 1970 UTC. */
export interface FileExtent {
  readonly first: number;
  readonly last: number;
}

/** Files [from, to) of a series that overlap in time with each other and with no other file. */
export interface FileGroup extends FileExtent {
  readonly from: number;
  readonly to: number;
}

/**
 * Of every file. `known`: of files whose times go back, by their index, where that is known; the
 * times of others are read. Throws what reading throws.
 */
export async function fileExtents(
  series: Series,
  known: ReadonlyMap<number, FileExtent> = new Map(),
): Promise<FileExtent[]> {
  const extents: FileExtent[] = [];
  for (const [index, file] of series.files.entries()) {
    extents.push(known.get(index) ?? (file.unordered === 0 ? file : await extentOf(series, file)));
    const due = turn();
    if (due) await due;
  }
  return extents;
}

/** Its last row need not be its latest. */
async function extentOf(series: Series, { start, rows }: PlacedFile): Promise<FileExtent> {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of await series.readTimes(start, start + rows)) {
    if (!Number.isFinite(time)) continue;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return { first, last };
}

/** In order of time, and of the files. */
export function fileGroups(extents: readonly FileExtent[]): FileGroup[] {
  const earliest = new Float64Array(extents.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let index = extents.length - 1; index >= 0; index--)
    earliest[index] = Math.min(item(extents, index).first, item(earliest, index + 1));
  const groups: FileGroup[] = [];
  for (let from = 0; from < extents.length; ) {
    let last = item(extents, from).last;
    let to = from + 1;
    while (to < extents.length && item(earliest, to) <= last)
      last = Math.max(last, item(extents, to++).last);
    groups.push({ from, to, first: item(earliest, from), last });
    from = to;
  }
  return groups;
}

/**
 * Groups [from, to) with samples from `first` to `last`, and the one before and the one behind,
 * whose outermost samples may stand for some of that time.
 */
export function groupsAround(
  groups: readonly FileGroup[],
  first: number,
  last: number,
): { readonly from: number; readonly to: number } {
  const from = firstWhere(groups, (group) => group.last >= first);
  const behind = firstWhere(groups, (group) => group.first > last);
  return { from: Math.max(0, from - 1), to: Math.min(groups.length, behind + 1) };
}

/** Files [from, to) of these groups, by their index. */
export function filesAround(
  groups: readonly FileGroup[],
  first: number,
  last: number,
): { readonly from: number; readonly to: number } {
  const around = groupsAround(groups, first, last);
  return { from: groups[around.from]?.from ?? 0, to: groups[around.to - 1]?.to ?? 0 };
}

/**
 * The first place at which `test` holds, which holds at all places after it; the length where there
 * is none.
 */
export function firstWhere<T>(list: ArrayLike<T>, test: (one: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(item(list, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
