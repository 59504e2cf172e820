// The folder of the segment files, which several processes may share: its lock, what has changed,
// and what was left behind.
import { randomUUID } from 'node:crypto';
import { close as closeFile } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { flushFile, giveName } from '../../platform/files/disk.ts';

const ENDING = '.segment';
/** Changes since a segment file was written. */
export const CHANGES = '.changes';
const LOCK = 'changes.lock';
/** Milliseconds between two looks at a lock that another process holds. */
const AGAIN_MS = 25;

/**
 * Distinguishes the files of an index from earlier and later ones; '' for a file that does not
 * exist.
 */
export type Stamp = { readonly file: string; readonly changes: string };
export const NO_STAMP: Stamp = { file: '', changes: '' };
export const sameStamp = (a: Stamp, b: Stamp): boolean =>
  a.file === b.file && a.changes === b.changes;

/** A lock of the operating system, which is released however a process ends. */
export class FolderLock {
  readonly #lock: SQLite.Database;

  constructor(path: string) {
    this.#lock = new SQLite(path, { timeout: 0 });
  }

  /**
   * Lets `act` go on while no other process has the lock. Within a process one act ends before the
   * next begins: see to that.
   */
  async hold<T>(act: () => Promise<T>): Promise<T> {
    while (!this.#isTaken()) await sleep(AGAIN_MS);
    try {
      return await act();
    } finally {
      this.#lock.exec('ROLLBACK');
    }
  }

  #isTaken(): boolean {
    try {
      this.#lock.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
      throw error;
    }
  }

  close(): void {
    this.#lock.close();
  }
}

export class SegmentFolder {
  readonly #folder: string;
  readonly #lock: FolderLock;

  /** The folder must be there. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#lock = new FolderLock(join(folder, LOCK));
  }

  path(index: string): string {
    return join(this.#folder, `${index}${ENDING}`);
  }

  /**
   * The path of a new file of the index until it is renamed; the path names the process that writes
   * it.
   */
  pathBeside(index: string): string {
    return `${this.path(index)}.${process.pid}.${randomUUID()}`;
  }

  /** The stamps of the files of each index as they are now. */
  async stamps(): Promise<ReadonlyMap<string, Stamp>> {
    const stamps = new Map<string, Stamp>();
    for (const name of (await readdir(this.#folder)).sort()) {
      const isFile = name.endsWith(ENDING);
      if (!isFile && !name.endsWith(CHANGES)) continue;
      const index = name.slice(0, name.indexOf('.'));
      const info = await stat(join(this.#folder, name), { bigint: true }).catch(() => null);
      if (!info) continue;
      const stamp = stamps.get(index) ?? { file: '', changes: '' };
      const now = `${info.ino} ${info.size} ${info.mtimeNs}`;
      stamps.set(
        index,
        isFile ? { ...stamp, file: now } : { ...stamp, changes: `${stamp.changes} ${name} ${now}` },
      );
    }
    return stamps;
  }

  /** Removes half-written files of processes that have ended. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const [, beside] = name.split(`${ENDING}.`);
      if (beside === undefined || isRunning(Number(beside.split('.')[0]))) continue;
      await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Lets `act` change files while no other process does. */
  change<T>(act: () => Promise<T>): Promise<T> {
    return this.#lock.hold(act);
  }

  /**
   * Puts a new file of an index in place. Its content is on the disk before it gets its name; the
   * name is, too, once this resolves.
   */
  async put(beside: string, index: string): Promise<void> {
    await flushFile(beside);
    await giveName(beside, this.path(index));
  }

  close(): void {
    this.#lock.close();
  }
}

/** Closes a file that was opened on another thread. */
export const closed = (file: number): Promise<void> =>
  new Promise((resolve) => {
    closeFile(file, () => resolve());
  });

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
