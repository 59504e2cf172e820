// Whether this process still has what it needs: its lock on the store, and the same log that others
// see.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';

/** Identifies the files, since a name may later belong to another file. */
export interface Identity {
  readonly store: number;
  readonly log: number | null;
}

/** To be called once the connection has read something, because only then does the log exist. */
export const identityOf = (file: string): Identity => ({
  store: statSync(file).ino,
  log: inodeOf(`${file}-wal`),
});

export type Trouble = 'replaced' | 'log' | 'lock';

/** Whether a name belongs to another file by now, which is all that can be checked in a moment. */
export function movedOf(file: string, meant: Identity): Trouble | null {
  if (inodeOf(file) !== meant.store) return 'replaced';
  return meant.log !== null && inodeOf(`${file}-wal`) !== meant.log ? 'log' : null;
}

/** What is wrong; null: nothing, or nothing that this system lets one see. */
export function troubleOf(file: string, meant: Identity): Trouble | null {
  const moved = movedOf(file, meant);
  if (moved) return moved;
  if (hasUnlinkedLog(file)) return 'log';
  return holdsLock(meant.store) || !showsLocks(dirname(file)) ? null : 'lock';
}

/** Whether a process other than this one has the store open; false where that cannot be seen. */
export const isSharedWithOthers = ({ store }: Identity): boolean =>
  locksOn(store)?.some(({ pid }) => pid !== process.pid) ?? false;

/** The byte that SQLite locks for as long as a store with a log is open. */
const SHARED_BYTE = 0x40000002;

const holdsLock = (inode: number): boolean =>
  locksOn(inode)?.some(
    ({ pid, start, end }) => pid === process.pid && start <= SHARED_BYTE && end >= SHARED_BYTE,
  ) ?? true;

interface Lock {
  readonly pid: number;
  readonly start: number;
  readonly end: number;
}

/** Locks on a file, as Linux lists them; null on other systems. */
export function locksOn(inode: number): readonly Lock[] | null {
  const text = attempt(() => readFileSync('/proc/locks', 'utf8'));
  if (text === null) return null;
  return text.split('\n').flatMap((line) => {
    const [pid, file = '', start, end] = line.trim().split(/\s+/).slice(-4);
    if (!file.endsWith(`:${inode}`)) return [];
    const last = end === 'EOF' ? Number.POSITIVE_INFINITY : Number(end);
    return [{ pid: Number(pid), start: Number(start), end: last }];
  });
}

/** Whether locks of this process are visible there: some containers and network disks hide them. */
function showsLocks(folder: string): boolean {
  const file = join(folder, `.lock-${randomUUID()}`);
  try {
    const probe = new SQLite(file);
    probe.pragma('journal_mode = WAL');
    probe.exec('create table seen (one)');
    const seen = locksOn(statSync(file).ino)?.some(({ pid }) => pid === process.pid) ?? false;
    probe.close();
    return seen;
  } catch {
    return false; // a full disk says nothing about locks
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  }
}

/**
 * Whether this process still has a log open that was removed: Linux marks the name of such an open
 * file as deleted.
 */
function hasUnlinkedLog(file: string): boolean {
  const folder = '/proc/self/fd';
  const log = `${attempt(() => realpathSync(file)) ?? file}-wal`;
  for (const number of attempt(() => readdirSync(folder)) ?? [])
    if (attempt(() => readlinkSync(join(folder, number))) === `${log} (deleted)`) return true;
  return false;
}

const inodeOf = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.ino ?? null;

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
