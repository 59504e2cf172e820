// Writes months of values in a thread, so that no writing holds up the loop that answers calls: bounded in number and time.
import { Worker as Thread } from 'node:worker_threads';
import { Problem, type ProblemCode } from '@isobar/contract/problem.ts';
import type { MonthJob, MonthWriter } from '../features/pages/month-data.ts';
import type { Configuration } from '../platform/config.ts';

export type MonthRequest = { readonly id: number; readonly job: MonthJob };
export type MonthAnswer =
  | { readonly id: number; readonly csv: Uint8Array }
  | { readonly id: number; readonly failed: MonthFailure };

/** A failure on its way between threads, where errors lose their kind. */
export type MonthFailure = { readonly code: ProblemCode; readonly message: string };

/** What has a name keeps it; what a file is wrong in is told as it is. */
export const failureOf = (error: unknown): MonthFailure =>
  error instanceof Problem
    ? { code: error.code, message: error.message }
    : {
        code: 'bad-request',
        message: `No table can be made of it. ${error instanceof Error ? error.message : String(error)}`,
      };

type Pending = {
  readonly resolve: (csv: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

const MOST_WAITING = 8;
const LONGEST_MS = 120_000;
const HEAP_MB = 384;

/** The thread is begun with the first month, and again when it died or took too long. */
export function openMonthThread(configuration: Configuration): MonthWriter {
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
    const begun = new Thread(new URL('./month-thread.ts', import.meta.url), {
      name: 'months',
      workerData: configuration,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const ended = (cause: unknown): void =>
      fail(begun, new Problem('unavailable', 'Tables cannot be made at the moment.', { cause }));
    begun.unref();
    begun.on('error', ended);
    begun.on('exit', ended);
    begun.on('message', (answer: MonthAnswer) => {
      const waiting = pending.get(answer.id);
      if (!waiting) return;
      clearTimeout(waiting.timer);
      pending.delete(answer.id);
      if (pending.size === 0) begun.unref();
      if ('csv' in answer) waiting.resolve(answer.csv);
      else waiting.reject(new Problem(answer.failed.code, answer.failed.message));
    });
    thread = begun;
    return begun;
  }

  return {
    write(job) {
      if (pending.size >= MOST_WAITING)
        return Promise.reject(
          new Problem('unavailable', 'Many tables are being made. Try again in a moment.'),
        );
      const at = running();
      return new Promise((resolve, reject) => {
        const id = next++;
        const timer = setTimeout(() => {
          fail(at, new Problem('timeout', 'The table took too long to make.'));
          void at.terminate();
        }, LONGEST_MS);
        pending.set(id, { resolve, reject, timer });
        at.ref();
        at.postMessage({ id, job } satisfies MonthRequest);
      });
    },
    async close() {
      const at = thread;
      fail(at, new Problem('unavailable', 'The server is stopping.'));
      await at?.terminate();
    },
  };
}
