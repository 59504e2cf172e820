// isobar worker: works off orders in a process of its own.
import { openLinkSigner } from '../features/orders/delivery/links.ts';
import { orderSettings } from '../roles/order-settings.ts';
import { startWorker } from '../roles/worker.ts';
import { version } from '../version.ts';
import { type Command, interrupted, withAdapters } from './command.ts';

export const worker: Command = {
  arguments: '',
  summary: 'works off orders in a process of its own, beside servers with ISOBAR_WORKER=apart',
  options: {},
  run: () =>
    withAdapters(async ({ adapters, configuration, log }) => {
      const working = await startWorker({
        ...adapters,
        links: await openLinkSigner(configuration.home),
        settings: orderSettings(configuration, version),
        log,
      });
      log.info('working');
      await interrupted();
      await working.stop();
      return 0;
    }),
};
