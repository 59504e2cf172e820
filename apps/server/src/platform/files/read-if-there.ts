// Reads what may be missing, apart from what is there and cannot be read: what is absent is made,
// and what is there is not replaced.
import { readFile } from 'node:fs/promises';

/**
 * Null: there is no such file or folder. Throws for one that cannot be read, such as of another
 * user or on a failing disk.
 */
export async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export const readIfThere = (path: string): Promise<Buffer | null> => ifThere(readFile(path));
