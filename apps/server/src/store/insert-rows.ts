// Inserts many rows with statements whose text is kept while they are full: building one takes
// longer than running it.
import { CompiledQuery, type Transaction } from 'kysely';
import type { Store } from './open.ts';
import type { Tables } from './tables.ts';

/** A table, and the columns that are given for each row. */
export interface RowInsert {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  /**
   * Columns that name a row; one that is there is replaced. Without them it is an error that one is
   * there.
   */
  readonly key?: readonly string[];
}

/** Rows of one statement. */
const STATEMENT_ROWS = 200;

/** `rows`: values in the order of the columns. */
export async function insertRows(
  db: Transaction<Tables>,
  kind: Store['kind'],
  insert: RowInsert,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += STATEMENT_ROWS) {
    const some = rows.slice(at, at + STATEMENT_ROWS);
    const text =
      some.length < STATEMENT_ROWS ? made(kind, insert, some.length) : full(kind, insert);
    await db.executeQuery(CompiledQuery.raw(text, some.flat()));
  }
}

const texts = new Map<string, string>();

function full(kind: Store['kind'], insert: RowInsert): string {
  const id = `${kind} ${insert.table}`;
  const text = texts.get(id) ?? made(kind, insert, STATEMENT_ROWS);
  texts.set(id, text);
  return text;
}

function made(kind: Store['kind'], { table, columns, key }: RowInsert, rows: number): string {
  let parameter = 0;
  const mark = () => (kind === 'postgres' ? `$${++parameter}` : '?');
  const row = () => `(${columns.map(mark).join(',')})`;
  const tuples = Array.from({ length: rows }, row).join(',');
  const text = `insert into ${table} (${columns.join(',')}) values ${tuples}`;
  if (!key) return text;
  const replaced = columns.filter((name) => !key.includes(name));
  const given = replaced.map((name) => `${name}=excluded.${name}`).join(',');
  return `${text} on conflict (${key.join(',')}) do update set ${given}`;
}
