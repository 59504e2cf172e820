// isobar worker: works off orders in a process of its own.
import { readConfiguration } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { startWorkerThreads } from '../roles/worker-threads.ts';
import { version } from '../version.ts';
import { type Command, interrupted } from './command.ts';

export const worker: Command = {
  arguments: '',
  summary: 'works off orders in a process of its own, beside servers with ISOBAR_WORKER=apart',
  options: {},
  run: async () => {
    const configuration = readConfiguration();
    const log = createLog(configuration.logLevel);
    const working = await startWorkerThreads(configuration, version, log);
    log.info('working');
    await interrupted();
    await working.stop();
    return 0;
  },
};
