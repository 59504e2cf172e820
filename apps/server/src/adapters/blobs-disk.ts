// Blobs in a folder of this machine: written under a temporary name, flushed, renamed.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Problem } from '@isobar/contract/problem.ts';
import {
  ensureFolder,
  flushFolder,
  giveName,
  linkOrCopy,
  removeDurably,
  writeFlushed,
} from '../platform/files/disk.ts';
import type { BlobInfo, Blobs } from '../ports/blobs.ts';
import { partsOfKey } from './blob-key.ts';

/**
 * Names beginning so are being written, or were left behind by a killed process; they are never
 * listed.
 */
const UNFINISHED = '.unfinished-';

export async function openDiskBlobs(folder: string): Promise<Blobs> {
  await ensureFolder(folder, 0o700);
  const place = (key: string) => join(folder, ...partsOfKey(key));

  const flushTogether = groupedFlush();
  async function finish(unfinished: string, path: string): Promise<void> {
    await giveName(unfinished, path);
    await flushTogether(dirname(path));
  }
  async function beside(path: string): Promise<string> {
    await ensureFolder(dirname(path));
    return join(dirname(path), `${UNFINISHED}${randomUUID()}`);
  }

  return {
    async putFile(key, localPath) {
      const path = place(key);
      const unfinished = await beside(path);
      // A hard link costs nothing; where none can be made (another disk, some file systems), the
      // file is copied.
      await linkOrCopy(localPath, unfinished);
      await finish(unfinished, path);
    },
    async put(key, content) {
      const path = place(key);
      const unfinished = await beside(path);
      await writeFlushed(unfinished, content);
      await finish(unfinished, path);
    },
    async stat(key) {
      const found = await stat(place(key)).catch(ifAbsent);
      return found?.isFile() ? { key, bytes: found.size } : null;
    },
    async read(key, range) {
      const path = place(key);
      const found = await stat(path).catch(ifAbsent);
      if (!found?.isFile()) throw new Problem('not-found', `There is no ${key}.`);
      if (range && range.end <= range.start) return Readable.from([]);
      return createReadStream(path, {
        highWaterMark: 256 * 1024,
        ...(range ? { start: range.start, end: range.end - 1 } : {}),
      });
    },
    async folders() {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    },
    async room() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    list: (prefix) => walk(folder, partsOfKey(prefix).join('/')),
    async removeAll(prefix) {
      await removeDurably(place(prefix));
    },
    localFolder: (prefix) => place(prefix),
  };
}

/** Flushes folders; those who ask while a flush is under way share the next one. */
function groupedFlush(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  return async (folder) => {
    let mine = next.get(folder);
    if (!mine) {
      mine = (running.get(folder) ?? Promise.resolve())
        .catch(() => {})
        .then(() => {
          next.delete(folder);
          const flush = flushFolder(folder).finally(() => running.delete(folder));
          running.set(folder, flush);
          return flush;
        });
      next.set(folder, mine);
    }
    await mine;
  };
}

async function* walk(folder: string, prefix: string): AsyncIterable<BlobInfo> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(ifAbsent);
  for (const entry of entries ?? []) {
    const key = `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(folder, key);
    else if (entry.isFile() && !entry.name.startsWith(UNFINISHED)) {
      const found = await stat(join(folder, key)).catch(ifAbsent);
      if (found) yield { key, bytes: found.size };
    }
  }
}

function ifAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
