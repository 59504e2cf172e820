// A new folder of files and a new store for each test, and the harvest of one into the other.
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { temporaryFolder } from '../../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../../adapters/archive-disk.ts';
import { loadTables } from '../../../core/tables/load.ts';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import { type HarvestInput, harvest } from '../harvest.ts';

/** Made before each test of a file; to be used within tests. */
export function freshArchive() {
  let root: string;
  let store: TemporaryStore;
  beforeEach(async () => {
    root = temporaryFolder();
    store = await temporaryStore();
  });
  afterEach(() => store.close());
  return {
    get store() {
      return store;
    },
    /** A path in the folder. */
    at: (path: string): string => join(root, path),
    harvest: async (change: Partial<HarvestInput> = {}) =>
      await harvest(await harvestInput(root, store, change)),
  };
}

/**
 * The folder is harvested without curated tables and without a word, unless `change` says
 * otherwise.
 */
export const harvestInput = async (
  root: string,
  store: HarvestInput['store'],
  change: Partial<HarvestInput> = {},
): Promise<HarvestInput> => ({
  store,
  archive: await openDiskArchive(root),
  tables: await loadTables(join(root, 'no tables')),
  log: pino({ level: 'silent' }),
  ...change,
});
