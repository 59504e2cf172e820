// What an order of only what changed exchanges: old and new files of the archive, with both
// checksums, and files that are masked again.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDiskArchive } from '../../../adapters/archive-disk.ts';
import { keepEvidence } from '../../../core/affected/evidence.ts';
import { temporaryStore } from '../../../store/testing/temporary-store.ts';
import { sinceOf } from './since.ts';

const FIRST = 7;
const START = Date.UTC(2019, 0, 1) / 1000;
const LATER = START + 400 * 86_400;

const store = await temporaryStore();
afterAll(() => store.close());
const folder = join(store.folder, 'archive');
await mkdir(folder);
const archive = await openDiskArchive(folder);
const { signal } = new AbortController();

const versionOf = (file: string, text: string) => ({
  ...{ file, bytes: text.length },
  sha256: createHash('sha256').update(text).digest('hex'),
});
const read = (file: string, text: string, datastream = 'a.b1') => ({
  ...{ datastream, path: file, ...versionOf(file, text) },
});
const delivered = (file: string, text: string) => ({
  ...read(file, text),
  ...{ start: START, end: START + 60, holdings: [0], delivered: [file] },
});

async function present(file: string, text: string): Promise<void> {
  await writeFile(join(folder, file), text);
  await store.db
    .insertInto('files')
    .values({
      ...{ datastream: 'a.b1', file_name: file, path: file, size: text.length, sha256: null },
      ...{ scan_name: null, named: 1, start_s: START, end_s: START + 60, modified_ms: 0 },
    })
    .execute();
}

it('an order of only what changed lists what it read in place of each file, and the same files whose masks changed', async () => {
  for (const [file, text] of [
    ['same.nc', 'same'],
    ['new.nc', 'new bytes'],
    ['other.nc', 'longer bytes'],
  ] as const)
    await present(file, text);
  await keepEvidence(store.db, {
    ...{ orderId: FIRST, madeAt: LATER, kept: { simulated: false, holdings: [], reports: [] } },
    inputs: [
      delivered('same.nc', 'same'),
      delivered('new.nc', 'old'),
      delivered('other.nc', 'short'),
      delivered('gone.nc', 'gone'),
    ],
  });
  const inputs = [
    read('same.nc', 'same'),
    read('new.nc', 'new bytes'),
    // As the new order read it, though the archive holds another version by now; and one of the
    // same name elsewhere.
    read('other.nc', 'as read'),
    read('gone.nc', 'gone', 'b.b1'),
  ];
  const since = await sinceOf({ store, archive }, FIRST, inputs, signal);
  expect(since).toMatchObject({ orderId: FIRST, masked: [versionOf('same.nc', 'same')] });
  expect(since?.files).toMatchObject([
    { before: versionOf('new.nc', 'old'), now: [versionOf('new.nc', 'new bytes')] },
    { before: versionOf('other.nc', 'short'), now: [versionOf('other.nc', 'as read')] },
    { before: versionOf('gone.nc', 'gone'), now: [] },
  ]);
});

it('an order of all has no list, and one whose first delivery is forgotten has an empty one', async () => {
  expect(await sinceOf({ store, archive }, undefined, [read('a', 'a')], signal)).toBeUndefined();
  expect(await sinceOf({ store, archive }, 8, [read('a', 'a')], signal)).toEqual({
    ...{ orderId: 8, files: [], masked: [] },
  });
});
