// Reports in the columns of the curated table. Nothing is escaped for spreadsheets, so that the
// table reads back as it was written. Pure.
import { keysOf } from '@isobar/contract/keys.ts';
import type { ReportRow } from '../quality/spans.ts';
import { TABLE_SCHEMAS } from '../tables/schemas.ts';
import { cellsOf } from './written.ts';

const COLUMNS = keysOf(TABLE_SCHEMAS['quality-reports.csv'].shape);

export const reportsCsv = (rows: readonly ReportRow[]): string =>
  [COLUMNS, ...rows.map((row) => valuesOf(row))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('');

function valuesOf(row: ReportRow): string[] {
  const cells = cellsOf(row);
  return COLUMNS.map((column) => cells[column]);
}

const cell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
