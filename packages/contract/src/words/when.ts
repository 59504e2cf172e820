// Times in a text: '2019', 'winter 2021', 'since 2020', 'first week of July 2015' -> days. Pure: only 'last' and 'today' look at `today`.
import {
  addDays,
  addMonths,
  dayOf,
  isYear,
  type Span,
  spanOfMonth,
  spanOfMonths,
  spanOfYear,
  weekday,
} from './days.ts';

/** What a part of a text says about time. */
export type When = {
  readonly start: number;
  readonly end: number;
  readonly span: Span;
  /** What was taken where the words leave a choice: which months a season has, and where. */
  readonly note?: string;
};

export type WhenRules = {
  /** YYYY-MM-DD in UTC. */
  readonly today: string;
  /** Whether the seasons are those of the southern half of the earth. */
  readonly south: boolean;
};

/** A text is looked at up to here. */
export const LONGEST_TEXT = 1000;

/**
 * The times in a text, in its order. Where a person gives several, each is told; the text itself is not changed. Numbers with a unit,
 * and months and seasons without a year, are no times.
 */
export function timesIn(text: string, rules: WhenRules): readonly When[] {
  const lower = lowerSameLength(text.slice(0, LONGEST_TEXT));
  const found: When[] = [];
  for (let at = 0; at < lower.length; ) {
    const next = nextTime(lower, at, rules);
    if (!next) break;
    found.push(next);
    at = next.end;
  }
  return found;
}

/** Lower case that keeps every offset. */
export const lowerSameLength = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The first time at or after `from`. */
function nextTime(text: string, from: number, rules: WhenRules): When | null {
  const words = /[\p{L}\p{N}]/uy;
  for (let at = from; at < text.length; at++) {
    words.lastIndex = at;
    if (!words.test(text) || /[\p{L}\p{N}._+/-]/u.test(text[at - 1] ?? ' ')) continue;
    const read = timeAt(text, at, rules);
    if (read) return read;
  }
  return null;
}

function timeAt(text: string, at: number, rules: WhenRules): When | null {
  const reader: Reader = { text, at, rules };
  const read = relative(reader) ?? bounded(reader) ?? ranged(reader);
  return read ? { start: at, end: read.end, span: read.span, ...noted(read.note) } : null;
}

type Reader = { readonly text: string; readonly at: number; readonly rules: WhenRules };
type Read = { readonly end: number; readonly span: Span; readonly note?: string | undefined };

const noted = (note: string | undefined): { note?: string } => (note ? { note } : {});

const at = (reader: Reader, place: number): Reader => ({ ...reader, at: place });

/** What a pattern finds right here, ending where a word ends. */
function here(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  const sticky = new RegExp(pattern.source, 'y');
  sticky.lastIndex = reader.at;
  const found = sticky.exec(reader.text);
  if (!found || found[0] === '') return null;
  const after = reader.text.slice(reader.at + found[0].length);
  return /^(?:[\p{L}\p{N}_]|[.,][\p{N}])/u.test(after) && !/[\s-]$/.test(found[0]) ? null : found;
}

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const SEASON = '(spring|summer|autumn|fall|winter)';
const YEAR = '((?:19|20)\\d\\d)';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const GAP = '(?:\\s+|\\s*,\\s*|-)';
/** What stands between the two ends of a span of time. */
const TO = /\s*(?:-|–|—|\.\.)\s*|\s+(?:to|till|til|until|through|thru|up to|and)\s+/;

const monthOf = (text: string | undefined): number => MONTHS.indexOf((text ?? '').slice(0, 3)) + 1;

