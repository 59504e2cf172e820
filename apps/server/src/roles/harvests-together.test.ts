// Harvesters that change files of one store at the same time keep its one search index in step,
// also when one of them is killed.
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { openEmbeddedSearch } from '../adapters/search-embedded/search-embedded.ts';
import { lastChange } from '../core/catalogue/changes.ts';
import { catalogueIsStale, followedTogether } from '../core/catalogue/freshness.ts';
import { keepUp } from '../core/catalogue/keep-up.ts';
import { loadTables } from '../core/tables/load.ts';
import { type HarvestReport, harvest } from '../features/harvest/harvest.ts';
import { writeTestFile } from '../features/harvest/testing/write-file.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../store/testing/temporary-store.ts';
import { startHarvester } from './harvester.ts';

const log = pino({ level: 'silent' });

describe.each(STORE_KINDS)('harvesters of one store on %s', (kind) => {
  let store: TemporaryStore;
  let folder: string;
  let index: SearchIndex;
  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    folder = temporaryFolder();
    index = await openEmbeddedSearch({ folder: join(folder, 'index'), threads: 1, log });
  });
  afterEach(async () => {
    await index.close();
    await store.empty();
  });

  const tables = () => loadTables(join(folder, 'no tables'));
  const write = (site: string) =>
    writeTestFile(join(folder, 'archive', site, `${site}metC1.b1.20190101.000000.nc`));
  const file = async (): Promise<HarvestReport> =>
    await harvest({
      store,
      archive: await openDiskArchive(join(folder, 'archive')),
      tables: await tables(),
      log,
    });
  const show = async ({ touched }: HarvestReport): Promise<void> => {
    const together = followedTogether(store);
    const sources = { db: store.db, tables: await tables(), index, external: [] };
    await keepUp({ ...sources, touched, wasStale: false, together });
  };
  async function found(): Promise<string[]> {
    const { hits } = await index.search('metadata', { query: { match_all: {} }, size: 10 });
    return hits.hits.map((hit) => `${hit._source?.datastream}`).sort();
  }

  it('harvesters of one store show what another one has filed that was killed before it could show it', async () => {
    await write('sgp');
    await show(await file());
    expect(await found()).toEqual(['sgpmetC1.b1']);
    await write('nsa');
    await file(); // and is killed here
    await write('ena');
    await show(await file());
    expect(await found()).toEqual(['enametC1.b1', 'nsametC1.b1', 'sgpmetC1.b1']);
    expect(await catalogueIsStale(store.db, index)).toBe(false);
  });

  it('harvesters of one store do not call an index up to date while changes of another one are missing in it', async () => {
    await write('sgp');
    await show(await file());
    const shown = await lastChange(store.db);
    await write('nsa');
    await file();
    await followedTogether(store).note(shown); // as one does that began before the other
    expect(await catalogueIsStale(store.db, index)).toBe(true);
    await show({ ...(await file()), touched: [] });
    expect(await catalogueIsStale(store.db, index)).toBe(false);
    expect(await found()).toEqual(['nsametC1.b1', 'sgpmetC1.b1']);
  });

  it.skipIf(kind === 'sqlite')(
    'harvesters of one store watch a folder together, each its own share of it',
    async () => {
      for (const site of ['sgp', 'nsa']) await write(site);
      const archive = await openDiskArchive(join(folder, 'archive'));
      const input = {
        store,
        archive,
        folder: join(folder, 'archive'),
        tables,
        index,
        log,
        quietMs: 50,
      };
      const both = await Promise.all(
        [1, 2].map((number) =>
          startHarvester({ ...input, external: () => [], share: { number, of: 2 } }),
        ),
      );
      try {
        expect(await found()).toEqual(['nsametC1.b1', 'sgpmetC1.b1']);
        for (const site of ['ena', 'twp', 'grw']) await write(site);
        const all = ['ena', 'grw', 'nsa', 'sgp', 'twp'].map((site) => `${site}metC1.b1`);
        await expect.poll(found, { timeout: 20_000 }).toEqual(all);
      } finally {
        for (const one of both) await one.close();
      }
    },
  );
});
