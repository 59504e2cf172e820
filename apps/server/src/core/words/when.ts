// Times in a text: '2019', 'winter 2021', 'since 2020', 'first week of July 2015' -> days. Pure:
// only 'last' and 'today' look at `today`.
import { MONTH, monthOf } from './calendar-words.ts';
import { addDays, dayOf, type Span, spanOfMonths } from './days.ts';
import { UNSPACED } from './unspaced.ts';
import { numbered } from './when-numbered.ts';
import { isWholeYear, point, yearAfter } from './when-point.ts';
import {
  AND,
  at,
  DAY,
  GAP,
  type Hemisphere,
  hasUnit,
  here,
  lettersBefore,
  OF,
  type Read,
  type Reader,
  sticky,
  TO,
  type WhenRules,
  YEAR,
} from './when-read.ts';
import { relative } from './when-relative.ts';

/** What a part of a text says about time. */
export type When = {
  readonly start: number;
  readonly end: number;
  readonly span: Span;
  /** Whose seasons the words were taken for, where they name one. */
  readonly hemisphere?: Hemisphere;
};

/** A text is looked at up to here. */
export const LONGEST_TEXT = 1000;

/**
 * All times in a text, in its order; the text itself is not changed. Numbers with a unit, and
 * months and seasons without a year, are no times.
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
  text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });

/** The first time at or after `from`. */
function nextTime(text: string, from: number, rules: WhenRules): When | null {
  const words = /[\p{L}\p{N}]/uy;
  for (let at = from; at < text.length; at++) {
    words.lastIndex = at;
    if (!words.test(text) || isWithinWord(text[at - 1] ?? ' ')) continue;
    const read = timeAt(text, at, rules);
    if (read) return read;
  }
  return null;
}

const isWithinWord = (before: string): boolean =>
  /[\p{L}\p{N}\p{M}._+/-]/u.test(before) && !UNSPACED.test(before);

function timeAt(text: string, at: number, rules: WhenRules): When | null {
  const reader: Reader = { text, at, rules };
  const read = bounded(reader) ?? relative(reader) ?? numbered(reader) ?? ranged(reader);
  if (!read) return null;
  const { end, span, hemisphere } = read;
  return { start: at, end, span, ...(hemisphere ? { hemisphere } : {}) };
}

/** One end of a span: it can go by the present day too. */
const moment = (reader: Reader): Read | null => relative(reader) ?? point(reader);

