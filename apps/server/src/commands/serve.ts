// isobar serve: the portal and its services and, by default, the worker in a process of its own.
import { lastRight } from '../core/tables/last-right.ts';
import { openLinkSigner } from '../features/orders/delivery/links.ts';
import { openProposalService, openSearch, openSignInSites, openStoreSearch } from '../main.ts';
import { keepIndexed } from '../roles/index-keeper.ts';
import { orderSettings } from '../roles/order-settings.ts';
import { keepPlots } from '../roles/plots-keeper.ts';
import { startWeb } from '../roles/web.ts';
import { openWorkPool } from '../roles/work-pool.ts';
import { keepWorkerProcess } from '../roles/worker-process.ts';
import { raiseNumbers } from '../store/order-numbers.ts';
import { version } from '../version.ts';
import { type Command, interrupted, type Opened, withAdapters } from './command.ts';
import { prepare } from './prepare.ts';

export const serve: Command = {
  options: {},
  run: () => withAdapters(serveWith, undefined, 'isobar-web'),
};

async function serveWith(opened: Opened): Promise<number> {
  const { adapters, configuration, log } = opened;
  await raiseNumbers(adapters.store, configuration.home);
  const index = await openSearch(configuration, adapters.store, log);
  await prepare(opened, index, (text) => console.log(text));
  const keeper = keepIndexed({
    store: adapters.store,
    tables: adapters.tables,
    exchangeTables: adapters.exchangeTables,
    external: adapters.externalRecords,
    index,
    log,
  });
  const sameArchive = { ...configuration, archive: adapters.archiveAddress };
  const tables = lastRight(adapters.tables, log);
  const pool = await openWorkPool({ configuration: sameArchive, version });
  const plots = keepPlots({
    pool,
    configuration,
    db: adapters.store.db,
    tables,
    blobs: adapters.plots,
    log,
  });
  const web = await startWeb({
    configuration,
    log,
    store: adapters.store,
    index,
    stored: await openStoreSearch(adapters.store, tables),
    tables,
    freshTables: adapters.tables,
    cases: adapters.cases,
    external: adapters.externalRecords,
    simulated: adapters.archive.simulated,
    secret: adapters.support.secret,
    plots,
    pool,
    signInSites: await openSignInSites(configuration),
    proposals: await openProposalService(configuration),
    arrays: adapters.arrays,
    live: { archive: adapters.archive, tables: adapters.tables },
    orders: {
      tables: adapters.tables,
      blobs: adapters.blobs,
      dropBox: adapters.dropBox,
      links: await openLinkSigner(configuration.home),
      settings: orderSettings(configuration, version),
    },
  });
  // listens before the worker starts, so that whatever starts it also ends it
  const asked = interrupted();
  // Nothing waits for the worker: orders that come before it is ready are run once it is.
  const working = configuration.worker === 'here' ? keepWorkerProcess(log) : null;
  // behind a proxy, users use its address
  console.log(`Isobar is at ${configuration.siteUrl ?? web.url}`);
  plots.begin();
  await asked;
  await Promise.all([web.close(), working?.stop()]);
  await Promise.all([pool.close(), plots.close()]);
  await keeper.close();
  await index.close();
  return 0;
}
