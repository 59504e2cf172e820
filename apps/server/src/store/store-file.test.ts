// The file of a store before it is opened: made once, for its owner only, and never touched where
// it is there.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isUnused } from './copy.ts';
import { makeStoreFile } from './store-file.ts';

const links = vi.hoisted(() => ({ fail: null as string | null }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    linkSync: (from: string, to: string) => {
      if (links.fail !== null) throw Object.assign(new Error(links.fail), { code: links.fail });
      real.linkSync(from, to);
    },
  };
});

let folder: string;
beforeEach(() => {
  links.fail = null;
  folder = mkdtempSync(join(tmpdir(), 'isobar-store-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const mode = (file: string) => statSync(file).mode & 0o777;

it('a new store file is empty, in new folders, readable by its owner alone, and leaves no temporary file', () => {
  const file = join(folder, 'a', 'b', 'isobar.sqlite');
  makeStoreFile(file);
  expect([readFileSync(file, 'utf8'), mode(file), mode(join(folder, 'a'))]).toEqual([
    '',
    0o600,
    0o700,
  ]);
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['isobar.sqlite']);
});

it('a store file is left as it is where it is there', () => {
  const file = join(folder, 'isobar.sqlite');
  writeFileSync(file, 'content');
  const before = statSync(file).ino;
  makeStoreFile(file);
  expect([readFileSync(file, 'utf8'), statSync(file).ino]).toEqual(['content', before]);
});

it.each(['EEXIST', 'EPERM', 'ENOTSUP'])(
  'where a name cannot be added for %s another process made it, or it is made in place',
  (code) => {
    links.fail = code;
    const file = join(folder, 'isobar.sqlite');
    makeStoreFile(file);
    expect(readdirSync(folder)).toEqual(code === 'EEXIST' ? [] : ['isobar.sqlite']);
    if (code !== 'EEXIST') expect(mode(file)).toBe(0o600);
  },
);

it('a store is unused unless a process has it open', () => {
  const file = join(folder, 'isobar.sqlite');
  const store = new SQLite(file);
  store.pragma('journal_mode = WAL');
  store.exec('create table a (b)');
  const reading = store.prepare('select * from sqlite_master').iterate();
  reading.next();
  expect(isUnused(file)).toBe(false);
  reading.return?.();
  store.close();
  expect(isUnused(file)).toBe(true);
  expect(() => isUnused(join(folder, 'none'))).toThrow();
});