/** 'since 2020', 'before March 2019', 'until 2015', 'from 2019 on'. */
function bounded(reader: Reader): Read | null {
  const since = here(
    reader,
    /(?:ever\s+)?(?:since|starting(?:\s+(?:in|from|on))?|beginning\s+(?:in|on|from)|as of|from)\s+(?:the\s+)?/,
  );
  if (since) {
    const read = point(at(reader, reader.at + since[0].length));
    const open = since[0].startsWith('from');
    if (read && open) {
      const on = here(
        at(reader, read.end),
        /\s+(?:onwards?|on|forward|to\s+(?:now|today|present|date))/,
      );
      if (on) return { ...read, end: read.end + on[0].length, span: { ...read.span, end: null } };
    }
    if (read && !open) {
      const now = here(at(reader, read.end), /\s+(?:to|until|till)\s+(?:now|today|present|date)/);
      const end = read.end + (now ? now[0].length : 0);
      return { ...read, end, span: { ...read.span, end: null } };
    }
  }
  const after = here(reader, /(?:after|later than|past)\s+(?:the\s+)?/);
  if (after) {
    const read = point(at(reader, reader.at + after[0].length));
    if (read?.span.end) return { ...read, span: { start: addDays(read.span.end, 1), end: null } };
  }
  const before = here(reader, /(?:before|earlier than|prior to)\s+(?:the\s+)?/);
  if (before) {
    const read = point(at(reader, reader.at + before[0].length));
    if (read?.span.start)
      return { ...read, span: { start: null, end: addDays(read.span.start, -1) } };
  }
  const until = here(
    reader,
    /(?:until|till|through|up to|up until|to)\s+(?:the\s+)?(?:end of\s+)?/,
  );
  if (
    until &&
    !/[\p{L}\p{N}]\s*$/u.test(until[0].startsWith('to') ? reader.text.slice(0, reader.at) : '')
  ) {
    const read = point(at(reader, reader.at + until[0].length));
    if (read) return { ...read, span: { start: null, end: read.span.end } };
  }
  return null;
}

/** 'from … to …', 'between … and …', '2015-2018', 'June to August 2019', '3-7 Jan 2019', or one time alone. */
function ranged(reader: Reader): Read | null {
  const lead = here(
    reader,
    /(?:(?:from|between|in|on|during|for|of|over|within|throughout|around|at)\s+)?(?:the\s+)?(?:(?:year|years|month|period|season|day|date|days)\s+(?:of\s+)?)?/,
  );
  const begin = lead ? reader.at + lead[0].length : reader.at;
  const first = at(reader, begin);
  const short = shortRange(first);
  if (short) return short;
  const one = point(first);
  if (!one) return null;
  const join = joinAfter(reader.text, one.end);
  const between = lead?.[0].startsWith('between');
  if (join && (between || !/and/.test(join))) {
    const other = point(at(reader, one.end + join.length));
    if (other && one.span.start && other.span.end && one.span.start <= other.span.end)
      return {
        end: other.end,
        span: { start: one.span.start, end: other.span.end },
        note: one.note ?? other.note,
      };
    const now = here(at(reader, one.end + join.length), /(?:now|today|present|date)/);
    if (now)
      return { end: one.end + join.length + now[0].length, span: { ...one.span, end: null } };
    const two = here(at(reader, one.end + join.length), /(\d\d)/);
    const year = Number(one.span.start?.slice(0, 4));
    const to = Math.floor(year / 100) * 100 + Number(two?.[1]);
    if (two && isWholeYear(one.span) && to > year && to <= year + 30 && /^-|^–/.test(join))
      return {
        end: one.end + join.length + 2,
        span: { start: one.span.start, end: `${to}-12-31` },
      };
  }
  return one;
}

const isWholeYear = ({ start, end }: Span): boolean =>
  !!start?.endsWith('-01-01') && !!end?.endsWith('-12-31') && start.slice(0, 4) === end.slice(0, 4);

function joinAfter(text: string, place: number): string | null {
  const sticky = new RegExp(TO.source, 'y');
  sticky.lastIndex = place;
  return sticky.exec(text)?.[0] ?? null;
}

