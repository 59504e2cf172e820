// All writing that must survive a power cut goes through this one small layer. A file is flushed,
// then renamed, then its folder is flushed: only then is its name on the disk.
import { randomUUID } from 'node:crypto';
import { constants, readlinkSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { removeFolder } from './remove-folder.ts';

/**
 * An operation, reported after it was done. `at`: where the bytes were written; whatever the file
 * had behind them is cut off.
 */
export type DiskOperation =
  | { readonly do: 'write'; readonly path: string; readonly at: number; readonly bytes: Uint8Array }
  | { readonly do: 'flush' | 'make folder' | 'flush folder' | 'remove'; readonly path: string }
  | { readonly do: 'rename' | 'link' | 'copy'; readonly path: string; readonly to: string };

let witness: ((operation: DiskOperation) => void) | undefined;

/**
 * For tests that cut the power: `act` is called with every operation from now on; undefined ends
 * that.
 * @internal
 */
export function watchDisk(act: typeof witness): void {
  witness = act;
}

/** Reports an operation; paths through an open folder are resolved to where that folder is. */
function told(operation: DiskOperation): void {
  if (!witness) return;
  const place = (path: string) =>
    path.replace(/^\/proc\/self\/fd\/\d+/, (held) => readlinkSync(held));
  const to = 'to' in operation ? { to: place(operation.to) } : {};
  witness({ ...operation, path: place(operation.path), ...to });
}

export async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  told({ do: 'flush', path });
}

/** Makes names in a folder durable. Systems that cannot flush folders need no flush. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null);
  if (!handle) return;
  try {
    await handle.sync().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EINVAL' && error.code !== 'EPERM' && error.code !== 'EISDIR') throw error;
    });
  } finally {
    await handle.close();
  }
  told({ do: 'flush folder', path });
}

/**
 * Makes a folder and those above it durable: flushed content is worth nothing while the folder's
 * own name may be lost.
 */
export async function ensureFolder(path: string, mode = 0o777): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  const made: string[] = [];
  for (let at = resolve(path); at.length >= resolve(first).length; at = dirname(at)) made.push(at);
  for (const folder of made.reverse()) {
    told({ do: 'make folder', path: folder });
    await flushFolder(dirname(folder));
  }
}

/** The name is durable once its folder was flushed. */
export async function giveName(from: string, to: string): Promise<void> {
  await rename(from, to);
  told({ do: 'rename', path: from, to });
}

/** Makes a hard link to a flushed file; where none can be made, a flushed copy. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    told({ do: 'link', path: from, to });
  } catch {
    await copyDurably(from, to);
  }
}

/**
 * Copies the content durably; the name is durable once the folder was flushed. `isNew`: fails if
 * anything has that name already, even a link.
 */
export async function copyDurably(from: string, to: string, isNew = false): Promise<void> {
  await copyFile(from, to, isNew ? constants.COPYFILE_EXCL : 0);
  told({ do: 'copy', path: from, to });
  await flushFile(to);
}

/** A new file with its content, flushed; its name is durable once the folder was flushed. */
export async function writeFlushed(
  path: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  await written(path, 'wx', 0, bytesOf(content), mode);
}

/** Writes a small file atomically: it exists either whole or not. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  mode = 0o644,
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  await writeFlushed(unfinished, content, mode);
  await giveName(unfinished, path);
  await flushFolder(dirname(path));
}

/** Adds to a file, which is made when it is not there; several processes may do so at once. */
export async function appendDurably(path: string, text: string, mode = 0o644): Promise<void> {
  const before = await stat(path).catch(() => null);
  await written(path, 'a', before?.size ?? 0, bytesOf(text), mode);
  if (!before) await flushFolder(dirname(path));
}

/**
 * Puts bytes into a file, which is made when it is not there, and cuts off what lay behind `at`.
 */
export async function writeTail(path: string, at: number, bytes: Uint8Array): Promise<void> {
  await written(path, constants.O_RDWR | constants.O_CREAT, at, bytes, 0o666);
}

/** Removes a folder with all that is in it; nothing of it comes back after a power cut. */
export async function removeDurably(path: string): Promise<void> {
  await removeFolder(path);
  told({ do: 'remove', path });
  await flushFolder(dirname(path));
}

/** Removes one file, which may come back after a power cut. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  told({ do: 'remove', path });
}

async function written(
  path: string,
  flags: string | number,
  at: number,
  bytes: Buffer | Uint8Array,
  mode: number,
): Promise<void> {
  const handle = await open(path, flags, mode);
  try {
    if (typeof flags === 'number') {
      await handle.truncate(at);
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
        done += bytesWritten;
      }
    } else await handle.writeFile(bytes);
    told({ do: 'write', path, at, bytes });
    await handle.sync();
    told({ do: 'flush', path });
  } finally {
    await handle.close();
  }
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content;

const UNFINISHED = '.unfinished';
/** No machine takes longer than this to write a small file. */
const ABANDONED_MS = 3_600_000;

/** Removes what killed processes left half written in a folder. */
export async function sweepUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null); // another process may sweep, too
    if (found && found.mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true });
  }
}
