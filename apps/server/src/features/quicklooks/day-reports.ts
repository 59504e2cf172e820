// The quality reports in force that touch a variable on a day. Pure.
import type { DayReport } from '@isobar/contract/quicklooks/day.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { span } from '../../core/tables/limited-access.ts';
import { isAboutAll } from '../../core/tables/masks.ts';
import { TableError } from '../../core/tables/read-table.ts';

/** More on one day are told by the timeline. */
const MOST = 100;
/** Worst first: what is drawn last lies on top, and what is cut off matters least. */
const WEIGHT: readonly number[] = [4, 3, 0, 5, 2];

/** Null where the table of reports is not there: whether data are good cannot be told then. */
export function dayReports(
  tables: CuratedTables,
  datastream: string,
  variable: string,
  day: number,
): readonly DayReport[] | null {
  try {
    return tables
      .qualityReportsOf(datastream)
      .filter((one) => WEIGHT.includes(one.quality_code))
      .filter(({ variables }) => isAboutAll(variables) || variables.includes(variable))
      .map((one) => ({
        id: one.dqr_id,
        code: one.quality_code,
        ...span(one.start_time, one.end_time),
      }))
      .filter(({ start, end }) => start < day + DAY_SECONDS && end >= day)
      .sort((a, b) => WEIGHT.indexOf(a.code) - WEIGHT.indexOf(b.code) || a.start - b.start)
      .slice(0, MOST)
      .map(({ id, code, start, end }) => ({
        id,
        code,
        from: Math.max(0, start - day),
        to: Math.min(DAY_SECONDS - 1, end - day),
      }));
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}