/** Spans whose first end leaves out what the second says: 'June-August 2019', '3 to 7 January 2019', 'January 3-7, 2019'. */
function shortRange(reader: Reader): Read | null {
  const { text } = reader;
  const end = (found: RegExpExecArray) => reader.at + found[0].length;
  const months = here(
    reader,
    new RegExp(`${MONTH}(?:${TO.source})${MONTH}(?:\\s*,?\\s*(?:of\\s+)?|-)${YEAR}`),
  );
  if (months && !hasUnit(text, end(months))) {
    const year = Number(months[3]);
    const [from, to] = [monthOf(months[1]), monthOf(months[2])];
    return { end: end(months), span: spanOfMonths(from > to ? year - 1 : year, from, year, to) };
  }
  const days = here(
    reader,
    new RegExp(`${DAY}(?:${TO.source})${DAY}\\s+(?:of\\s+)?${MONTH}${GAP}${YEAR}`),
  );
  const daysUs = here(reader, new RegExp(`${MONTH}\\s+${DAY}(?:${TO.source})${DAY}${GAP}${YEAR}`));
  const found = days ?? daysUs;
  if (found) {
    const [a, b, c] = days ? [found[3], found[1], found[2]] : [found[1], found[2], found[3]];
    const year = Number(found[4]);
    const start = dayOf(year, monthOf(a), Number(b));
    const last = dayOf(year, monthOf(a), Number(c));
    if (start && last && start <= last) return { end: end(found), span: { start, end: last } };
  }
  const across = here(
    reader,
    new RegExp(
      `${DAY}\\s+(?:of\\s+)?${MONTH}(?:${TO.source})${DAY}\\s+(?:of\\s+)?${MONTH}${GAP}${YEAR}`,
    ),
  );
  const acrossUs = here(
    reader,
    new RegExp(`${MONTH}\\s+${DAY}(?:${TO.source})${MONTH}\\s+${DAY}${GAP}${YEAR}`),
  );
  const both = across ?? acrossUs;
  if (both) {
    const [d1, m1, d2, m2] = across
      ? [both[1], both[2], both[3], both[4]]
      : [both[2], both[1], both[4], both[3]];
    const year = Number(both[5]);
    const [from, to] = [monthOf(m1), monthOf(m2)];
    const start = dayOf(from > to ? year - 1 : year, from, Number(d1));
    const last = dayOf(year, to, Number(d2));
    if (start && last && start <= last) return { end: end(both), span: { start, end: last } };
  }
  return null;
}

/** Numbers with one of these behind them are lengths, waves, pressures … and no years. */
const UNIT =
  /^\s*(?:°|%|(?:nm|[uµμ]m|mm|cm|m|km|ft|feet|hz|khz|mhz|ghz|hpa|pa|mb|mbar|k|kg|g|mg|ug|w|ms|s|sec|seconds?|min|minutes?|hours?|hrs?|utc|z|l|ppm|ppb|ppt|dbz|db|meters?|metres?|kilometers?|wavelengths?|channels?|levels?|bins?|points?|samples?|files?|cm-3)(?![\p{L}\p{N}_]))/u;

const hasUnit = (text: string, end: number): boolean => UNIT.test(text.slice(end, end + 16));

