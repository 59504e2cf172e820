// Writing to disk so that it is still there after a power cut: flush the file, rename it, flush its folder.
import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes names in a folder durable. Systems that cannot do it for folders do it by themselves. */
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
}

/** Writes a small file that is there whole or not at all. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  mode = 0o644,
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  const handle = await open(unfinished, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, path);
  await flushFolder(dirname(path));
}

const UNFINISHED = '.unfinished';
/** Nobody is still writing a small file after so long, on whatever machine. */
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
