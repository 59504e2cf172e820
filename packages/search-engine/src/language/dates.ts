// Dates as the search language writes them: ISO 8601 or milliseconds, and date mathematics
// (`now-1d/d`, `2001-01||/M`). UTC.

/** Whether a date without a time of day (or a rounded one) means its beginning or its end. */
export type Rounding = 'down' | 'up';

/**
 * Milliseconds since 1970 of an expression, or null if it is none. `now`: the present, in
 * milliseconds.
 */
export function parseDateExpression(
  text: string,
  rounding: Rounding,
  now: number,
  parse: (text: string, rounding: Rounding) => number | null = parseDate,
): number | null {
  if (text.startsWith('now')) return calculate(now, text.slice(3), rounding);
  const bars = text.indexOf('||');
  if (bars < 0) return parse(text, rounding);
  const start = parse(text.slice(0, bars), 'down');
  return start === null ? null : calculate(start, text.slice(bars + 2), rounding);
}

/**
 * Milliseconds since 1970 of `2001`, `2001-02`, `2001-02-03`, `2001-02-03T04[:05[:06[.789]]]` with
 * Z, +01:00 or nothing (UTC), or of a number of milliseconds; null when it is none. Rounding up
 * fills in the end of the unwritten time of day.
 */
export function parseDate(text: string, rounding: Rounding = 'down'): number | null {
  const m = ISO.exec(text);
  if (!m) return MILLISECONDS.test(text) ? Number(text) : null;
  const part = (i: number) => (m[i] === undefined ? undefined : Number(m[i]));
  const fraction =
    m[7] === undefined ? undefined : Math.floor(Number(`0.${m[7].slice(0, 3)}`) * 1000 + 0.5);
  const day = [Number(m[1]), part(2) ?? 1, part(3) ?? 1] as const;
  const time = timeOf(day, [part(4), part(5), part(6), fraction], rounding);
  return time === null ? null : time - zoneOffset(m[8]);
}

/**
 * Milliseconds since 1970 of [year, month, day] and [hour, minute, second, millisecond]; null when
 * there is no such time.
 */
export function timeOf(
  [year, month, day]: readonly [number, number, number],
  time: readonly (number | undefined)[],
  rounding: Rounding,
): number | null {
  const up = rounding === 'up';
  const [hour = up ? 23 : 0, minute = up ? 59 : 0, second = up ? 59 : 0, ms = up ? 999 : 0] = time;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second, ms);
}

const ISO =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;
const MILLISECONDS = /^-?\d{1,16}$/;

/** Milliseconds that a zone is ahead of UTC. */
export function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Applies `+1d`, `-2M`, `/d` … from left to right. */
function calculate(start: number, operations: string, rounding: Rounding): number | null {
  const date = new Date(start);
  const pattern = /([+-])(\d{0,6})([yMwdhHms])|\/([yMwdhHms])/y;
  let end = 0;
  for (let m = pattern.exec(operations); m; m = pattern.exec(operations)) {
    end = pattern.lastIndex;
    const [, sign, count, unit, rounded] = m;
    if (rounded) {
      floor(date, rounded);
      if (rounding === 'up') {
        add(date, rounded, 1);
        date.setTime(date.getTime() - 1);
      }
    } else if (unit) add(date, unit, (sign === '-' ? -1 : 1) * (count ? Number(count) : 1));
  }
  return end === operations.length && Number.isFinite(date.getTime()) ? date.getTime() : null;
}

/** Sets a date back to the beginning of its unit; a week begins on Monday. */
export function floor(date: Date, unit: string): void {
  if (unit === 'y') date.setUTCMonth(0, 1);
  if (unit === 'q') date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % 3), 1);
  if (unit === 'M') date.setUTCDate(1);
  if (unit === 'w') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (unit === 'm') date.setUTCSeconds(0, 0);
  else if (unit === 's') date.setUTCMilliseconds(0);
  else if (unit === 'h' || unit === 'H') date.setUTCMinutes(0, 0, 0);
  else date.setUTCHours(0, 0, 0, 0);
}

/**
 * Moves a date by a number of units; the last day of a month stays in the month where that is
 * shorter.
 */
export function add(date: Date, unit: string, count: number): void {
  const milliseconds = LENGTHS[unit];
  if (milliseconds !== undefined) {
    date.setTime(date.getTime() + count * milliseconds);
    return;
  }
  const day = date.getUTCDate();
  const months = unit === 'y' ? 12 : unit === 'q' ? 3 : 1;
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
}

const LENGTHS: Readonly<Record<string, number>> = {
  w: 7 * 86_400_000,
  d: 86_400_000,
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1000,
};

/** A date in the notation of replies: `2001-02-03T04:05:06.000Z`. */
export const formatDate = (milliseconds: number): string =>
  // years of five digits, in sums of dates
  new Date(milliseconds).toISOString().replace(/^\+0(?=\d{5})/, '+');

/**
 * Whether a request, as JSON, speaks of `now`: it may find something else a moment later, so its
 * answer is not cached.
 */
export const dependsOnTime = (request: string): boolean => /\bnow\b/.test(request);
