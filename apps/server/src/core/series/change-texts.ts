// What changed over the years, as arrays and files of a series state it. Pure.
import { type ArrayInfo, changeText } from '@isobar/contract/calls/arrays.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Attribute, SeriesChange } from '@isobar/netcdf';

/** '' for a moment that is not known. */
export const instantText = (seconds: number | null): string =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? formatInstant(Math.floor(seconds)) : '';

export const datedChanges = (changes: readonly SeriesChange[]): ArrayInfo['changes'] =>
  changes.map((each) => ({
    ...each,
    from: instantText(each.from),
    to: instantText(each.to),
  }));

export const changeTexts = (changes: readonly SeriesChange[]): string[] =>
  datedChanges(changes).map(changeText);

/** Characters of an attribute of a file; NetCDF-4 has room for 64 kB. */
const MOST_CHARACTERS = 30_000;

/** The attribute `isobar_changes` of a file, a line for each change; none where nothing changed. */
export function changesAttribute(changes: readonly SeriesChange[]): Attribute[] {
  let left = MOST_CHARACTERS;
  const texts = changeTexts(changes);
  const lines = texts.filter((line) => {
    left -= line.length + 1;
    return left >= 0;
  });
  if (lines.length === 0) return [];
  const more = texts.length - lines.length;
  if (more > 0) lines.push(`and ${more} more`);
  return [{ name: 'isobar_changes', type: 'char', value: lines.join('\n') }];
}
