// Reads days for plots in a few threads, so that no reading holds up the loop that answers calls: bounded in number, time
// and memory. Plots that people wait for come before those made ahead.
import { availableParallelism } from 'node:os';
import { Problem } from '@isobar/contract/problem.ts';
import type { PlotJob, Plotter, Urgency } from '../features/quicklooks/plot-job.ts';
import { AskedThread } from '../platform/asked-thread.ts';
import type { Configuration } from '../platform/config.ts';

type Waiting = {
  readonly job: PlotJob;
  readonly urgency: Urgency;
  readonly resolve: (day: string) => void;
  readonly reject: (error: Error) => void;
};

/** Two months of thumbnails may wait; further calls are told to come again. */
const MOST_WAITING = 64;
const LONGEST_MS = 20_000;
/** Megabytes of heap of a thread; the blocks of values that are read lie outside of it. */
const HEAP_MB = 256;
/** At least two threads, so that plots made ahead can always leave one to plots that people wait for. */
const LEAST_THREADS = 2;
const MOST_THREADS = 4;

export interface PlotThreadsOptions {
  readonly longestMs?: number;
  readonly threads?: number;
}

/** Threads are started for the first plots, and again after one died or took too long. */
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
    const thread = new PlotThread(configuration, longestMs, work);
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
      if (waiting.length >= MOST_WAITING) return Promise.reject(new Problem('unavailable', FULL));
      return new Promise((resolve, reject) => {
        waiting.push({ job, urgency, resolve, reject });
        work();
      });
    },
    /** Starts a thread before anybody waits for it. */
    warm() {
      if (pool.size === 0 && !closed) begin();
    },
    quietFor: () => (performance.now() - lastSeen) / 1000,
    async close() {
      closed = true;
      const stopping = new Problem('unavailable', 'The server is stopping.');
      for (const { reject } of waiting.splice(0)) reject(stopping);
      await Promise.all([...pool].map((thread) => thread.end()));
    },
  };
}

const FULL = 'Many plots are being drawn. Try again in a moment.';

const usualThreads = (): number =>
  Math.max(LEAST_THREADS, Math.min(MOST_THREADS, availableParallelism()));

/** A thread that draws, and how urgent its plot is. */
class PlotThread {
  private readonly thread: AskedThread<PlotJob, string>;
  private readonly freed: () => void;
  /** Null: it is free. */
  urgency: Urgency | null = null;

  constructor(configuration: Configuration, longestMs: number, freed: () => void) {
    this.freed = freed;
    this.thread = new AskedThread({
      entry: new URL('./plot-thread.ts', import.meta.url),
      name: 'plots',
      data: configuration,
      heapMb: HEAP_MB,
      mostWaiting: 1,
      longest: { ms: longestMs, from: 'begin' },
      errors: {
        full: () => new Problem('unavailable', FULL),
        slow: () => new Problem('timeout', 'The plot took too long to draw.'),
        ended: (cause) =>
          new Problem('unavailable', 'Plots cannot be drawn at the moment.', { cause }),
        failed: (cause) => new Problem('unexpected', 'The plot could not be drawn.', { cause }),
      },
    });
    this.thread.begin();
  }

  take({ job, urgency, resolve, reject }: Waiting): void {
    this.urgency = urgency;
    this.thread
      .ask(job)
      .then(resolve, reject)
      .finally(() => {
        this.urgency = null;
        this.freed();
      });
  }

  end(): Promise<void> {
    return this.thread.close();
  }
}
