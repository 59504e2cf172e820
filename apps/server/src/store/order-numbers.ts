// Numbers of orders are never given out twice, whatever happened to the store (decision 1039): they
// are also written down beside it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { appendDurably, ensureFolder } from '../platform/files/disk.ts';
import { ifThere, readIfThere } from '../platform/files/read-if-there.ts';
import type { Store } from './open.ts';
import type { Tables } from './tables.ts';

/** Each number on a line of its own, in no particular order: several servers append to it. */
export const NUMBERS_FILE = 'order-numbers';
/** Folders of the home whose entries bear numbers of orders. */
const NUMBERED = ['deliveries', 'work'];

/** Writes a number down. Only once this is resolved may the number be shown to a user. */
export async function noteNumber(home: string, orderId: number): Promise<void> {
  await ensureFolder(home, 0o700);
  // Always on a line of its own, so that a line cut short by a power cut does not run into the
  // next.
  await appendDurably(join(home, NUMBERS_FILE), `\n${orderId}\n`, 0o600);
}

/**
 * The highest number ever given out, as far as the home knows; 0: none. Throws when what the home
 * has cannot be read.
 */
export async function highestNumber(home: string): Promise<number> {
  const noted = (await readIfThere(join(home, NUMBERS_FILE)))?.toString('utf8') ?? '';
  let highest = 0;
  for (const line of noted.split('\n')) highest = Math.max(highest, numberOf(line));
  for (const folder of NUMBERED)
    for (const name of (await ifThere(readdir(join(home, folder)))) ?? [])
      highest = Math.max(highest, numberOf(name));
  return highest;
}

const numberOf = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/**
 * Raises the store's counter to the highest number that the home knows. Several processes may do
 * this at once.
 */
export async function raiseNumbers(store: Pick<Store, 'db' | 'kind'>, home: string): Promise<void> {
  const floor = await highestNumber(home);
  if (floor === 0) return;
  await (store.kind === 'sqlite' ? raiseSqlite(store.db, floor) : raisePostgres(store.db, floor));
}

const raiseSqlite = (db: Kysely<Tables>, floor: number) =>
  sql`update sqlite_sequence set seq = ${floor} where name = 'orders' and seq < ${floor}`.execute(
    db,
  );

/** A call that takes a number meanwhile waits: a sequence must never be set back. */
const raisePostgres = (db: Kysely<Tables>, floor: number) =>
  db.transaction().execute(async (trx) => {
    await sql`lock table orders in share row exclusive mode`.execute(trx);
    await sql`
      select setval(pg_get_serial_sequence('orders', 'order_id'), ${floor})
      from (select last_value from pg_sequences
        where schemaname = current_schema() and sequencename = 'orders_order_id_seq') as counted
      where coalesce(counted.last_value, 0) < ${floor}`.execute(trx);
  });
