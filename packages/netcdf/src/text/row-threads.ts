// Threads that turn rows into text while the job reads what comes next: started when there is much
// of it, ended when idle.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { NetcdfError } from '../netcdf-error.ts';
import { cutRows, type RowBlock } from './rows.ts';

export interface RowRequest {
  readonly id: number;
  readonly block: RowBlock;
}

export interface RowAnswer {
  readonly id: number;
  readonly bytes: Uint8Array;
}

export const READY = 'ready';

/** Reading and decoding keep about this many busy, and each takes memory. */
const MOST_THREADS = Math.min(2, availableParallelism());
/** About twenty megabytes of text; less is finished before threads have started and warmed up. */
const WORTHWHILE_CELLS = 3_000_000;
/** Threads without work for this long end. */
const IDLE_MS = 5_000;

interface Pending {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

const threads: RowThread[] = [];
let nextRequest = 1;
let formattedHere = 0;
let lastHere = 0;

/** Whether `formatApart` has a thread. */
export const rowThreadsAreReady = (): boolean => threads.some(({ isReady }) => isReady);

/**
 * Counts cells that were turned into text without threads; threads are started when there are many.
 */
export function formattedWithoutThreads(cells: number): void {
  const now = performance.now();
  formattedHere = now - lastHere > IDLE_MS ? cells : formattedHere + cells;
  lastHere = now;
  if (formattedHere < WORTHWHILE_CELLS || threads.length > 0 || MOST_THREADS < 2) return;
  formattedHere = 0;
  for (let n = 0; n < MOST_THREADS; n++) threads.push(new RowThread());
}

/** The text of the rows [from, to). Ask rowThreadsAreReady before each. */
export async function formatApart(block: RowBlock, from: number, to: number): Promise<Uint8Array> {
  const [least] = threads.filter(({ isReady }) => isReady).sort((a, b) => a.waiting - b.waiting);
  if (!least) throw new NetcdfError('closed', 'The threads that write text have ended.');
  return await least.format(cutRows(block, from, to));
}

class RowThread {
  isReady = false;
  private readonly thread: Worker;
  private readonly pending = new Map<number, Pending>();
  private idle: NodeJS.Timeout | undefined;

  constructor() {
    this.thread = new Worker(new URL('./row-thread.ts', import.meta.url), {
      name: 'netcdf-text',
      // options of this process, such as the type of a script given on the command line, are not
      // meant for it
      execArgv: [],
      // what it works on lies outside of the heap
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
    });
    this.thread.unref();
    this.thread.on('message', (answer: RowAnswer | typeof READY) => this.take(answer));
    this.thread.on('error', (cause) => this.fail(cause));
    this.thread.on('exit', () => this.fail(undefined));
  }

  get waiting(): number {
    return this.pending.size;
  }

  format({ block, memory }: ReturnType<typeof cutRows>): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const id = nextRequest++;
    this.pending.set(id, { resolve, reject });
    clearTimeout(this.idle);
    this.thread.ref(); // an answer that is waited for keeps the process alive
    this.thread.postMessage({ id, block } satisfies RowRequest, [memory]);
    return promise;
  }

  private take(answer: RowAnswer | typeof READY): void {
    if (answer === READY) this.isReady = true;
    else {
      this.pending.get(answer.id)?.resolve(answer.bytes);
      this.pending.delete(answer.id);
    }
    if (this.pending.size > 0) return;
    this.thread.unref();
    this.idle = setTimeout(() => this.end(), IDLE_MS);
    this.idle.unref();
  }

  private end(): void {
    this.remove();
    void this.thread.terminate();
  }

  private fail(cause: Error | undefined): void {
    this.remove();
    const error = new NetcdfError('unreadable', 'A thread that writes text has ended.', { cause });
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }

  private remove(): void {
    this.isReady = false;
    clearTimeout(this.idle);
    const index = threads.indexOf(this);
    if (index >= 0) threads.splice(index, 1);
  }
}