/** One time: a day, a month, a season, a part of these, a year. */
function point(reader: Reader): Read | null {
  return (
    part(reader) ?? dayPoint(reader) ?? season(reader) ?? monthPoint(reader) ?? yearPoint(reader)
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

/** 'first week of July 2015', 'second half of 2019', 'early March 2018', 'end of 2016', 'week of 3 May 2019', 'Q3 2019'. */
function part(reader: Reader): Read | null {
  const skip = (found: RegExpExecArray) => at(reader, reader.at + found[0].length);
  const some = here(
    reader,
    new RegExp(
      `(?:the\\s+)?${ORDINAL}\\s+(?:(two|three|2|3)\\s+)?(weeks?|half|days?|quarter|third|ten days|fortnight|months?)\\s+(?:of|in)\\s+(?:the\\s+year\\s+)?`,
    ),
  );
  if (some) {
    const read = whole(skip(some));
    const span =
      read && partOf(read.span, ORDINALS[some[1] ?? ''] ?? 1, some[3] ?? '', countOf(some[2]));
    if (read && span) return { ...read, span, note: daysNote(span) };
  }
  const half = here(
    reader,
    /(?:the\s+)?(early|mid|middle of|late|beginning of|start of|end of)(?:-|\s+)(?:the\s+year\s+)?/,
  );
  if (half) {
    const read = whole(skip(half));
    const span = read && thirdOf(read.span, half[1] ?? '');
    if (read && span) return { ...read, span, note: daysNote(span) };
  }
  const week = here(reader, /(?:the\s+)?week\s+(?:of|starting|beginning|from)\s+(?:the\s+)?/);
  if (week) {
    const read = dayPoint(skip(week));
    if (read?.span.start) {
      const span = { start: read.span.start, end: addDays(read.span.start, 6) };
      return { ...read, span, note: daysNote(span) };
    }
  }
  const quarter = here(reader, new RegExp(`q([1-4])(?:\\s+(?:of\\s+)?|[-/]|\\s*,\\s*)${YEAR}`));
  const turned = here(reader, new RegExp(`${YEAR}(?:\\s+|[-/])?q([1-4])`));
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

const daysNote = ({ start, end }: Span): string => `${start ?? ''} to ${end ?? ''}`;

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

/** Thirds: of a month 1-10, 11-20, 21 to its end; of a year four months each. */
function thirdOf({ start, end }: Span, which: string): Span | null {
  if (!start || !end) return null;
  const third = /^(early|beginning|start)/.test(which) ? 0 : /^mid/.test(which) ? 1 : 2;
  const [year = 0, month = 1] = start.split('-').map(Number);
  if (start.slice(0, 7) === end.slice(0, 7)) {
    const from = `${start.slice(0, 8)}${['01', '11', '21'][third]}`;
    return { start: from, end: third === 2 ? end : `${start.slice(0, 8)}${['10', '20'][third]}` };
  }
  if (isWholeYear({ start, end })) return spanOfMonths(year, third * 4 + 1, year, third * 4 + 4);
  const on = addMonths(start, third);
  const [y = year, m = month] = on.split('-').map(Number);
  return spanOfMonth(y, m);
}

/** A single day in one of the usual forms. Of two numbers before a year that could both be months, the first is the month. */
function dayPoint(reader: Reader): Read | null {
  const read = (
    pattern: string,
    order: readonly [year: number, month: number, day: number],
  ): Read | null => {
    const found = here(reader, new RegExp(pattern));
    if (!found) return null;
    const month = found[order[1]] ?? '';
    const day = dayOf(
      Number(found[order[0]]),
      /^\d/.test(month) ? Number(month) : monthOf(month),
      Number(found[order[2]]),
    );
    return day ? { end: reader.at + found[0].length, span: { start: day, end: day } } : null;
  };
  return (
    read(`${YEAR}([-/.])(\\d{1,2})\\2(\\d{1,2})(?:t[0-9:.]+z?)?`, [1, 3, 4]) ??
    read(`${YEAR}(\\d\\d)(\\d\\d)`, [1, 2, 3]) ??
    read(`${DAY}\\s*(?:of\\s+)?-?\\s*${MONTH}${GAP}${YEAR}`, [3, 2, 1]) ??
    read(`${MONTH}\\s+(?:the\\s+)?${DAY}${GAP}${YEAR}`, [3, 1, 2]) ??
    read(`${YEAR}${GAP}${MONTH}${GAP}${DAY}`, [1, 2, 3]) ??
    read(`(\\d{1,2})\\.(\\d{1,2})\\.${YEAR}`, [3, 2, 1]) ??
    read(`(\\d{1,2})[/-](\\d{1,2})[/-]${YEAR}`, [3, 1, 2]) ??
    read(`(\\d{1,2})[/-](\\d{1,2})[/-]${YEAR}`, [3, 2, 1])
  );
}

function monthPoint(reader: Reader): Read | null {
  const named = here(reader, new RegExp(`${MONTH}(?:\\s*,?\\s*(?:of\\s+)?|-|\\s+')${YEAR}`));
  const turned = here(reader, new RegExp(`${YEAR}(?:\\s+|-|,\\s*)${MONTH}`));
  const numbered = here(reader, new RegExp(`${YEAR}[-/](0?[1-9]|1[0-2])`));
  const reversed = here(reader, new RegExp(`(0?[1-9]|1[0-2])/${YEAR}`));
  for (const [found, year, month] of [
    [named, 2, 1],
    [turned, 1, 2],
    [numbered, 1, 2],
    [reversed, 2, 1],
  ] as const) {
    if (!found || hasUnit(reader.text, reader.at + found[0].length)) continue;
    const text = found[month] ?? '';
    const number = /^\d/.test(text) ? Number(text) : monthOf(text);
    return { end: reader.at + found[0].length, span: spanOfMonth(Number(found[year]), number) };
  }
  return null;
}

/** Months of the seasons in the north, as the first of three; winter begins in December of the year before. */
const SEASON_START: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  autumn: 9,
  fall: 9,
  winter: 12,
};
const OPPOSITE: Readonly<Record<string, string>> = {
  spring: 'autumn',
  summer: 'winter',
  autumn: 'spring',
  fall: 'spring',
  winter: 'summer',
};

/** 'winter 2021' is December 2020 to February 2021 in the north; 'winter 2020/21' says so itself. */
function season(reader: Reader): Read | null {
  const named = here(
    reader,
    new RegExp(
      `${SEASON}(?:time)?(?:\\s*,?\\s*(?:of\\s+|in\\s+)?|-)${YEAR}(?:\\s*[/–-]\\s*((?:19|20)?\\d\\d))?(?![-/.]?\\d)`,
    ),
  );
  const turned = here(
    reader,
    new RegExp(`${YEAR}(?:[/-](\\d\\d|(?:19|20)\\d\\d))?\\s+${SEASON}(?:time)?`),
  );
  const codes = here(reader, new RegExp(`(djf|mam|jja|son)\\s*${YEAR}`));
  if (codes) {
    const first = { djf: 12, mam: 3, jja: 6, son: 9 }[codes[1] ?? ''] ?? 12;
    return { end: reader.at + codes[0].length, span: seasonSpan(first, Number(codes[2])) };
  }
  const found = named ?? turned;
  if (!found || hasUnit(reader.text, reader.at + found[0].length)) return null;
  const name = (named ? found[1] : found[3]) ?? '';
  const year = Number(named ? found[2] : found[1]);
  const second = named ? found[3] : found[2];
  const { south } = reader.rules;
  const first = SEASON_START[south ? (OPPOSITE[name] ?? name) : name] ?? 12;
  const span = seasonSpan(first, second === undefined ? year : yearAfter(year, second));
  const [from, to] = [span.start?.slice(0, 7), span.end?.slice(0, 7)];
  return {
    end: reader.at + found[0].length,
    span,
    note: `${from} to ${to}, ${south ? 'southern' : 'northern'} hemisphere`,
  };
}

const seasonSpan = (first: number, year: number): Span =>
  first === 12 ? spanOfMonths(year - 1, 12, year, 2) : spanOfMonths(year, first, year, first + 2);

const yearAfter = (year: number, second: string): number =>
  second.length === 4 ? Number(second) : Math.floor(year / 100) * 100 + Number(second);

function yearPoint(reader: Reader): Read | null {
  const decade = here(reader, /(?:the\s+)?((?:19|20)\d)0'?s/);
  if (decade) {
    const from = Number(decade[1]) * 10;
    const span = { start: `${from}-01-01`, end: `${from + 9}-12-31` };
    return { end: reader.at + decade[0].length, span };
  }
  const found = here(reader, new RegExp(`(?:the\\s+)?(?:year\\s+)?${YEAR}`));
  if (!found) return null;
  const end = reader.at + found[0].length;
  const year = Number(found[1]);
  if (!isYear(year) || hasUnit(reader.text, end)) return null;
  if (/^[-/.]\d{1,2}[-/.]\d/.test(reader.text.slice(end, end + 8))) return null; // no real day
  if (
    /(?:version|ver|model|type|no|number|channel|wmo|serial|flight|order)\.?\s*$/.test(
      reader.text.slice(0, reader.at),
    )
  )
    return null;
  return { end, span: spanOfYear(year) };
}

/** 'today', 'yesterday', 'last 3 days', 'last summer', 'this month'. */
function relative(reader: Reader): Read | null {
  const { today, south } = reader.rules;
  const end = (found: RegExpExecArray) => reader.at + found[0].length;
  const day = here(reader, /(today|yesterday)/);
  if (day) {
    const start = day[1] === 'today' ? today : addDays(today, -1);
    return { end: end(day), span: { start, end: start } };
  }
  const some = here(
    reader,
    /(?:(?:in|during|over|within|for|from)\s+)?(?:the\s+)?(?:last|past|previous)\s+(\d{1,3}|two|three|four|five|six|seven|ten|twelve|few)\s+(hours?|days?|weeks?|months?|years?)/,
  );
  if (some) {
    const count = NUMBERS[some[1] ?? ''] ?? Number(some[1]);
    return { end: end(some), span: lastSpan(today, count, some[2] ?? '') };
  }
  const one = here(
    reader,
    /(?:(?:in|during|over|from)\s+)?(?:the\s+)?(last|past|previous|this|current)\s+(week|month|year|spring|summer|autumn|fall|winter)/,
  );
  if (!one || /^\s+of\b/.test(reader.text.slice(end(one)))) return null;
  const now = one[1] === 'this' || one[1] === 'current';
  const kind = one[2] ?? '';
  const [year = 0, month = 1] = today.split('-').map(Number);
  if (kind === 'week') {
    const monday = addDays(today, -weekday(today) - (now ? 0 : 7));
    return { end: end(one), span: { start: monday, end: addDays(monday, 6) } };
  }
  if (kind === 'month') {
    const [y = year, m = month] = addMonths(today, now ? 0 : -1)
      .split('-')
      .map(Number);
    return { end: end(one), span: spanOfMonth(y, m) };
  }
  if (kind === 'year') return { end: end(one), span: spanOfYear(now ? year : year - 1) };
  const first = SEASON_START[south ? (OPPOSITE[kind] ?? kind) : kind] ?? 12;
  const spans = [year + 1, year, year - 1].map((each) => seasonSpan(first, each));
  const span = spans.find((each) => (now ? (each.start ?? '') <= today : (each.end ?? '') < today));
  if (!span) return null;
  const note = `${span.start?.slice(0, 7)} to ${span.end?.slice(0, 7)}, ${south ? 'southern' : 'northern'} hemisphere`;
  return { end: end(one), span, note };
}

const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  twelve: 12,
  few: 3,
};

function lastSpan(today: string, count: number, unit: string): Span {
  if (unit.startsWith('hour')) return { start: addDays(today, -Math.ceil(count / 24)), end: today };
  if (unit.startsWith('day')) return { start: addDays(today, 1 - Math.max(1, count)), end: today };
  if (unit.startsWith('week'))
    return { start: addDays(today, 1 - 7 * Math.max(1, count)), end: today };
  const months = unit.startsWith('month') ? count : count * 12;
  return { start: addDays(addMonths(today, -months), 1), end: today };
}
