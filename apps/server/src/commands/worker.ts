// isobar worker: runs orders in a process of its own.
import { readConfiguration } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { keepWorkerProcess } from '../roles/worker-process.ts';
import { type Command, interrupted } from './command.ts';

export const worker: Command = {
  options: {},
  run: async () => {
    const asked = interrupted();
    const working = keepWorkerProcess(createLog(readConfiguration().logLevel));
    const started = await Promise.race([
      asked.then(() => true),
      working.ready.then(
        () => true,
        () => false, // it has reported why
      ),
    ]);
    if (started) await asked;
    await working.stop();
    return started ? 0 : 1;
  },
};
