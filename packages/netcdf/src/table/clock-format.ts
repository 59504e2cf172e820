// Reads times of day as they are written in columns: ISO 8601, or a format of %Y %m %d %H %M %S and
// the like.
import { NetcdfError } from '../netcdf-error.ts';

const PARTS: Readonly<Record<string, string>> = {
  Y: '(\\d{4})',
  y: '(\\d{2})',
  m: '(\\d{1,2})',
  d: '(\\d{1,2})',
  j: '(\\d{1,3})',
  H: '(\\d{1,2})',
  M: '(\\d{1,2})',
  S: '(\\d{1,2}(?:\\.\\d{1,9})?)',
  b: '([A-Za-z]{3})',
  p: '([AaPp][Mm])',
};
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/;

/**
 * Seconds since 1970 UTC of a text; undefined where it is no such time. `zone` is for texts that
 * name none.
 */
export function clockOf(
  format: string | undefined,
  zone: string,
): (text: string) => number | undefined {
  const away = zoneSeconds(zone);
  if (format === undefined)
    return (text) => {
      const match = ISO.exec(text);
      if (!match) return undefined;
      const [, Y = '', m = '', d = '', H = '0', M = '0', S = '0', told] = match;
      const at = secondsOf({ Y, m, d, H, M, S });
      return at === undefined ? undefined : at - (told === undefined ? away : zoneSeconds(told));
    };
  const letters: string[] = [];
  const source = format.replace(/%(.)|[\\^$.*+?()[\]{}|/-]/g, (found, letter?: string) => {
    if (letter === undefined) return `\\${found}`;
    const part = Object.hasOwn(PARTS, letter) ? PARTS[letter] : undefined;
    if (part === undefined)
      throw new NetcdfError(
        'corrupt',
        `The time format has %${letter}; known are ${Object.keys(PARTS)
          .map((one) => `%${one}`)
          .join(' ')}.`,
      );
    letters.push(letter);
    return part;
  });
  const expression = new RegExp(`^${source}$`);
  return (text) => {
    const match = expression.exec(text);
    if (!match) return undefined;
    const parts = Object.fromEntries(letters.map((letter, i) => [letter, match[i + 1] ?? '']));
    const at = secondsOf(parts);
    return at === undefined ? undefined : at - away;
  };
}

function secondsOf(parts: Readonly<Record<string, string>>): number | undefined {
  const number = (letter: string, otherwise: number) =>
    parts[letter] === undefined ? otherwise : Number(parts[letter]);
  const short = number('y', 0);
  const year = parts.Y === undefined ? short + (short < 70 ? 2000 : 1900) : Number(parts.Y);
  const month = parts.b === undefined ? number('m', 1) : MONTHS.indexOf(parts.b.toLowerCase()) + 1;
  const byDay = parts.j !== undefined;
  const day = byDay ? number('j', 1) : number('d', 1);
  const hour = hourOf(number('H', 0), parts.p?.toLowerCase());
  const [minute, second] = [number('M', 0), number('S', 0)];
  const date = new Date(0);
  date.setUTCFullYear(year, byDay ? 0 : month - 1, day);
  const real = byDay
    ? date.getUTCFullYear() === year && day > 0
    : date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  // 24:00 is the end of a day, and nothing is after it.
  const isOver = hour > 24 || (hour === 24 && minute + second > 0);
  if (!real || isOver || minute > 59 || second >= 61) return undefined;
  return date.getTime() / 1000 + hour * 3600 + minute * 60 + second;
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function zoneSeconds(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (!match) return 0;
  const [, sign, hours, minutes] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}
