// One time in a text: a day, a month, a season, a part of these, a year.
import { MONTH, monthOf, SEASON, type Season, seasonOf } from './calendar-words.ts';
import {
  addDays,
  addMonths,
  dayOf,
  isYear,
  type Span,
  spanOfMonth,
  spanOfMonths,
  spanOfYear,
} from './days.ts';
import { numbered } from './when-numbered.ts';
import {
  at,
  DAY,
  GAP,
  hasUnit,
  here,
  lettersBefore,
  OF,
  type Read,
  type Reader,
  SHORT_YEAR,
  sticky,
  YEAR,
  yearOf,
} from './when-read.ts';

export const isWholeYear = ({ start, end }: Span): boolean =>
  !!start?.endsWith('-01-01') && !!end?.endsWith('-12-31') && start.slice(0, 4) === end.slice(0, 4);

/** One time: a day, a month, a season, a part of these, a year. */
export function point(reader: Reader): Read | null {
  return (
    part(reader) ??
    numbered(reader) ??
    dayPoint(reader) ??
    season(reader) ??
    monthPoint(reader) ??
    yearPoint(reader)
  );
}

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  fifth: 5,
  '5th': 5,
  last: 0,
  final: 0,
};
const ORDINAL = '(first|second|third|fourth|fifth|last|final|1st|2nd|3rd|4th|5th)';

const PART = sticky(
  `(?:the\\s+)?${ORDINAL}\\s+(?:(two|three|2|3)\\s+)?(weeks?|half|days?|quarter|third|ten days|fortnight|months?)\\s+(?:of|in)\\s+(?:the\\s+year\\s+)?`,
);
const QUARTER_YEAR = sticky(`q([1-4])(?:\\s+${OF}|[-/]|\\s*,\\s*)${YEAR}`);
const YEAR_QUARTER = sticky(`${YEAR}(?:\\s+|[-/])?q([1-4])`);

/**
 * 'first week of July 2015', 'second half of 2019', 'early March 2018', 'end of 2016', 'week of 3
 * May 2019', 'Q3 2019'.
 */
function part(reader: Reader): Read | null {
  const skip = (found: RegExpExecArray) => at(reader, reader.at + found[0].length);
  const some = here(reader, PART);
  if (some) {
    const read = whole(skip(some));
    const span =
      read && partOf(read.span, ORDINALS[some[1] ?? ''] ?? 1, some[3] ?? '', countOf(some[2]));
    if (read && span) return { ...read, span };
  }
  const half = here(
    reader,
    /(?:the\s+)?(early|mid|middle of|late|beginning of|start of|end of)(?:-|\s+)(?:the\s+year\s+)?/y,
  );
  if (half) {
    const read = whole(skip(half));
    const span = read && thirdOf(read.span, half[1] ?? '');
    if (read && span) return { ...read, span };
  }
  const week = here(reader, /(?:the\s+)?week\s+(?:of|starting|beginning|from)\s+(?:the\s+)?/y);
  if (week) {
    const read = dayPoint(skip(week));
    if (read?.span.start) {
      const span = { start: read.span.start, end: addDays(read.span.start, 6) };
      return { ...read, span };
    }
  }
  const quarter = here(reader, QUARTER_YEAR);
  const turned = here(reader, YEAR_QUARTER);
  const found = quarter ?? turned;
  if (found) {
    const [q, year] = quarter ? [found[1], found[2]] : [found[2], found[1]];
    const from = Number(q) * 3 - 2;
    return {
      end: reader.at + found[0].length,
      span: spanOfMonths(Number(year), from, Number(year), from + 2),
    };
  }
  return null;
}

const countOf = (text: string | undefined): number =>
  text === undefined ? 1 : ({ two: 2, '2': 2, three: 3, '3': 3 }[text] ?? 1);

/** A season, month or year that a part is taken of. */
const whole = (reader: Reader): Read | null =>
  season(reader) ?? monthPoint(reader) ?? yearPoint(reader);

function partOf({ start, end }: Span, ordinal: number, kind: string, count: number): Span | null {
  if (!start || !end) return null;
  const [year = 0, month = 1] = start.split('-').map(Number);
  const oneMonth = start.slice(0, 7) === end.slice(0, 7);
  if (/^(weeks?|days?|fortnight|ten days)$/.test(kind)) {
    const length =
      (kind.startsWith('week') ? 7 : kind === 'fortnight' ? 14 : kind === 'ten days' ? 10 : 1) *
      count;
    if (ordinal === 0) return { start: addDays(end, 1 - length), end };
    const first = addDays(start, (ordinal - 1) * length);
    const last = addDays(first, length - 1);
    return first > end ? null : { start: first, end: last > end ? end : last };
  }
  if (oneMonth && kind === 'half')
    return ordinal === 1
      ? { start, end: `${start.slice(0, 8)}15` }
      : { start: `${start.slice(0, 8)}16`, end };
  if (oneMonth || !start.endsWith('-01-01')) return null;
  if (kind === 'half')
    return ordinal === 1 ? spanOfMonths(year, 1, year, 6) : spanOfMonths(year, 7, year, 12);
  const length = kind === 'quarter' ? 3 : kind === 'third' ? 4 : count;
  const from = ordinal === 0 ? 13 - length : month + (ordinal - 1) * length;
  return from + length > 13 ? null : spanOfMonths(year, from, year, from + length - 1);
}

