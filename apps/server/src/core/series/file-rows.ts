// Rows, times and shapes of the files in the index: written by harvests and by what fills older
// stores, read by arrays.
import { shapeKey } from '@isobar/netcdf';
import { type Kysely, sql, type Transaction } from 'kysely';
import { breathe } from '../../platform/admission/main-thread.ts';
import { insertRows } from '../../store/insert-rows.ts';
import type { Store } from '../../store/open.ts';
import type { Tables } from '../../store/tables.ts';
import type { DescribedRows, NoRows } from './describe-rows.ts';
import { keepShapes, pruneShapes } from './file-shapes.ts';

/** A file of the index as it was when it was described. */
export interface RowsOf {
  readonly datastream: string;
  readonly fileName: string;
  readonly size: number;
  /** Milliseconds since 1970, whole. */
  readonly modified: number;
  readonly found: DescribedRows | NoRows;
}

/** Names of one statement. */
const STATEMENT_NAMES = 200;

const KEY = ['datastream', 'file_name'];
const ROWS = {
  table: 'file_rows',
  key: KEY,
  columns: [
    ...[...KEY, 'size', 'modified_ms', 'rows', 'first_s', 'last_s', 'unordered'],
    ...['shape', 'constants', 'step_s', 'reason'],
  ],
} as const;
const TIMES = {
  table: 'file_times',
  key: KEY,
  columns: [...KEY, 'modified_ms', 'times'],
} as const;

/**
 * Replaces what was known of these files. To be called in the transaction that files them, or by
 * what fills older stores.
 */
export async function keepRows(
  db: Transaction<Tables>,
  kind: Store['kind'],
  files: readonly RowsOf[],
): Promise<void> {
  const texts = new Map<string, string>();
  const keys = new Map<string, string>();
  const keyOf = (text: string): string => {
    const known = keys.get(text) ?? shapeKey(text);
    keys.set(text, known);
    texts.set(known, text);
    return known;
  };
  const rows = files.map((file) => rowOf(file, keyOf));
  const times = files.flatMap(({ datastream, fileName, modified, found }) =>
    'rows' in found && found.times ? [[datastream, fileName, modified, found.times]] : [],
  );
  await keepShapes(db, texts);
  await insertRows(db, kind, ROWS, rows);
  await insertRows(db, kind, TIMES, times);
}

function rowOf(
  { datastream, fileName, size, modified, found }: RowsOf,
  keyOf: (text: string) => string,
): readonly unknown[] {
  const key = [datastream, fileName, size, modified];
  if ('reason' in found) return [...key, 0, 0, 0, 0, '', '{}', null, found.reason];
  const { rows, first, last, unordered, step } = found;
  const constants = JSON.stringify(found.constants);
  return [...key, rows, first, last, unordered, keyOf(found.shape), constants, step, ''];
}

/** What belongs to no file any more. */
export async function pruneRows(db: Kysely<Tables>): Promise<void> {
  for (const table of ['file_rows', 'file_times'] as const)
    await db
      .deleteFrom(table)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('files')
              .select(sql<number>`1`.as('one'))
              .whereRef('files.datastream', '=', sql.ref(`${table}.datastream`))
              .whereRef('files.file_name', '=', sql.ref(`${table}.file_name`)),
          ),
        ),
      )
      .execute();
  await pruneShapes(db);
}

/**
 * A file with a header whose rows are not known yet, or were those of an older file of that name.
 */
