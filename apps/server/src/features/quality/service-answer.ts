// The answer of the quality web service: {datastream: {category: {dqrid: report}}} (part 4 section 4).
import { secondsOf } from '@isobar/contract/quality/report.ts';
import type { Kysely } from 'kysely';
import { dataVariables } from '../../core/quality/data-variables.ts';
import { safeText } from '../../core/quality/report-html.ts';
import { className, endOf, instantOf, type ReportRow, spanOf } from '../../core/quality/reports.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Tables } from '../../store/tables.ts';
import type { Question } from './service-question.ts';

export interface ServiceReport {
  subject: string;
  description: string;
  suggestions: string | null;
  variables: string[];
  /** 'YYYY-MM-DD HH:mm:ss' UTC, as the clients parse it; null: still going on. */
  dates: { start_date: string; end_date: string | null }[];
}
export type ServiceAnswer = Record<string, Record<string, Record<string, ServiceReport>>>;

/** Null: the archive has no such report. Throws TableError when that cannot be told. */
export async function answerTo(
  question: Question,
  tables: CuratedTables,
  db: Kysely<Tables>,
): Promise<ServiceAnswer | null> {
  const { datastream } = question;
  const rows = tables.qualityReportsOf(datastream).filter((row) => isAskedFor(row, question));
  if (rows.length === 0) return null;
  // Clients flag what is listed and nothing else: a report on all variables has to list them.
  const all = rows.some((row) => spanOf(row).variables.length === 0)
    ? await dataVariables(db, datastream)
    : [];
  const categories = new Map<string, Map<string, ServiceReport>>();
  for (const row of rows) {
    const category = categoryOf(row);
    const reports = categories.get(category) ?? new Map<string, ServiceReport>();
    categories.set(category, reports);
    const report = reports.get(row.dqr_id) ?? newReport(row);
    reports.set(row.dqr_id, report);
    const { variables } = spanOf(row);
    add(report, row, variables.length > 0 ? variables : all);
  }
  const entries = [...categories].map(([name, reports]) => [name, Object.fromEntries(reports)]);
  return { [datastream]: Object.fromEntries(entries) };
}

function isAskedFor(row: ReportRow, { range, assessments }: Question): boolean {
  if (!assessments.includes(categoryOf(row))) return false;
  if (range === null) return true;
  const { start, end } = secondsOf(spanOf(row));
  return start <= range.end && end >= range.start;
}

const categoryOf = (row: ReportRow): string => className(row).toLowerCase();

const newReport = (row: ReportRow): ServiceReport => ({
  subject: row.subject,
  description: safeText({ format: row.text_format || 'html', text: row.description }),
  suggestions: row.suggestions || null,
  variables: [],
  dates: [],
});

function add(report: ServiceReport, row: ReportRow, variables: readonly string[]): void {
  for (const name of variables) if (!report.variables.includes(name)) report.variables.push(name);
  const end = endOf(row.end_time);
  const date = {
    start_date: spaced(instantOf(row.start_time, 'start')),
    end_date: end === null ? null : spaced(end),
  };
  const known = report.dates.some(
    (one) => one.start_date === date.start_date && one.end_date === date.end_date,
  );
  if (!known) report.dates.push(date);
}

const spaced = (instant: string): string => instant.replace('T', ' ').replace('Z', '');
