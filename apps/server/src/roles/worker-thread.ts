// Entry of a worker thread: opens its own adapters, works until it is stopped.
import { parentPort } from 'node:worker_threads';
import { openLinkSigner } from '../features/orders/delivery/links.ts';
import { openAdapters } from '../main.ts';
import { namedFor } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { endTracing, startTracing } from '../platform/log/tracing.ts';
import { threadData } from '../platform/threads/answering-thread.ts';
import { orderSettings } from './order-settings.ts';
import { keepStore } from './store-keeper.ts';
import { startWorker } from './worker.ts';
import type { ThreadInput, ThreadMessage } from './worker-threads.ts';

const { configuration, version, lanes, former } = threadData<ThreadInput>();
const log = createLog(configuration.logLevel);
await startTracing(configuration.traces, 'isobar-worker');
const adapters = await openAdapters(configuration, log);
const worker = await startWorker({
  ...adapters,
  links: await openLinkSigner(configuration.home),
  settings: orderSettings(namedFor(configuration, adapters.archive.simulated), version),
  log,
  lanes,
  former,
});
// Other threads of this process have connections to the store as well, so on trouble the process
// has to end: only a new one starts without any.
const say = (what: ThreadMessage): void => parentPort?.postMessage(what);
const keeper = await keepStore({
  store: adapters.store,
  log,
  letGo: async () => {
    say('trouble');
    await new Promise(() => {}); // the process ends
  },
});
parentPort?.once('message', () => {
  worker
    .stop()
    .then(() => keeper.close())
    .then(() => adapters.close())
    .then(endTracing)
    .catch((error: unknown) => log.error({ err: error }, 'the worker thread did not stop in order'))
    .finally(() => parentPort?.close());
});
say('ready');
