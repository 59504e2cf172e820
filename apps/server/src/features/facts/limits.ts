// What quality reports and access take from the hours of a datastream, as plain data that a thread
// of the pool can be given.
import type { ReportClass } from '@isobar/contract/calls/facts.ts';
import { type AffectedSpan, touches } from '@isobar/contract/quality/affected.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import { HOUR_SECONDS } from '../../core/facts/hour-columns.ts';
import { type HourRange, hoursIn } from '../../core/facts/read-facts.ts';
import { limitedSpans } from '../../core/quality/limited-access.ts';
import { masksOf } from '../../core/quality/masks.ts';
import { allOf, spansOn } from '../../core/quality/spans.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';

/** Reports in force and times of limited access of one datastream. */
export interface Limits {
  readonly reports: readonly AffectedSpan[];
  readonly limited: readonly AffectedSpan[];
}

export const limitsOf = (tables: CuratedTables, datastream: string): Limits => ({
  reports: spansOn(tables, allOf(datastream)),
  limited: limitedSpans(tables, datastream),
});

/** 1 in hours that a report of these classes touches; for a variable, by its name. */
export function touchedHours(
  { reports }: Limits,
  of: { readonly datastream: string; readonly variable: string },
  classes: readonly ReportClass[],
  range: HourRange,
): Uint8Array {
  const touched = new Uint8Array(hoursIn(range));
  if (classes.length === 0) return touched;
  const ranges = [{ start: range.from, end: range.to - 1 }];
  const holding = { datastream: of.datastream, ranges, variables: [of.variable] };
  const spans = reports.filter((span) => touches(span, holding));
  for (const span of masksOf(spans, classes)) fill(touched, range, span, HOUR_SECONDS);
  return touched;
}

/** 1 on days of limited access. */
export function limitedHours({ limited }: Limits, range: HourRange): Uint8Array {
  const hours = new Uint8Array(hoursIn(range));
  for (const span of limited) fill(hours, range, span, DAY_SECONDS);
  return hours;
}

/** Marks the units (hours or days UTC, in seconds) that a span touches. */
function fill(
  hours: Uint8Array,
  { from, to }: HourRange,
  { start, end }: { readonly start: number; readonly end: number },
  unit: number,
): void {
  if (start > end || start >= to || end < from) return;
  const first = Math.floor(Math.max(start, from) / unit) * unit;
  const last = (Math.floor(Math.min(end, to - 1) / unit) + 1) * unit;
  hours.fill(
    1,
    Math.max(0, (first - from) / HOUR_SECONDS),
    Math.min(hours.length, (last - from) / HOUR_SECONDS),
  );
}
