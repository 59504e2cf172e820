// A copy of the SQLite store as it is at one moment, made while others go on writing to it.
import { existsSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { flushFile } from '../platform/files/disk.ts';

const ALL_PAGES = 0x7fffffff;
const BUSY_MS = 10_000;

/**
 * `to` must not be there. All pages in one go: a copy in steps would start over whenever another
 * process writes. The copy is one file, checked and flushed. Throws when the store or the copy is
 * damaged.
 */
export async function copyStore(file: string, to: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no store at ${file}.`);
  const source = new SQLite(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new SQLite(to, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE'); // no log beside it: one file is the whole copy
    checkStore(copy);
  } finally {
    copy.close();
  }
  await flushFile(to);
}

/** Throws when the content of a store is not what it should be. */
export function checkStore(store: SQLite.Database): void {
  const found = store.pragma('integrity_check', { simple: true });
  if (found !== 'ok') throw new Error(`The copy of the store is damaged: ${found}`);
}

/** Whether no other process has this store open; brings what is in its log into its file. */
export function isUnused(file: string): boolean {
  const store = new SQLite(file, { fileMustExist: true, timeout: 0 });
  try {
    store.pragma('locking_mode = EXCLUSIVE');
    return store.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
  } catch (error) {
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  } finally {
    store.close();
  }
}
