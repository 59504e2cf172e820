// Dates by a pattern, as histograms show their keys and ranges may be written: `yyyy-MM-dd`,
// `dd/MM/yyyy||epoch_millis`. UTC.
import { itemAt } from '../memory/members.ts';
import { formatDate, parseDate, type Rounding, timeOf, zoneOffset } from './dates.ts';
import { illegal } from './refusal.ts';

/** Milliseconds since 1970 of a text, or null if it is no date. */
export type DateReader = (text: string, rounding: Rounding) => number | null;

/**
 * A writer for the first of several patterns; without a pattern, ISO 8601 with milliseconds. Throws
 * Refusal for unknown letters.
 */
export function dateFormatter(format: string | undefined): (milliseconds: number) => string {
  const pattern = format?.split('||')[0];
  if (pattern === undefined) return formatDate;
  if (pattern === '') throw illegal('No date pattern provided');
  if (ISO_NAMES.test(pattern)) return pattern.endsWith('_no_millis') ? formatSeconds : formatDate;
  if (pattern === 'epoch_millis') return String;
  if (pattern === 'epoch_second') return (time) => String(Math.floor(time / 1000));
  const parts = partsOf(pattern);
  return (time) => {
    const date = new Date(time);
    return parts.map((part) => (typeof part === 'string' ? part : part.write(date))).join('');
  };
}

/**
 * A reader for one or more patterns, separated by `||`, which are tried in turn. Throws Refusal for
 * unknown letters.
 */
export function dateReader(format: string): DateReader {
  const readers = format.split('||').map(readerOf);
  return (text, rounding) => {
    for (const read of readers) {
      const time = read(text, rounding);
      if (time !== null) return time;
    }
    return null;
  };
}

const formatSeconds = (time: number): string => formatDate(time).replace(/\.\d{3}Z$/, 'Z');

/** Forms of ISO 8601 that go by a name. */
const ISO_NAMES = /^(strict_)?date_(optional_)?time(_no_millis|_nanos)?$|^iso8601$/;

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    date: 'yyyy-MM-dd',
    year: 'yyyy',
    year_month: 'yyyy-MM',
    year_month_day: 'yyyy-MM-dd',
    date_hour: "yyyy-MM-dd'T'HH",
    date_hour_minute: "yyyy-MM-dd'T'HH:mm",
    date_hour_minute_second: "yyyy-MM-dd'T'HH:mm:ss",
    date_hour_minute_second_millis: "yyyy-MM-dd'T'HH:mm:ss.SSS",
    hour: 'HH',
    hour_minute: 'HH:mm',
    hour_minute_second: 'HH:mm:ss',
    ordinal_date: 'yyyy-DDD',
    basic_date: 'yyyyMMdd',
    basic_date_time: "yyyyMMdd'T'HHmmss.SSSX",
    basic_date_time_no_millis: "yyyyMMdd'T'HHmmssX",
  }),
);

function readerOf(pattern: string): DateReader {
  if (ISO_NAMES.test(pattern))
    return (text, up) => (/^-?\d+$/.test(text) && text.length !== 4 ? null : parseDate(text, up));
  if (pattern === 'epoch_millis' || pattern === 'epoch_second') {
    const unit = pattern === 'epoch_second' ? 1000 : 1;
    return (text) => (/^-?\d{1,16}(\.\d{1,9})?$/.test(text) ? Number(text) * unit : null);
  }
  const parts = partsOf(pattern);
  const fields = parts.filter((part) => typeof part !== 'string');
  const expression = new RegExp(
    `^${parts.map((part) => (typeof part === 'string' ? escaped(part) : `(${part.form})`)).join('')}$`,
  );
  return (text, rounding) => {
    const found = expression.exec(text);
    if (!found) return null;
    const read: Partial<Record<Unit, number>> = {};
    fields.forEach((field, i) => {
      read[field.unit] = field.read(found[i + 1] ?? '');
    });
    const { year = 1970, month = 1, day = 1, hour, minute, second, millisecond, zone = 0 } = read;
    const start = timeOf([year, month, day], [hour, minute, second, millisecond], rounding);
    const time = start === null ? null : inYear(start, year, read['day of year']);
    return time === null ? null : time - zone;
  };
}

