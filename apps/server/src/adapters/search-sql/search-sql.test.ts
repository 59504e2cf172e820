// The readers over the store keep to what every reader of an index promises, on both databases.
import { afterAll } from 'vitest';
import { plotHoldings } from '../../core/catalogue/plot-holdings.ts';
import { plottedDays, plottedVariables } from '../../core/catalogue/plotted.ts';
import { tablesOf } from '../../features/orders/testing/tables.ts';
import { FILES_KEPT } from '../../ports/testing/readers/files.ts';
import { DAYS, DRAWN } from '../../ports/testing/readers/plots.ts';
import { searchReaderSuite } from '../../ports/testing/search-reader-suite.ts';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { openFileSearch } from './file-search.ts';
import { openPlotSearch } from './plot-search.ts';

const stores: TemporaryStore[] = [];
const fresh = async (kind: (typeof STORE_KINDS)[number]): Promise<TemporaryStore> => {
  const store = await temporaryStore(kind);
  stores.push(store);
  return store;
};
afterAll(async () => {
  for (const store of stores) await store.close();
});

const headerOf = (names: readonly string[]) => ({
  format: 'cdf1',
  attributes: {},
  dimensions: [],
  place: null,
  variables: [
    { name: 'time', type: 'double', dimensions: ['time'], attributes: {} },
    ...names.map((name) => ({
      name,
      type: 'float',
      dimensions: ['time'],
      attributes: { long_name: name },
    })),
  ],
});

for (const kind of STORE_KINDS) {
  searchReaderSuite(
    `the store (${kind})`,
    'files',
    async () => {
      const store = await fresh(kind);
      await storeFiles(store.db, FILES_KEPT);
      return openFileSearch(store);
    },
    true,
  );
  searchReaderSuite(
    `the store (${kind})`,
    'plots',
    async () => {
      const { db } = await fresh(kind);
      for (const [datastream, names] of Object.entries(DRAWN)) {
        await storeFiles(db, dayFiles(datastream, DAYS));
        const header = JSON.stringify(headerOf(names));
        await db.insertInto('designs').values({ datastream, design: 'd', header }).execute();
      }
      await db.updateTable('files').set({ design: 'd' }).execute();
      const tables = tablesOf({});
      return openPlotSearch({
        variables: (datastream) => plottedVariables({ db, tables: async () => tables }, datastream),
        days: (datastream, from, to) => plottedDays(db, datastream, from, to),
        holdings: plotHoldings({ db, tables: async () => tables }),
      });
    },
    true,
  );
}
