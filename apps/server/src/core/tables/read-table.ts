// Reads one curated table: CSV text -> checked rows, or an error that names file, line and column.
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import * as z from 'zod';

/** A table that cannot be used as it is; the message says where and why. */
export class TableError extends Error {
  readonly code = 'bad-table';
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TableError';
  }
}

/**
 * A row schema reads cells by column name; columns that it does not name are the operator's own.
 */
export type RowSchema = z.ZodObject<Record<string, z.ZodType>>;

/**
 * The rows of a table. Reading yields to the event loop, because there are tables of thousands of
 * lines. An absent column reads as empty cells. Throws TableError for the first line that is no CSV
 * or breaks the schema, and for a missing column that the schema requires.
 */
export async function readTable<S extends RowSchema>(
  file: string,
  text: string,
  schema: S,
): Promise<z.output<S>[]> {
  const blank = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
  const rows: z.output<S>[] = [];
  let columns: readonly string[] | undefined;
  for await (const { record, line } of linesOf(file, text)) {
    if (!columns) {
      columns = record;
      continue;
    }
    const cells = Object.fromEntries(columns.map((name, at) => [name, record[at] ?? '']));
    const parsed = schema.safeParse({ ...blank, ...cells });
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const column = String(issue?.path[0] ?? '');
      const where = columns.includes(column) ? `column ${column}` : `there is no column ${column}`;
      throw new TableError(`${file}, line ${line}, ${where}: ${issue?.message}.`);
    }
    rows.push(parsed.data);
    if (rows.length % ROWS_PER_TURN === 0) await nextTurn();
  }
  if (columns) return rows;
  throw new TableError(`${file}: the table is empty; its first line names the columns.`);
}

const ROWS_PER_TURN = 100;
/** Bytes that are parsed at once. */
const PIECE = 1 << 14;

type Line = { readonly record: readonly string[]; readonly line: number };

async function* linesOf(file: string, text: string): AsyncGenerator<Line, void> {
  const options = { bom: true, info: true, skip_empty_lines: true, trim: true };
  const lines = Readable.from(piecesOf(text)).pipe(parse(options));
  try {
    for await (const { record, info } of lines) yield { record, line: info.lines };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new TableError(`${file}, line ${cause.lines}: ${reasonOf(cause)}.`, { cause });
  }
}

function* piecesOf(text: string): Generator<Buffer, void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

function reasonOf(error: CsvError): string {
  if (!error.code.includes('INCONSISTENT')) return error.message;
  const record: unknown = error.record; // the line that does not fit
  const cells = Array.isArray(record) ? `${record.length} cells` : 'another number of cells';
  return `it has ${cells}, not one for each column; a cell with a comma in it needs quotes`;
}

/** A cell that must not be empty. */
export const required = z.string().min(1, 'must not be empty');

/** Any text; empty when there is none. */
export const text = z.string();

/** `a;b;c` -> its parts. */
export const list = z.string().transform((cell) =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** A number, or null for an empty cell. */
export const number = z.string().transform((cell, context) => {
  if (cell === '') return null;
  const value = Number(cell);
  if (Number.isFinite(value)) return value;
  context.addIssue({ code: 'custom', message: `'${cell}' is not a number` });
  return z.NEVER;
});
