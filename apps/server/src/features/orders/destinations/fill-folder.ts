// Copies the files of a delivery to a folder of this machine, each there whole or not at all.
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** Copies what is not there yet; `mayLink`: nobody will change the files, so links will do. */
export async function fillFolder(
  { line, order, job, running }: StepInput,
  manifest: Manifest,
  folder: string,
  mayLink: boolean,
): Promise<void> {
  for (const below of foldersOf(manifest)) await ensureFolder(join(folder, below));
  await atOnce(FILES_BROUGHT_AT_ONCE, manifest.files, async (file) => {
    running.signal.throwIfAborted();
    const target = join(folder, ...file.name.split('/'));
    if ((await stat(target).catch(() => null))?.size === file.bytes) return;
    const unfinished = `${target}.${job.claim.slice(-8)}.part`;
    await bring(line.blobs, blobKey(order.orderId, file.name), unfinished, mayLink);
    await giveName(unfinished, target);
    running.progressed();
  });
  for (const below of foldersOf(manifest)) await flushFolder(join(folder, below));
}

const foldersOf = (manifest: Manifest): Set<string> =>
  new Set(manifest.files.map((file) => dirname(file.name)));

async function bring(blobs: Blobs, key: string, target: string, mayLink: boolean): Promise<void> {
  await rm(target, { force: true });
  const local = blobs.localFolder(key);
  if (local === null) {
    await pipeline(await blobs.read(key), createWriteStream(target));
    await flushFile(target);
  } else if (mayLink) await linkOrCopy(local, target);
  else await copyDurably(local, target);
}
