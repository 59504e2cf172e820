// Reads days for plots in a few threads, so that no reading holds up the loop that answers calls: bounded in number, time and
// memory. Whoever waits comes before what is made ahead.
import { availableParallelism } from 'node:os';
import { Worker as Thread } from 'node:worker_threads';
import { Problem } from '@isobar/contract/problem.ts';
import type { PlotJob, Plotter, Urgency } from '../features/quicklooks/plot-job.ts';
import type { Configuration } from '../platform/config.ts';

export type PlotRequest = { readonly job: PlotJob };
export type PlotAnswer = { readonly day: string } | { readonly failed: string };

type Waiting = {
  readonly job: PlotJob;
  readonly urgency: Urgency;
  readonly resolve: (day: string) => void;
  readonly reject: (error: Error) => void;
};

/** Two months of thumbnails may wait; whoever comes then is told to come again. */
const MOST_WAITING = 64;
const LONGEST_MS = 20_000;
/** Megabytes of heap of a thread; the blocks of values that are read lie outside of it. */
const HEAP_MB = 256;
/** One is never taken by what is made ahead. */
const LEAST_THREADS = 2;
const MOST_THREADS = 4;

export interface PlotThreadsOptions {
  readonly longestMs?: number;
  readonly threads?: number;
}

/** Threads begin with the first plots, and again when they died or took too long. */
export function openPlotThreads(
  configuration: Configuration,
  { longestMs = LONGEST_MS, threads = usualThreads() }: PlotThreadsOptions = {},
): Plotter & { warm(): void } {
  const waiting: Waiting[] = [];
  const pool = new Set<PlotThread>();
  let closed = false;
  let lastSeen = Number.NEGATIVE_INFINITY;

  const next = (): Waiting | undefined => {
    const seen = waiting.findIndex(({ urgency }) => urgency === 'seen');
    if (seen >= 0) return waiting.splice(seen, 1)[0];
    const ahead = [...pool].filter(({ urgency }) => urgency === 'ahead').length;
    return ahead < threads - 1 ? waiting.shift() : undefined;
  };

  function begin(): PlotThread {
    const thread = new PlotThread(configuration, longestMs, (isGone) => {
      if (isGone) pool.delete(thread);
      work();
    });
    pool.add(thread);
    return thread;
  }

  function work(): void {
    while (waiting.length > 0 && !closed) {
      const free = [...pool].find(({ urgency }) => urgency === null);
      if (!free && pool.size >= threads) return;
      const one = next();
      if (!one) return;
      (free ?? begin()).take(one);
    }
  }

  return {
    read(job, urgency) {
      if (urgency === 'seen') lastSeen = performance.now();
      if (closed) return Promise.reject(new Problem('unavailable', 'The server is stopping.'));
      if (waiting.length >= MOST_WAITING) {
        const full = 'Many plots are being drawn. Try again in a moment.';
        return Promise.reject(new Problem('unavailable', full));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ job, urgency, resolve, reject });
        work();
      });
    },
    /** Begins one before anybody waits for it. */
    warm() {
      if (pool.size === 0 && !closed) begin();
    },
    quietFor: () => (performance.now() - lastSeen) / 1000,
    async close() {
      closed = true;
      const stopping = new Problem('unavailable', 'The server is stopping.');
      for (const { reject } of waiting.splice(0)) reject(stopping);
      await Promise.all([...pool].map((thread) => thread.end(stopping)));
    },
  };
}

const usualThreads = (): number =>
  Math.max(LEAST_THREADS, Math.min(MOST_THREADS, availableParallelism()));

/** Does one after the other. */
class PlotThread {
  private readonly thread: Thread;
  private readonly longestMs: number;
  private readonly freed: (isGone: boolean) => void;
  private current: Waiting | null = null;
  private timer: NodeJS.Timeout | undefined;
  private gone = false;

  constructor(configuration: Configuration, longestMs: number, freed: (isGone: boolean) => void) {
    this.longestMs = longestMs;
    this.freed = freed;
    this.thread = new Thread(new URL('./plot-thread.ts', import.meta.url), {
      name: 'plots',
      workerData: configuration,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.thread.unref();
    this.thread.on('message', (answer: PlotAnswer | 'begun') => this.answered(answer));
    const ended = (cause: unknown): void =>
      this.fail(new Problem('unavailable', 'Plots cannot be drawn at the moment.', { cause }));
    this.thread.on('error', ended);
    this.thread.on('exit', ended);
  }

  /** Null: it is free. */
  get urgency(): Urgency | null {
    return this.current?.urgency ?? null;
  }

  take(one: Waiting): void {
    this.current = one;
    this.thread.ref(); // an answer that is waited for keeps the process alive
    this.thread.postMessage({ job: one.job } satisfies PlotRequest);
  }

  private answered(answer: PlotAnswer | 'begun'): void {
    if (answer === 'begun') {
      this.timer = setTimeout(() => {
        this.fail(new Problem('timeout', 'The plot took too long to draw.'));
        void this.thread.terminate();
      }, this.longestMs);
      return;
    }
    const one = this.current;
    clearTimeout(this.timer);
    this.current = null;
    this.thread.unref();
    if ('day' in answer) one?.resolve(answer.day);
    else {
      const cause = new Error(answer.failed);
      one?.reject(new Problem('unexpected', 'The plot could not be drawn.', { cause }));
    }
    this.freed(false);
  }

  private fail(problem: Problem): void {
    if (this.gone) return;
    this.gone = true;
    clearTimeout(this.timer);
    this.current?.reject(problem);
    this.freed(true);
  }

  async end(problem: Problem): Promise<void> {
    this.fail(problem);
    await this.thread.terminate();
  }
}
