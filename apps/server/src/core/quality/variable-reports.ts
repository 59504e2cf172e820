// The quality reports in force that touch a variable in a time span, the worst first. Pure.
import type { Span } from '@isobar/contract/orders/span.ts';
import { CODES, weightOf } from '@isobar/contract/quality/classes.ts';
import { TableError } from '../tables/read-table.ts';
import { type ReportedSpan, type ReportLookUp, spansOn } from './spans.ts';

/**
 * Null where the table of reports is not there: whether data are good is unknown then. `bounds`:
 * both ends included.
 */
export function variableReports(
  tables: ReportLookUp,
  of: { readonly datastream: string; readonly variable: string },
  bounds: Span,
  most: number,
): readonly ReportedSpan[] | null {
  try {
    // Sorted from the worst: reports beyond the limit matter least.
    return spansOn(tables, {
      datastream: of.datastream,
      ranges: [bounds],
      variables: [of.variable],
    })
      .filter(({ code }) => code !== CODES.reprocessed) // as in timelines (decision 1009)
      .toSorted((a, b) => weightOf(a.code) - weightOf(b.code) || a.start - b.start)
      .slice(0, most);
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}
