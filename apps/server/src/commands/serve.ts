// isobar serve: the portal and its services and, by default, the worker in a process of its own.
import { lastRight } from '../core/tables/last-right.ts';
import { openLinkSigner } from '../features/orders/delivery/links.ts';
import { openProposalService, openSearch, openSignInSites, openStoreSearch } from '../main.ts';
import { keepIndexed } from '../roles/index-keeper.ts';
import { openExtractThread } from '../roles/live-threads.ts';
import { orderSettings } from '../roles/order-settings.ts';
import { keepPlots } from '../roles/plots-keeper.ts';
import { openSampleThread } from '../roles/sample-threads.ts';
import { openTrackThread } from '../roles/track-threads.ts';
import { startWeb } from '../roles/web.ts';
import { keepWorkerProcess } from '../roles/worker-process.ts';
import { raiseNumbers } from '../store/order-numbers.ts';
import { version } from '../version.ts';
import { type Command, interrupted, withAdapters } from './command.ts';
import { prepare } from './prepare.ts';

export const serve: Command = {
  arguments: '',
  summary: 'serves the portal and its services; works off orders too unless ISOBAR_WORKER=apart',
  options: {},
  run: () =>
    withAdapters(async (opened) => {
      const { adapters, configuration, log } = opened;
      await raiseNumbers(adapters.store, configuration.home);
      const index = await openSearch(configuration, log);
      await prepare(opened, index, (text) => console.log(text));
      const keeper = keepIndexed({
        store: adapters.store,
        tables: adapters.tables,
        external: adapters.externalRecords,
        index,
        log,
      });
      const sameArchive = { ...configuration, archive: adapters.archiveAddress };
      const tables = lastRight(adapters.tables, log);
      const plots = keepPlots({
        configuration: sameArchive,
        db: adapters.store.db,
        tables,
        blobs: adapters.plots,
        log,
      });
      const tracker = openTrackThread(sameArchive);
      const sampler = openSampleThread(sameArchive);
      const extractor = openExtractThread({ configuration: sameArchive, version });
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
        tracker,
        signInSites: await openSignInSites(configuration),
        proposals: await openProposalService(configuration),
        live: { archive: adapters.archive, extractor, tables: adapters.tables },
        orders: {
          tables: adapters.tables,
          blobs: adapters.blobs,
          dropBox: adapters.dropBox,
          sampler,
          links: await openLinkSigner(configuration.home),
          settings: orderSettings(configuration, version),
        },
      });
      const asked = interrupted(); // listens before the worker starts, so that whatever starts it also ends it
      // Nothing waits for the worker: orders that come before it is ready are worked off once it is.
      const working = configuration.worker === 'here' ? keepWorkerProcess(log) : null;
      console.log(`Isobar is at ${configuration.siteUrl ?? web.url}`); // behind a proxy people use its address
      plots.begin();
      await asked;
      await Promise.all([web.close(), working?.stop()]);
      await plots.close();
      await tracker.close();
      await sampler.close();
      await extractor.close();
      await keeper.close();
      await index.close();
      return 0;
    }),
};
