// Opens a file of the archive only if it is the one that an array was described with, by its size
// and date.
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';
import { type Dataset, type KnownVariables, NetcdfError, openDataset } from '@isobar/netcdf';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { ManifestFile } from './manifest.ts';

type Exact = Pick<ManifestFile, 'name' | 'path' | 'size' | 'modified'>;

/**
 * Throws NetcdfError `changed`, and Problem 'not-found' for a file that is gone. `known`: as
 * openDataset takes it.
 */
export async function openExact(
  archive: ArchiveStore,
  file: Exact,
  known?: KnownVariables,
): Promise<Dataset> {
  const local = archive.localPath?.(file.path);
  if (local) {
    if (!(await isAsDescribed(local, file))) throw changed(file);
    return await openDataset(local, known);
  }
  const source = await archive.open(file.path);
  // A date in a reply has whole seconds, one in a listing may have more.
  const isSameDate =
    source.modified === undefined ||
    Math.floor(source.modified / 1000) === Math.floor(file.modified / 1000);
  if (source.size !== file.size || !isSameDate) {
    await source.close();
    throw changed(file);
  }
  return await openDataset(source, known);
}

/**
 * To be asked after reading as well: a file may be written to while it is read. Sources without a
 * path see to it themselves.
 */
export async function isUnchanged(archive: ArchiveStore, file: Exact): Promise<boolean> {
  const local = archive.localPath?.(file.path);
  return !local || (await isAsDescribed(local, file));
}

async function isAsDescribed(local: string, { path, size, modified }: Exact): Promise<boolean> {
  const found = await statusOf(local);
  if (found?.size !== size) return false;
  const date = Math.floor(found.mtimeMs);
  // The date of a table of text may be that of its description beside it.
  return date === modified || (TABLE.test(path) && date < modified);
}

/** A thread of the pool, which has one task, waits in place. */
async function statusOf(local: string) {
  if (isMainThread) return await stat(local).catch(() => undefined);
  try {
    return statSync(local, { throwIfNoEntry: false });
  } catch {
    return undefined; // a folder above it is no folder, or may not be entered
  }
}

const TABLE = /\.(ict|csv|tsv|txt)$/i;

const changed = ({ name }: Exact): NetcdfError =>
  new NetcdfError('changed', `${name} is no longer the file that it was.`);
