// What a file's name says (specification part 4 section 6): its datastream and the time of its
// first record.
import { type DatastreamParts, parseDatastream } from '@isobar/contract/catalogue/datastream.ts';

export interface FileName {
  /** Such as `sgpmetE13.b1`. */
  readonly datastream: string;
  readonly parts: DatastreamParts;
  /**
   * Seconds since 1970 UTC of the first record; null where the name has no real date in its place.
   */
  readonly start: number | null;
  /** What stands between time and ending, such as `custom` or `ppi`; nothing for a raw file. */
  readonly infixes: readonly string[];
  /** A raw file carries its original name at the end: `sssclassFn.00.YYYYMMDD.hhmmss.raw.NAME`. */
  readonly rawName: string | null;
  /** In lower case and without the dot; empty when there is none. */
  readonly extension: string;
}

const ARCHIVED = /^([a-z]{3}[a-z0-9-]+[A-Z]\d{1,3}\.[a-z0-9]{2})\.(.+)$/;
const TIMED = /^(\d{8})\.(\d{6})\.(.+)$/;

/** Parses a file name (without folders); null when it does not begin with a datastream's name. */
export function parseFileName(name: string): FileName | null {
  const [, datastream = '', rest = ''] = ARCHIVED.exec(name) ?? [];
  const parts = parseDatastream(datastream);
  if (!parts) return null;
  const [, day = '', time = '', tail = ''] = TIMED.exec(rest) ?? [];
  const start = day === '' ? null : instant(day, time);
  const after = start === null ? rest : tail;
  const rawName = after.startsWith('raw.') ? after.slice('raw.'.length) : null;
  const pieces = after.split('.');
  const extension = pieces.pop() ?? '';
  return {
    datastream,
    parts,
    start,
    infixes: rawName === null ? pieces : [],
    rawName,
    extension: extension.toLowerCase(),
  };
}

const LOOSE_DATE =
  /(?:^|[^0-9])((?:19|20)\d{2})([-_.]?)(\d{2})\2(\d{2})(?:[-_.tT]?(\d{2})[-_.:]?(\d{2})[-_.:]?(\d{2})?[zZ]?)?(?=$|[^0-9])/;

/**
 * The first date that a name of any other form holds, in seconds UTC: `profile_2019-01-02.nc`;
 * null: none.
 */
export function dateInName(name: string): number | null {
  const match = LOOSE_DATE.exec(name);
  if (!match) return null;
  const [, year = '', , month = '', day = '', hour = '00', minute = '00', second = '00'] = match;
  const date = year + month + day;
  return instant(date, hour + minute + second) ?? instant(date, '000000');
}

/**
 * The pattern for name-patterns.csv that names of this form follow: 'lidar_%Y-%m-%d.nc'; null: the
 * name holds no date, or something that patterns cannot express.
 */
export function patternOfName(name: string): string | null {
  const match = LOOSE_DATE.exec(name);
  if (!match || dateInName(name) === null || /[%{}*]/.test(name)) return null;
  const [found, , , , , hour, , second] = match;
  const lead = /^[0-9]/.test(found) ? '' : found.slice(0, 1);
  const letters = [
    '%Y',
    '%m',
    '%d',
    ...(hour === undefined ? [] : ['%H', '%M']),
    ...(second === undefined ? [] : ['%S']),
  ];
  const dated = letters.reduce(
    (text, letter) => text.replace(letter === '%Y' ? /\d{4}/ : /\d{2}/, letter),
    found.slice(lead.length),
  );
  return name.slice(0, match.index) + lead + dated + name.slice(match.index + found.length);
}

/** A name without its dates and ending: what the files of one series have in common. */
export function stemOf(name: string): string {
  return name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(LOOSE_DATE, (found) => (/^[0-9]/.test(found) ? '' : found.slice(0, 1)))
    .replace(/^[-_.\s]+|[-_.\s]+$/g, '');
}

/** Folders of years, with those of months and days in them. */
const DATED_FOLDERS = /(^|\/)(?:19|20)\d{2}(?:\/\d{1,3}){0,2}(?=\/)/;
/** Most dates in a name; with more, the digits are taken for something else. */
const MOST_DATES = 4;

/**
 * What the paths of one series have in common: 'lidar/#/roof_#.nc'; null: the name holds no date.
 */
export function seriesOf(path: string): string | null {
  const at = path.lastIndexOf('/') + 1;
  let name = path.slice(at);
  if (dateInName(name) === null) return null;
  for (let dates = 0; dates < MOST_DATES; dates++)
    name = name.replace(LOOSE_DATE, (found) => `${/^[0-9]/.test(found) ? '' : found.slice(0, 1)}#`);
  return path.slice(0, at).replace(DATED_FOLDERS, '$1#') + name;
}

function instant(day: string, time: string): number | null {
  const [y, mo, d] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6))];
  const [h, mi, s] = [Number(time.slice(0, 2)), Number(time.slice(2, 4)), Number(time.slice(4))];
  const isReal =
    y >= 100 && mo >= 1 && mo <= 12 && d >= 1 && d <= daysIn(y, mo) && h < 24 && mi < 60 && s < 60;
  return isReal ? Date.UTC(y, mo - 1, d, h, mi, s) / 1000 : null;
}

const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();
