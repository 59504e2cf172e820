// Entry of the thread that computes hour facts and indexes the rows of files: opens its own
// adapters and works at a low priority until it is stopped.
import { availableParallelism, loadavg } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { keepFacts } from '../core/facts/keep-facts.ts';
import { describeHere, keepRowsFilled } from '../core/series/fill-rows.ts';
import { openAdapters } from '../main.ts';
import type { Configuration } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { threadData } from '../platform/threads/answering-thread.ts';
import { giveWay } from '../platform/threads/give-way.ts';

giveWay(10);
const configuration = threadData<Configuration>();
const log = createLog(configuration.logLevel);
const adapters = await openAdapters(configuration, log);
const stopping = new AbortController();
const { store, archive } = adapters;
const filling = configuration.factsAhead
  ? keepRowsFilled({
      store,
      describe: describeHere(archive, stopping.signal),
      log,
      signal: stopping.signal,
    })
  : undefined;
const working = keepFacts({
  store,
  archive,
  log,
  signal: stopping.signal,
  load: () => (loadavg()[0] ?? 0) / availableParallelism(),
  ahead: configuration.factsAhead,
});
parentPort?.once('message', () => {
  stopping.abort();
  Promise.all([working, filling])
    .then(() => adapters.close())
    .catch((error: unknown) => log.error({ err: error }, 'the facts thread did not stop in order'))
    .finally(() => parentPort?.close());
});
