// Backups while orders are worked on: one every few seconds from a separate process, each restored
// elsewhere and checked.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { restore } from '../apps/server/src/features/backup/restore.ts';
import type { OrderFixture } from '../apps/server/src/features/orders/testing/order-fixture.ts';

/** Seconds between two backups. */
const PAUSE_S = 4;
const CHILD = fileURLToPath(new URL('./order-backup-child.ts', import.meta.url));

export function backupsOf(house: Pick<OrderFixture, 'folder' | 'home' | 'database'>) {
  const problems: string[] = [];
  let made = 0;
  let stopping = false;
  let working = Promise.resolve();
  return {
    begin(acknowledged: ReadonlyMap<string, number>) {
      working = (async () => {
        while (!stopping) {
          await one(house, made, new Set(acknowledged.values()), problems);
          made += 1;
          await sleep(PAUSE_S * 1000);
        }
      })().catch((error: unknown) => {
        problems.push(String(error));
      });
    },
    async end() {
      stopping = true;
      await working;
      return { made, problems };
    },
  };
}

/** `acknowledged`: the numbers of the orders that were acknowledged before. */
async function one(
  { folder, home, database }: Pick<OrderFixture, 'folder' | 'home' | 'database'>,
  number: number,
  acknowledged: ReadonlySet<number>,
  problems: string[],
): Promise<void> {
  const complete = completeIn(database);
  const [copy, fresh] = [join(folder, `copy-${number}`), join(folder, `fresh-${number}`)];
  const child = spawn(process.execPath, [CHILD, home, database, copy], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    problems.push(`backup ${number} ended with ${code}`);
    return;
  }
  const storeFile = join(fresh, 'isobar.sqlite');
  await restore({ home: fresh, storeFile, replace: false }, copy);
  const store = new SQLite(storeFile);
  const whole = store.pragma('integrity_check', { simple: true });
  if (whole !== 'ok') problems.push(`backup ${number}: ${whole}`);
  const rows = new Set(store.prepare('select order_id from orders').pluck().all().map(Number));
  store.close();
  const lost = [...acknowledged].filter((id) => !rows.has(id));
  if (lost.length > 0) problems.push(`backup ${number} lacks ${lost.length}: ${lost[0]} …`);
  const done = completeIn(storeFile);
  const undone = [...complete].filter((id) => !done.has(id));
  if (undone.length > 0) problems.push(`backup ${number}: ${undone[0]} was complete before it`);
  const listed = await readFile(join(copy, 'deliveries.csv'), 'utf8');
  const unlisted = [...complete].filter((id) => !listed.includes(`\n${id},"files/README.txt"`));
  if (unlisted.length > 0) problems.push(`backup ${number} does not list files of ${unlisted[0]}`);
  await rm(copy, { recursive: true });
  await rm(fresh, { recursive: true });
}

function completeIn(file: string): Set<number> {
  const store = new SQLite(file, { readonly: true });
  try {
    const found = store.prepare("select order_id from orders where step = 'complete'").pluck();
    return new Set(found.all().map(Number));
  } finally {
    store.close();
  }
}
