// Copies the files of a delivery to a folder of this machine, each there whole or not at all.
import { createWriteStream } from 'node:fs';
import { lstat, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  copyDurably,
  ensureFolder,
  flushFile,
  flushFolder,
  giveName,
  linkOrCopy,
} from '../../../platform/disk.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import { blobKey, type Manifest } from '../delivery/manifest.ts';
import { atOnce } from '../steps/at-once.ts';
import type { StepInput } from '../steps/step.ts';

/** Files brought at once. */
const FILES_BROUGHT_AT_ONCE = 8;

/** A link stands where the folder of a delivery was, or is to be made. */
export class LeadsAway extends Error {}

export const LED_AWAY = 'Its folder is a link to another one; nothing more was staged there.';

/** Copies what is not there yet; `mayLink`: nobody will change the files, so links will do. Throws LeadsAway. */
export async function fillFolder(
  { line, order, job, running }: StepInput,
  manifest: Manifest,
  folder: string,
  mayLink: boolean,
): Promise<void> {
  await ensureFolder(dirname(folder));
  const root = join(await realpath(dirname(folder)), basename(folder));
  for (const below of foldersOf(manifest)) {
    await stays(join(root, below));
    await ensureFolder(join(root, below));
  }
  await atOnce(FILES_BROUGHT_AT_ONCE, manifest.files, async (file) => {
    running.signal.throwIfAborted();
    const target = join(root, file.name);
    await stays(dirname(target));
    if ((await lstat(target).catch(() => null))?.size === file.bytes) return;
    const unfinished = `${target}.${job.claim.slice(-8)}.part`;
    await bring(line.blobs, blobKey(order.orderId, file.name), unfinished, mayLink);
    await giveName(unfinished, target);
    running.progressed();
  });
  for (const below of foldersOf(manifest)) await flushFolder(join(root, below));
}

/**
 * Throws where a folder, as far as it is there, is not where its name says. It is looked at before each write: people may put a
 * link in its place at any time.
 */
async function stays(folder: string): Promise<void> {
  let at = folder;
  while (!(await lstat(at).catch(() => null))) at = dirname(at);
  if ((await realpath(at).catch(() => null)) !== at) throw new LeadsAway(at);
}

const foldersOf = (manifest: Manifest): Set<string> =>
  new Set(manifest.files.map((file) => dirname(file.name)));

async function bring(blobs: Blobs, key: string, target: string, mayLink: boolean): Promise<void> {
  await rm(target, { force: true });
  const local = blobs.localFolder(key);
  if (local === null) {
    const source = await blobs.read(key);
    await stays(dirname(target)).catch((error: unknown) => {
      source.destroy();
      throw error;
    });
    await pipeline(source, createWriteStream(target, { flags: 'wx' }));
    await flushFile(target);
  } else if (mayLink) await linkOrCopy(local, target);
  else await copyDurably(local, target, true);
}
