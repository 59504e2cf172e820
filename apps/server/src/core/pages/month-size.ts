// The most bytes of CSV that the files of a month can make, computed from their header before any
// of them is opened.
import { longestCells, typeBytes } from '@isobar/netcdf';
import { timeDimension } from '../catalogue/drawable.ts';
import type { Header, HeaderVariable } from '../catalogue/header.ts';

/**
 * For files of one design. Their sizes count as well as the length in the header, which is that of
 * one file: others may be longer.
 */
export function mostCsvBytes(header: Header, files: number, bytes: number): number {
  const { dimensions, variables } = header;
  const time = timeDimension(variables) ?? dimensions.find(({ unlimited }) => unlimited)?.name;
  if (time === undefined) return 0;
  const lengths = new Map(dimensions.map(({ name, length }) => [name, length]));
  let row = LONGEST_TIME;
  let record = 0;
  for (const variable of variables) {
    if (variable.dimensions[0] !== time) continue;
    const inner = variable.dimensions.slice(1).map((name) => lengths.get(name) ?? 1);
    record += inner.reduce((product, length) => product * length, typeBytes(variable.type));
    if (!TOLD_BY_TIME.has(variable.name))
      row += longestCells(variable.type, inner, isPacked(variable));
  }
  const records = Math.max(files * (lengths.get(time) ?? 0), record > 0 ? bytes / record : 0);
  return records * row;
}

/** What the first column of a row takes. */
const LONGEST_TIME = 34;
const TOLD_BY_TIME: ReadonlySet<string> = new Set(['base_time', 'time_offset', 'time']);

const isPacked = ({ attributes }: HeaderVariable): boolean =>
  'scale_factor' in attributes || 'add_offset' in attributes;
