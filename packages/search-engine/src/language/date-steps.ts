// The keys of a date histogram: calendar units or fixed widths. Times are milliseconds since 1970,
// UTC.
import type { AggregationKinds } from '@isobar/query-language/aggregation.ts';
import { add, floor } from './dates.ts';
import { illegal } from './refusal.ts';

/** How keys follow one another. */
export type Steps = {
  /** Key of the bucket that holds a value. */
  readonly keyOf: (value: number) => number;
  readonly next: (key: number) => number;
};

export type DateInterval =
  /** Second, minute, hour, day, week from Monday, month, quarter or year. */
  | { readonly kind: 'calendar'; readonly unit: CalendarUnit; readonly offset: number }
  /** Milliseconds. */
  | { readonly kind: 'fixed'; readonly width: number; readonly offset: number };
export type CalendarUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'q' | 'y';

type Options = Pick<
  AggregationKinds['date_histogram'],
  'calendar_interval' | 'fixed_interval' | 'offset'
>;

/** The interval that a request asks for. Throws Refusal. */
export function dateInterval({ calendar_interval, fixed_interval, offset }: Options): DateInterval {
  const shift = offset === undefined ? 0 : durationOf(offset);
  if (calendar_interval === undefined)
    return { kind: 'fixed', width: durationOf(fixed_interval as string), offset: shift };
  const unit = CALENDAR_UNITS.get(calendar_interval);
  if (!unit)
    throw illegal(
      `The supplied interval [${calendar_interval}] could not be parsed as a calendar interval.`,
    );
  return { kind: 'calendar', unit, offset: shift };
}

export function dateSteps(interval: DateInterval): Steps {
  const { offset } = interval;
  const steps =
    interval.kind === 'fixed' ? fixedSteps(interval.width) : calendarSteps(interval.unit);
  if (offset === 0) return steps;
  return {
    keyOf: (value) => steps.keyOf(value - offset) + offset,
    next: (key) => steps.next(key - offset) + offset,
  };
}

/** Most buckets of one histogram. */
export const MAX_HISTOGRAM_BUCKETS = 65_536;

/**
 * The keys in order. If empty buckets are wanted (`minimum` is 0), this includes those between the
 * first and the last, and out to `bounds`. Throws Refusal when there are too many.
 */
export function keysInOrder(
  found: readonly number[],
  { keyOf, next }: Steps,
  minimum: number,
  bounds: { readonly min: number; readonly max: number } | null,
): number[] {
  const sorted = found.toSorted((a, b) => a - b);
  if (minimum > 0) {
    if (sorted.length > MAX_HISTOGRAM_BUCKETS) throw tooMany();
    return sorted;
  }
  const first = Math.min(sorted[0] ?? Infinity, bounds ? keyOf(bounds.min) : Infinity);
  const last = Math.max(sorted.at(-1) ?? -Infinity, bounds ? keyOf(bounds.max) : -Infinity);
  const keys: number[] = [];
  for (let key = first; key <= last; key = next(key)) {
    if (keys.length === MAX_HISTOGRAM_BUCKETS) throw tooMany();
    keys.push(key);
  }
  return keys;
}

const tooMany = () =>
  illegal(`Trying to create too many buckets. Must be at most [${MAX_HISTOGRAM_BUCKETS}]`);

const fixedSteps = (width: number): Steps => ({
  keyOf: (value) => Math.floor(value / width) * width,
  next: (key) => key + width,
});

const calendarSteps = (unit: CalendarUnit): Steps => ({
  keyOf: (value) => {
    const date = new Date(value);
    floor(date, unit);
    return date.getTime();
  },
  next: (key) => {
    const date = new Date(key);
    add(date, unit, 1);
    return date.getTime();
  },
});

const CALENDAR_UNITS: ReadonlyMap<string, CalendarUnit> = new Map(
  Object.entries({
    second: 's',
    '1s': 's',
    minute: 'm',
    '1m': 'm',
    hour: 'h',
    '1h': 'h',
    day: 'd',
    '1d': 'd',
    week: 'w',
    '1w': 'w',
    month: 'M',
    '1M': 'M',
    quarter: 'q',
    '1q': 'q',
    year: 'y',
    '1y': 'y',
  } as const),
);

/** Milliseconds of `30d`, `12h`, `90m`, `10s`, `100ms`; may be negative. */
function durationOf(text: string): number {
  const found = /^([+-]?)(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  const width = found ? Number(found[2]) * (DURATIONS[found[3] ?? ''] ?? 0) : 0;
  if (!found || (width === 0 && !found[1]))
    throw illegal(
      `failed to parse [${text}] as a time value: expected a number and ms, s, m, h or d`,
    );
  return found[1] === '-' ? -width : width;
}

const DURATIONS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
