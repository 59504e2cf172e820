// A thread that answers questions: started with the first, and again when it died or took too long;
// bounded in number and time.
import { Worker as Thread } from 'node:worker_threads';
import { Problem } from '@isobar/contract/problem.ts';

/** What goes to the thread and what comes back; `begun`: work on the answer has started. */
export type Question<Q> = { readonly id: number; readonly question: Q };
export type Answer<A> =
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly answer: A }
  | { readonly id: number; readonly failed: { readonly message: string; readonly stack: string } };

export interface AskedThreadInput {
  /** The file that it runs, which calls `answerQuestions`. */
  readonly entry: URL;
  readonly name: string;
  /** The data that the thread is started with. */
  readonly data: unknown;
  /** Megabytes; blocks of values are outside the heap. */
  readonly heapMb: number;
  readonly mostWaiting: number;
  /**
   * The time limit of a question, counted from there. Absent: the thread itself ends whatever takes
   * too long.
   */
  readonly longest?: { readonly ms: number; readonly from: 'question' | 'begin' };
  /** The errors for those who get no answer. */
  readonly errors: {
    /** Too many wait already. */
    full(): Error;
    /** The error for a call that took too long, after which the thread is ended. */
    slow(): Error;
    /** It ended by itself, for instance for lack of memory. */
    ended(cause: unknown): Error;
    /** It cannot be answered; `why` is what the thread threw. */
    failed(why: Error): Error;
  };
}

type Pending<A> = {
  readonly resolve: (answer: A) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
};

export class AskedThread<Q, A> {
  readonly #input: AskedThreadInput;
  readonly #pending = new Map<number, Pending<A>>();
  #thread: Thread | undefined;
  #next = 1;

  constructor(input: AskedThreadInput) {
    this.#input = input;
  }

  async ask(question: Q): Promise<A> {
    const { mostWaiting, longest, errors } = this.#input;
    if (this.#pending.size >= mostWaiting) throw errors.full();
    const thread = this.#running();
    return await new Promise((resolve, reject) => {
      const id = this.#next++;
      const pending: Pending<A> = { resolve, reject };
      this.#pending.set(id, pending);
      if (longest?.from === 'question') this.#limit(thread, pending, longest.ms);
      thread.ref(); // an answer that is waited for keeps the process alive
      thread.postMessage({ id, question } satisfies Question<Q>);
    });
  }

  /** Starts the thread before the first question. */
  begin(): void {
    this.#running();
  }

  /** Ends the thread. All who still wait get an error; a later question starts a thread again. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#fail(thread, new Problem('unavailable', 'The server is stopping.'));
    await thread?.terminate();
  }

  #running(): Thread {
    if (this.#thread) return this.#thread;
    const { entry, name, data, heapMb, errors } = this.#input;
    const thread = new Thread(entry, {
      name,
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const ended = (cause: unknown): void => this.#fail(thread, errors.ended(cause));
    thread.unref();
    thread.on('message', (answer: Answer<A>) => this.#take(thread, answer));
    thread.on('error', ended);
    thread.on('exit', ended);
    this.#thread = thread;
    return thread;
  }

  #take(thread: Thread, answer: Answer<A>): void {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    const { longest, errors } = this.#input;
    if ('begun' in answer) {
      if (longest?.from === 'begin') this.#limit(thread, pending, longest.ms);
      return;
    }
    clearTimeout(pending.timer);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) thread.unref();
    if ('answer' in answer) pending.resolve(answer.answer);
    else pending.reject(errors.failed(Object.assign(new Error(), answer.failed)));
  }

  #limit(thread: Thread, pending: Pending<A>, ms: number): void {
    pending.timer = setTimeout(() => {
      this.#fail(thread, this.#input.errors.slow());
      void thread.terminate();
    }, ms);
  }

  #fail(thread: Thread | undefined, error: Error): void {
    if (this.#thread !== thread) return; // a later one has taken over
    this.#thread = undefined;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#pending.clear();
  }
}
