// The journal of an index: what was appended is read again by other processes, whatever letters it holds, and nothing that was cut short.
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Change, Journal } from './journal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-journal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const opened = (version = 'v1') => new Journal(folder, 'metadata', version);

it('gives back changes with letters of more than one byte, also those that are appended after them', async () => {
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

it('gives back any changes, however reads and appends follow each other', async () => {
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

it('leaves a last line without its end alone, and writes over it', async () => {
  const change: Change = { upsert: ['{"name":"Å"}'], remove: [] };
  const writer = opened();
  await writer.append(change);
  await appendFile(`${folder}/metadata.v1.changes`, 'cut sho');
  const reader = opened();
  expect(await reader.read()).toEqual([change]);
  await reader.append(change);
  expect(await opened().read()).toEqual([change, change]);
});
