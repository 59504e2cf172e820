// Files as the thread reads them: the main thread, which answers others meanwhile, never waits for
// a disk; a thread of a pool, which has one task, waits in place, for a third of the processor
// time.
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';
import { turn } from './yielding.ts';

export interface OpenFile {
  /** In bytes, when it was opened. */
  readonly size: number;
  /** It is neither a folder nor a pipe nor a device. */
  readonly isFile: boolean;
  /**
   * Fills as much of `into` as it can at once with the bytes from `position`, and gives their
   * number: 0 at the end of the file.
   */
  read(into: Uint8Array, position: number): Promise<number>;
  /** To be called once. */
  close(): Promise<void>;
}

/** `flags`: as those of open(2). Throws what the system reports. */
export const openFile = (path: string, flags: number): Promise<OpenFile> =>
  isMainThread ? openAside(path, flags) : openInPlace(path, flags);

export async function openAside(path: string, flags: number): Promise<OpenFile> {
  const handle = await open(path, flags);
  return {
    ...statusOf(await handle.stat()),
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    close: () => handle.close(),
  };
}

/**
 * Now and then, messages to the thread are taken in between, among them the one that stops its
 * task.
 */
export async function openInPlace(path: string, flags: number): Promise<OpenFile> {
  const file = openSync(path, flags);
  let isOpen = true;
  return {
    ...statusOf(fstatSync(file)),
    async read(into, position) {
      const due = turn();
      if (due) await due;
      // its number may be another's by now
      if (!isOpen) throw new Error('The file was closed before it was read.');
      return readSync(file, into, 0, into.length, position);
    },
    async close() {
      isOpen = false;
      closeSync(file);
    },
  };
}

const statusOf = (status: Stats) => ({ size: status.size, isFile: status.isFile() });
