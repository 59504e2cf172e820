// A store that another program writes to for a long time: reading goes on, and writes wait in their
// order.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from './open.ts';

let folder: string;
let store: Store;
let other: SQLite.Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-patient-'));
  const file = join(folder, 'isobar.sqlite');
  store = await openStore({ file });
  other = new SQLite(file);
});
afterEach(async () => {
  other.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
});
const note = (name: string) => (): void => void written.push(name);
const add = (name: string) =>
  store.db.insertInto('settings').values({ name, value: 'x' }).execute().then(note(name));
const addTogether = (name: string) =>
  store.db
    .transaction()
    .execute(async (trx) => {
      await trx.insertInto('settings').values({ name, value: 'x' }).execute();
      await trx
        .insertInto('settings')
        .values({ name: `${name}, too`, value: 'x' })
        .execute();
    })
    .then(note(name));
const names = async () =>
  (await store.db.selectFrom('settings').select('name').execute()).map(({ name }) => name);

it('the retrying store reads while statements and transactions wait for the other program, and writes them when it is done', async () => {
  await add('before');
  other.exec('begin immediate');
  const waiting = ['a', 'b', 'c'].flatMap((name) => [add(name), addTogether(`both ${name}`)]);
  for (let n = 0; n < 20; n++) expect(await names()).toEqual(['before']);
  expect(written).toEqual(['before']);
  other.exec('rollback');
  await Promise.all(waiting);
  expect((await names()).sort()).toEqual(
    ['before', ...['a', 'b', 'c'].flatMap((n) => [n, `both ${n}`, `both ${n}, too`])].sort(),
  );
});

it('the retrying store lets no reader see half of a transaction, however many there are', async () => {
  other.exec('begin immediate');
  const waiting = Array.from({ length: 30 }, (_, n) => addTogether(`t${n}`));
  const first = names();
  other.exec('rollback');
  const read = [await first];
  for (let done = false; !done; ) {
    read.push(await names());
    done = written.length === waiting.length;
  }
  await Promise.all(waiting);
  for (const found of read) expect(found.length % 2).toBe(0);
  expect(await names()).toHaveLength(60);
  expect(written).toEqual(written.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))));
});

it('the retrying store goes on after a transaction that failed while others waited', async () => {
  other.exec('begin immediate');
  const failing = store.db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ name: 'undone', value: 'x' }).execute();
    throw new Error('changed its mind');
  });
  const told = expect(failing).rejects.toThrow('changed its mind');
  const later = add('later');
  expect(await names()).toEqual([]);
  other.exec('rollback');
  await Promise.all([told, later]);
  expect(await names()).toEqual(['later']);
});
