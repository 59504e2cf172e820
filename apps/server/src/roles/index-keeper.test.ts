// Search indexes that break while they are served are rebuilt from the store.
import { open as openFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { openEmbeddedSearch } from '../adapters/search-embedded/search-embedded.ts';
import { indexCatalogue } from '../core/catalogue/index-catalogue.ts';
import { loadTables } from '../core/tables/load.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { writeTestFile } from '../features/harvest/testing/write-file.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';
import { type IndexKeeper, keepIndexed } from './index-keeper.ts';

const log = pino({ level: 'silent' });
let folder: string;
let store: TemporaryStore;
let index: SearchIndex;
let keeper: IndexKeeper;
const tables = () => loadTables(join(folder, 'no tables'));

beforeEach(async () => {
  folder = temporaryFolder();
  store = await temporaryStore();
  await writeTestFile(join(folder, 'sgp/sgpmetE13.b1.20190101.000000.nc'));
  const archive = await openDiskArchive(folder);
  await harvest({ store, archive, tables: await tables(), log });
  index = await openEmbeddedSearch({
    folder: join(store.folder, 'search'),
    threads: 1,
    lookEvery: 20,
    log,
  });
  await indexCatalogue({ db: store.db, tables: await tables(), external: [], index });
  keeper = keepIndexed({
    ...{ store, tables, index, log },
    exchangeTables: async () => {},
    external: () => [],
    everyMs: 20,
  });
});
afterEach(async () => {
  await keeper.close();
  await index.close();
  await store.close();
});

const file = () => join(store.folder, 'search', 'metadata.segment');
async function flip(share: number): Promise<void> {
  const { size } = await stat(file());
  const handle = await openFile(file(), 'r+');
  const one = Buffer.alloc(1);
  const at = Math.floor(size * share);
  await handle.read(one, 0, 1, at);
  one[0] = (one[0] as number) ^ 1;
  await handle.write(one, 0, 1, at);
  await handle.close();
}

it.each<[string, () => Promise<void>]>([
  ['is changed where sources lie', () => flip(0.002)],
  ['is changed in the middle', () => flip(0.5)],
  ['is changed at its end', () => flip(0.999)],
  ['is cut short', () => truncate(file(), 100)],
  ['is gone', () => rm(file())],
])('a segment file that %s while it is served is replaced', async (_, damage) => {
  const version = index.version('metadata');
  const warn = vi.spyOn(log, 'warn');
  await damage();
  await vi.waitFor(() => expect(index.version('metadata')).not.toBe(version), 30_000);
  expect(warn.mock.calls.map((call) => call.at(-1))).toContain(
    'a search index is missing or damaged; all are rebuilt',
  );
  const { hits } = await index.search('metadata', { query: { match_all: {} } });
  expect(hits.hits.map((hit) => hit._source?.datastream)).toEqual(['sgpmetE13.b1']);
});
