// The cells of a line of a table, and what they mean as numbers.
import { NetcdfError } from '../netcdf-error.ts';

/**
 * How cells are separated: by a character, or by any number of blanks. Only cells separated by a
 * character may be quoted.
 */
export type Separator = ',' | ';' | '\t' | '|' | 'blank';

export const SEPARATORS: readonly Separator[] = [',', ';', '\t', '|', 'blank'];

/** The cells as they stand, without blanks around them and without their quotes. */
export function cellsOf(line: string, separator: Separator): string[] {
  if (separator === 'blank') return line.split(/[ \t]+/).filter((cell) => cell !== '');
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  return [...quotedCells(line, separator)];
}

function* quotedCells(line: string, separator: string): Generator<string> {
  for (let at = 0; at <= line.length; at++) {
    const start = at + (/^ */.exec(line.slice(at, at + 100))?.[0].length ?? 0);
    if (line[start] === '"') {
      let text = '';
      let from = start + 1;
      let end = line.indexOf('"', from);
      for (; end >= 0 && line[end + 1] === '"'; end = line.indexOf('"', from)) {
        text += line.slice(from, end + 1);
        from = end + 2;
      }
      if (end < 0) throw new NetcdfError('corrupt', 'A quote is not closed in its line.');
      yield text + line.slice(from, end);
      at = line.indexOf(separator, end);
    } else {
      at = line.indexOf(separator, at);
      yield (at < 0 ? line.slice(start) : line.slice(start, at)).trim();
    }
    if (at < 0) return;
  }
}

/** How many cells a line has, without making them. */
export function cellCount(line: string, separator: Separator): number {
  if (separator === 'blank' || line.includes('"')) return cellsOf(line, separator).length;
  let count = 1;
  for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, at + 1)) count++;
  return count;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?$/;
const NO_NUMBER = /^[+-]?nan(\(.*\))?$/i;
const ENDLESS = /^([+-]?)inf(inity)?$/i;
/** Longer texts are no numbers, and are not looked at. */
const LONGEST_NUMBER = 60;

/** NaN for texts that mean it; undefined for what is not a number. Fortran writes 1.5D+03. */
export function numberOf(cell: string): number | undefined {
  if (cell.length > LONGEST_NUMBER) return undefined;
  if (NUMBER.test(cell)) return Number(cell.replace(/[dD]/, 'e'));
  if (NO_NUMBER.test(cell)) return Number.NaN;
  const endless = ENDLESS.exec(cell);
  return endless ? (endless[1] === '-' ? -Infinity : Infinity) : undefined;
}

/** A cell as error messages show it. */
export const shown = (cell: string): string =>
  `'${cell.length > 40 ? `${cell.slice(0, 40)}…` : cell}'`;
