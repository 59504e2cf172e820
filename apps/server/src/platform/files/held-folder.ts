// A folder that is held open: what is written through it goes into that very folder, whatever is
// put in its place meanwhile.
import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';

export interface HeldFolder {
  /** A path to the folder for as long as it is held. */
  readonly path: string;
  /** Where the folder is now; it may have been moved. */
  place(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens a folder that is there; a link is refused with ENOTDIR or ELOOP. Where the system has no
 * paths for what is open (all but Linux), the path is the name as given, behind which another
 * folder may be put.
 */
export async function holdFolder(name: string): Promise<HeldFolder> {
  const handle = await open(
    name,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  const path = `/proc/self/fd/${handle.fd}`;
  const isShown = await readlink(path).catch(() => null);
  return {
    path: isShown === null ? name : path,
    place: () => (isShown === null ? realpath(name) : readlink(path)),
    close: () => handle.close(),
  };
}
