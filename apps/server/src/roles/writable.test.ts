// Whether anything can be stored: tried on a real store and a real folder, and reported without a
// path.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openStore, type Store } from '../store/open.ts';
import { openWritable } from './writable.ts';

let home: string;
let store: Store;
let now = 0;
beforeEach(async () => {
  now = 0;
  home = temporaryFolder();
  store = await openStore({ file: join(home, 'store.sqlite') });
});
afterEach(() => store.close());

it('the check of what can be written finds nothing amiss where rows and files can be written, and leaves no file', async () => {
  expect(await openWritable(store, home, () => now)()).toBeNull();
  expect((await readdir(home)).filter((name) => name.startsWith('.ready'))).toEqual([]);
});

it('the check of what can be written says that the store takes nothing, and looks again after five seconds', async () => {
  const look = openWritable(store, home, () => now);
  await sql`pragma query_only = on`.execute(store.db);
  expect(await look()).toBe('the store takes nothing');
  await sql`pragma query_only = off`.execute(store.db);
  now = 4999;
  expect(await look()).toBe('the store takes nothing');
  now = 5000;
  expect(await look()).toBeNull();
});

it('the check of what can be written says that nothing can be written to the home folder', async () => {
  const gone = join(home, 'gone');
  const told = await openWritable(store, gone, () => now)();
  expect(told).toBe('nothing can be written to the home folder');
});
