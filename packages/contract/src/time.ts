// UTC dates and their formats, in one place. Instants are seconds since 1970-01-01T00:00:00Z unless
// a name says ms.

export const DAY_SECONDS = 86_400;

/** Seconds -> 'YYYY-MM-DD' (UTC). */
export const formatDay = (seconds: number): string => iso(seconds).slice(0, 10);

/** Seconds -> 'YYYY-MM-DD HH:mm:ss' (UTC). */
export const formatDayTime = (seconds: number): string =>
  iso(seconds).slice(0, 19).replace('T', ' ');

/**
 * Seconds -> 'YYYY-MM-DDTHH:mm:ssZ', the form of every date in a document or call. Fractions are
 * cut.
 */
export const formatInstant = (seconds: number): string => `${iso(seconds).slice(0, 19)}Z`;

/** Seconds -> 'YYYYMMDD' (UTC), as in file names. */
export const formatCompactDay = (seconds: number): string => formatDay(seconds).replaceAll('-', '');

/** Seconds -> 'YYYYMMDDHH' (UTC), as in quality timelines. */
export const formatCompactHour = (seconds: number): string =>
  iso(seconds).slice(0, 13).replace(/[-T]/g, '');

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|\+00:?00)?$/;

/** 'YYYY-MM-DD' -> seconds at its midnight UTC; null when it is no real day. */
export const parseDay = (text: string): number | null => read(DAY, text);

/**
 * 'YYYY-MM-DD', 'YYYY-MM-DD HH:mm[:ss]' or ISO with Z -> seconds (UTC); null when it is no real
 * instant.
 */
export const parseInstant = (text: string): number | null => parseDay(text) ?? read(INSTANT, text);

/** 'YYYYMMDD' or 'YYYYMMDDHH' -> seconds (UTC); null when it is no real hour. */
export const parseCompact = (text: string): number | null =>
  read(/^(\d{4})(\d{2})(\d{2})(\d{2})?$/, text);

/** The last second of the UTC day that holds `seconds`. */
export const endOfDay = (seconds: number): number =>
  Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS + DAY_SECONDS - 1;

const iso = (seconds: number): string => new Date(Math.floor(seconds) * 1000).toISOString();

/**
 * `pattern` finds year, month, day and, as far as they are given, what follows down to the second.
 */
function read(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text);
  if (!found) return null;
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = found
    .slice(1)
    .map((field) => Number(field ?? 0));
  const date = new Date(Date.UTC(y, mo - 1, d, h, mi, s));
  // A field that is too large is carried over: 30 February becomes 2 March, and hour 24 the next
  // day.
  const isReal =
    date.getUTCFullYear() === y &&
    date.getUTCMonth() === mo - 1 &&
    date.getUTCDate() === d &&
    date.getUTCHours() === h &&
    date.getUTCMinutes() === mi &&
    date.getUTCSeconds() === s;
  return isReal ? date.getTime() / 1000 : null;
}
