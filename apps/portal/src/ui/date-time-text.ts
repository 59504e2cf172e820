// Dates and times as text and as days of a calendar, UTC. Pure.

/** Closed; seconds since 1970 UTC. */
export type Bounds = { readonly start: number; readonly end: number };
export type Edge = 'start' | 'end';

const DAY = 86_400;

/** Seconds -> 'YYYY-MM-DD' or 'YYYY-MM-DD HH:mm:ss'. */
export function showDate(seconds: number, dateOnly = false): string {
  const iso = new Date(seconds * 1000).toISOString();
  return dateOnly ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

const TYPED =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:Z|UTC)?)?$/i;

/**
 * What was typed -> seconds; null when it is no real date. Without a time: 00:00:00 of a start,
 * 23:59:59 of an end.
 */
export function parseTyped(text: string, edge: Edge, dateOnly = false): number | null {
  const match = TYPED.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(toNumber);
  const midnight = Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1) / 1000;
  const real = new Date(midnight * 1000);
  if (real.getUTCMonth() + 1 !== month || real.getUTCDate() !== day) return null;
  if (dateOnly || hour === undefined) return midnight + (edge === 'start' ? 0 : DAY - 1);
  const time = secondsOfTime(hour, minute ?? 0, second ?? 0);
  return time === null ? null : midnight + time;
}

/** Hours, minutes, seconds -> seconds of the day; null when that is no time of a day. */
export function secondsOfTime(hour: number, minute: number, second: number): number | null {
  const fits = (value: number, below: number): boolean =>
    Number.isInteger(value) && value >= 0 && value < below;
  if (!fits(hour, 24) || !fits(minute, 60) || !fits(second, 60)) return null;
  return hour * 3600 + minute * 60 + second;
}

/** Seconds -> [hour, minute, second] of the day. */
export function timeOf(seconds: number): readonly [number, number, number] {
  const of = ((seconds % DAY) + DAY) % DAY;
  return [Math.floor(of / 3600), Math.floor((of % 3600) / 60), of % 60];
}

/** Midnight UTC of the day. */
export const midnightOf = (seconds: number): number => Math.floor(seconds / DAY) * DAY;

/** A day as calendars draw it: the same year, month and day, whatever the person's time zone. */
export function toCalendar(seconds: number): Date {
  const utc = new Date(seconds * 1000);
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate());
}

/** The opposite: midnight UTC of a calendar's day. */
export const fromCalendar = (day: Date): number =>
  Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 1000;

/** Another day at the same time; on a first pick the time that belongs to the edge. */
export function withDay(value: number | null, day: number, edge: Edge): number {
  const time = value === null ? (edge === 'start' ? 0 : DAY - 1) : value - midnightOf(value);
  return day + time;
}

/** The nearest value inside the bounds. */
export const snap = (seconds: number, bounds: Bounds): number =>
  Math.min(Math.max(seconds, bounds.start), bounds.end);

const toNumber = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);
