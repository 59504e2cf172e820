// Which selections hold data of limited access: notes of the operator and code 99 of the quality reports.
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';
import type { SecondsRange } from '../catalogue/files.ts';
import type { CuratedTables } from './curated-tables.ts';

/** Quality code of limited access and pre-deployment (specification part 3 section 3). */
const LIMITED_CODE = 99;

/** No range means all times. */
export function limitedAccess(
  tables: CuratedTables,
  datastream: string,
  ranges: readonly SecondsRange[],
): boolean {
  const spans = [
    ...tables
      .notesOn(datastream)
      .filter((note) => note.access !== '')
      .map((note) => span(note.access_start, note.access_end)),
    ...tables
      .qualityReportsOf(datastream)
      .filter((report) => report.quality_code === LIMITED_CODE)
      .map((report) => span(report.start_time, report.end_time)),
  ];
  return spans.some(
    (limited) =>
      ranges.length === 0 || ranges.some((r) => r.start <= limited.end && r.end >= limited.start),
  );
}

/** Empty sides are open; a day as an end means its last second. */
export function span(start: string, end: string): SecondsRange {
  const last = parseInstant(end);
  return {
    start: parseInstant(start) ?? Number.NEGATIVE_INFINITY,
    end: last === null ? Number.POSITIVE_INFINITY : parseDay(end) === null ? last : endOfDay(last),
  };
}
