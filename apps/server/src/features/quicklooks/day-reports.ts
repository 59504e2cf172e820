// The quality reports in force that touch a variable on a day. Pure.
import { wholeDay } from '@isobar/contract/orders/span.ts';
import type { DayReport } from '@isobar/contract/quicklooks/day.ts';
import { variableReports } from '../../core/quality/variable-reports.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';

/** The timeline lists further ones of the day. */
const MOST = 100;

/** Null where the table of reports is not there: whether data are good is unknown then. */
export function dayReports(
  tables: CuratedTables,
  datastream: string,
  variable: string,
  day: number,
): readonly DayReport[] | null {
  const bounds = wholeDay(day);
  const found = variableReports(tables, { datastream, variable }, bounds, MOST);
  return (
    found?.map(({ id, code, start, end }) => ({
      ...{ id, code, subject: subjectOf(tables, datastream, id) },
      from: Math.max(bounds.start, start) - day,
      to: Math.min(bounds.end, end) - day,
    })) ?? null
  );
}

/** What a report is about, in the words of its author. */
const subjectOf = (tables: CuratedTables, datastream: string, id: string): string =>
  tables
    .qualityReportsOf(datastream)
    .find((row) => row.dqr_id === id)
    ?.subject.slice(0, 200) ?? '';
