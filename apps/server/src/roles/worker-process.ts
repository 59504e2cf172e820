// Keeps the process that runs orders: started by another process, started again when it ends, and
// never left behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ENDED_UNEXPECTEDLY, type EndedWorker } from '../core/jobs/worker-name.ts';
import type { Log } from '../platform/log/log.ts';
import { STEADY_MEMORY } from '../platform/threads/steady-memory.ts';
import type { Worker } from './worker.ts';

/** What the process reports: that it works, or why it is about to end itself. */
export type WorkerMessage = { readonly working: true } | { readonly ending: string };

export interface KeptWorker extends Worker {
  /** Resolves when it works for the first time; rejects when it ended before. */
  readonly ready: Promise<void>;
}

const ENTRY = fileURLToPath(new URL('../commands/order-worker.ts', import.meta.url));
/** The heap of its main thread; the threads that do the work have heaps of their own. */
const HEAP = '--max-old-space-size=128';
/** Searches have priority. */
const PRIORITY = 5;
const RESTART_MS = 1000;
const LONGEST_RESTART_MS = 60_000;
/** A process that ends sooner than this counts as not started. */
const SHORT_LIFE_MS = 5000;
const STOP_MS = 45_000;
const HEARD_MS = 2000;

/** `entry`: another program, for tests. */
export function keepWorkerProcess(log: Log, entry = ENTRY): KeptWorker {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {}); // callers need not wait for it
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let works = false;

  async function live(former: EndedWorker | undefined): Promise<EndedWorker> {
    let why = ENDED_UNEXPECTEDLY;
    child = spawn(process.execPath, [HEAP, ...process.execArgv, entry, ...toldOf(former)], {
      env: { ...STEADY_MEMORY, ...process.env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { pid = 0 } = child;
    child.on('error', (error) => log.error({ err: error }, 'the worker cannot be started'));
    child.on('message', (message: WorkerMessage) => {
      if ('ending' in message) why = message.ending;
      else {
        works = true;
        ready.resolve();
      }
    });
    yieldTo(pid);
    if (stopping.signal.aborted) child.kill('SIGTERM');
    const [code, signal] = await once(child, 'exit').catch(() => [1, null]);
    // Its last message may still be on its way.
    const heard = child.connected ? once(child, 'disconnect').catch(() => {}) : undefined;
    await Promise.race([heard, sleep(HEARD_MS, undefined, { ref: false })]);
    if (!stopping.signal.aborted)
      log.error({ code, signal, why }, 'the worker ended and is started again');
    return { pid, why };
  }

  async function keep(): Promise<void> {
    let former: EndedWorker | undefined;
    for (let pause = RESTART_MS; !stopping.signal.aborted; ) {
      const began = performance.now();
      works = false;
      former = await live(former);
      if (!works) ready.reject(new Error('The worker did not start; its output is above.'));
      pause =
        performance.now() - began > SHORT_LIFE_MS
          ? RESTART_MS
          : Math.min(pause * 2, LONGEST_RESTART_MS);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const kept = keep();
  return {
    ready: ready.promise,
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
      await kept;
      clearTimeout(late);
    },
  };
}

/**
 * Arguments for the next process: which process came before it and why that one ended, which counts
 * against its jobs.
 */
const toldOf = (former: EndedWorker | undefined): string[] =>
  former ? [`${former.pid}`, former.why] : [];

function yieldTo(pid: number): void {
  try {
    if (pid > 0) setPriority(pid, PRIORITY);
  } catch {
    // it ended already, or this system knows no priorities
  }
}
