// Makes extracts of live data in a thread apart from the loop that answers calls: bounded in number, in memory and in time.
import { Worker as Thread } from 'node:worker_threads';
import { Problem } from '@isobar/contract/problem.ts';
import type { Begun } from '../features/live/extract.ts';
import type { ExtractJob, Extractor, Growing } from '../features/live/extract-job.ts';
import type { Configuration } from '../platform/config.ts';

/** What the thread is started with. */
export interface ThreadInput {
  readonly configuration: Configuration;
  readonly version: string;
}

export type ExtractRequest =
  | { readonly id: number; readonly job: ExtractJob }
  | { readonly id: number; readonly stop: true };

export type ExtractAnswer =
  | { readonly id: number; readonly begun: Begun }
  | { readonly id: number; readonly written: number }
  | { readonly id: number; readonly done: Begun & { readonly bytes: number } }
  | { readonly id: number; readonly failed: string; readonly ours: boolean };

/** Several at once, so that a small extract never waits for a large one to end. */
const MOST_RUNNING = 4;
const MOST_WAITING = 32;
/** Megabytes of heap; the blocks of values that are read lie outside of it. */
const HEAP_MB = 256;
/** The largest extract that may be asked for takes seconds; one that takes longer than this hangs. */
const LONGEST_MS = 300_000;

/** Starts the thread at once, so that the first extract need not wait for it, and again whenever it died. */
export function openExtractThread(input: ThreadInput): Extractor {
  const made = new Map<number, Making>();
  const waiting: (() => void)[] = [];
  let thread: Thread | undefined;
  let next = 1;
  let taken = 0;

  function fail(of: Thread, problem: Problem): void {
    if (thread !== of) return; // a later thread has taken over
    thread = undefined;
    for (const making of made.values()) making.fail(problem);
  }

  function running(): Thread {
    if (thread) return thread;
    const begun = new Thread(new URL('./live-thread.ts', import.meta.url), {
      name: 'live data',
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const ended = (cause: unknown): void =>
      fail(begun, new Problem('unavailable', 'Extracts cannot be made at the moment.', { cause }));
    begun.unref();
    begun.on('message', (answer: ExtractAnswer) => made.get(answer.id)?.take(answer));
    begun.on('error', ended);
    begun.on('exit', ended);
    thread = begun;
    return begun;
  }

  /** Resolves when another extract may be made; call the returned function to give the place back. */
  async function place(signal: AbortSignal): Promise<() => void> {
    if (taken >= MOST_RUNNING) {
      if (waiting.length >= MOST_WAITING) throw new Problem('unavailable', FULL);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else taken += 1;
    const free = once(() => {
      const first = waiting.shift();
      if (first) first();
      else taken -= 1;
    });
    if (signal.aborted) {
      free();
      signal.throwIfAborted();
    }
    return free;
  }

  running();
  return {
    async begin(job, signal) {
      const free = await place(signal);
      const id = next++;
      const at = running();
      const stop = () => at.postMessage({ id, stop: true } satisfies ExtractRequest);
      const timer = setTimeout(() => {
        making.fail(new Problem('timeout', 'The extract took too long.'));
        stop();
      }, LONGEST_MS);
      const making = new Making(() => {
        made.delete(id);
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        if (made.size === 0) at.unref();
        free();
      });
      made.set(id, making);
      signal.addEventListener('abort', stop, { once: true });
      at.ref(); // an answer that is waited for keeps the process alive
      at.postMessage({ id, job } satisfies ExtractRequest);
      await making.begun;
      return making;
    },
    async close() {
      const at = thread;
      if (at) fail(at, new Problem('unavailable', 'The server is stopping.'));
      await at?.terminate();
    },
  };
}

const FULL = 'Many extracts are being made. Try again in a moment.';

/** One extract as this side sees it. */
class Making implements Growing {
  name = '';
  bytes: number | undefined;
  notes: readonly string[] = [];
  readonly begun: Promise<void>;
  private readonly start = Promise.withResolvers<void>();
  private written = 0;
  private whole = false;
  private problem: Problem | undefined;
  private waker: (() => void) | undefined;
  private readonly onEnd: () => void;

  constructor(onEnd: () => void) {
    this.onEnd = once(onEnd);
    this.begun = this.start.promise;
    this.begun.catch(() => undefined); // begin awaits it
  }

  take(answer: ExtractAnswer): void {
    if ('failed' in answer) {
      this.fail(new Problem(answer.ours ? 'unavailable' : 'bad-request', answer.failed));
      return;
    }
    if ('begun' in answer) {
      this.describe(answer.begun);
      this.start.resolve();
    } else if ('written' in answer) this.written = answer.written;
    else {
      this.describe(answer.done);
      this.written = answer.done.bytes;
      this.whole = true;
      this.start.resolve();
      this.onEnd();
    }
    this.waker?.();
  }

  private describe({ name, bytes, notes }: Begun): void {
    this.name = name;
    this.bytes = bytes;
    this.notes = notes;
  }

  fail(problem: Problem): void {
    if (this.whole || this.problem) return;
    this.problem = problem;
    this.start.reject(problem);
    this.waker?.();
    this.onEnd();
  }

  async more(known: number): Promise<{ written: number; whole: boolean }> {
    while (!this.whole && this.written <= known) {
      if (this.problem) throw this.problem;
      await new Promise<void>((resolve) => {
        this.waker = resolve;
      });
    }
    return { written: this.written, whole: this.whole };
  }
}

function once(act: () => void): () => void {
  let acted = false;
  return () => {
    if (acted) return;
    acted = true;
    act();
  };
}
