// Copies what cannot be made again, without stopping anything: store, curated tables, signing key,
// numbers, list of deliveries.
import { chmod, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import SQLite from 'better-sqlite3';
import {
  copyDurably,
  ensureFolder,
  flushFolder,
  writeDurably,
  writeFlushed,
} from '../../platform/files/disk.ts';
import { ifThere } from '../../platform/files/read-if-there.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { copyStore } from '../../store/copy.ts';
import { NUMBERS_FILE } from '../../store/order-numbers.ts';
import { type BackupList, DELIVERIES, KEY, listOf, STORE, sha256Of, TABLES } from './parts.ts';

export interface BackupInput {
  readonly home: string;
  /** Undefined: the store is PostgreSQL, which has its own tools. */
  readonly storeFile: string | undefined;
  readonly blobs: Pick<Blobs, 'list' | 'folders'>;
  readonly version: string;
}

/** `folder`: new, or empty. It is a backup once it contains backup.json, which is written last. */
export async function backup(input: BackupInput, folder: string): Promise<BackupList> {
  const { home, storeFile } = input;
  await ensureFolder(folder, 0o700);
  await chmod(folder, 0o700); // mail addresses and the key are in it
  if ((await readdir(folder)).length > 0)
    throw new Problem('bad-request', `${folder} is not empty: each backup needs its own folder.`);
  const made = new Date().toISOString();
  if (storeFile) await copyStore(storeFile, join(folder, STORE));
  const copied = storeFile ? [STORE] : [];
  if (storeFile) await chmod(join(folder, STORE), 0o600);
  for (const name of [KEY, NUMBERS_FILE, ...(await tablesOf(home))])
    if (await copyIfThere(join(home, name), join(folder, name))) copied.push(name);
  await writeFlushed(join(folder, DELIVERIES), await deliveriesOf(input.blobs));
  copied.push(DELIVERIES);
  await flushFolder(join(folder, TABLES));
  await flushFolder(folder);
  const files: Record<string, string> = {};
  for (const name of copied) files[name] = await sha256Of(join(folder, name));
  const orders = storeFile ? ordersIn(join(folder, STORE)) : null;
  const list: BackupList = { made, version: input.version, orders, files };
  await writeDurably(listOf(folder), `${JSON.stringify(list, null, 2)}\n`, 0o600);
  return list;
}

async function tablesOf(home: string): Promise<string[]> {
  const names = (await ifThere(readdir(join(home, TABLES)))) ?? [];
  return names.filter((name) => /^[\w.-]+$/.test(name)).map((name) => `${TABLES}/${name}`);
}

/**
 * Throws for what is there and cannot be read: a backup without it would be noticed when it is
 * needed.
 */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  if (!(await ifThere(stat(from)))?.isFile()) return false;
  await ensureFolder(dirname(to), 0o700);
  await copyDurably(from, to);
  return true;
}

/** Every file of every delivery with its size: what has to be made again if its disk is lost. */
async function deliveriesOf(blobs: BackupInput['blobs']): Promise<string> {
  const lines = ['order,file,bytes\n'];
  for (const order of await blobs.folders())
    for await (const { key, bytes } of blobs.list(order))
      lines.push(`${order},"${key.slice(order.length + 1).replaceAll('"', '""')}",${bytes}\n`);
  return lines.join('');
}

function ordersIn(file: string): number {
  const store = new SQLite(file, { readonly: true });
  try {
    return Number(store.prepare('select count(*) from orders').pluck().get());
  } finally {
    store.close();
  }
}
