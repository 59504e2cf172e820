// Closed spans of time in seconds since 1970 UTC, and the arithmetic that carts and orders do with
// them.
import { DAY_SECONDS, endOfDay } from '../time.ts';

/** Both ends belong to it; `start` is not after `end`. */
export type Span = { readonly start: number; readonly end: number };

/** An open side is null. */
export type DateWindow = { readonly start: number | null; readonly end: number | null };

export const ANY_TIME: DateWindow = { start: null, end: null };

/** What two spans share; null if nothing. */
export function intersect(a: Span, b: Span): Span | null {
  const start = Math.max(a.start, b.start);
  const end = Math.min(a.end, b.end);
  return start <= end ? { start, end } : null;
}

/** The part of a span inside a window; null if there is none. */
export const insideWindow = (span: Span, window: DateWindow): Span | null =>
  intersect(span, {
    start: window.start ?? Number.NEGATIVE_INFINITY,
    end: window.end ?? Number.POSITIVE_INFINITY,
  });

/** The nearest value inside the bounds; what is not a number becomes `otherwise`. */
export const clamp = (value: number, bounds: Span, otherwise: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(value, bounds.start), bounds.end) : otherwise;

/** Sorted, with spans that overlap or follow one another within a second merged. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end + 1) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else merged.push(span);
  }
  return merged;
}

/** Midnight UTC of the day that holds an instant. */
export const startOfDay = (seconds: number): number =>
  Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS;

/** The whole UTC day that holds an instant. */
export const wholeDay = (seconds: number): Span => ({
  start: startOfDay(seconds),
  end: endOfDay(seconds),
});

/** Each UTC day that the spans touch, as a whole day, ascending and once. */
export function daysOf(spans: readonly Span[]): readonly Span[] {
  const days: Span[] = [];
  for (const span of mergeSpans(spans.map(toWholeDays))) {
    for (let at = span.start; at <= span.end; at += DAY_SECONDS) days.push(wholeDay(at));
  }
  return days;
}

/** How many UTC days the spans touch. */
export const countDays = (spans: readonly Span[]): number =>
  mergeSpans(spans.map(toWholeDays)).reduce(
    (days, span) => days + Math.round((span.end + 1 - span.start) / DAY_SECONDS),
    0,
  );

const toWholeDays = (span: Span): Span => ({
  start: startOfDay(span.start),
  end: endOfDay(span.end),
});
