// Acknowledged orders outlive other programs that open, read, copy and close the store while the
// server runs.
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderOf, type RealInstallation, realInstallation, until } from './real-server.ts';

const run = promisify(execFile);
let house: RealInstallation;
beforeEach(async () => {
  house = await realInstallation();
  await house.addPerson();
});
afterEach(() => house.close());

/**
 * Another program with another SQLite: its shell, where that is installed, else the one of Node.
 */
const FOREIGN = {
  reader: (file: string) =>
    run('sqlite3', [file, 'select count(*) from orders']).catch(ifNotInstalled(file, READ)),
  copy: (file: string, to: string) =>
    run('sqlite3', [file, `.backup ${to}`]).catch(
      ifNotInstalled(file, `await backup(db, ${str(to)})`),
    ),
};
const READ = `db.exec('select count(*) from orders')`;
const ifNotInstalled = (file: string, act: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
  return elsewhere(file, act);
};
const str = (text: string): string => JSON.stringify(text);
const elsewhere = (file: string, act: string) =>
  run(process.execPath, [
    '--input-type=module',
    '-e',
    `import { backup, DatabaseSync } from 'node:sqlite';
     const db = new DatabaseSync(${str(file)});
     ${act};
     db.close();`,
  ]);

it('the server loses no order to programs that read and copy the store beside it', async () => {
  const file = join(house.home, 'isobar.sqlite');
  const first = await house.serve();
  const one = await first.order(1);
  await first.ended(one);
  await FOREIGN.reader(file);
  const two = await first.order(2);
  await first.ended(two);
  await FOREIGN.copy(file, join(house.folder, 'copy.sqlite'));
  const three = await first.order(3);
  expect((await first.ended(three)).curStep).toBe('complete');
  await first.kill();

  const second = await house.serve();
  expect(await second.history()).toEqual([one, two, three]);
  expect(await second.order(4)).toBe(three + 1);
  await second.kill();
  expect(ordersIn(join(house.folder, 'copy.sqlite'))).toEqual([one, two]);
  const store = new SQLite(file, { readonly: true });
  expect(store.pragma('integrity_check', { simple: true })).toBe('ok');
  store.close();
});

it('the server refuses orders with the reason while its log is gone, and accepts them after a restart', async () => {
  const file = join(house.home, 'isobar.sqlite');
  const server = await house.serve({ ISOBAR_WORKER: 'apart' });
  const health = async () => {
    const reply = await fetch(`${server.url}/healthz`);
    return [reply.status, ((await reply.json()) as { status: string }).status];
  };
  const refused = async () => {
    const reply = await server.call('/services/order/orders/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(orderOf(2)),
    });
    return [reply.status, ((await reply.json()) as { message: string }).message];
  };
  const one = await server.order(1);
  for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`);
  writeFileSync(`${file}-wal`, 'a log of another program');
  expect(await refused()).toEqual([503, expect.stringContaining('Nothing can be stored')]);
  expect(await health()).toEqual([
    ...[503, 'The log of the store was removed by another program while it was in use.'],
  ]);
  await until(async () => server.printed().includes('THE STORE NO LONGER ACCEPTS WRITES'));
  expect((await refused())[0]).toBe(503);
  expect(await server.history()).toEqual([one]); // what was taken is there, and can be read
  expect((await server.call('/services/metadata/_search?q=*&size=1')).status).toBe(200);

  await server.kill('SIGTERM');
  rmSync(`${file}-wal`, { force: true });
  const again = await house.serve();
  const two = await again.order(2);
  expect(await again.history()).toEqual([one, two]);
  expect((await again.ended(two)).curStep).toBe('complete');
});

function ordersIn(file: string): number[] {
  const copy = new SQLite(file, { readonly: true });
  const rows = copy.prepare<[], { order_id: number }>('select order_id from orders').all();
  copy.close();
  return rows.map((row) => row.order_id);
}
