// A store whose lock or log is gone accepts nothing that would be lost, and is repaired where that
// is safe.
import { once } from 'node:events';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from './open.ts';
import { openReader } from './reader.ts';
import { locksOn } from './standing.ts';

const seesLocks = locksOn(0) !== null;
let folder: string;
let file: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-guard-'));
  file = join(folder, 'isobar.sqlite');
  store = await openStore({ file });
  await set('first');
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const set = (name: string) =>
  store.db.insertInto('settings').values({ name, value: 'x' }).execute();
const names = async () =>
  (await store.db.selectFrom('settings').select('name').orderBy('name').execute()).map(
    (row) => row.name,
  );
const look = () => store.guard!.look(store.db, async () => {});
const ourLocks = () =>
  locksOn(statSync(file).ino)?.filter((lock) => lock.pid === process.pid) ?? [];

/** A thread that opens the store as ours do; `end` says how. */
async function thread(end: 'closes' | 'is terminated'): Promise<void> {
  const worker = new Worker(
    `import { parentPort } from 'node:worker_threads';
     import(${JSON.stringify(import.meta.resolve('./open.ts'))}).then(async ({ openStore }) => {
       const store = await openStore({ file: ${JSON.stringify(file)} });
       await store.db.selectFrom('settings').select('name').execute();
       parentPort.postMessage('open');
       ${end === 'closes' ? 'await store.close();' : 'await new Promise(() => setInterval(() => {}, 1000));'}
     });`,
    { eval: true },
  );
  await once(worker, 'message');
  if (end === 'is terminated') await worker.terminate();
  else await once(worker, 'exit');
}

describe('the lock on the store', () => {
  it.skipIf(!seesLocks)(
    'the lock on the store is one for all threads, and stays when one of them ends',
    async () => {
      expect(ourLocks()).toHaveLength(1);
      await thread('closes');
      expect(ourLocks()).toHaveLength(1);
      await thread('is terminated');
      expect(ourLocks()).toHaveLength(1);
      const second = await openStore({ file });
      await second.close();
      const reader = await openReader({ file }, () => false);
      await reader.db.selectFrom('settings').select('name').execute();
      await reader.close();
      expect(ourLocks()).toHaveLength(1);
      expect(await look()).toEqual({ found: null, mended: false });
    },
  );

  it.skipIf(!seesLocks)(
    'the lock on the store is missed when it is lost, and taken again',
    async () => {
      closeSync(openSync(file, 'r')); // what must never be done
      expect(ourLocks()).toEqual([]);
      expect(await look()).toMatchObject({
        found: expect.stringContaining('lock on the store was lost'),
        mended: true,
      });
      expect(ourLocks()).toHaveLength(1);
      await set('second');
      expect(await names()).toEqual(['first', 'second']);
    },
  );
});

describe('a log that another program removed', () => {
  const loseLog = () => {
    for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`);
  };

  it('a log that another program removed stops what would be lost at once, and keeps what was taken before', async () => {
    loseLog();
    await expect(store.db.transaction().execute(async () => {})).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(set('lost')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await names()).toEqual(['first']);
    expect(await look()).toMatchObject({
      found: expect.stringContaining('log of the store was removed'),
      mended: true,
    });
    await set('second');
    const other = new SQLite(file, { readonly: true });
    expect(other.prepare('select name from settings order by name').pluck().all()).toEqual([
      'first',
      'second',
    ]);
    expect(other.pragma('integrity_check', { simple: true })).toBe('ok');
    other.close();
  });

  it('a log that another program removed is not repaired over the writes of another process', async () => {
    loseLog();
    writeFileSync(`${file}-wal`, 'a log of another process');
    expect(await look()).toMatchObject({ found: expect.any(String), mended: false });
    expect(readFileSync(`${file}-wal`, 'utf8')).toBe('a log of another process');
    await expect(set('lost')).rejects.toMatchObject({ code: 'unavailable' });
    rmSync(`${file}-wal`);
    expect((await look()).mended).toBe(true);
    await set('second');
  });
});

it('a store that was exchanged while it was in use takes nothing until it is back', async () => {
  renameSync(file, `${file}.aside`);
  writeFileSync(file, 'another file');
  expect(await look()).toMatchObject({
    found: expect.stringContaining('removed or exchanged'),
    mended: false,
  });
  expect(store.guard?.trouble).toContain('exchanged');
  await expect(set('lost')).rejects.toMatchObject({ code: 'unavailable' });
  expect((await sql`select 1 as one`.execute(store.db)).rows).toEqual([{ one: 1 }]);
  renameSync(`${file}.aside`, file);
  expect(await look()).toEqual({ found: null, mended: false });
  await set('second');
});
