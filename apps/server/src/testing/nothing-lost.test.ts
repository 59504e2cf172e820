// Acknowledged orders outlive other programs that open, read, copy and close the store while the server runs.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RealHouse, realHouse } from './real-server.ts';

const run = promisify(execFile);
let house: RealHouse;
beforeEach(async () => {
  house = await realHouse();
  await house.addPerson();
});
afterEach(() => house.close());

/** Another program with another SQLite: its shell, where that is installed, else the one of Node. */
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

it('loses no order to programs that read and copy the store beside it', async () => {
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

function ordersIn(file: string): number[] {
  const copy = new SQLite(file, { readonly: true });
  const rows = copy.prepare<[], { order_id: number }>('select order_id from orders').all();
  copy.close();
  return rows.map((row) => row.order_id);
}
