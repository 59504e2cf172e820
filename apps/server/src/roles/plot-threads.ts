// Draws plots in a thread, so that no drawing holds up the loop that answers calls: bounded in number, time and memory.
import { Worker as Thread } from 'node:worker_threads';
import { Problem } from '@isobar/contract/problem.ts';
import type { PlotJob, Plotter } from '../features/quicklooks/plot-job.ts';
import type { Configuration } from '../platform/config.ts';

export type PlotRequest = { readonly id: number; readonly job: PlotJob };

export type PlotAnswer =
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly svg: string }
  | { readonly id: number; readonly failed: string };

type Pending = {
  readonly resolve: (svg: string) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
};

/** Two months of thumbnails may wait; whoever comes then is told to come again. */
const MOST_WAITING = 64;
const LONGEST_MS = 20_000;
/** Megabytes of heap; the blocks of values that are read lie outside of it. */
const HEAP_MB = 256;

/** The thread is begun with the first plot, and again when it died or took too long. */
export function openPlotThread(configuration: Configuration, longestMs = LONGEST_MS): Plotter {
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

  function take(of: Thread, answer: PlotAnswer): void {
    const waiting = pending.get(answer.id);
    if (!waiting) return;
    if ('begun' in answer) {
      waiting.timer = setTimeout(() => {
        fail(of, new Problem('timeout', 'The plot took too long to draw.'));
        void of.terminate();
      }, longestMs);
      return;
    }
    clearTimeout(waiting.timer);
    pending.delete(answer.id);
    if (pending.size === 0) of.unref();
    if ('svg' in answer) waiting.resolve(answer.svg);
    else {
      const cause = new Error(answer.failed);
      waiting.reject(new Problem('unexpected', 'The plot could not be drawn.', { cause }));
    }
  }

  function running(): Thread {
    if (thread) return thread;
    const begun = new Thread(new URL('./plot-thread.ts', import.meta.url), {
      name: 'plots',
      workerData: configuration,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const ended = (cause: unknown): void =>
      fail(begun, new Problem('unavailable', 'Plots cannot be drawn at the moment.', { cause }));
    begun.unref();
    begun.on('message', (answer: PlotAnswer) => take(begun, answer));
    begun.on('error', ended);
    begun.on('exit', ended);
    thread = begun;
    return begun;
  }

  return {
    draw(job) {
      if (pending.size >= MOST_WAITING) {
        const full = 'Many plots are being drawn. Try again in a moment.';
        return Promise.reject(new Problem('unavailable', full));
      }
      const at = running();
      return new Promise((resolve, reject) => {
        const id = next++;
        pending.set(id, { resolve, reject });
        at.ref(); // an answer that is waited for keeps the process alive
        at.postMessage({ id, job } satisfies PlotRequest);
      });
    },
    async close() {
      const at = thread;
      fail(at, new Problem('unavailable', 'The server is stopping.'));
      await at?.terminate();
    },
  };
}
