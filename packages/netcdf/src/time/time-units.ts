// Understands CF time units, such as "seconds since 2019-01-01 00:00:00 0:00".

export interface TimeUnits {
  /** Seconds in one unit. */
  readonly secondsPerUnit: number;
  /** The moment that is zero, in seconds since 1970-01-01 00:00 UTC. */
  readonly epochSeconds: number;
}

const SECONDS: Readonly<Record<string, number>> = {
  microsecond: 1e-6,
  microsec: 1e-6,
  millisecond: 1e-3,
  millisec: 1e-3,
  msec: 1e-3,
  ms: 1e-3,
  second: 1,
  sec: 1,
  s: 1,
  minute: 60,
  min: 60,
  hour: 3600,
  hr: 3600,
  h: 3600,
  day: 86400,
  d: 86400,
  week: 604800,
};

const UNITS =
  /^\s*([A-Za-z]+)\s+(?:since|after|from|ref)\s+([-+]?\d{1,4})-(\d{1,2})-(\d{1,2})(?:(?:\s+|T)(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}(?:\.\d*)?))?)?\s*(Z|UTC|GMT|[-+]?\d{1,2}:\d{2}|[-+]\d{3,4}|[-+]\d{1,2}|0)?\s*$/i;

/** null when the text is not a time unit of fixed length with an epoch (months and years have no fixed length). */
export function parseTimeUnits(units: string): TimeUnits | null {
  const match = UNITS.exec(units.replaceAll('\0', ''));
  if (!match) return null;
  const [, unit = '', year, month, day, hour = '0', minute = '0', second = '0', zone] = match;
  const secondsPerUnit = secondsOf(unit.toLowerCase());
  if (secondsPerUnit === undefined) return null;
  const midnight = utcSeconds(Number(year), Number(month), Number(day));
  const clock = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  if (midnight === undefined || Number(hour) > 24 || Number(minute) > 59) return null;
  return { secondsPerUnit, epochSeconds: midnight + clock - zoneSeconds(zone) };
}

function secondsOf(unit: string): number | undefined {
  const singular = unit.length > 2 && unit.endsWith('s') ? unit.slice(0, -1) : unit;
  const name = [unit, singular].find((one) => Object.hasOwn(SECONDS, one));
  return name === undefined ? undefined : SECONDS[name];
}

function utcSeconds(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.getTime() / 1000 : undefined;
}

/** Seconds by which a zone is ahead of UTC; "-6:00" is six hours behind. */
function zoneSeconds(zone: string | undefined): number {
  const match = /^([-+]?)(\d{1,2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  const [, sign, hours, minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}
