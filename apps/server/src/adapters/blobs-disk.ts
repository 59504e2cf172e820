// Blobs in a folder of this machine: written under a temporary name, flushed, renamed.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Problem } from '@isobar/contract/problem.ts';
import { flushFile, flushFolder } from '../platform/durable.ts';
import { removeFolder } from '../platform/remove-folder.ts';
import type { BlobInfo, Blobs } from '../ports/blobs.ts';

/** Names beginning so are being written, or were left behind by a killed process; they are never listed. */
const UNFINISHED = '.unfinished-';

export async function openDiskBlobs(folder: string): Promise<Blobs> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = (key: string) => join(folder, ...parts(key));

  const flushTogether = groupedFlush();
  async function finish(unfinished: string, path: string): Promise<void> {
    await rename(unfinished, path);
    await flushTogether(dirname(path));
  }
  async function beside(path: string): Promise<string> {
    await mkdir(dirname(path), { recursive: true });
    return join(dirname(path), `${UNFINISHED}${randomUUID()}`);
  }

  return {
    async putFile(key, localPath) {
      const path = place(key);
      const unfinished = await beside(path);
      // A second name costs nothing; a scratch folder on another disk, or a disk without such names, takes a copy.
      await link(localPath, unfinished).catch(async () => {
        await copyFile(localPath, unfinished);
        await flushFile(unfinished);
      });
      await finish(unfinished, path);
    },
    async put(key, content) {
      const path = place(key);
      const unfinished = await beside(path);
      const handle = await open(unfinished, 'wx');
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
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
    list: (prefix) => walk(folder, parts(prefix).join('/')),
    async removeAll(prefix) {
      await removeFolder(place(prefix));
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

/** A key's parts; throws for one that could lead out of the folder. */
function parts(key: string): string[] {
  const names = key.split('/');
  const wrong = (name: string) =>
    name === '' || name === '.' || name === '..' || /[\\\0]/.test(name) || name.length > 255;
  if (names.some(wrong)) throw new Problem('bad-request', 'That is no name of a file here.');
  return names;
}

function ifAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
