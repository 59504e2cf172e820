// The data quality reports in force, put together from rows of the table: one id covers
// datastreams, spans and classes. Pure.
import type { Span } from '@isobar/contract/orders/span.ts';
import type { AffectedSpan, Holding } from '@isobar/contract/quality/affected.ts';
import { classNameOf, reportClass, weightOf } from '@isobar/contract/quality/classes.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { type ReportRow, rowsOn, spanOf } from './spans.ts';

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
  /** The affected spans, each once, in the order of the table. */
  readonly spans: readonly AffectedSpan[];
  readonly supersedes: readonly string[];
}

/** One report; null: no table and no operator knows it. */
export function reportOf(tables: CuratedTables, id: string): QualityReport | null {
  const rows = tables.qualityReport(id);
  return rows.length > 0 ? fromRows(id, rows) : null;
}

/**
 * Reports with spans that overlap delivered data, each with those spans only, in the order of their
 * first spans.
 */
export function reportsOn(
  tables: CuratedTables,
  holdings: readonly Holding[],
): readonly QualityReport[] {
  return [...Map.groupBy(rowsOn(tables, holdings), (row) => row.dqr_id)]
    .map(([id, found]) => fromRows(id, found))
    .sort((a, b) => first(a) - first(b));
}

const first = ({ spans }: QualityReport): number => wholeSpan(spans).start;

/** Ids of the reports that say they replace this one. */
export const supersededBy = (tables: CuratedTables, id: string): readonly string[] => [
  ...new Set(
    tables.rows['quality-reports.csv']
      .filter((row) => row.supersedes.includes(id))
      .map((row) => row.dqr_id),
  ),
];

/** The name of the row's class; of a code that no class has what the table calls it. */
export const className = (row: Pick<ReportRow, 'quality_code' | 'quality_name'>): string =>
  reportClass(row.quality_code)?.name ?? (row.quality_name || classNameOf(row.quality_code));

/**
 * What lists of reports tell of one: its classes, the worst first, from when to when, and its
 * subject.
 */
export function reportInList(id: string, rows: readonly ReportRow[]) {
  const { spans, subject } = fromRows(id, rows);
  const classes = rows
    .toSorted((a, b) => weightOf(a.quality_code) - weightOf(b.quality_code))
    .map(className);
  return { id, rows, subject, span: wholeSpan(spans), classes: [...new Set(classes)] };
}

/** From the first second of a report to its last; an infinite end is still going on. */
export const wholeSpan = (spans: readonly Span[]): Span => ({
  start: Math.min(...spans.map(({ start }) => start)),
  end: Math.max(...spans.map(({ end }) => end)),
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
