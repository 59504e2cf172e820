// Spans of quality reports whose values are masked, for the classes that an order chose. Pure.
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import { span } from './limited-access.ts';
import type { TableRow } from './schemas.ts';

/** Seconds since 1970 UTC, both ends included. */
type ReportSpan = { variables: 'all' | string[]; start: number; end: number };

/** Quality codes of the two classes (specification part 3 section 3). */
const CODES: Readonly<Record<DqrFilter, number>> = { suspect: 3, incorrect: 4 };

/** Far enough for any file, and a number that JSON can hold. */
const OPEN = { start: -1e11, end: 1e11 };

/** A report that names no variable, or 'all', is about all of them. */
export const isAboutAll = (variables: readonly string[]): boolean =>
  variables.length === 0 || variables.some((name) => name.toLowerCase() === 'all');

export function masksOf(
  reports: readonly Pick<
    TableRow<'quality-reports.csv'>,
    'quality_code' | 'start_time' | 'end_time' | 'variables'
  >[],
  chosen: readonly DqrFilter[],
): ReportSpan[] {
  const codes = new Set(chosen.map((filter) => CODES[filter]));
  return reports
    .filter((report) => codes.has(report.quality_code))
    .map((report) => {
      const { start, end } = span(report.start_time, report.end_time);
      return {
        variables: isAboutAll(report.variables) ? 'all' : [...report.variables],
        start: Math.max(start, OPEN.start),
        end: Math.min(end, OPEN.end),
      };
    });
}