/**
 * Moves a time on the first of January to the given day of that year; null if the year has no such
 * day.
 */
function inYear(time: number, year: number, dayOfYearRead: number | undefined): number | null {
  if (dayOfYearRead === undefined) return time;
  const moved = time + (dayOfYearRead - 1) * DAY_MS;
  return dayOfYearRead > 0 && new Date(moved).getUTCFullYear() === year ? moved : null;
}

const DAY_MS = 86_400_000;
const dayOfYear = (date: Date): number =>
  1 + Math.floor((date.getTime() - new Date(date).setUTCMonth(0, 1)) / DAY_MS);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

type Unit =
  | 'year'
  | 'month'
  | 'day'
  | 'day of year'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond'
  | 'zone'
  | 'weekday';
type Part = {
  readonly unit: Unit;
  /** A regular expression without groups. */
  readonly form: string;
  readonly read: (text: string) => number;
  readonly write: (date: Date) => string;
};

/** Fields and the texts between them. */
function partsOf(pattern: string): (Part | string)[] {
  const whole = NAMED.get(pattern.replace(/^strict_/, '')) ?? pattern;
  const pieces = whole.match(/([a-zA-Z])\1*|'(?:[^']|'')*'|[^a-zA-Z']+/g) ?? [];
  return pieces.map((piece) => {
    if (piece.startsWith("'")) return piece.slice(1, -1).replaceAll("''", "'") || "'";
    if (!/^[a-zA-Z]/.test(piece)) return piece;
    const part = partOf(piece.charAt(0), piece.length);
    if (!part) throw illegal(`Invalid format: [${pattern}]: Unknown pattern letter: ${piece[0]}`);
    return part;
  });
}

function partOf(letter: string, length: number): Part | null {
  switch (letter) {
    case 'y':
    case 'u':
      return length === 2 ? SHORT_YEAR : number('year', length, 4, (date) => date.getUTCFullYear());
    case 'M':
      if (length >= 3) return named('month', MONTHS, length === 3, (date) => date.getUTCMonth());
      return number('month', length, 2, (date) => date.getUTCMonth() + 1);
    case 'E':
      return named('weekday', WEEKDAYS, length <= 3, (date) => date.getUTCDay());
    case 'd':
      return number('day', length, 2, (date) => date.getUTCDate());
    case 'D':
      return number('day of year', length, 3, dayOfYear);
    case 'H':
      return number('hour', length, 2, (date) => date.getUTCHours());
    case 'm':
      return number('minute', length, 2, (date) => date.getUTCMinutes());
    case 's':
      return number('second', length, 2, (date) => date.getUTCSeconds());
    case 'S':
      return fraction(length);
    case 'X':
    case 'Z':
      return {
        unit: 'zone',
        form: 'Z|[+-]\\d{2}(?::?\\d{2})?',
        read: zoneOffset,
        write: () => (letter === 'X' ? 'Z' : '+0000'),
      };
    default:
      return null;
  }
}

function number(unit: Unit, length: number, most: number, value: (date: Date) => number): Part {
  return {
    unit,
    form: length === 1 ? `\\d{1,${most}}` : `\\d{${length}}`,
    read: Number,
    write: (date) => String(value(date)).padStart(length, '0'),
  };
}

const SHORT_YEAR: Part = {
  unit: 'year',
  form: '\\d{2}',
  read: (text) => 2000 + Number(text),
  write: (date) => String(date.getUTCFullYear() % 100).padStart(2, '0'),
};

function named(
  unit: Unit,
  names: readonly string[],
  short: boolean,
  value: (date: Date) => number,
): Part {
  const shown = names.map((name) => (short ? name.slice(0, 3) : name));
  return {
    unit,
    form: shown.join('|'),
    read: (text) => shown.indexOf(text) + 1,
    write: (date) => itemAt(shown, value(date)),
  };
}

const fraction = (length: number): Part => ({
  unit: 'millisecond',
  form: `\\d{${length}}`,
  read: (text) => Number(text.padEnd(3, '0').slice(0, 3)),
  write: (date) =>
    String(date.getUTCMilliseconds()).padStart(3, '0').padEnd(length, '0').slice(0, length),
});

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
