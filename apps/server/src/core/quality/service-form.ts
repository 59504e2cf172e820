// Quality reports in the form of the quality web service: {datastream: {class: {dqrid: report}}}
// (part 4 section 4). Pure.
import { writtenSecond } from '@isobar/contract/quality/affected.ts';
import { safeText } from './report-html.ts';
import { className } from './reports.ts';
import type { ReportRow } from './spans.ts';

export interface ServiceReport {
  subject: string;
  description: string;
  suggestions: string | null;
  variables: string[];
  /** 'YYYY-MM-DD HH:mm:ss' UTC, both included, as the clients parse it; null: still going on. */
  dates: { start_date: string; end_date: string | null }[];
}
/** By the word of its class and the report's id. */
export type ServiceReports = Record<string, Record<string, ServiceReport>>;

/** The word by which a class is asked for, and listed. */
export const classWord = (row: ReportRow): string => className(row).toLowerCase();

/**
 * Reports on one datastream, each row with the variables that it lists: clients flag these and
 * nothing else, so a report on all variables has to list them.
 */
export function serviceReports(
  listed: readonly { readonly row: ReportRow; readonly variables: readonly string[] }[],
): ServiceReports {
  const classes = new Map<string, Map<string, ServiceReport>>();
  for (const { row, variables } of listed) {
    const word = classWord(row);
    const reports = classes.get(word) ?? new Map<string, ServiceReport>();
    classes.set(word, reports);
    const report = reports.get(row.dqr_id) ?? newReport(row);
    reports.set(row.dqr_id, report);
    add(report, row, variables);
  }
  return Object.fromEntries(
    [...classes].map(([word, reports]) => [word, Object.fromEntries(reports)]),
  );
}

const newReport = (row: ReportRow): ServiceReport => ({
  subject: row.subject,
  description: safeText({ format: row.text_format || 'html', text: row.description }),
  suggestions: row.suggestions || null,
  variables: [],
  dates: [],
});

function add(report: ServiceReport, row: ReportRow, variables: readonly string[]): void {
  report.variables = [...new Set([...report.variables, ...variables])];
  const start_date = spaced(row.start_time);
  const end_date = spaced(row.end_time) || null;
  const known = report.dates.some(
    (one) => one.start_date === start_date && one.end_date === end_date,
  );
  if (!known) report.dates.push({ start_date, end_date });
}

const spaced = (seconds: number): string =>
  writtenSecond(seconds).replace('T', ' ').replace('Z', '');