/** 'since 2020', 'before March 2019', 'until 2015', 'from 2019 on'. */
function bounded(reader: Reader): Read | null {
  const since = here(
    reader,
    /(?:ever\s+)?(?:since|starting(?:\s+(?:in|from|on))?|beginning\s+(?:in|on|from)|as of|from|seit|depuis|desde|dal|с)\s+(?:the\s+)?/y,
  );
  if (since) {
    const read = moment(at(reader, reader.at + since[0].length));
    const open = since[0].startsWith('from');
    if (read && open) {
      const on = here(
        at(reader, read.end),
        /\s+(?:onwards?|on|forward|to\s+(?:now|today|present|date))/y,
      );
      if (on) return { ...read, end: read.end + on[0].length, span: { ...read.span, end: null } };
    }
    if (read && !open) {
      const now = here(at(reader, read.end), /\s+(?:to|until|till)\s+(?:now|today|present|date)/y);
      const end = read.end + (now ? now[0].length : 0);
      return { ...read, end, span: { ...read.span, end: null } };
    }
  }
  const latest = here(reader, /(?:no(?:t)?\s+(?:later\s+than|after))\s+(?:the\s+)?/y);
  if (latest) {
    const read = moment(at(reader, reader.at + latest[0].length));
    if (read) return { ...read, span: { start: null, end: read.span.end } };
  }
  const earliest = here(reader, /(?:no(?:t)?\s+(?:earlier\s+than|before))\s+(?:the\s+)?/y);
  if (earliest) {
    const read = moment(at(reader, reader.at + earliest[0].length));
    if (read) return { ...read, span: { ...read.span, end: null } };
  }
  const after = here(
    reader,
    /(?:after|later than|past|nach|après|después\s+de|depois\s+de|dopo|после)\s+(?:the\s+)?/y,
  );
  if (after) {
    const read = moment(at(reader, reader.at + after[0].length));
    if (read?.span.end) return { ...read, span: { start: addDays(read.span.end, 1), end: null } };
  }
  const before = here(
    reader,
    /(?:before|earlier than|prior to|vor|avant|antes\s+de|prima\s+del|до)\s+(?:the\s+)?/y,
  );
  if (before) {
    const read = moment(at(reader, reader.at + before[0].length));
    if (read?.span.start)
      return { ...read, span: { start: null, end: addDays(read.span.start, -1) } };
  }
  const until = here(
    reader,
    /(?:until|till|through|up to|up until|to|bis|jusqu['’](?:à|en)|hasta|até|fino\s+al)\s+(?:the\s+)?(?:end of\s+)?/y,
  );
  if (until && !/[\p{L}\p{N}]\s*$/u.test(until[0].startsWith('to') ? lettersBefore(reader) : '')) {
    const read = moment(at(reader, reader.at + until[0].length));
    if (read) return { ...read, span: { start: null, end: read.span.end } };
  }
  return null;
}

/**
 * 'from … to …', 'between … and …', '2015-2018', 'June to August 2019', '3-7 Jan 2019', or one time
 * alone.
 */
function ranged(reader: Reader): Read | null {
  const lead = here(
    reader,
    /(?:(?:from|between|entre|zwischen|между|im|en|em|nel|von|de|в|in|on|during|for|of|over|within|throughout|around|at)\s+)?(?:the\s+)?(?:(?:year|years|month|period|season|day|date|days)\s+(?:of\s+)?)?/y,
  );
  const begin = lead ? reader.at + lead[0].length : reader.at;
  const first = at(reader, begin);
  const short = shortRange(first);
  if (short) return short;
  const one = moment(first);
  if (!one) return null;
  const onwards = here(
    at(reader, one.end),
    /\s+(?:and\s+)?(?:onwards?|and\s+later|or\s+later|and\s+after)/y,
  );
  if (onwards)
    return { ...one, end: one.end + onwards[0].length, span: { ...one.span, end: null } };
  const years = isWholeYear(one.span) && here(at(reader, one.end), /\/((?:19|20)?\d\d)/y);
  const second = years ? yearAfter(Number(one.span.start?.slice(0, 4)), years[1] ?? '') : 0;
  if (years && second === Number(one.span.start?.slice(0, 4)) + 1)
    return {
      end: one.end + years[0].length,
      span: { start: one.span.start, end: `${second}-12-31` },
    };
  const join = joinAfter(reader.text, one.end);
  const between = /^(?:between|entre|zwischen|между)/.test(lead?.[0] ?? '');
  if (join && (between || !AND.test(join))) {
    const other = moment(at(reader, one.end + join.length));
    if (other && one.span.start && other.span.end && one.span.start <= other.span.end)
      return {
        end: other.end,
        span: { start: one.span.start, end: other.span.end },
        hemisphere: one.hemisphere ?? other.hemisphere,
      };
    const now = here(at(reader, one.end + join.length), /(?:now|today|present|date)/y);
    if (now)
      return { end: one.end + join.length + now[0].length, span: { ...one.span, end: null } };
    const two = here(at(reader, one.end + join.length), /(\d\d)/y);
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

const JOIN = sticky(TO.source);

function joinAfter(text: string, place: number): string | null {
  if (/^\/(?:19|20)\d\d-\d\d/.test(text.slice(place))) return '/'; // an interval of ISO 8601
  JOIN.lastIndex = place;
  return JOIN.exec(text)?.[0] ?? null;
}

const MONTH_TO_MONTH = sticky(
  `${MONTH}(?:${TO.source}|\\s*[/&+]\\s*)${MONTH}(?:\\s*,?\\s*${OF}|-)${YEAR}`,
);
const YEAR_MONTHS = sticky(`${YEAR}(?:\\s+|,\\s*)${MONTH}(?:${TO.source})${MONTH}`);
const DAYS_OF_MONTH = sticky(`${DAY}(?:${TO.source})${DAY}\\s+${OF}${MONTH}${GAP}${YEAR}`);
const MONTH_DAYS = sticky(`${MONTH}\\s+${DAY}(?:${TO.source})${DAY}${GAP}${YEAR}`);
const DAY_TO_DAY = sticky(
  `${DAY}\\s+${OF}${MONTH}(?:${TO.source})${DAY}\\s+${OF}${MONTH}${GAP}${YEAR}`,
);
const MONTH_DAY_TO_MONTH_DAY = sticky(
  `${MONTH}\\s+${DAY}(?:${TO.source})${MONTH}\\s+${DAY}${GAP}${YEAR}`,
);

/**
 * Spans whose first end leaves out what the second says: 'June-August 2019', '3 to 7 January 2019',
 * 'January 3-7, 2019'.
 */
function shortRange(reader: Reader): Read | null {
  const { text } = reader;
  const end = (found: RegExpExecArray) => reader.at + found[0].length;
  const months = here(reader, MONTH_TO_MONTH);
  if (months && !hasUnit(text, end(months))) {
    const year = Number(months[3]);
    const [from, to] = [monthOf(months[1]), monthOf(months[2])];
    return { end: end(months), span: spanOfMonths(from > to ? year - 1 : year, from, year, to) };
  }
  const behind = here(reader, YEAR_MONTHS);
  if (behind && !/^\s*,?\s*(?:19|20)\d\d/.test(text.slice(end(behind)))) {
    const year = Number(behind[1]);
    const [from, to] = [monthOf(behind[2]), monthOf(behind[3])];
    return { end: end(behind), span: spanOfMonths(year, from, from > to ? year + 1 : year, to) };
  }
  const days = here(reader, DAYS_OF_MONTH);
  const daysUs = here(reader, MONTH_DAYS);
  const found = days ?? daysUs;
  if (found) {
    const [a, b, c] = days ? [found[3], found[1], found[2]] : [found[1], found[2], found[3]];
    const year = Number(found[4]);
    const start = dayOf(year, monthOf(a), Number(b));
    const last = dayOf(year, monthOf(a), Number(c));
    if (start && last && start <= last) return { end: end(found), span: { start, end: last } };
  }
  const across = here(reader, DAY_TO_DAY);
  const acrossUs = here(reader, MONTH_DAY_TO_MONTH_DAY);
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
