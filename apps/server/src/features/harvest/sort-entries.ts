// Compares a piece of a listing with the store: what is unchanged, what has to be read, and what
// blocks it.
import { basename } from 'node:path/posix';
import { type Kysely, sql } from 'kysely';
import { parseFileName } from '../../core/catalogue/file-name.ts';
import type { ArchiveEntry, ArchiveStore } from '../../ports/archive.ts';
import type { Tables } from '../../store/tables.ts';
import type { UnfiledFile } from './describe-file.ts';
import { TRIED_AGAIN } from './problems.ts';
import { lacksSomething } from './reader-version.ts';

export interface FiledRow {
  readonly fileId: number;
  readonly datastream: string;
  readonly path: string;
}

/** A file to open. */
export interface EntryToRead {
  readonly entry: ArchiveEntry;
  /** What it was filed as; null: it was not filed. */
  readonly row: FiledRow | null;
  /** False when only its checksum is wanted, or what could not be read of it before. */
  readonly isChanged: boolean;
  readonly wasUnfiled: boolean;
}

export interface SortOptions {
  /** Files without a checksum are read again. */
  readonly checksums: boolean;
  /** Files that a quick run did not open stay unopened. */
  readonly quick: boolean;
  /** Files that lack something are read again. */
  readonly lacking?: boolean;
}

export interface SortedEntries {
  /** Rows of files that are there, whether changed or not. */
  readonly present: readonly FiledRow[];
  /** Paths that could not be filed before and have not changed. */
  readonly stillUnfiled: readonly string[];
  readonly toRead: readonly EntryToRead[];
  /** Further files with a name that is taken. */
  readonly duplicates: readonly UnfiledFile[];
}

type Sorted = { [K in keyof SortedEntries]: SortedEntries[K][number][] };

export async function sortEntries(
  db: Kysely<Tables>,
  archive: ArchiveStore,
  entries: readonly ArchiveEntry[],
  { checksums, quick, lacking = false }: SortOptions,
): Promise<SortedEntries> {
  const keyed = entries.map((entry) => ({ entry, ...keyOf(entry) }));
  const filed = await filedRows(db, keyed);
  const unfiled = await unfiledRows(db, entries);
  const sorted: Sorted = { present: [], stillUnfiled: [], toRead: [], duplicates: [] };
  const claimed = new Map<string, string>();
  for (const { entry, key } of keyed) {
    const bad = unfiled.get(entry.path);
    if (bad && isSame(bad, entry) && !TRIED_AGAIN.includes(bad.code)) {
      sorted.stillUnfiled.push(entry.path);
      continue;
    }
    const row = filed.get(key) ?? null;
    const other = claimed.get(key) ?? (await otherPath(row, entry, archive));
    if (other !== null) {
      const reason = `The same name is filed already: ${other}.`;
      sorted.duplicates.push({ entry, code: 'duplicate', reason });
      continue;
    }
    claimed.set(key, entry.path);
    if (row) sorted.present.push(row);
    const isChanged = row === null || row.path !== entry.path || !isSame(row, entry);
    const isUnread =
      !quick && (row?.notices === BY_NAME || (lacking && lacksSomething(row?.notices ?? null)));
    if (isChanged || isUnread || (checksums && row.sha256 === null))
      sorted.toRead.push({ entry, row, isChanged, wasUnfiled: bad !== undefined });
  }
  return sorted;
}

interface Key {
  readonly key: string;
  /** According to its name; null: the name does not say. */
  readonly datastream: string | null;
}

/**
 * What identifies a file: its name if that is of the archive's own form, wherever the file lies;
 * otherwise its path.
 */
function keyOf(entry: ArchiveEntry): Key {
  const base = basename(entry.path);
  const name = parseFileName(base);
  return name
    ? { key: base, datastream: name.datastream }
    : { key: `/${entry.path}`, datastream: null };
}

type StoredRow = FiledRow & {
  size: number;
  modified: number;
  sha256: string | null;
  notices: string | null;
};
/** The one notice of a file that was not opened yet. */
const BY_NAME = 'by-name';

async function filedRows(
  db: Kysely<Tables>,
  keys: readonly Key[],
): Promise<Map<string, StoredRow>> {
  const found = new Map<string, StoredRow>();
  const columns = [
    ...(['file_id', 'datastream', 'path', 'size'] as const),
    ...(['modified_ms', 'sha256', 'notices'] as const),
  ];
  const add = (key: string, row: Record<(typeof columns)[number], unknown>): void => {
    found.set(key, {
      fileId: Number(row.file_id),
      datastream: String(row.datastream),
      path: String(row.path),
      size: Number(row.size),
      modified: Number(row.modified_ms),
      sha256: row.sha256 === null ? null : String(row.sha256),
      notices: row.notices === null ? null : String(row.notices),
    });
  };
  for (const [datastream, group] of Map.groupBy(keys, (one) => one.datastream)) {
    if (datastream === null) continue;
    const rows = await db
      .selectFrom('files')
      .select([...columns, 'file_name'])
      .where('datastream', '=', datastream)
      .where(
        'file_name',
        'in',
        group.map((one) => one.key),
      )
      .execute();
    for (const row of rows) add(row.file_name, row);
  }
  const paths = keys.flatMap((one) => (one.datastream === null ? [one.key.slice(1)] : []));
  if (paths.length > 0) {
    const rows = await db
      .selectFrom('files')
      .select(columns)
      .where(sql<boolean>`named = 0`) // literally, or the index of such paths is not used
      .where('path', 'in', paths)
      .execute();
    for (const row of rows) add(`/${row.path}`, row);
  }
  return found;
}

async function unfiledRows(db: Kysely<Tables>, entries: readonly ArchiveEntry[]) {
  const rows = await db
    .selectFrom('unreadable_files')
    .select(['path', 'code', 'size', 'modified_ms'])
    .where(
      'path',
      'in',
      entries.map((entry) => entry.path),
    )
    .execute();
  return new Map(
    rows.map((row) => [
      row.path,
      { code: row.code, size: Number(row.size), modified: Number(row.modified_ms) },
    ]),
  );
}

const isSame = (row: { size: number; modified: number }, entry: ArchiveEntry): boolean =>
  row.size === entry.size && row.modified === Math.floor(entry.modified);

/** Where else the file of this name lies; null if it is this one, or was moved here. */
async function otherPath(
  row: FiledRow | null,
  entry: ArchiveEntry,
  archive: ArchiveStore,
): Promise<string | null> {
  if (row === null || row.path === entry.path) return null;
  try {
    const source = await archive.open(row.path);
    await source.close();
    return row.path;
  } catch {
    return null; // it is gone from there: the file was moved
  }
}
