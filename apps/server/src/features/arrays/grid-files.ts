// Which files the cells of a time grid are made of. Pure.
import { type FileExtent, type FileGroup, fileGroups, filesAround } from '@isobar/netcdf';
import type { GridOf } from '../../core/series/description.ts';
import type { Manifest } from '../../core/series/manifest.ts';

/** Extents of files whose times go back, by index. */
export const knownExtents = ({ extents }: GridOf): Map<number, FileExtent> =>
  new Map(extents.map(([index, first, last]) => [index, { first, last }]));

export function manifestGroups({ files }: Manifest, grid: GridOf): FileGroup[] {
  const known = knownExtents(grid);
  return fileGroups(files.map((file, index) => known.get(index) ?? file));
}

/** Files [from, to) with samples that may have a part in cells [start, stop). */
export function filesOfCells(
  groups: readonly FileGroup[],
  { step, first, reach }: GridOf,
  start: number,
  stop: number,
): { readonly from: number; readonly to: number } {
  return filesAround(groups, first + start * step - reach, first + stop * step + reach);
}
