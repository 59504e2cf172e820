// Removes a folder with its content, a few names at a time, since thousands at once would block the
// event loop.
import { readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const REMOVED_AT_ONCE = 32;

/** The path may also be a file, or not exist. */
export async function removeFolder(path: string): Promise<void> {
  // `rm` reports the error
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (let from = 0; from < entries.length; from += REMOVED_AT_ONCE)
    await Promise.all(
      entries.slice(from, from + REMOVED_AT_ONCE).map(async (entry) => {
        const inside = join(path, entry.name);
        if (entry.isDirectory()) await removeFolder(inside);
        else await unlink(inside).catch(() => undefined); // `rm` tries again
      }),
    );
  await rm(path, { recursive: true, force: true });
}
