// The journal of an index: what was appended is read again by other processes, whatever letters it
// holds, and nothing that was cut short.
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Change, Journal, removeJournals, summed } from './journal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-journal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const opened = (version = 'v1') => new Journal(folder, 'metadata', version);

it('the journal gives back changes with letters of more than one byte, also those that are appended after them', async () => {
  const writer = opened();
  const first: Change = { upsert: [JSON.stringify({ name: 'Ny-Ålesund 北京 🌧' })], remove: [] };
  const second: Change = { upsert: [], remove: ['x'] };
  await writer.append(first);
  await writer.append(second);
  const reader = opened();
  expect(await reader.read()).toEqual([first, second]);
  expect(reader.bytes).toBe(writer.bytes);
  await reader.append(first);
  expect(await opened().read()).toEqual([first, second, first]);
});

it('the journal gives back any changes, however reads and appends follow each other', async () => {
  let runs = 0;
  const change = fc.record({
    upsert: fc.array(fc.string({ unit: 'grapheme' }).map((name) => JSON.stringify({ name }))),
    remove: fc.array(fc.string({ unit: 'grapheme' })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 5 }), async (changes) => {
      const version = `v${++runs}`;
      const writer = opened(version);
      const reader = opened(version);
      const found: Change[] = [];
      for (const each of changes) {
        await writer.append(each);
        found.push(...(await reader.read()));
      }
      expect(found).toEqual(changes);
    }),
    { numRuns: 20 },
  );
});

it('the journal leaves a last line without its end alone, and writes over it', async () => {
  const change: Change = { upsert: ['{"name":"Å"}'], remove: [] };
  const writer = opened();
  await writer.append(change);
  await appendFile(`${folder}/metadata.v1.changes`, 'cut sho');
  const reader = opened();
  expect(await reader.read()).toEqual([change]);
  await reader.append(change);
  expect(await opened().read()).toEqual([change, change]);
});

it('the journal refuses a line that is not as it was written', async () => {
  const path = `${folder}/metadata.v1.changes`;
  await opened().append({ upsert: ['{"name":"met"}'], remove: [] });
  const written = await readFile(path, 'utf8');
  await writeFile(path, written.replace('met', 'Met'));
  await expect(opened().read()).rejects.toThrow('damaged');
  await writeFile(path, written);
  expect(await opened().read()).toHaveLength(1);
});

it('the journal is empty where there is no file, and not where the file cannot be read', async () => {
  expect(await opened('v1').read()).toEqual([]);
  await mkdir(`${folder}/metadata.v2.changes`);
  await expect(opened('v2').read()).rejects.toThrow('EISDIR');
});

it('the journal counts lines and bytes of what it read and appended, and reads nothing twice', async () => {
  const writer = opened();
  for (const id of ['a', 'b']) await writer.append({ upsert: [], remove: [id] });
  const reader = opened();
  await reader.read();
  expect([reader.lines, reader.bytes]).toEqual([writer.lines, writer.bytes]);
  expect(reader.lines).toBe(2);
  expect(await reader.read()).toEqual([]);
});

it('the journal is removed with those of other versions of its index, and of no other index', async () => {
  for (const name of ['metadata.v1', 'metadata.v2', 'metadata2.v1', 'files.v1'])
    await writeFile(join(folder, `${name}.changes`), '');
  await writeFile(join(folder, 'metadata.segment'), '');
  await removeJournals(folder, 'metadata', 'v2');
  expect((await readdir(folder)).sort()).toEqual([
    'files.v1.changes',
    'metadata.segment',
    'metadata.v2.changes',
    'metadata2.v1.changes',
  ]);
});

it('of several changes of a document the last one in the journal counts, in the order in which they came', () => {
  const json = (id: string, n: number) => JSON.stringify({ id, n });
  const changes: Change[] = [
    { upsert: [json('a', 1), json('b', 1), json('c', 1), json('e', 1)], remove: ['x'] },
    { upsert: [json('a', 2), json('d', 2)], remove: ['b', 'd'] },
    { upsert: [json('b', 3)], remove: ['c'] },
  ];
  expect(summed(changes)).toEqual({
    upsert: [json('e', 1), json('a', 2), json('d', 2), json('b', 3)],
    remove: ['x', 'b', 'd', 'c'],
  });
});
