// The data quality reports in force, put together from rows of the table: one id covers datastreams, spans and classes. Pure.
import {
  type AffectedSpan,
  type Holding,
  isOpen,
  REPORT_CLASSES,
  reportClass,
  touches,
} from '@isobar/contract/quality/report.ts';
import { formatInstant, parseInstant } from '@isobar/contract/time.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { isAboutAll } from '../tables/masks.ts';
import type { TableRow } from '../tables/schemas.ts';

export type ReportRow = TableRow<'quality-reports.csv'>;

export interface ReportText {
  readonly format: 'html' | 'markdown';
  readonly text: string;
  /** The datastreams that this description is about; empty: all those of the report. */
  readonly datastreams: readonly string[];
}

export interface QualityReport {
  readonly id: string;
  readonly subject: string;
  /** Usually one; tables may tell each datastream something of its own. */
  readonly descriptions: readonly ReportText[];
  readonly suggestions: string;
  /** In the order of the table, each once. */
  readonly spans: readonly AffectedSpan[];
  readonly supersedes: readonly string[];
}

/** One report; null: no table and no operator knows it. */
export function reportOf(tables: CuratedTables, id: string): QualityReport | null {
  const rows = tables.qualityReport(id);
  return rows.length > 0 ? fromRows(id, rows) : null;
}

/** Reports with spans about data that somebody holds, each with those spans only, in the order of their first spans. */
export function reportsOn(
  tables: CuratedTables,
  holdings: readonly Holding[],
): readonly QualityReport[] {
  const rows = new Map<string, Set<ReportRow>>();
  for (const holding of holdings)
    for (const row of tables.qualityReportsOf(holding.datastream)) {
      if (!touches(spanOf(row), holding)) continue;
      const known = rows.get(row.dqr_id) ?? new Set();
      rows.set(row.dqr_id, known.add(row));
    }
  const first = (report: QualityReport) => report.spans[0]?.start ?? '';
  return [...rows]
    .map(([id, found]) => fromRows(id, [...found]))
    .sort((a, b) => (first(a) < first(b) ? -1 : first(a) > first(b) ? 1 : 0));
}

/** Ids of the reports that say they replace this one. */
export const supersededBy = (tables: CuratedTables, id: string): readonly string[] => [
  ...new Set(
    tables.rows['quality-reports.csv']
      .filter((row) => row.supersedes.includes(id))
      .map((row) => row.dqr_id),
  ),
];

/** The class that weighs most. */
export function weightiest(spans: readonly Pick<AffectedSpan, 'code'>[]): number {
  const known = REPORT_CLASSES.find(({ code }) => spans.some((span) => span.code === code));
  return known?.code ?? spans[0]?.code ?? 5;
}

/** As the table calls it, else the class's own name. */
export const className = (row: Pick<ReportRow, 'quality_code' | 'quality_name'>): string =>
  row.quality_name || reportClass(row.quality_code)?.name || String(row.quality_code);

/** A date as every call writes it: YYYY-MM-DDTHH:mm:ssZ. A day as an end is its last second. */
export function instantOf(written: string, side: 'start' | 'end'): string {
  const at = parseInstant(written);
  if (at === null) return written;
  return formatInstant(side === 'end' && /^\d{4}-\d{2}-\d{2}$/.test(written) ? at + 86_399 : at);
}

/** The same; null: still going on. */
export const endOf = (written: string): string | null =>
  isOpen(written) ? null : instantOf(written, 'end');

export const spanOf = (row: ReportRow): AffectedSpan => ({
  datastream: row.datastream,
  start: row.start_time,
  end: row.end_time,
  code: row.quality_code,
  variables: isAboutAll(row.variables) ? [] : row.variables, // none: all of them
});

/** Rows of one id as one report. */
export function fromRows(id: string, rows: readonly ReportRow[]): QualityReport {
  const texts = Map.groupBy(rows, (row) => `${row.text_format} ${row.description}`);
  const spans = new Map(rows.map((row) => [JSON.stringify(spanOf(row)), spanOf(row)]));
  const told = <K extends 'subject' | 'suggestions'>(key: K) =>
    rows.find((row) => row[key] !== '')?.[key] ?? '';
  return {
    id,
    subject: told('subject'),
    descriptions: [...texts.values()].flatMap((group): ReportText[] => {
      const [row] = group;
      if (!row || row.description === '') return [];
      return [
        {
          format: row.text_format || 'html',
          text: row.description,
          datastreams: texts.size > 1 ? [...new Set(group.map((one) => one.datastream))] : [],
        },
      ];
    }),
    suggestions: told('suggestions'),
    spans: [...spans.values()],
    supersedes: [...new Set(rows.flatMap((row) => row.supersedes))],
  };
}
