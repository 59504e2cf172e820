import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SearchIndex } from '../../ports/search-index.ts';
import { openEmbeddedSearch } from './search-embedded.ts';

const MAPPING = { code: { type: 'keyword' }, n: { type: 'integer' } } as const;
const documents = (count: number, n = 0) =>
  Array.from({ length: count }, (_, i) => ({ id: `d${i}`, code: `code ${i}`, n }));

let root: string;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const open = (name: string, more = {}) =>
  openEmbeddedSearch({ folder: join(root, name), threads: 1, lookEvery: 20, log, ...more });
const ids = async (index: SearchIndex, query = {}) => {
  const { hits } = await index.search('one', { size: 1000, _source: false, ...query });
  return hits.hits.map((hit) => hit._id).sort();
};
const journals = async (name: string) =>
  (await readdir(join(root, name))).filter((file) => file.endsWith('.changes'));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'isobar-shared-'));
});
afterAll(() => rm(root, { recursive: true }));

it('changes of an embedded index are there after a restart, though a crash cut the last one short', async () => {
  const first = await open('restart');
  await first.replace('one', MAPPING, [], documents(5));
  await first.apply('one', { upsert: [{ id: 'new', code: 'x', n: 1 }], remove: ['d0'] });
  await first.apply('one', { remove: ['d1'] });
  const version = first.version('one');
  await first.close();
  const [journal] = await journals('restart');
  const path = join(root, 'restart', journal as string);
  const line = (await readFile(path, 'utf8')).split('\n')[0] as string;
  await appendFile(path, line.slice(0, -5));
  const second = await open('restart');
  expect(await ids(second)).toEqual(['d2', 'd3', 'd4', 'new']);
  expect(second.version('one')).toBe(version);
  await second.apply('one', { remove: ['d2'] });
  await second.close();
  const third = await open('restart');
  expect(await ids(third)).toEqual(['d3', 'd4', 'new']);
  await third.close();
});

it('files of an embedded index that are not as they were written make the index unusable, which is reported', async () => {
  const first = await open('flipped');
  await first.replace('one', MAPPING, [], documents(5));
  await first.apply('one', { remove: ['d1'] });
  await first.close();
  const path = join(root, 'flipped', (await journals('flipped'))[0] as string);
  await writeFile(path, (await readFile(path, 'utf8')).replace('d1', 'd2'));
  log.warn.mockClear();
  const second = await open('flipped');
  expect(second.has('one')).toBe(false);
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ index: 'one' }),
    expect.stringContaining('has to be rebuilt'),
  );
  await second.replace('one', MAPPING, [], documents(2));
  expect([second.has('one'), await ids(second)]).toEqual([true, ['d0', 'd1']]);
  await second.close();
});

it('changes of an embedded index go into a new segment file in the background when they have become many', async () => {
  const index = await open('renewed', { renewAt: 2000 });
  await index.replace('one', MAPPING, [], documents(20));
  const file = join(root, 'renewed', 'one.segment');
  const before = await readFile(file);
  for (let n = 1; n <= 60; n++) await index.apply('one', { upsert: documents(3, n) });
  await vi.waitFor(async () => expect(before.equals(await readFile(file))).toBe(false), 30_000);
  await index.apply('one', { remove: ['d19'] });
  expect(await ids(index, { query: { term: { n: 60 } } })).toEqual(['d0', 'd1', 'd2']);
  expect(await ids(index)).toHaveLength(19);
  await index.close();
  expect((await journals('renewed')).length).toBeLessThan(2);
  const again = await open('renewed');
  expect(await ids(again, { query: { term: { n: 60 } } })).toEqual(['d0', 'd1', 'd2']);
  expect(await ids(again)).toHaveLength(19);
  await again.close();
});

it('files of an embedded index that are made while the file is rewritten are written by the next rewrite, even without a further change', async () => {
  const index = await open('meanwhile', { renewAt: 1 });
  await index.replace('one', MAPPING, [], documents(2));
  await index.apply('one', { remove: ['d0'] });
  await index.apply('one', { upsert: [{ id: 'late', code: 'x', n: 1 }] });
  await vi.waitFor(async () => expect(await journals('meanwhile')).toEqual([]), 30_000);
  await index.close();
  const again = await open('meanwhile');
  expect(await ids(again)).toEqual(['d1', 'late']);
  await again.close();
});

it('an embedded index that several processes share serves what another process built, changed and rebuilt', async () => {
  const [writer, reader] = [await open('seen'), await open('seen')];
  await writer.replace('one', MAPPING, [], documents(3));
  const shows = (...expected: string[]) =>
    vi.waitFor(async () => expect(await ids(reader)).toEqual(expected), 30_000);
  await shows('d0', 'd1', 'd2');
  await writer.apply('one', { upsert: [{ id: 'a', code: 'x', n: 1 }] });
  await shows('a', 'd0', 'd1', 'd2');
  await writer.apply('one', { remove: ['d0'] });
  await shows('a', 'd1', 'd2');
  expect(reader.version('one')).toBe(writer.version('one'));
  await reader.apply('one', { remove: ['d1'] }); // knows what the other one did
  await vi.waitFor(async () => expect(await ids(writer)).toEqual(['a', 'd2']), 30_000);
  await writer.replace('one', MAPPING, [], documents(2));
  await shows('d0', 'd1');
  expect(reader.version('one')).toBe(writer.version('one'));
  await Promise.all([writer.close(), reader.close()]);
});

it('an embedded index that several processes share keeps every change of all of them, and answers meanwhile', async () => {
  const first = await open('many', { renewAt: 3000 });
  await first.replace('one', MAPPING, [], documents(1));
  const program = `
      import { openEmbeddedSearch } from ${JSON.stringify(new URL('./search-embedded.ts', import.meta.url).href)};
      const log = { info() {}, warn: console.error, error: console.error };
      const index = await openEmbeddedSearch({ folder: process.argv[2], threads: 1, renewAt: 3000, log });
      for (let i = 0; i < 30; i++)
        await index.apply('one', { upsert: [{ id: process.argv[3] + i, code: 'x', n: 1 }] });
      await index.close();`;
  const file = join(root, 'program.mjs');
  await writeFile(file, program);
  const ended = ['p', 'q'].map(async (name) => {
    const child = spawn(process.execPath, [file, join(root, 'many'), name], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code as number;
  });
  for (let i = 0; i < 30; i++) {
    await first.apply('one', { upsert: [{ id: `f${i}`, code: 'x', n: 1 }] });
    expect(await ids(first)).toContain('d0');
  }
  expect(await Promise.all(ended)).toEqual([0, 0]);
  await vi.waitFor(async () => expect(await ids(first)).toHaveLength(91), 30_000);
  await first.close();
  const again = await open('many');
  expect(await ids(again)).toHaveLength(91);
  await again.close();
});
