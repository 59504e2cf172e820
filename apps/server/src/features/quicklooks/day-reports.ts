// The quality reports in force that touch a variable on a day. Pure.
import { wholeDay } from '@isobar/contract/orders/span.ts';
import { CODES, weightOf } from '@isobar/contract/quality/classes.ts';
import type { DayReport } from '@isobar/contract/quicklooks/day.ts';
import { spansOn } from '../../core/quality/spans.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { TableError } from '../../core/tables/read-table.ts';

/** The timeline lists further ones of the day. */
const MOST = 100;

/** Null where the table of reports is not there: whether data are good is unknown then. */
export function dayReports(
  tables: CuratedTables,
  datastream: string,
  variable: string,
  day: number,
): readonly DayReport[] | null {
  try {
    // Sorted from the worst: reports beyond the limit matter least.
    const bounds = wholeDay(day);
    return spansOn(tables, { datastream, ranges: [bounds], variables: [variable] })
      .filter(({ code }) => code !== CODES.reprocessed) // as in timelines (decision 1009)
      .toSorted((a, b) => weightOf(a.code) - weightOf(b.code) || a.start - b.start)
      .slice(0, MOST)
      .map(({ id, code, start, end }) => ({
        id,
        code,
        from: Math.max(bounds.start, start) - day,
        to: Math.min(bounds.end, end) - day,
      }));
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}
