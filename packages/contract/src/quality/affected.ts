// What a data quality report is about: which data, which variables, and from when to when. Every
// reader asks here. Pure.
import { intersect, mergeSpans, type Span } from '../orders/span.ts';
import { endOfDay, formatInstant, parseDay, parseInstant } from '../time.ts';

/** One datastream, span of time and class of a report, in the only form that readers get to see. */
export type AffectedSpan = Span & {
  readonly datastream: string;
  /** First second, UTC, which belongs to it. */
  readonly start: number;
  /** Last second, UTC, which belongs to it whole; infinite: the report is still going on. */
  readonly end: number;
  readonly code: number;
  /** The affected variables by name; an empty list stands for all variables. */
  readonly variables: readonly string[];
};

/** Ends from here on stand for 'not known' in tables of this kind (3001-01-01). */
const NO_END_SECONDS = 32_503_680_000; // 3000-01-01

/** The first second that a written start means; what is no date means that no start is known. */
export const firstSecond = (written: string): number =>
  parseInstant(written) ?? Number.NEGATIVE_INFINITY;

/**
 * The last second that a written end means: a day lasts until its last second. Empty, no date, and
 * a date from the year 3000 on mean that there is no end.
 */
export function lastSecond(written: string): number {
  const last = parseInstant(written);
  if (last === null || last >= NO_END_SECONDS) return Number.POSITIVE_INFINITY;
  return parseDay(written) === null ? last : endOfDay(last);
}

/** YYYY-MM-DDTHH:mm:ssZ; empty where there is no such end. */
export const writtenSecond = (seconds: number): string =>
  Number.isFinite(seconds) ? formatInstant(seconds) : '';

/**
 * Names as a report lists them, each once and without blanks around it; none where they say 'all'.
 */
export function namedVariables(written: readonly string[]): readonly string[] {
  const names = written.map((name) => name.trim()).filter((name) => name !== '');
  return names.some((name) => name.toLowerCase() === 'all') ? [] : [...new Set(names)];
}

/**
 * A span as calls send it: an empty start is not known, a null end means that it is still going on.
 */
export const sentSpan = (span: {
  readonly datastream: string;
  readonly startDateTime: string;
  readonly endDateTime: string | null;
  readonly code: number;
  readonly variables: readonly string[];
}): AffectedSpan => ({
  datastream: span.datastream,
  start: firstSecond(span.startDateTime),
  end: lastSecond(span.endDateTime ?? ''),
  code: span.code,
  variables: namedVariables(span.variables),
});

/**
 * What a user has, or selects, of a datastream. No range: all times; no variable: all variables.
 */
export type Holding = {
  readonly datastream: string;
  /** Seconds UTC, both ends included. */
  readonly ranges: readonly Span[];
  readonly variables: readonly string[];
};

/** Whether a span of a report is about some of what a user has. */
export const touches = (span: AffectedSpan, holding: Holding): boolean =>
  span.datastream === holding.datastream &&
  touchesTime(span, holding.ranges) &&
  touchedVariables(span, holding) !== null;

/** Whether a span shares a second with one of the ranges; no range: all times. */
export const touchesTime = (span: Span, ranges: readonly Span[]): boolean =>
  span.start <= span.end &&
  (ranges.length === 0 || ranges.some((range) => intersect(span, range) !== null));

/** Those variables of a holding that a span is about; empty: all of them; null: none. */
export function touchedVariables(
  span: Pick<AffectedSpan, 'variables'>,
  holding: Pick<Holding, 'variables'>,
): readonly string[] | null {
  if (holding.variables.length === 0) return span.variables;
  if (span.variables.length === 0) return holding.variables;
  const both = span.variables.filter((name) => holding.variables.includes(name));
  return both.length > 0 ? both : null;
}

/** Answers of a variable whether a span is about it. */
export function aboutVariable({
  variables,
}: Pick<AffectedSpan, 'variables'>): (name: string) => boolean {
  if (variables.length === 0) return () => true;
  const named = new Set(variables);
  return (name) => named.has(name);
}

/**
 * Those variables of a holding that any of some spans that touch it is about; none where one of
 * them is about all that is held.
 */
export function variablesTogether(
  spans: readonly Pick<AffectedSpan, 'variables'>[],
  holding: Pick<Holding, 'variables'>,
): string[] {
  const each = spans.map((span) => touchedVariables(span, holding) ?? []);
  return each.some((names) => names.length === 0) ? [] : [...new Set(each.flat())];
}

/** The parts of some spans that lie within bounds, each moment once; ascending. */
export function within(spans: readonly Span[], bounds: readonly Span[]): readonly Span[] {
  const inner = mergeSpans(spans.filter(({ start, end }) => start <= end));
  const outer = mergeSpans(bounds);
  const shared: Span[] = [];
  let first = 0;
  for (const span of inner) {
    while (first < outer.length && (outer[first]?.end ?? 0) < span.start) first += 1;
    for (let at = first; at < outer.length; at += 1) {
      const bound = outer[at];
      if (!bound || bound.start > span.end) break;
      const both = intersect(span, bound);
      if (both) shared.push(both);
    }
  }
  return shared;
}

/** How many seconds some spans have that share none. */
export const countSeconds = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + (end - start + 1), 0);
