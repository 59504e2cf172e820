// Checks paths inside an archive, whatever the archive is kept in.
import { Problem } from '@isobar/contract/problem.ts';

/**
 * True for a relative path with forward slashes that cannot leave the archive: no '.' or '..', no
 * empty part, no NUL.
 */
export const isArchivePath = (path: string): boolean =>
  !path.includes('\0') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** The error for a file that is not there, or whose path leads out of the archive. */
export const noSuchFile = (path: string, cause?: unknown): Problem =>
  new Problem('not-found', `The archive has no file ${path}.`, { cause });

/** The error while the archive itself is away; orders wait until it is back. */
export const archiveAway = (cause?: unknown): Problem =>
  new Problem('unavailable', 'The archive cannot be read at the moment.', { cause });
