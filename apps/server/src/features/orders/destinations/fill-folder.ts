// Copies the files of a delivery to a folder of this machine, each complete or absent.
import { createWriteStream } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  copyDurably,
  ensureFolder,
  flushFile,
  flushFolder,
  giveName,
  linkOrCopy,
} from '../../../platform/files/disk.ts';
import { holdFolder } from '../../../platform/files/held-folder.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import { blobKey, type Manifest } from '../delivery/manifest.ts';
import { atOnce } from '../steps/at-once.ts';
import type { StepInput } from '../steps/step.ts';

/** Files copied concurrently. */
const FILES_BROUGHT_AT_ONCE = 8;

/** A link stands where the folder of a delivery was, or is to be made. */
export class LeadsAway extends Error {}

export const LED_AWAY = 'Its folder is a link to another one; nothing more was staged there.';

/**
 * Copies what is not there yet. `folder`: its path leads over no link, or LeadsAway is thrown;
 * `mayLink`: the files will not be changed, so links will do.
 */
export async function fillFolder(
  { line, order, job, running }: StepInput,
  manifest: Manifest,
  folder: string,
  mayLink: boolean,
): Promise<void> {
  const folders = await holdFolders(folder, foldersOf(manifest));
  try {
    await atOnce(FILES_BROUGHT_AT_ONCE, manifest.files, async (file) => {
      running.signal.throwIfAborted();
      const within = await folders.within(dirname(file.name));
      await within.stays();
      const target = join(within.path, basename(file.name));
      if ((await lstat(target).catch(() => null))?.size === file.bytes) return;
      const unfinished = `${target}.${job.claim.slice(-8)}.part`;
      await bring(line.blobs, blobKey(order.orderId, file.name), unfinished, mayLink);
      await giveName(unfinished, target);
      running.progressed();
    });
    for (const below of foldersOf(manifest)) await flushFolder((await folders.within(below)).path);
  } finally {
    await folders.close();
  }
}

/** A folder of a delivery that is held open. */
interface Within {
  readonly path: string;
  readonly place: string;
  /** Throws LeadsAway if the folder is no longer where it was when it was opened. */
  stays(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes and holds a folder and those of the given names below it ('.' is the folder itself). Users
 * may put a link in the place of one at any time: what is written through a held folder never
 * follows it.
 */
async function holdFolders(folder: string, names: Iterable<string>) {
  const above = dirname(folder);
  await ensureFolder(above);
  const held = new Map<string, Within>();
  const close = async () => {
    for (const within of held.values()) await within.close();
  };
  const within = async (name: string): Promise<Within> => {
    const known = held.get(name);
    if (known) return known;
    const opened =
      name === '..'
        ? await hold(above, above)
        : await holdBelow(
            await within(name === '.' ? '..' : dirname(name)),
            basename(name === '.' ? folder : name),
          );
    held.set(name, opened);
    return opened;
  };
  try {
    for (const name of names) await within(name);
  } catch (error) {
    await close();
    throw error;
  }
  return { within, close };
}

async function holdBelow(parent: Within, name: string): Promise<Within> {
  const path = join(parent.path, name);
  try {
    await ensureFolder(path);
    return await hold(path, join(parent.place, name));
  } catch (error) {
    const isLink = (await lstat(path).catch(() => null))?.isSymbolicLink();
    throw isLink ? new LeadsAway(path) : error;
  }
}

async function hold(path: string, place: string): Promise<Within> {
  const folder = await holdFolder(path);
  const within: Within = {
    path: folder.path,
    place,
    async stays() {
      if ((await folder.place().catch(() => null)) !== place) throw new LeadsAway(place);
    },
    close: folder.close,
  };
  await within.stays().catch(async (error: unknown) => {
    await folder.close();
    throw error;
  });
  return within;
}

const foldersOf = (manifest: Manifest): Set<string> =>
  new Set(manifest.files.map((file) => dirname(file.name)));

async function bring(blobs: Blobs, key: string, target: string, mayLink: boolean): Promise<void> {
  await rm(target, { force: true });
  const local = blobs.localFolder(key);
  if (local === null) {
    await pipeline(await blobs.read(key), createWriteStream(target, { flags: 'wx' }));
    await flushFile(target);
  } else if (mayLink) await linkOrCopy(local, target);
  else await copyDurably(local, target, true);
}
