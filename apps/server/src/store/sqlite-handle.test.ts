import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteHandle } from './sqlite-handle.ts';

let folder: string;
let handle: SqliteHandle;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-handle-'));
  handle = new SqliteHandle(join(folder, 'isobar.sqlite'));
  handle.prepare('create table places (name text)').run();
  for (const name of ['SGP', 'NSA']) handle.prepare('insert into places values (?)').run([name]);
});
afterEach(async () => {
  handle.close();
  await rm(folder, { recursive: true, force: true });
});

const ALL = 'select * from places order by name';

it('a statement is compiled once, and gives what each of its parameters selects', () => {
  const sql = 'select name from places where name = ?';
  const first = handle.prepare(sql);
  expect(first.all(['SGP'])).toEqual([{ name: 'SGP' }]);
  const again = handle.prepare(sql);
  expect(again).toBe(first);
  expect(again.all(['NSA'])).toEqual([{ name: 'NSA' }]);
});

it('a statement that is compiled gives the columns that another connection has added since', () => {
  expect(handle.prepare(ALL).all()).toEqual([{ name: 'NSA' }, { name: 'SGP' }]);
  const other = new SqliteHandle(handle.file);
  other.prepare('alter table places add column state text').run();
  other.close();
  expect(handle.prepare(ALL).all()).toEqual([
    { name: 'NSA', state: null },
    { name: 'SGP', state: null },
  ]);
});

it('a statement whose rows are still being read is compiled a second time for who asks meanwhile', () => {
  const rows = handle.prepare(ALL).iterate();
  expect(rows.next().value).toEqual({ name: 'NSA' });
  expect(handle.prepare(ALL).all()).toHaveLength(2);
  expect(rows.next().value).toEqual({ name: 'SGP' });
  rows.return?.();
});

it('a statement is compiled again for a connection that was reopened', () => {
  handle.prepare(ALL).all();
  handle.reopen();
  expect(handle.prepare(ALL).all()).toHaveLength(2);
});
