// Reads a file that may be missing, apart from one that is there and cannot be read: what is absent is made, and what is there is not replaced.
import { readFile } from 'node:fs/promises';

/** Null: there is no such file. Throws for one that cannot be read, such as of another user or on a failing disk. */
export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
