// Months as weeks of days, and steps between them. Days are YYYYMMDD, months YYYYMM, UTC.
import { plural } from '@isobar/contract/count.ts';
import { DAY_SECONDS, formatCompactDay, parseCompact } from '@isobar/contract/time.ts';

export const monthOf = (date: string): string => date.slice(0, 6);

/** '20190104' -> '2019-01-04', '201901' -> '2019-01'. */
export const dashed = (date: string): string =>
  date.replace(/^(\d{4})(\d{2})(\d{2})?$/, (_, y, m, d) => [y, m, d].filter(Boolean).join('-'));

/** The days of a month in weeks from Sunday to Saturday; null for places outside of it. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const first = parseCompact(`${month}01`) ?? 0;
  const start = new Date(first * 1000).getUTCDay();
  const days: (string | null)[] = Array.from({ length: start }, () => null);
  for (let at = first; ; at += DAY_SECONDS) {
    const day = formatCompactDay(at);
    if (monthOf(day) !== month) break;
    days.push(day);
  }
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

type Week =
  | { readonly days: readonly (string | null)[] }
  /** Days of one or more weeks that have nothing. */
  | { readonly without: readonly string[] };

/**
 * The weeks of a month; those without a plot are joined, so that an empty stretch takes one line.
 */
export function weeksWithGaps(month: string, has: (day: string) => boolean): readonly Week[] {
  const weeks: Week[] = [];
  for (const days of weeksOf(month)) {
    const there = days.filter((day) => day !== null);
    if (there.some(has)) {
      weeks.push({ days });
      continue;
    }
    const before = weeks.at(-1);
    if (before && 'without' in before)
      weeks[weeks.length - 1] = { without: [...before.without, ...there] };
    else weeks.push({ without: there });
  }
  return weeks;
}

/** '6 to 31: 26 days without data' */
export function gapText(days: readonly string[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const number = (day: string): string => String(Number(day.slice(6)));
  const span = first === last ? number(first) : `${number(first)} to ${number(last)}`;
  return `${span}: ${plural(days.length, 'day')} without data`;
}

/** How many days a month has. */
export const daysIn = (month: string): number =>
  weeksOf(month)
    .flat()
    .filter((day) => day !== null).length;

/** The same day some months later or earlier, or the last day of a month that has no such day. */
export function addMonths(date: string, months: number): string {
  const at = Number(date.slice(0, 4)) * 12 + Number(date.slice(4, 6)) - 1 + months;
  const month = `${String(Math.floor(at / 12)).padStart(4, '0')}${String((at % 12) + 1).padStart(2, '0')}`;
  const last =
    weeksOf(month)
      .flat()
      .filter((day) => day !== null)
      .at(-1) ?? `${month}28`;
  const same = `${month}${date.slice(6)}`;
  return same <= last ? same : last;
}
