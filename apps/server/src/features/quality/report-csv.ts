// Reports as a table: a line for each datastream, span and class. Safe to open in a spreadsheet.
// Pure.
import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import { shownVariable } from '@isobar/contract/quality/report.ts';
import { textCell } from '../../platform/text/csv-cell.ts';

type Cells = readonly (string | number)[];

const HEAD: Cells = ['dqrid', 'datastream', 'metric', 'start', 'end', 'variables', 'subject'];

export type SpansOf = Pick<ReportReply, 'dqrid' | 'affected' | 'measurements' | 'subjectTitle'>;

export function spansCsv(reports: readonly SpansOf[]): string {
  const rows = reports.flatMap((report) =>
    report.affected.map((span): Cells => {
      const all = report.measurements.find((one) => Object.hasOwn(one, span.datastream));
      const names =
        span.variables.length > 0
          ? span.variables
          : (all?.[span.datastream] ?? []).map(shownVariable);
      return [
        report.dqrid,
        span.datastream,
        span.metric,
        span.startDateTime,
        span.endDateTime ?? '',
        names.join(';'),
        report.subjectTitle,
      ];
    }),
  );
  return csvText([HEAD, ...rows]);
}

/** RFC 4180. What a spreadsheet would run as a formula is made text. */
export const csvText = (rows: readonly Cells[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

const cell = (value: string | number): string =>
  typeof value === 'string' ? textCell(value) : String(value);
