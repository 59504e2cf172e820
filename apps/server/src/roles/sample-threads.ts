// Makes samples of orders in a thread, so that none holds up the loop that answers calls: bounded in number and time.
import { Worker as Thread } from 'node:worker_threads';
import { Problem } from '@isobar/contract/problem.ts';
import type { Sampled } from '../features/orders/forecast.ts';
import type { SampleJob, Sampler } from '../features/orders/sample-job.ts';
import type { Configuration } from '../platform/config.ts';

export type SampleRequest = { readonly id: number; readonly job: SampleJob };
export type SampleAnswer =
  | { readonly id: number; readonly sampled: Sampled }
  | { readonly id: number; readonly failed: string };

type Pending = {
  readonly resolve: (sampled: Sampled) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

const MOST_WAITING = 120;
const LONGEST_MS = 20_000;
/** Megabytes of heap; the blocks of values that are read lie outside of it. */
const HEAP_MB = 256;

/** The thread is begun with the first sample, and again when it died or took too long. */
export function openSampleThread(configuration: Configuration): Sampler {
  const pending = new Map<number, Pending>();
  let thread: Thread | undefined;
  let next = 1;

  function fail(of: Thread | undefined, problem: Problem): void {
    if (thread !== of) return; // a later one has taken over
    thread = undefined;
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(problem);
    }
    pending.clear();
  }

  function running(): Thread {
    if (thread) return thread;
    const begun = new Thread(new URL('./sample-thread.ts', import.meta.url), {
      name: 'samples',
      workerData: configuration,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const ended = (cause: unknown): void =>
      fail(begun, new Problem('unavailable', 'Sizes cannot be estimated.', { cause }));
    begun.unref();
    begun.on('error', ended);
    begun.on('exit', ended);
    begun.on('message', (answer: SampleAnswer) => {
      const waiting = pending.get(answer.id);
      if (!waiting) return;
      clearTimeout(waiting.timer);
      pending.delete(answer.id);
      if (pending.size === 0) begun.unref();
      if ('sampled' in answer) waiting.resolve(answer.sampled);
      else waiting.reject(new Problem('unexpected', `No sample can be made. ${answer.failed}`));
    });
    thread = begun;
    return begun;
  }

  return {
    sample(job) {
      if (pending.size >= MOST_WAITING)
        return Promise.reject(new Problem('unavailable', 'Many sizes are being estimated.'));
      const at = running();
      return new Promise((resolve, reject) => {
        const id = next++;
        const timer = setTimeout(() => {
          fail(at, new Problem('timeout', 'The sample took too long to make.'));
          void at.terminate();
        }, LONGEST_MS);
        pending.set(id, { resolve, reject, timer });
        at.ref(); // an answer that is waited for keeps the process alive
        at.postMessage({ id, job } satisfies SampleRequest);
      });
    },
    async close() {
      const at = thread;
      fail(at, new Problem('unavailable', 'The server is stopping.'));
      await at?.terminate();
    },
  };
}
