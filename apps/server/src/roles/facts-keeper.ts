// Keeps the thread that computes hour facts beside the worker's other threads, and starts it again
// when it ends by itself.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker as Thread } from 'node:worker_threads';
import type { Configuration } from '../platform/config/config.ts';
import type { Log } from '../platform/log/log.ts';
import type { Worker } from './worker.ts';

const RESTART_MS = 5000;
/** The blocks of values that it reads are outside of its heap. */
const HEAP = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 12 };

export function keepFactsThread(configuration: Configuration, log: Log): Worker {
  const stopping = new AbortController();
  let thread: Thread | undefined;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      thread = new Thread(new URL('./facts-thread.ts', import.meta.url), {
        workerData: configuration,
        resourceLimits: HEAP,
      });
      thread.once('error', (error) => log.error({ err: error }, 'the facts thread failed'));
      await once(thread, 'exit').catch(() => {}); // its error was logged above
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      thread?.postMessage('stop');
      await running;
    },
  };
}
