// Runs the worker role in threads of this process, so that extraction never holds up the loop that
// answers calls.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker as Thread } from 'node:worker_threads';
import type { EndedWorker } from '../core/jobs/worker-name.ts';
import type { Configuration } from '../platform/config/config.ts';
import type { Log } from '../platform/log/log.ts';
import type { Lane, Worker } from './worker.ts';

/** What a thread is started with. */
export interface ThreadInput {
  readonly configuration: Configuration;
  readonly version: string;
  readonly lanes: readonly Lane[];
  /** The process that worked here before, if it ended by itself. */
  readonly former: EndedWorker | undefined;
}

/** What a thread tells. */
export type ThreadMessage = 'ready' | 'trouble';

export interface ThreadsOptions {
  readonly former?: EndedWorker | undefined;
  /** The store cannot be trusted any more by this process. */
  readonly onTrouble?: () => void;
}

/** A thread that ended by itself is started again after this long. */
const RESTART_MS = 2000;
const MOST_THREADS = 4;
/** Heap of one thread; what is read and written lies outside of it. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 };

/**
 * Each thread has one lane. The last thread serves small orders only, and one core is left for
 * calls.
 */
export async function startWorkerThreads(
  configuration: Configuration,
  version: string,
  log: Log,
  options: ThreadsOptions = {},
): Promise<Worker> {
  const count = Math.max(2, Math.min(MOST_THREADS, availableParallelism() - 1));
  const lanes = Array.from({ length: count }, (_, n): Lane => (n === count - 1 ? 'small' : 'any'));
  const { former, onTrouble = () => {} } = options;
  const kept = lanes.map((lane) =>
    keepThread({ configuration, version, lanes: [lane], former }, log, onTrouble),
  );
  const stop = async () => {
    await Promise.all(kept.map((thread) => thread.stop()));
  };
  try {
    await Promise.all(kept.map((thread) => thread.ready));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

function keepThread(input: ThreadInput, log: Log, onTrouble: () => void) {
  let stopping = false;
  let thread: Thread | undefined;
  const ready = Promise.withResolvers<void>();
  const run = async () => {
    while (!stopping) {
      thread = new Thread(new URL('./worker-thread.ts', import.meta.url), {
        workerData: input,
        resourceLimits: HEAP,
      });
      thread.on('message', (says: ThreadMessage) =>
        says === 'trouble' ? onTrouble() : ready.resolve(),
      );
      thread.once('error', (error) => {
        log.error({ err: error }, 'a worker thread failed');
        ready.reject(error); // only of a first start; afterwards it is settled already
      });
      await once(thread, 'exit').catch(() => {}); // its error was logged above
      if (!stopping) await sleep(RESTART_MS);
    }
  };
  const running = run();
  return {
    ready: ready.promise,
    async stop() {
      stopping = true;
      thread?.postMessage('stop');
      await running;
    },
  };
}