export interface PendingFile {
  readonly datastream: string;
  readonly fileName: string;
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

const filesWithRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('files')
    .leftJoin('file_rows', (join) =>
      join
        .onRef('file_rows.datastream', '=', 'files.datastream')
        .onRef('file_rows.file_name', '=', 'files.file_name')
        .onRef('file_rows.size', '=', 'files.size')
        .onRef('file_rows.modified_ms', '=', 'files.modified_ms'),
    )
    .where('files.design', 'is not', null);

/** At most `most` of them behind `after`, of one datastream or of all, by datastream and name. */
export async function pendingFiles(
  db: Kysely<Tables>,
  most: number,
  {
    datastream,
    after,
  }: { readonly datastream?: string | undefined; readonly after?: PendingFile | undefined } = {},
): Promise<PendingFile[]> {
  let query = filesWithRows(db)
    .select([
      'files.datastream',
      'files.file_name',
      'files.path',
      'files.size',
      'files.modified_ms',
    ])
    .where('file_rows.rows', 'is', null)
    .orderBy('files.datastream')
    .orderBy('files.file_name')
    .limit(most);
  // Written so that both databases begin at the place in the index instead of reading all rows
  // before it.
  if (after && datastream !== undefined)
    query = query.where('files.file_name', '>', after.fileName);
  else if (after)
    query = query.where(
      sql<boolean>`(files.datastream, files.file_name) > (${after.datastream}, ${after.fileName})`,
    );
  if (datastream !== undefined) query = query.where('files.datastream', '=', datastream);
  const rows = await query.execute();
  return rows.map((row) => ({
    datastream: row.datastream,
    fileName: row.file_name,
    path: row.path,
    size: Number(row.size),
    modified: Number(row.modified_ms),
  }));
}

/** Files that are counted before other calls have their slot. */
const COUNTED_AT_ONCE = 2000;

/** How many files of a datastream have headers, and of how many of these the rows are known. */
export async function countKnown(
  db: Kysely<Tables>,
  datastream: string,
): Promise<{ readonly known: number; readonly all: number }> {
  const sum = { known: 0, all: 0 };
  for (let after = ''; ; ) {
    const page = await filesWithRows(db)
      .select(['files.file_name', 'file_rows.rows'])
      .where('files.datastream', '=', datastream)
      .where('files.file_name', '>', after)
      .orderBy('files.file_name')
      .limit(COUNTED_AT_ONCE)
      .execute();
    sum.all += page.length;
    sum.known += page.filter(({ rows }) => rows !== null).length;
    const last = page.at(-1);
    if (!last || page.length < COUNTED_AT_ONCE) return sum;
    after = last.file_name;
    await breathe(); // other calls are answered between pages
  }
}

/** The times under which a file is filed, seconds since 1970 UTC. */
export interface FiledSpan {
  readonly start: number;
  readonly end: number;
}

/** A file of the index with what is known of its rows. */
export interface KnownRows {
  readonly fileName: string;
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  readonly rows: number;
  readonly first: number;
  readonly last: number;
  /** The earliest and latest time, whole seconds: rows may go back. */
  readonly filed: FiledSpan;
  readonly unordered: number;
  readonly shape: string;
  readonly constants: string;
  readonly step: number | null;
  readonly reason: string;
}

const PAGE = 2000;

const knownRowsOf = (db: Kysely<Tables>, datastream: string) =>
  filesWithRows(db)
    .select([
      'files.file_name',
      'files.path',
      'files.size',
      'files.modified_ms',
      'files.start_s',
      'files.end_s',
      'file_rows.rows',
      'file_rows.first_s',
      'file_rows.last_s',
      'file_rows.unordered',
      'file_rows.shape',
      'file_rows.constants',
      'file_rows.step_s',
      'file_rows.reason',
    ])
    .where('files.datastream', '=', datastream)
    .where('file_rows.rows', 'is not', null)
    .orderBy('files.file_name');

type KnownRow = Awaited<ReturnType<ReturnType<typeof knownRowsOf>['execute']>>[number];

const asKnown = (row: KnownRow): KnownRows => ({
  fileName: row.file_name,
  path: row.path,
  size: Number(row.size),
  modified: Number(row.modified_ms),
  rows: Number(row.rows),
  first: Number(row.first_s),
  last: Number(row.last_s),
  filed: { start: Number(row.start_s), end: Number(row.end_s) },
  unordered: Number(row.unordered),
  shape: row.shape ?? '',
  constants: row.constants ?? '{}',
  step: row.step_s === null ? null : Number(row.step_s),
  reason: row.reason ?? '',
});

/** Files of a datastream whose rows are known, in the order of their names, a page at a time. */
export async function* knownRows(
  db: Kysely<Tables>,
  datastream: string,
): AsyncGenerator<KnownRows[]> {
  for (let after = ''; ; ) {
    const rows = await knownRowsOf(db, datastream)
      .where('files.file_name', '>', after)
      .limit(PAGE)
      .execute();
    yield rows.map(asKnown);
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.file_name ?? '';
  }
}

/** Those of these files whose rows are known. */
export async function knownRowsOfFiles(
  db: Kysely<Tables>,
  datastream: string,
  names: readonly string[],
): Promise<KnownRows[]> {
  const found: KnownRows[] = [];
  for (let at = 0; at < names.length; at += STATEMENT_NAMES) {
    const some = names.slice(at, at + STATEMENT_NAMES);
    const rows = await knownRowsOf(db, datastream).where('files.file_name', 'in', some).execute();
    found.push(...rows.map(asKnown));
  }
  return found;
}

/**
 * Packed times of files whose rows are not evenly spaced, by name; files with another date than
 * named have none.
 */
export async function packedTimes(
  db: Kysely<Tables>,
  datastream: string,
  files: readonly { readonly name: string; readonly modified: number }[],
): Promise<Map<string, Uint8Array>> {
  const dates = new Map(files.map(({ name, modified }) => [name, modified]));
  const names = [...dates.keys()];
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < names.length; at += STATEMENT_NAMES) {
    const rows = await db
      .selectFrom('file_times')
      .select(['file_name', 'modified_ms', 'times'])
      .where('datastream', '=', datastream)
      .where('file_name', 'in', names.slice(at, at + STATEMENT_NAMES))
      .execute();
    for (const { file_name, modified_ms, times } of rows)
      if (dates.get(file_name) === Number(modified_ms)) found.set(file_name, times);
  }
  return found;
}

export interface FileDates {
  readonly size: number;
  readonly modified: number;
  readonly filed: FiledSpan;
}

/** Size and date of each file of a datastream as the index has them now, by name. */
export async function fileDates(
  db: Kysely<Tables>,
  datastream: string,
): Promise<Map<string, FileDates>> {
  const found = new Map<string, FileDates>();
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('files')
      .select(['file_name', 'size', 'modified_ms', 'start_s', 'end_s'])
      .where('datastream', '=', datastream)
      .where('file_name', '>', after)
      .orderBy('file_name')
      .limit(PAGE)
      .execute();
    for (const { file_name, size, modified_ms, start_s, end_s } of rows)
      found.set(file_name, {
        ...{ size: Number(size), modified: Number(modified_ms) },
        filed: { start: Number(start_s), end: Number(end_s) },
      });
    if (rows.length < PAGE) return found;
    after = rows.at(-1)?.file_name ?? '';
  }
}
