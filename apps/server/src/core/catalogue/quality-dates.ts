// The quality timeline of a datastream or of one measurement of it: reports, absences and limited
// access.
import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import { NO_REPORT } from '@isobar/contract/quality/report.ts';
import { formatCompactHour } from '@isobar/contract/time.ts';
import { notedPeriods } from '../quality/limited-access.ts';
import { type ReportedSpan, spansOn } from '../quality/spans.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { DescribedDatastream } from './described.ts';

/**
 * In order of their starts, each entry from the hour of its first second to the hour of its last.
 * `variables`: only reports about these; none: all reports. What has no end lasts as long as the
 * datastream, and what has no start begins with it.
 */
export function qualityDates(
  described: DescribedDatastream,
  variables: readonly string[],
  tables: CuratedTables,
): readonly DqrDate[] {
  const { datastream, start_s, end_s } = described.row;
  const own = { id: NO_REPORT, datastream, variables: [] };
  const spans: readonly ReportedSpan[] = [
    ...spansOn(tables, { datastream, ranges: [], variables }),
    ...described.gaps.map(({ start, end }) => ({ ...own, start, end, code: CODES.missing })),
    ...notedPeriods(tables, datastream).map((period) => ({ ...own, ...period })),
  ];
  return spans
    .map(({ start, end, id, code }) => {
      const first = Number.isFinite(start) ? start : Math.min(start_s, end);
      const last = Number.isFinite(end) ? end : Math.max(end_s, first);
      return { first, last, id, code };
    })
    .sort((a, b) => a.first - b.first || a.last - b.last)
    .map(({ first, last, id, code }) => [
      formatCompactHour(first),
      formatCompactHour(last),
      id,
      code,
    ]);
}
