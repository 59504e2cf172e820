// Which share of an archive a file belongs to, where several harvesters compare parts of it with
// the index at the same time.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path/posix';
import type { Share } from '../../store/alone.ts';

/**
 * The files of a folder, which mostly are those of one datastream, belong to one share:
 * transactions of two seldom meet in a row.
 */
export function isInShare(path: string, { number, of }: Share): boolean {
  const folder = dirname(path);
  if (folder !== lastFolder) {
    lastFolder = folder;
    lastHash = createHash('sha256').update(folder).digest().readUInt32BE(0);
  }
  return lastHash % of === number - 1;
}

/** Files of one folder are listed one after the other. */
let lastFolder: string | undefined;
let lastHash = 0;
