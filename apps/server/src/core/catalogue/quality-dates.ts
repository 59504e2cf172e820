// The quality timeline of a datastream or of one measurement of it: reports, absences and limited access.
import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import { isOpen, NO_REPORT } from '@isobar/contract/quality/report.ts';
import { formatCompactHour, parseInstant } from '@isobar/contract/time.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { DescribedDatastream } from './described.ts';

/** Class codes that the catalogue itself gives (specification part 3 section 3). */
const MISSING = 0;
const LIMITED = 99;

/**
 * In order of their starts. `variables`: only reports on these, and reports on no variable in particular; null: all.
 * A report without an end lasts as long as the datastream.
 */
export function qualityDates(
  described: DescribedDatastream,
  variables: readonly string[] | null,
  tables: CuratedTables,
): readonly DqrDate[] {
  const { datastream, start_s, end_s } = described.row;
  const spans: [start: number, end: number, id: string, code: number][] = [];
  for (const report of tables.qualityReportsOf(datastream)) {
    const about = report.variables;
    if (variables && about.length > 0 && !about.some((name) => variables.includes(name))) continue;
    const start = parseInstant(report.start_time) ?? start_s;
    const end = isOpen(report.end_time)
      ? Math.max(end_s, start)
      : (parseInstant(report.end_time) ?? start);
    spans.push([start, end, report.dqr_id, report.quality_code]);
  }
  for (const gap of described.gaps) spans.push([gap.start, gap.end, NO_REPORT, MISSING]);
  for (const note of tables.notesOn(datastream)) {
    if (note.access === '') continue;
    const start = parseInstant(note.access_start) ?? start_s;
    const end = parseInstant(note.access_end) ?? end_s;
    spans.push([start, end, NO_REPORT, LIMITED]);
  }
  return spans
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .map(([start, end, id, code]) => [formatCompactHour(start), formatCompactHour(end), id, code]);
}
