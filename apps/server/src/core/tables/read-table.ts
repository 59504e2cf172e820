// Reads one curated table: CSV text -> checked rows, or an error that names file, line and column.
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod';

/** A table that cannot be used as it is; the message says where and why. */
export class TableError extends Error {
  readonly code = 'bad-table';
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TableError';
  }
}

/** A row schema reads cells by column name; columns that it does not name are the operator's own. */
export type RowSchema = z.ZodObject<Record<string, z.ZodType>>;

/**
 * The rows of a table. An absent column reads as empty cells. Throws TableError for the first line that is no CSV or
 * breaks the schema, and for a column that the schema cannot do without.
 */
export function readTable<S extends RowSchema>(
  file: string,
  text: string,
  schema: S,
): z.output<S>[] {
  const [head, ...lines] = parseLines(file, text);
  if (!head) throw new TableError(`${file}: the table is empty; its first line names the columns.`);
  const columns = head.record;
  const blank = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
  return lines.map(({ record, line }) => {
    const cells = Object.fromEntries(columns.map((name, at) => [name, record[at] ?? '']));
    const parsed = schema.safeParse({ ...blank, ...cells });
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    const column = String(issue?.path[0] ?? '');
    const where = columns.includes(column) ? `column ${column}` : `there is no column ${column}`;
    throw new TableError(`${file}, line ${line}, ${where}: ${issue?.message}.`);
  });
}

type Line = { readonly record: readonly string[]; readonly line: number };

function parseLines(file: string, text: string): Line[] {
  try {
    const lines = parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]; // `info` is not in its types
    return lines.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new TableError(`${file}, line ${cause.lines}: ${reasonOf(cause)}.`, { cause });
  }
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
  context.addIssue({ code: 'custom', message: `'${cell}' is no number` });
  return z.NEVER;
});
