// A watched archive: what comes, changes and goes is searchable soon, and only the documents that
// it touches are rebuilt.
import { appendFile, mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { openEmbeddedSearch } from '../adapters/search-embedded/search-embedded.ts';
import { catalogueIsStale, markFilesChanged } from '../core/catalogue/freshness.ts';
import { loadTables } from '../core/tables/load.ts';
import { writeTestFile } from '../features/harvest/testing/write-file.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';
import { type Harvester, startHarvester } from './harvester.ts';

const log = pino({ level: 'silent' });
let folder: string;
let store: TemporaryStore;
let index: SearchIndex;
let harvester: Harvester | undefined;
beforeEach(async () => {
  folder = temporaryFolder();
  store = await temporaryStore();
  index = await openEmbeddedSearch({ folder: join(store.folder, 'search'), threads: 1, log });
});
afterEach(async () => {
  await harvester?.close();
  await index.close();
  await store.close();
});

const file = (name: string): string => join(folder, name);
const MET = 'sgp/sgpmetE13.b1.20190101.000000.nc';

async function start(address = folder, listMs = 3_600_000) {
  harvester = await startHarvester({
    store,
    archive: await openDiskArchive(folder),
    folder: address,
    tables: () => loadTables(join(folder, 'no tables')),
    index,
    external: () => [],
    log,
    quietMs: 50,
    listMs,
  });
}

/** The datastreams in the search index, with their priority. */
async function found(): Promise<string[]> {
  const { hits } = await index.search('metadata', { query: { match_all: {} }, size: 100 });
  return hits.hits
    .map((hit) => `${hit._source?.datastream} ${hit._source?.priority ?? '-'}`)
    .sort();
}

const soon = (expected: readonly string[]) =>
  vi.waitFor(async () => expect(await found()).toEqual(expected), {
    timeout: 15_000,
    interval: 50,
  });

it('the harvester shows files that come, and what they change at their siblings, and forgets what goes', async () => {
  await writeTestFile(file(MET));
  await writeTestFile(file('nsametC1.b1.20190101.000000.nc'));
  await start();
  expect(await found()).toEqual(['nsametC1.b1 3', 'sgpmetE13.b1 3']);
  const replace = vi.spyOn(index, 'replace');
  const apply = vi.spyOn(index, 'apply');
  await writeTestFile(file('new/folder/sgpmetE13.c1.20190101.000000.nc'));
  await soon(['nsametC1.b1 3', 'sgpmetE13.b1 -', 'sgpmetE13.c1 3']);
  expect(replace).not.toHaveBeenCalled();
  const written = apply.mock.calls.flatMap(([, changes]) => changes.upsert ?? []);
  expect(written.map((document) => document.datastream)).not.toContain('nsametC1.b1');
  await rm(file('new'), { recursive: true });
  await soon(['nsametC1.b1 3', 'sgpmetE13.b1 3']);
  await rm(file(MET));
  await soon(['nsametC1.b1 3']);
  expect(await catalogueIsStale(store.db, index)).toBe(false);
});

it('the harvester takes a changed file up again', async () => {
  await writeTestFile(file(MET), { times: [0, 60] });
  await start();
  const end = async () =>
    (await store.db.selectFrom('files').select('end_s').executeTakeFirst())?.end_s;
  const before = Number(await end());
  await writeTestFile(file(MET), { times: [0, 60, 120] });
  await vi.waitFor(async () => expect(await end()).toBe(before + 60), { timeout: 15_000 });
  await appendFile(file('notes.txt'), 'no data');
  await vi.waitFor(
    async () =>
      expect(await store.db.selectFrom('unreadable_files').select('path').execute()).toEqual([
        { path: 'notes.txt' },
      ]),
    { timeout: 15_000 },
  );
});

it('the harvester takes up a file whose date lies ahead, as a logger with a wrong clock writes it', async () => {
  await start();
  const beside = file('.copied/file.nc'); // passed over while it is written there
  await writeTestFile(beside);
  const ahead = new Date(Date.now() + 86_400_000);
  await utimes(beside, ahead, ahead);
  await mkdir(dirname(file(MET)), { recursive: true });
  await rename(beside, file(MET));
  await soon(['sgpmetE13.b1 3']);
});

it('the harvester forgets nothing when all goes at once: the disk may not be mounted', async () => {
  await writeTestFile(file(MET));
  await start();
  const failed = vi.spyOn(log, 'error');
  await rename(file('sgp'), `${folder}-beside`);
  await vi.waitFor(
    () =>
      expect(String(failed.mock.calls.map(([told]) => (told as { err?: unknown }).err))).toContain(
        'not be mounted',
      ),
    { timeout: 15_000 },
  );
  expect(await found()).toEqual(['sgpmetE13.b1 3']);
  await rename(`${folder}-beside`, file('sgp'));
  await writeTestFile(file('nsametC1.b1.20190101.000000.nc'));
  await soon(['nsametC1.b1 3', 'sgpmetE13.b1 3']);
});

it('the harvester lists a store that cannot be watched from time to time', async () => {
  await start('s3://bucket/prefix', 100);
  expect(await found()).toEqual([]);
  await writeTestFile(file(MET));
  await soon(['sgpmetE13.b1 3']);
});

it('the harvester makes the whole index when an earlier change never reached it', async () => {
  await writeTestFile(file(MET));
  await start();
  await harvester?.close();
  await index.replace('metadata', { id: { type: 'text' } }, [], []);
  await markFilesChanged(store.db, null);
  await start();
  expect(await found()).toEqual(['sgpmetE13.b1 3']);
});

it('the harvester does not forget files below a folder that cannot be opened', async () => {
  await writeTestFile(file(MET));
  await start();
  await rm(file('sgp'), { recursive: true });
  await symlink('sgp', file('sgp')); // it leads to itself
  await writeTestFile(file('nsametC1.b1.20190101.000000.nc'));
  await soon(['nsametC1.b1 3', 'sgpmetE13.b1 3']);
});
