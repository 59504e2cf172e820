// Understands CF time units, such as "seconds since 2019-01-01 00:00:00 0:00".

export interface TimeUnits {
  /** Seconds in one unit. */
  readonly secondsPerUnit: number;
  /** The moment that is zero, in seconds since 1970-01-01 00:00 UTC. */
  readonly epochSeconds: number;
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['nanosecond', 1e-9],
  ['nanosec', 1e-9],
  ['ns', 1e-9],
  ['microsecond', 1e-6],
  ['microsec', 1e-6],
  ['millisecond', 1e-3],
  ['millisec', 1e-3],
  ['msec', 1e-3],
  ['ms', 1e-3],
  ['us', 1e-6],
  ['second', 1],
  ['sec', 1],
  ['s', 1],
  ['minute', 60],
  ['min', 60],
  ['hour', 3600],
  ['hr', 3600],
  ['h', 3600],
  ['day', 86400],
  ['d', 86400],
  ['week', 604800],
]);

/**
 * Seconds since 1970 UTC of so many units. Unless seconds are counted, they are rounded to the
 * microsecond, or as far as the count is exact: most fractions of days and hours are not in binary,
 * so that their product is a little beside the second that is meant, and before it as often as not.
 */
export function secondsAt(count: number, { secondsPerUnit, epochSeconds }: TimeUnits): number {
  const product = count * secondsPerUnit;
  const seconds = product + epochSeconds;
  if (secondsPerUnit === 1) return seconds;
  const roundings = Number.isInteger(count) ? 1 : 2;
  const error = (roundings * Math.abs(product) + Math.abs(seconds)) * HALF_BIT;
  if (!(error < 1)) return seconds;
  let grains = 1e6;
  while (0.5 / grains < error) grains /= 10;
  return Math.round(seconds * grains) / grains;
}

/** By which part of itself a number may differ from what is meant. */
const HALF_BIT = 2 ** -53;

const UNITS =
  /^\s*([A-Za-z]+)\s+(?:since|after|from|ref)\s+([-+]?\d{1,4})-(\d{1,2})-(\d{1,2})(?:(?:\s+|T)(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}(?:\.\d*)?))?)?\s*(Z|UTC|GMT|[-+]?\d{1,2}:\d{2}|[-+]\d{3,4}|[-+]\d{1,2}|0)?\s*$/i;

/**
 * Dates and times of day without marks between their parts, and dates of a month or a year alone,
 * as UDUNITS reads them.
 */
const SHORT = [
  [/(?<=^\w+ \w+ )(\d{4})(\d{2})(\d{2})(?=$|[ TZ])/i, '$1-$2-$3'],
  [/(?<=^\w+ \w+ )([-+]?\d{4}-\d{1,2})(?=$| )/, '$1-1'],
  [/(?<=^\w+ \w+ )(\d{4})(?=$| )/, '$1-1-1'],
  [/(?<=\d-\d{1,2}[T ])(\d{2})(\d{2})(\d{2}(?:\.\d*)?)(?=$|[ Z+-])/i, '$1:$2:$3'],
  [/(?<=\d-\d{1,2}[T ])(\d{2})(\d{2})(?=$|[ Z+-])/i, '$1:$2'],
] as const;

const inFull = (units: string): string =>
  SHORT.reduce(
    (text, [short, full]) => text.replace(short, full),
    units.replaceAll('\0', '').trim().replace(/\s+/g, ' '),
  );

/**
 * `proleptic`: days are counted as if the Gregorian calendar had always held. `mixed`: as history
 * did, by the Julian one until 4 October 1582 and without a year 0, which is what CF's default
 * calendar means.
 */
export type DayCount = 'proleptic' | 'mixed';

/**
 * null when the text is not a time unit of fixed length with an epoch (months and years have no
 * fixed length).
 */
export function parseTimeUnits(units: string, count: DayCount = 'proleptic'): TimeUnits | null {
  const match = UNITS.exec(inFull(units));
  if (!match) return null;
  const [, unit = '', year, month, day, hour = '0', minute = '0', second = '0', zone] = match;
  const secondsPerUnit = secondsOf(unit.toLowerCase());
  if (secondsPerUnit === undefined) return null;
  const date = [Number(year), Number(month), Number(day)] as const;
  const midnight = count === 'mixed' ? mixedSeconds(...date) : utcSeconds(...date);
  const clock = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  if (midnight === undefined || Number(hour) > 24 || Number(minute) > 59) return null;
  return { secondsPerUnit, epochSeconds: midnight + clock - zoneSeconds(zone) };
}

/** A plural has two letters before its s, such as 'hrs'. */
const secondsOf = (unit: string): number | undefined =>
  SECONDS.get(unit) ?? SECONDS.get(unit.replace(/(?<=..)s$/, ''));

/** undefined for a day that its month does not have: it is one of another month. */
function utcSeconds(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 ? date.getTime() / 1000 : undefined;
}

const GREGORIAN_FROM = 15821015;
const JULIAN_UNTIL = 15821004;
/** From the beginning of 1 March of the year 0, Julian, to that of 1970. */
const DAYS_BEFORE_1970 = 719_470;

/** The ten days that were left out are no dates, and neither are those of a year 0. */
function mixedSeconds(year: number, month: number, day: number): number | undefined {
  const written = year * 10_000 + month * 100 + day;
  if (year === 0) return undefined;
  if (written >= GREGORIAN_FROM) return utcSeconds(year, month, day);
  if (written > JULIAN_UNTIL) return undefined;
  const own = year < 0 ? year + 1 : year; // the year before 1 is -1
  const isLeap = own % 4 === 0;
  const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  if (month < 1 || month > 12 || day < 1 || day > length) return undefined;
  // Years that begin in March have their odd day at their end.
  const [y, m] = month > 2 ? [own, month - 3] : [own - 1, month + 9];
  const days = Math.floor((1461 * y) / 4) + Math.floor((153 * m + 2) / 5) + day - 1;
  return (days - DAYS_BEFORE_1970) * 86400;
}

/** Seconds by which a zone is ahead of UTC; "-6:00" is six hours behind. */
function zoneSeconds(zone: string | undefined): number {
  const match = /^([-+]?)(\d{1,2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  const [, sign, hours, minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}
