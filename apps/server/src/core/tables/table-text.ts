// A curated table as text: its rows with their own text, so that unedited rows stay as they were
// written. Pure, except that it yields to the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { TableError } from './read-table.ts';

export interface TextRow {
  readonly cells: readonly string[];
  /** The text of the row in the file, without the end of the line. */
  readonly raw: string;
}

export interface TableText {
  readonly columns: readonly string[];
  readonly head: string;
  readonly rows: readonly TextRow[];
}

/**
 * The new cells of a row; null: the row is removed. Without `row`, the cells become a new row at
 * the end.
 */
export interface RowChange {
  /** Number of the row in the table, the first is 0. */
  readonly row?: number | undefined;
  readonly cells: Readonly<Record<string, string>> | null;
}

/** Characters that are parsed before yielding to the event loop. */
const PART = 1 << 16;

export async function parseText(file: string, text: string): Promise<TableText> {
  const rows: TextRow[] = [];
  for (const part of partsOf(text.replace(/^\uFEFF/, ''))) {
    let read: { record: string[]; raw: string }[];
    try {
      read = parse(part, {
        raw: true,
        skip_empty_lines: true,
        trim: true,
        relax_column_count: true,
      }) as unknown as { record: string[]; raw: string }[]; // what `raw` gives
    } catch (cause) {
      throw new TableError(`${file} is no CSV that can be edited here.`, { cause });
    }
    for (const { record, raw } of read)
      rows.push({ cells: record, raw: raw.replace(/\r?\n$/, '') });
    await nextTurn();
  }
  const [head, ...body] = rows;
  if (!head) throw new TableError(`${file}: the table is empty; its first line names the columns.`);
  return { columns: head.cells, head: head.raw, rows: body };
}

/**
 * The number of rows below the first line, without parsing them: line ends outside of quotes, empty
 * lines not counted.
 */
export function countRows(text: string): number {
  let lines = 0;
  let quoted = false;
  let isBlank = true;
  for (let at = 0; at <= text.length; at++) {
    const sign = at < text.length ? text.charCodeAt(at) : 10;
    if (sign === 34) quoted = !quoted;
    if (sign === 10 && (!quoted || at === text.length)) {
      if (!isBlank) lines += 1;
      isBlank = true;
    } else if (sign > 32 && sign !== 0xfeff) isBlank = false;
  }
  return Math.max(0, lines - 1);
}

/** Pieces that end where a row ends: an even number of quotes before a line's end. */
function* partsOf(text: string): Generator<string> {
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 34) quoted = !quoted;
    else if (sign === 10 && !quoted && at - start >= PART) {
      yield text.slice(start, at + 1);
      start = at + 1;
    }
  }
  if (start < text.length) yield text.slice(start);
}

export interface ChangedTable {
  readonly text: string;
  readonly added: readonly (readonly string[])[];
  readonly removed: readonly (readonly string[])[];
  readonly changed: readonly {
    readonly before: readonly string[];
    readonly after: readonly string[];
  }[];
}

/** Throws TableError for a row or a column that is not there. */
export function changeText(
  file: string,
  { columns, head, rows }: TableText,
  changes: readonly RowChange[],
): ChangedTable {
  const added: (readonly string[])[] = [];
  const removed: (readonly string[])[] = [];
  const changed: { before: readonly string[]; after: readonly string[] }[] = [];
  const lines: (string | null)[] = rows.map((row) => row.raw);
  const more: string[] = [];
  for (const { row, cells } of changes) {
    const old = row === undefined ? undefined : rows[row];
    if (row !== undefined && !old) throw new TableError(`${file} has no row ${row + 1}.`);
    if (cells === null) {
      if (row === undefined || !old) continue;
      removed.push(old.cells);
      lines[row] = null;
      continue;
    }
    const unknown = Object.keys(cells).find((name) => !columns.includes(name));
    if (unknown !== undefined) throw new TableError(`${file} has no column ${unknown}.`);
    const next = columns.map((name, at) =>
      (Object.hasOwn(cells, name) ? (cells[name] ?? '') : (old?.cells[at] ?? '')).trim(),
    );
    if (row === undefined || !old) {
      added.push(next);
      more.push(lineOf(next));
    } else if (next.some((cell, at) => cell !== (old.cells[at] ?? ''))) {
      changed.push({ before: old.cells, after: next });
      lines[row] = lineOf(next);
    }
  }
  const text = `${[head, ...lines.filter((line) => line !== null), ...more].join('\n')}\n`;
  return { text, added, removed, changed };
}

const lineOf = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
