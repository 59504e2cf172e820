// Whole days in UTC as the parser of times counts them: pure calendar arithmetic on YYYY-MM-DD.

/** First and last day, both included, YYYY-MM-DD; null: open. */
export type Span = { readonly start: string | null; readonly end: string | null };

/** A year that a person can mean here. */
export const isYear = (year: number): boolean => year >= 1900 && year <= 2099;

/** A real day; null for 31 February. */
export function dayOf(year: number, month: number, day: number): string | null {
  if (!isYear(year) || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return `${year}-${two(month)}-${two(day)}`;
}

export const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

export const spanOfYear = (year: number): Span => ({
  start: `${year}-01-01`,
  end: `${year}-12-31`,
});

export const spanOfMonth = (year: number, month: number): Span => ({
  start: `${year}-${two(month)}-01`,
  end: `${year}-${two(month)}-${two(daysIn(year, month))}`,
});

/** From the first of one month to the last of another. */
export const spanOfMonths = (fromYear: number, from: number, toYear: number, to: number): Span => ({
  start: spanOfMonth(fromYear, from).start,
  end: spanOfMonth(toYear, to).end,
});

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The same day of another month, or the last where that month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const all = year * 12 + (month - 1) + months;
  const toYear = Math.floor(all / 12);
  const toMonth = (all % 12) + 1;
  return `${toYear}-${two(toMonth)}-${two(Math.min(date, daysIn(toYear, toMonth)))}`;
}

/** 0 Monday … 6 Sunday. */
export const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

const two = (number: number): string => String(number).padStart(2, '0');
