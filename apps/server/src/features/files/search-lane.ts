// A thread with its own connection to the store, in which file searches run one after the other.
import { Worker } from 'node:worker_threads';
import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import type { StoreAddress } from '../../store/open.ts';

/** `deadline`: milliseconds since 1970; then the search is stopped, also when it has not begun. */
export type LaneRequest = {
  readonly id: number;
  readonly body: SearchBody;
  readonly filterPath: readonly string[];
  readonly now: number;
  readonly deadline: number;
};

export type LaneAnswer =
  | { readonly id: number; readonly reply: Uint8Array }
  | { readonly id: number; readonly refused: { status: number; type: string; reason: string } }
  | { readonly id: number; readonly failed: string };

type Pending = {
  readonly resolve: (reply: Uint8Array) => void;
  readonly reject: (error: Error) => void;
};

/** More waiting searches than these would all come too late. */
const MOST_WAITING = 50;
/** Ten thousand hits take a tenth of this. */
const MEMORY_MB = 192;

export class SearchLane {
  readonly #address: StoreAddress;
  readonly #pending = new Map<number, Pending>();
  #thread: Worker | undefined;
  #next = 1;

  constructor(address: StoreAddress) {
    this.#address = address;
  }

  /** The reply as UTF-8 JSON. Throws SearchRefused, and an error when the thread has died. */
  run(request: Omit<LaneRequest, 'id'>): Promise<Uint8Array> {
    if (this.#pending.size >= MOST_WAITING)
      throw new SearchRefused(
        429,
        'es_rejected_execution_exception',
        'too many searches of files are waiting; try again in a moment',
      );
    const thread = this.#running();
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#pending.set(id, { resolve, reject });
      thread.ref(); // an answer that is waited for keeps the process alive
      thread.postMessage({ ...request, id } satisfies LaneRequest);
    });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#fail(thread, new Error('The file search is closed.'));
    await thread?.terminate();
  }

  /** Begun when it is first needed, and again when it died. */
  #running(): Worker {
    if (this.#thread) return this.#thread;
    const thread = new Worker(new URL('./search-thread.ts', import.meta.url), {
      name: 'file-search',
      workerData: this.#address,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    thread.unref();
    thread.on('message', (answer: LaneAnswer) => this.#take(answer));
    thread.on('error', (cause) => this.#fail(thread, cause));
    thread.on('exit', () => this.#fail(thread, undefined));
    this.#thread = thread;
    return thread;
  }

  #take(answer: LaneAnswer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#thread?.unref();
    if ('reply' in answer) pending?.resolve(answer.reply);
    else if ('failed' in answer) pending?.reject(new Error(answer.failed));
    else {
      const { status, type, reason } = answer.refused;
      pending?.reject(new SearchRefused(status, type, reason));
    }
  }

  #fail(thread: Worker | undefined, cause: unknown): void {
    if (this.#thread !== thread) return; // a later one has taken over
    this.#thread = undefined;
    for (const { reject } of this.#pending.values())
      reject(new Error('The thread that searches files has ended.', { cause }));
    this.#pending.clear();
  }
}
