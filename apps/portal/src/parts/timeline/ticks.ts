// The ticks of a time axis in UTC: about six round dates in a window.
import type { Span } from '@isobar/contract/quality/timeline.ts';

export type Tick = { readonly hour: number; readonly label: string };

type Step = {
  readonly unit: 'year' | 'month' | 'day' | 'hour' | 'minute';
  readonly every: number;
};

const STEPS: readonly (Step & { readonly hours: number })[] = [
  { unit: 'minute', every: 5, hours: 1 / 12 },
  { unit: 'minute', every: 15, hours: 1 / 4 },
  { unit: 'minute', every: 30, hours: 1 / 2 },
  { unit: 'hour', every: 1, hours: 1 },
  { unit: 'hour', every: 3, hours: 3 },
  { unit: 'hour', every: 6, hours: 6 },
  { unit: 'hour', every: 12, hours: 12 },
  { unit: 'day', every: 1, hours: 24 },
  { unit: 'day', every: 2, hours: 48 },
  { unit: 'day', every: 7, hours: 168 },
  { unit: 'day', every: 14, hours: 336 },
  { unit: 'month', every: 1, hours: 730 },
  { unit: 'month', every: 3, hours: 2190 },
  { unit: 'month', every: 6, hours: 4380 },
  { unit: 'year', every: 1, hours: 8766 },
  { unit: 'year', every: 2, hours: 17_532 },
  { unit: 'year', every: 5, hours: 43_830 },
  { unit: 'year', every: 10, hours: 87_660 },
  { unit: 'year', every: 20, hours: 175_320 },
  { unit: 'year', every: 50, hours: 438_300 },
  { unit: 'year', every: 100, hours: 876_600 },
];
const HOUR_MS = 3_600_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Ticks of a time axis, ascending: at most one more than `most` in up to `most` centuries. */
export function timeTicks(window: Span, most = 7): readonly Tick[] {
  const wanted = (window[1] - window[0]) / most;
  const step = STEPS.find(({ hours }) => hours >= wanted) ?? STEPS.at(-1);
  if (!step) return [];
  const ticks: Tick[] = [];
  const date = floorTo(new Date(window[0] * HOUR_MS), step);
  while (date.getTime() / HOUR_MS <= window[1] && ticks.length < 40) {
    const hour = date.getTime() / HOUR_MS;
    if (hour >= window[0]) ticks.push({ hour, label: labelOf(date, step.unit) });
    advance(date, step);
  }
  return ticks;
}

function floorTo(date: Date, { unit, every }: Step): Date {
  const year = date.getUTCFullYear();
  if (unit === 'year') return new Date(Date.UTC(Math.floor(year / every) * every, 0));
  const month = date.getUTCMonth();
  if (unit === 'month') return new Date(Date.UTC(year, Math.floor(month / every) * every));
  const day = date.getUTCDate();
  if (unit === 'day') return new Date(Date.UTC(year, month, every === 1 ? day : 1));
  return new Date(Date.UTC(year, month, day));
}

function advance(date: Date, { unit, every }: Step): void {
  if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() + every);
  else if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + every);
  else if (unit === 'day') date.setUTCDate(date.getUTCDate() + every);
  else if (unit === 'hour') date.setUTCHours(date.getUTCHours() + every);
  else date.setUTCMinutes(date.getUTCMinutes() + every);
}

function labelOf(date: Date, unit: Step['unit']): string {
  const month = MONTHS[date.getUTCMonth()] ?? '';
  if (unit === 'year') return String(date.getUTCFullYear());
  if (unit === 'month') return date.getUTCMonth() === 0 ? String(date.getUTCFullYear()) : month;
  if (unit === 'day') return `${date.getUTCDate()} ${month}`;
  const hour = date.getUTCHours();
  const minute = date.getUTCMinutes();
  if (hour === 0 && minute === 0) return `${date.getUTCDate()} ${month}`;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