/**
 * Thirds: of a month 1-10, 11-20, 21 to its end; of a year four months each; of a decade 0-3, 4-6,
 * 7-9.
 */
function thirdOf({ start, end }: Span, which: string): Span | null {
  if (!start || !end) return null;
  const third = /^(early|beginning|start)/.test(which) ? 0 : /^mid/.test(which) ? 1 : 2;
  const [year = 0, month = 1] = start.split('-').map(Number);
  if (start.slice(0, 7) === end.slice(0, 7)) {
    const from = `${start.slice(0, 8)}${['01', '11', '21'][third]}`;
    return { start: from, end: third === 2 ? end : `${start.slice(0, 8)}${['10', '20'][third]}` };
  }
  if (isWholeYear({ start, end })) return spanOfMonths(year, third * 4 + 1, year, third * 4 + 4);
  if (end.startsWith(`${year + 9}-12`)) {
    const [from, to] = third === 0 ? [0, 3] : [third * 3 + 1, third * 3 + 3];
    return { start: `${year + from}-01-01`, end: `${year + to}-12-31` };
  }
  const on = addMonths(start, third);
  const [y = year, m = month] = on.split('-').map(Number);
  return spanOfMonth(y, m);
}

/** A single day in the usual forms, with the groups of its year, month and day. */
const DAYS: readonly (readonly [pattern: RegExp, year: number, month: number, day: number])[] = [
  [sticky(`${YEAR}([-/.])(\\d{1,2})\\2(\\d{1,2})(?:t[0-9:.]+z?)?`), 1, 3, 4],
  [sticky(`${YEAR}(\\d\\d)(\\d\\d)`), 1, 2, 3],
  [sticky(`(\\d\\d)${MONTH}${YEAR}`), 3, 2, 1],
  [sticky(`${YEAR}\\s*(\\d{1,2})\\s*[月월]\\s*(\\d{1,2})\\s*[日일]`), 1, 2, 3],
  [sticky(`${DAY}\\s*${OF}-?\\s*${MONTH}${GAP}${YEAR}`), 3, 2, 1],
  [sticky(`${DAY}\\s+${OF}${MONTH}\\s*,?\\s*${SHORT_YEAR}`), 3, 2, 1],
  [sticky(`${MONTH}\\s+(?:the\\s+)?${DAY}${GAP}${YEAR}`), 3, 1, 2],
  [sticky(`${MONTH}\\s+${DAY}\\s*,?\\s*${SHORT_YEAR}`), 3, 1, 2],
  [sticky(`${YEAR}${GAP}${MONTH}${GAP}${DAY}`), 1, 2, 3],
  [sticky(`(\\d{1,2})\\.(\\d{1,2})\\.${YEAR}`), 3, 2, 1],
  [sticky(`(\\d{1,2})[/-](\\d{1,2})[/-]${YEAR}`), 3, 1, 2],
  [sticky(`(\\d{1,2})[/-](\\d{1,2})[/-]${YEAR}`), 3, 2, 1],
  [sticky('(\\d{1,2})/(\\d{1,2})/(\\d\\d)'), 3, 1, 2],
  [sticky('(\\d{1,2})/(\\d{1,2})/(\\d\\d)'), 3, 2, 1],
];

/** Of two numbers before a year that could both be months, the first is the month. */
function dayPoint(reader: Reader): Read | null {
  for (const [pattern, ofYear, ofMonth, ofDay] of DAYS) {
    const found = here(reader, pattern);
    if (!found) continue;
    const month = found[ofMonth] ?? '';
    const day = dayOf(yearOf(found[ofYear]), monthNumber(month), Number(found[ofDay]));
    if (day) return { end: reader.at + found[0].length, span: { start: day, end: day } };
  }
  return null;
}

const monthNumber = (text: string): number => (/^\d/.test(text) ? Number(text) : monthOf(text));

/**
 * A month in the usual forms, with the groups of its year and month. Of figures '10' is tried
 * before '1'.
 */
const MONTHS: readonly (readonly [pattern: RegExp, year: number, month: number])[] = [
  [sticky(`${MONTH}\\s*,?\\s*${SHORT_YEAR}`), 2, 1],
  [sticky(`${MONTH}(?:\\s*,?\\s*${OF}|-|\\s+')${YEAR}`), 2, 1],
  [sticky(`${YEAR}(?:\\s+|-|,\\s*)${MONTH}`), 1, 2],
  [sticky(`${YEAR}[-/](1[0-2]|0?[1-9])`), 1, 2],
  [sticky(`${YEAR}\\s*(1[0-2]|0?[1-9])\\s*[月월]`), 1, 2],
  [sticky(`${YEAR}(1[0-2]|0[1-9])`), 1, 2],
  [sticky(`(1[0-2]|0?[1-9])/${YEAR}`), 2, 1],
];

