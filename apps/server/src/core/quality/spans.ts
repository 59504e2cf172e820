// Which reports in force concern which data, and from when to when: the one answer, which every
// reader of reports asks for. Pure.
import { type AffectedSpan, type Holding, touches } from '@isobar/contract/quality/affected.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { TableRow } from '../tables/schemas.ts';

export type ReportRow = TableRow<'quality-reports.csv'>;

/** The part of the tables that knows reports. */
export type ReportLookUp = Pick<CuratedTables, 'qualityReportsOf'>;

/** What a row of the table says about data, with the report's id. */
export type ReportedSpan = AffectedSpan & { readonly id: string };

export const spanOf = (row: ReportRow): ReportedSpan => ({
  id: row.dqr_id,
  datastream: row.datastream,
  start: row.start_time,
  end: row.end_time,
  code: row.quality_code,
  variables: row.variables,
});

/**
 * The rows about data that a user has or selects, in the order of the table, each once. Throws
 * TableError where the table of reports is not there.
 */
export function rowsOn(tables: ReportLookUp, holdings: readonly Holding[]): readonly ReportRow[] {
  const rows = new Set<ReportRow>();
  for (const holding of holdings)
    for (const row of tables.qualityReportsOf(holding.datastream))
      if (touches(spanOf(row), holding)) rows.add(row);
  return [...rows];
}

/** The spans of reports on the data that are held. */
export const spansOn = (tables: ReportLookUp, holding: Holding): readonly ReportedSpan[] =>
  rowsOn(tables, [holding]).map(spanOf);

/** All times and variables of a datastream. */
export const allOf = (datastream: string): Holding => ({ datastream, ranges: [], variables: [] });

/**
 * The rows about some datastreams as plain data; `lookUpIn` makes them a look-up again. Throws as
 * `rowsOn` does.
 */
export type ReportRows = readonly (readonly [datastream: string, rows: readonly ReportRow[]])[];

export const reportRowsOf = (tables: ReportLookUp, datastreams: Iterable<string>): ReportRows =>
  [...new Set(datastreams)].map((datastream) => [datastream, tables.qualityReportsOf(datastream)]);

export function lookUpIn(rows: ReportRows): ReportLookUp {
  const known = new Map(rows);
  return { qualityReportsOf: (datastream) => known.get(datastream) ?? [] };
}
