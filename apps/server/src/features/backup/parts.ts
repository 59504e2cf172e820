// What a backup is made of: files of a folder, named with their checksums in backup.json, which is
// written last.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';

export const STORE = 'isobar.sqlite';
export const KEY = 'signing-key';
export const TABLES = 'tables';
export const DELIVERIES = 'deliveries.csv';
const LIST = 'backup.json';
export const listOf = (folder: string): string => join(folder, LIST);

const list = z.object({
  /** When the copy of the store was begun, UTC. */
  made: z.string(),
  version: z.string(),
  /** Null: the store is PostgreSQL, and was not copied. */
  orders: z.number().int().nullable(),
  /** Path inside the folder -> SHA-256. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type BackupList = z.infer<typeof list>;

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path)) hash.update(block);
  return hash.digest('hex');
}

/** A backup that is whole. Throws Problem 'bad-request' for anything else. */
export async function readBackup(folder: string): Promise<BackupList> {
  const text = await readFile(listOf(folder), 'utf8').catch(() => null);
  if (text === null)
    throw new Problem('bad-request', `${folder} is not a backup, or is one that was not finished.`);
  let parsed: BackupList;
  try {
    parsed = list.parse(JSON.parse(text));
  } catch {
    throw new Problem('bad-request', `${listOf(folder)} cannot be read.`);
  }
  for (const [name, sum] of Object.entries(parsed.files)) {
    if (!isInside(name)) throw new Problem('bad-request', `${name} does not belong to a backup.`);
    const found = await sha256Of(join(folder, name)).catch(() => null);
    if (found !== sum)
      throw new Problem(
        'bad-request',
        `${name} of the backup is ${found ? 'damaged' : 'missing'}.`,
      );
  }
  return parsed;
}

/** The files that a backup may contain; no other path in its list is followed. */
const isInside = (name: string): boolean =>
  [STORE, KEY, DELIVERIES, 'order-numbers'].includes(name) || /^tables\/[\w.-]+$/.test(name);
