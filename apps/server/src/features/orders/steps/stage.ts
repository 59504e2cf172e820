// Staged inputs: local copies of files that are far away or made when they are read, so that they
// are fetched once.
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { type ByteSource, fileSource } from '@isobar/netcdf';

/** Larger orders are read from the archive each time: the scratch disk is not for them. */
export const STAGE_BYTES = 4e9;

export interface Stage {
  /** Receives the blocks of an input; `keep` gives the copy its name, `drop` forgets it. */
  begin(input: number): Promise<StagedCopy>;
  /** Null when it was not staged, or not with this size. */
  open(input: number, bytes: number): Promise<ByteSource | null>;
}

export interface StagedCopy {
  add(block: Uint8Array): Promise<void>;
  keep(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Copies are not flushed to the disk: they survive when the process is killed, but perhaps not a
 * power cut. So copies from before the machine was last started do not count, and their inputs are
 * read from the archive again.
 */
export async function openStage(workspace: string): Promise<Stage> {
  const folder = join(workspace, `inputs-${await bootId()}`);
  await mkdir(folder, { recursive: true });
  const path = (input: number) => join(folder, String(input));
  return {
    async begin(input) {
      const unfinished = `${path(input)}.${performance.now()}.part`;
      const handle: FileHandle = await open(unfinished, 'w');
      return {
        add: (block) => handle.writeFile(block),
        async keep() {
          await handle.close();
          await rename(unfinished, path(input));
        },
        async drop() {
          await handle.close();
          await rm(unfinished, { force: true });
        },
      };
    },
    async open(input, bytes) {
      const found = await stat(path(input)).catch(() => null);
      return found?.size === bytes ? await fileSource(path(input)) : null;
    },
  };
}

/** Another one after each start of the machine. */
async function bootId(): Promise<string> {
  const told = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
  return told?.trim() ?? String(Math.round((Date.now() / 1000 - uptime()) / 60));
}
