// Suggested lines as text that fits into the curated tables as they are.
import { TABLE_SCHEMAS, type TableFile } from '../../core/tables/schemas.ts';
import { csvCell } from '../../platform/text/csv-cell.ts';
import type { SuggestedLine } from './suggest.ts';

/** The columns of a table, in their order. */
export type ColumnsOf = (table: TableFile) => readonly string[];

export const knownColumns: ColumnsOf = (table) => Object.keys(TABLE_SCHEMAS[table].shape);

export const lineText = ({ cells }: SuggestedLine, columns: readonly string[]): string =>
  columns.map((name) => csvCell(Object.hasOwn(cells, name) ? (cells[name] ?? '') : '')).join();
