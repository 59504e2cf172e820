// The folder for files in the making, below the home: one for each process, removed with it, and
// swept when a process was killed.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../files/remove-folder.ts';

export interface WorkFolder {
  readonly path: string;
  close(): Promise<void>;
}

/**
 * How often a process shows that it still uses its folder; one that was not touched for ten times
 * as long is removed.
 */
const TOUCH_MS = 60_000;
const ABANDONED_MS = 10 * TOUCH_MS;

/** Makes a folder below `parent`, and removes those of processes that have ended. */
export async function openWorkFolder(parent: string): Promise<WorkFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const name = `${hostname()}.${process.pid}.${randomUUID()}`;
  const path = join(parent, name);
  own.add(name);
  await mkdir(path, { mode: 0o700 });
  await sweep(parent);
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now)
      .then(() => sweep(parent))
      .catch(() => undefined); // tried again a minute later
  }, TOUCH_MS);
  timer.unref();
  return {
    path,
    async close() {
      clearInterval(timer);
      await removeFolder(path);
      own.delete(name);
    },
  };
}

/**
 * Folders of this process: a folder with its number that is not among them is of a process before
 * it.
 */
const own = new Set<string>();

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent))
    if (!own.has(name) && (await isAbandoned(join(parent, name), name)))
      await removeFolder(join(parent, name));
}

/**
 * A folder of this machine is abandoned with its process, one of another machine when it was not
 * touched for long. What has another form of name is not ours.
 */
async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f-]{36}$/.exec(name) ?? [];
  if (host === undefined) return false;
  if (host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ABANDONED_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Bytes of the files in a folder, which need not exist. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => []))
    bytes += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}
