// Reads the demo's tables of facts: CSV with one header row.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

export type Row = Readonly<Record<string, string>>;

/** Rows of a CSV file, by path relative to `demo/`. Absent trailing cells are ''. */
export function readTable(path: string): Row[] {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  return parse(text, { columns: true, bom: true, relax_column_count_less: true }) as Row[];
}

/** A cell; '' when the row ends before it. */
export const textOf = (row: Row, column: string): string => row[column] ?? '';

/** A number; undefined when the cell is empty. Throws when it is not a number. */
export function numberOf(row: Row, column: string): number | undefined {
  const text = textOf(row, column);
  if (text === '') return undefined;
  const value = Number(text);
  if (Number.isNaN(value)) throw new Error(`${column}: "${text}" is not a number`);
  return value;
}
