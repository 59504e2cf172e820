// What dropped or chosen files tell: lists are read as text, of data files only name and checksum
// are taken.
import {
  type Held,
  isArchiveName,
  MOST_HELD_FILES,
  MOST_HELD_TEXT,
  readHeld,
} from '@isobar/contract/orders/held-files.ts';

/** Larger data files are compared by name only: a browser would have to hold them whole. */
const MOST_SUMMED = 500e6;

/** Throws Error for a list that is too long to be one. */
export async function heldOfFiles(files: readonly File[]): Promise<Held> {
  const found: Held[] = [];
  const own: Held['files'][number][] = [];
  for (const file of files) {
    if (isArchiveName(file.name)) own.push(await named(file));
    else if (file.size > MOST_HELD_TEXT)
      throw new Error(`${file.name} is neither a list nor a file of this archive.`);
    else found.push(readHeld(await file.text()));
  }
  const all = [...found.flatMap((one) => one.files), ...own];
  const [first] = found;
  const since = found.map((one) => one.since).find((day) => day !== undefined);
  return {
    what: first?.what ?? 'list',
    files: all.slice(0, MOST_HELD_FILES),
    data: found.flatMap((one) => one.data),
    leftOut: Math.max(0, all.length - MOST_HELD_FILES),
    ...(since === undefined ? {} : { since }),
  };
}

async function named(file: File): Promise<Held['files'][number]> {
  if (file.size > MOST_SUMMED || !globalThis.crypto?.subtle) return { name: file.name };
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const sha256 = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return { name: file.name, sha256 };
}
