// Weeks, halves and days by their number in a year: 'week 20 of 2022', '2022-W20', 'H1 2019', 'day
// 123 of 2019', '2019-045'.
import { addDays, daysIn, type Span, spanOfMonths, weekday } from './days.ts';
import { hasUnit, here, type Read, type Reader, sticky, YEAR } from './when-read.ts';

const OF = '(?:\\s+of\\s+|\\s+in\\s+|\\s*,\\s*|\\s+|-|/)';
const WEEK =
  '(?:iso\\s+)?(?:calendar\\s+)?(?:week|wk|cw|kw)(?:\\s+(?:no\\.?|number)|\\.)?\\s*(\\d{1,2})';
const DAY =
  '(?:doy|julian\\s+day|year\\s*day|jd|day(?:\\s+of\\s+(?:the\\s+)?year|\\s+no\\.?|\\s+number)?)\\s*(\\d{1,3})';
/** Only where the year stands before it: 'w10' is the wind at ten metres. */
const ISO_WEEK = '(?<=\\d-?)w(\\d\\d)';
/** A day as ISO 8601 has it by its number: '2019-045', '2019045'. */
const ISO_DAY = sticky(`${YEAR}-?(\\d{3})`);
const HALF = '(?:h|half\\s+)([12])';

type Kind = {
  readonly yearFirst: RegExp;
  readonly yearLast: RegExp;
  readonly spanOf: (year: number, number: number) => Span | null;
};

const kind = (part: string, spanOf: Kind['spanOf']): Kind => ({
  yearFirst: sticky(`${YEAR}(?:\\s*,\\s*|\\s+|-|/)?${part}`),
  yearLast: sticky(`${part}${OF}${YEAR}`),
  spanOf,
});

/** null: nothing of this kind is at this place. */
export function numbered(reader: Reader): Read | null {
  for (const { yearFirst, yearLast, spanOf } of KINDS) {
    const first = here(reader, yearFirst);
    const found = first ?? here(reader, yearLast);
    if (!found) continue;
    const [year, number] = first ? [found[1], found[2]] : [found[2], found[1]];
    const span = spanOf(Number(year), Number(number));
    if (span) return { end: reader.at + found[0].length, span };
  }
  const day = here(reader, ISO_DAY);
  const span =
    day &&
    !hasUnit(reader.text, reader.at + day[0].length) &&
    spanOfDay(Number(day[1]), Number(day[2]));
  return day && span ? { end: reader.at + day[0].length, span } : null;
}

/** Monday to Sunday; the first week of a year is the one with its fourth day (ISO 8601). */
function spanOfWeek(year: number, week: number): Span | null {
  const fourth = `${year}-01-04`;
  const start = addDays(fourth, (week - 1) * 7 - weekday(fourth));
  const isThere = week >= 1 && addDays(start, 3).startsWith(String(year));
  return isThere ? { start, end: addDays(start, 6) } : null;
}

function spanOfDay(year: number, day: number): Span | null {
  const days = daysIn(year, 2) + 337;
  if (day < 1 || day > days) return null;
  const start = addDays(`${year}-01-01`, day - 1);
  return { start, end: start };
}

const spanOfHalf = (year: number, half: number): Span =>
  half === 1 ? spanOfMonths(year, 1, year, 6) : spanOfMonths(year, 7, year, 12);

const KINDS: readonly Kind[] = [
  kind(ISO_WEEK, spanOfWeek),
  kind(WEEK, spanOfWeek),
  kind(DAY, spanOfDay),
  kind(HALF, spanOfHalf),
];
