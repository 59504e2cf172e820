// The archive as a folder of this machine, read only; nothing outside the folder is ever listed or
// opened.
import { constants, realpathSync, statSync } from 'node:fs';
import { access, lstat, opendir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { descriptionsOf, fileSource } from '@isobar/netcdf';
import { codeOf } from '../platform/text/unknown.ts';
import type { ArchiveEntry, ArchiveStore } from '../ports/archive.ts';
import { archiveAway, isArchivePath, noSuchFile } from './archive-path.ts';

/**
 * Throws Problem 'not-found' when the folder is not there or cannot be read: a missing disk is not
 * an empty archive.
 */
export async function openDiskArchive(folder: string): Promise<ArchiveStore> {
  const root = await readableFolder(resolve(folder));
  const prefix = root.endsWith(sep) ? root : root + sep;
  const inside = (real: string): boolean => `${real}${sep}`.startsWith(prefix);
  return {
    simulated: false,
    list: (onSkipped = () => undefined) => list(root, inside, onSkipped),
    async look(path) {
      if (!isArchivePath(path) || path.split('/').some(isHidden)) return null;
      if (await isAway(root)) throw archiveAway();
      const parent = join(root, dirname(path));
      const folder = await realpath(parent).catch(absentOrUnreadable);
      if (folder === 'unreadable') return folder;
      if (folder !== parent) return null; // missing, or below a link, which is not listed
      let code: string | undefined;
      const found = await look(root, path, inside, (_path, _reason, why) => {
        code = why;
      });
      if (code !== undefined && !ABSENT.has(code)) return 'unreadable';
      return typeof found === 'string' ? null : found;
    },
    async open(path) {
      if (!isArchivePath(path)) throw noSuchFile(path);
      const real = await realpath(join(root, path)).catch(async (cause: unknown) => {
        if (await isAway(root)) throw archiveAway(cause);
        throw noSuchFile(path, cause);
      });
      if (!inside(real) || !(await stat(real)).isFile()) throw noSuchFile(path);
      return await fileSource(real);
    },
    localPath(path) {
      if (!isArchivePath(path)) return null;
      try {
        const real = realpathSync.native(join(root, path));
        return inside(real) && statSync(real).isFile() ? real : null;
      } catch {
        return null;
      }
    },
    close: () => Promise.resolve(),
  };
}

const isHidden = (name: string): boolean => name.startsWith('.');

/** An unmounted disk leaves an empty folder, or none; its files must not be taken for deleted. */
async function isAway(root: string): Promise<boolean> {
  try {
    const folder = await opendir(root);
    const first = await folder.read();
    await folder.close();
    return first === null;
  } catch {
    return true;
  }
}

async function readableFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    await access(root, constants.R_OK | constants.X_OK);
    if ((await stat(root)).isDirectory()) return root;
  } catch (cause) {
    throw new Problem('not-found', `The archive's folder ${folder} cannot be read.`, { cause });
  }
  throw new Problem('not-found', `The archive ${folder} is not a folder.`);
}

/** `code`: of the error of the file system, if one is the reason. */
type Skipped = (path: string, reason: string, code?: string) => void;

/** What the file system answers where there is nothing. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

const absentOrUnreadable = (error: unknown): 'unreadable' | null =>
  ABSENT.has(codeOf(error) ?? '') ? null : 'unreadable';

/** Entries of one folder that are looked at together; bounds what is held in memory. */
const TOGETHER = 256;

/**
 * Depth first, so that only one chain of folders is open at a time. Names that begin with a dot are
 * skipped and reported.
 */
async function* list(
  root: string,
  inside: (real: string) => boolean,
  onSkipped: Skipped,
): AsyncGenerator<ArchiveEntry> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const names of namesOf(root, folder, onSkipped)) {
      const looked = names.map((name) => {
        const path = folder === '' ? name : `${folder}/${name}`;
        return look(root, path, inside, onSkipped);
      });
      for (const found of await Promise.all(looked)) {
        if (found === null) continue;
        if (typeof found === 'string') folders.push(found);
        else yield found;
      }
    }
  }
}

async function* namesOf(
  root: string,
  folder: string,
  onSkipped: Skipped,
): AsyncGenerator<string[]> {
  try {
    const names: string[] = [];
    for await (const entry of await opendir(join(root, folder), { bufferSize: TOGETHER })) {
      if (isHidden(entry.name)) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        onSkipped(path, 'Its name begins with a dot.');
        continue;
      }
      names.push(entry.name);
      if (names.length === TOGETHER) yield names.splice(0);
    }
    yield names;
  } catch (error) {
    if (folder === '')
      throw new Problem('not-found', 'The archive cannot be read.', { cause: error });
    onSkipped(folder, `The folder cannot be read (${reasonOf(error)}).`);
  }
}

/** An entry, the path of a folder below, or null for what is passed over. */
async function look(
  root: string,
  path: string,
  inside: (real: string) => boolean,
  onSkipped: Skipped,
): Promise<ArchiveEntry | string | null> {
  try {
    const info = await lstat(join(root, path));
    if (info.isDirectory()) return path;
    if (info.isFile())
      return {
        path,
        size: info.size,
        modified: Math.max(Math.floor(info.mtimeMs), await describedAt(root, path)),
      };
    if (!info.isSymbolicLink()) onSkipped(path, 'It is neither a file nor a folder.');
    else if (inside(await realpath(join(root, path))))
      onSkipped(path, 'The link leads to a place inside the archive, and is listed there.');
    else onSkipped(path, 'The link leads out of the archive.');
  } catch (error) {
    onSkipped(path, `It cannot be read (${reasonOf(error)}).`, codeOf(error));
  }
  return null;
}

/**
 * When the description of a text table was last written, since the meaning of the table changes
 * with it.
 */
async function describedAt(root: string, path: string): Promise<number> {
  let latest = 0;
  for (const name of descriptionsOf(path)) {
    const info = await lstat(join(root, dirname(path), name)).catch(() => null);
    if (info?.isFile()) latest = Math.max(latest, Math.floor(info.mtimeMs));
  }
  return latest;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'it is not there, or its name is no UTF-8';
  return code || String(error);
}
