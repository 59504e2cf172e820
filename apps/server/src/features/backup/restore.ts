// Restores a backup into a home that is not in use; what was there is moved aside, and no order
// number is given out again.
import { chmod, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { copyDurably, ensureFolder, flushFolder, giveName } from '../../platform/files/disk.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { isUnused } from '../../store/copy.ts';
import { highestNumber, NUMBERS_FILE, noteNumber } from '../../store/order-numbers.ts';
import { type BackupList, DELIVERIES, KEY, readBackup, STORE, TABLES } from './parts.ts';

export interface RestoreInput {
  readonly home: string;
  readonly storeFile: string | undefined;
  /** Whether an existing store may be put aside. */
  readonly replace: boolean;
}

export interface Restored {
  readonly list: BackupList;
  /** Where the former contents of the home now are; null: there were none. */
  readonly aside: string | null;
}

/**
 * Throws Problem 'conflict' while the home is in use, or if something is there that was not to be
 * replaced.
 */
export async function restore(input: RestoreInput, folder: string): Promise<Restored> {
  const { home, storeFile, replace } = input;
  const list = await readBackup(folder);
  await ensureFolder(home, 0o700);
  const present = storeFile !== undefined && (await isThere(storeFile));
  if (present && !replace)
    throw new Problem(
      'conflict',
      `There is a store in ${home}. Stop everything, and add --replace to put it aside.`,
    );
  if (present && !isUnused(storeFile))
    throw new Problem(
      'conflict',
      `The store in ${home} is in use. Stop servers, workers and harvests first.`,
    );
  // Numbers of orders that the backup does not know are kept too. Done first: a power cut must not
  // leave only the backup's numbers.
  const highest = Math.max(await highestNumber(home), await highestNumber(folder));
  if (highest > 0) await noteNumber(home, highest);
  const aside = await putAside(home, Object.keys(list.files));
  for (const name of Object.keys(list.files)) {
    // not part of the state: numbers only grow
    if (name === DELIVERIES || name === NUMBERS_FILE) continue;
    const target = name === STORE ? (storeFile ?? join(home, STORE)) : join(home, name);
    await bring(join(folder, name), target);
  }
  await flushFolder(join(home, TABLES));
  await flushFolder(home);
  await rm(join(home, 'search'), { recursive: true, force: true }); // rebuilt from the store
  return { list, aside };
}

/** Files of the backup that belong to deliveries which were removed since. */
export async function missingDeliveries(
  listed: string,
  blobs: Pick<Blobs, 'folders'>,
): Promise<number[]> {
  const there = new Set(await blobs.folders());
  const orders = new Set<string>();
  for (const line of listed.split('\n').slice(1)) if (line) orders.add(line.split(',')[0] ?? '');
  return [...orders].filter((order) => !there.has(order)).map(Number);
}

/** Everything that is about to be replaced, in one folder; a restore loses nothing. */
async function putAside(home: string, names: readonly string[]): Promise<string | null> {
  const tops = new Set(
    names.map((name) => name.split('/')[0] ?? name).filter((n) => n !== DELIVERIES),
  );
  if (tops.has(STORE)) for (const ending of ['-wal', '-shm']) tops.add(`${STORE}${ending}`);
  tops.delete(NUMBERS_FILE);
  const present = [];
  for (const name of tops) if (await isThere(join(home, name))) present.push(name);
  if (present.length === 0) return null;
  const stamp = new Date().toISOString().replace(/[:Z]/g, '');
  const aside = join(home, `before-restore-${stamp}`);
  await ensureFolder(aside, 0o700);
  for (const name of present) await giveName(join(home, name), join(aside, name));
  await flushFolder(aside);
  return aside;
}

async function bring(from: string, to: string): Promise<void> {
  await ensureFolder(dirname(to), 0o700);
  const unfinished = `${to}.restored`;
  await copyDurably(from, unfinished);
  if (to.endsWith(STORE) || to.endsWith(KEY)) await chmod(unfinished, 0o600);
  await giveName(unfinished, to);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
