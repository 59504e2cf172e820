// One thread of the pool: runs one task at a time, stops it when its time is over, and is ended
// when it does not stop.
import { Worker as Thread } from 'node:worker_threads';
import type { FromThread, TaskFailure, ToThread } from './messages.ts';

export interface ThreadRules {
  /** The file that it runs, which calls `performTasks`. */
  readonly entry: URL;
  /** The data that the thread is started with. */
  readonly data: unknown;
  /** Megabytes; blocks of values are outside the heap. */
  readonly heapMb: number;
}

/** How a task ended. `forced`: its thread had to be ended, so that nothing of it ran to its end. */
export type TaskEnd =
  | { readonly is: 'answer'; readonly answer: unknown; readonly cpuMs: number }
  | { readonly is: 'failed'; readonly failed: TaskFailure; readonly cpuMs: number }
  | { readonly is: 'forced'; readonly cause: unknown };

export interface ThreadTask {
  readonly kind: string;
  readonly question: unknown;
  readonly folder: string;
  /** The thread has loaded its code and begins. */
  readonly onBegun: () => void;
  readonly onEvent: (event: unknown) => void;
}

/** Milliseconds that a task has to end after its signal was aborted. */
const GRACE_MS = 1000;

export class PoolThread {
  readonly #thread: Thread;
  readonly #onDeath: () => void;
  #current:
    | { readonly id: number; readonly task: ThreadTask; readonly end: (how: TaskEnd) => void }
    | undefined;
  #next = 1;
  #grace: NodeJS.Timeout | undefined;

  /** `onDeath` is called once, when the thread has ended for whatever reason. */
  constructor({ entry, data, heapMb }: ThreadRules, onDeath: () => void) {
    this.#onDeath = onDeath;
    this.#thread = new Thread(entry, {
      name: 'pool',
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#thread.unref();
    this.#thread.on('message', (message: FromThread) => this.#take(message));
    let cause: unknown;
    this.#thread.on('error', (error) => {
      cause = error;
    });
    this.#thread.on('exit', () => {
      this.#onDeath();
      this.#settle({ is: 'forced', cause });
    });
  }

  get isFree(): boolean {
    return this.#current === undefined;
  }

  /** Never rejects. The thread must be free. */
  run(task: ThreadTask): Promise<TaskEnd> {
    const { kind, question, folder } = task;
    const id = this.#next++;
    return new Promise((end) => {
      this.#current = { id, task, end };
      this.#thread.ref(); // an answer that is awaited keeps the process alive
      this.#send({ id, kind, question, folder });
    });
  }

  /** Asks the running task to stop; if it has not ended a moment later, the thread is ended. */
  stop(): void {
    if (!this.#current || this.#grace) return;
    this.#send({ id: this.#current.id, stop: true });
    this.#grace = setTimeout(() => void this.end(), GRACE_MS);
  }

  /** Resolves when the thread has ended. */
  async end(): Promise<void> {
    await this.#thread.terminate();
  }

  #send(message: ToThread): void {
    this.#thread.postMessage(message);
  }

  #take(message: FromThread): void {
    if (message.id !== this.#current?.id) return;
    if ('begun' in message) this.#current.task.onBegun();
    else if ('event' in message) this.#current.task.onEvent(message.event);
    else if ('failed' in message) this.#settle({ is: 'failed', ...message });
    else this.#settle({ is: 'answer', ...message });
  }

  #settle(how: TaskEnd): void {
    const current = this.#current;
    this.#current = undefined;
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#thread.unref();
    current?.end(how);
  }
}
