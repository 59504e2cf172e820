// The data quality reports on what was ordered, in the shape of the report service (specification part 4 section 4). Pure.
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import { span } from '../../../core/tables/limited-access.ts';

interface Report {
  subject: string;
  description: string;
  suggestions: string | null;
  variables: string[];
  dates: { start_date: string; end_date: string | null }[];
}
export type QualityReports = Record<string, Record<string, Record<string, Report>>>;

export interface ReportedSpan {
  readonly datastream: string;
  /** Seconds UTC, closed. */
  readonly start: number;
  readonly end: number;
}

/** {datastream: {category: {dqrid: report}}}; a datastream without reports has an empty object. */
export function qualityReports(
  tables: CuratedTables,
  spans: readonly ReportedSpan[],
): QualityReports {
  const names = new Map(
    tables.rows['quality-codes.csv'].map((c) => [Number(c.code), c.quality_name]),
  );
  const all: QualityReports = {};
  for (const { datastream, start, end } of spans) {
    all[datastream] ??= {};
    const categories = all[datastream];
    for (const row of tables.qualityReportsOf(datastream)) {
      const when = span(row.start_time, row.end_time);
      if (when.start > end || when.end < start) continue;
      const category = row.quality_name || names.get(row.quality_code) || String(row.quality_code);
      categories[category.toLowerCase()] ??= {};
      const reports = categories[category.toLowerCase()]!;
      reports[row.dqr_id] ??= {
        subject: row.subject,
        description: row.description,
        suggestions: row.suggestions || null,
        variables: [],
        dates: [],
      };
      const report = reports[row.dqr_id]!;
      report.variables = [...new Set([...report.variables, ...row.variables])];
      const date = { start_date: row.start_time, end_date: row.end_time || null };
      if (
        !report.dates.some((d) => d.start_date === date.start_date && d.end_date === date.end_date)
      )
        report.dates.push(date);
    }
  }
  return all;
}