function monthPoint(reader: Reader): Read | null {
  for (const [pattern, ofYear, ofMonth] of MONTHS) {
    const found = here(reader, pattern);
    if (!found || hasUnit(reader.text, reader.at + found[0].length)) continue;
    const span = spanOfMonth(yearOf(found[ofYear]), monthNumber(found[ofMonth] ?? ''));
    return { end: reader.at + found[0].length, span };
  }
  return null;
}

/**
 * Months of the seasons in the north, as the first of three; winter begins in December of the year
 * before.
 */
const SEASON_START: Readonly<Record<Season, number>> = {
  spring: 3,
  summer: 6,
  autumn: 9,
  winter: 12,
};

/** First month of a season; the southern ones are half a year later. */
export const seasonStart = (season: Season, south: boolean): number =>
  south ? ((SEASON_START[season] + 5) % 12) + 1 : SEASON_START[season];

const SEASON_YEAR = sticky(
  `${SEASON}(?:time)?(?:\\s*,?\\s*(?:${OF}|in\\s+)|-)(?:${YEAR}|${SHORT_YEAR})(?:\\s*[/–-]\\s*((?:19|20)?\\d\\d))?(?![-/.]?\\d)`,
);
const YEAR_SEASON = sticky(`${YEAR}(?:[/-](\\d\\d|(?:19|20)\\d\\d))?\\s*${SEASON}(?:time)?`);
const MONTHS_YEAR = sticky(
  `(djf|mam|jja|son)\\s*${YEAR}(?:\\s*[/–-]\\s*((?:19|20)?\\d\\d))?(?![-/.]?\\d)`,
);

/** 'winter 2021' is December 2020 to February 2021 in the north; 'winter 2020/21' states it. */
function season(reader: Reader): Read | null {
  const named = here(reader, SEASON_YEAR);
  const turned = here(reader, YEAR_SEASON);
  const codes = here(reader, MONTHS_YEAR);
  if (codes) {
    const first = { djf: 12, mam: 3, jja: 6, son: 9 }[codes[1] ?? ''] ?? 12;
    const year = Number(codes[2]);
    const second = codes[3];
    const span = seasonSpan(first, second === undefined ? year : yearAfter(year, second));
    return { end: reader.at + codes[0].length, span };
  }
  const found = named ?? turned;
  if (!found || hasUnit(reader.text, reader.at + found[0].length)) return null;
  const name = seasonOf(named ? found[1] : found[3]);
  if (!name) return null;
  const year = yearOf(named ? (found[2] ?? found[3]) : found[1]);
  const second = named ? found[4] : found[2];
  const { south } = reader.rules;
  const first = seasonStart(name, south);
  const span = seasonSpan(first, second === undefined ? year : yearAfter(year, second));
  const hemisphere = south ? 'southern' : 'northern';
  return { end: reader.at + found[0].length, span, hemisphere };
}

export const seasonSpan = (first: number, year: number): Span =>
  first === 12 ? spanOfMonths(year - 1, 12, year, 2) : spanOfMonths(year, first, year, first + 2);

export const yearAfter = (year: number, second: string): number =>
  second.length === 4 ? Number(second) : Math.floor(year / 100) * 100 + Number(second);

const WHOLE_YEAR = sticky(`(?:the\\s+)?(?:year\\s+)?${YEAR}`);

function yearPoint(reader: Reader): Read | null {
  const decade = here(reader, /(?:the\s+)?((?:19|20)\d)0['’]?s/y);
  if (decade) {
    const from = Number(decade[1]) * 10;
    const span = { start: `${from}-01-01`, end: `${from + 9}-12-31` };
    return { end: reader.at + decade[0].length, span };
  }
  const nineties = here(
    reader,
    /(?:the\s+)?(?:(?<=the\s+['’]?|['’])([89]0)['’]?s|(eighties)|nineties)/y,
  );
  if (nineties) {
    const from = nineties[1] === '80' || nineties[2] ? 1980 : 1990;
    return {
      end: reader.at + nineties[0].length,
      span: { start: `${from}-01-01`, end: `${from + 9}-12-31` },
    };
  }
  const short = /(?:^|\s)['’]$/.test(lettersBefore(reader)) && here(reader, /(\d\d)/y);
  if (short) return { end: reader.at + short[0].length, span: spanOfYear(yearOf(short[1])) };
  const found = here(reader, WHOLE_YEAR);
  if (!found) return null;
  const end = reader.at + found[0].length;
  const year = Number(found[1]);
  if (!isYear(year) || hasUnit(reader.text, end)) return null;
  if (/^[-/.]\d{1,2}[-/.]\d/.test(reader.text.slice(end, end + 8))) return null; // no real day
  if (
    /(?:version|ver|model|type|no|number|channel|wmo|serial|flight|order)\.?\s*$/.test(
      lettersBefore(reader),
    )
  )
    return null;
  return { end, span: spanOfYear(year) };
}
