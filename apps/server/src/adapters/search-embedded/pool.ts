// The search threads: hands each search to the next free one, stops what runs too long, replaces a thread that died.
import { Worker } from 'node:worker_threads';
import type { SegmentData } from '@isobar/search-engine/segment/segment-file.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import type { SearchAnswer, SearchTask } from './messages.ts';

export type PoolRules = {
  readonly threads: number;
  /** Milliseconds after which a search is stopped. */
  readonly limit: number;
  readonly onThreadDeath: (error: unknown) => void;
  /**
   * Searches that each thread runs after it has opened the index, as soon as it is idle: their results are then cached before users
   * ask.
   */
  readonly rehearsed: (index: string) => readonly SearchTask[];
  /** A search has found a part of the index that is not as it was written. */
  readonly onDamage: (index: string, error: unknown) => void;
};

type Waiting = {
  readonly task: SearchTask;
  readonly resolve: (answer: SearchAnswer) => void;
  readonly reject: (error: unknown) => void;
};
type Thread = {
  readonly worker: Worker;
  readonly cancelled: Int32Array;
  /** The task that it is working on. */
  current: Waiting | null;
  timer: NodeJS.Timeout | null;
  /** Indexes that it must open before it does anything else. */
  readonly first: Waiting[];
  /** Tasks that it gets only when no other task waits. */
  idle: Waiting[];
};

/** For a task without a caller that waits for its answer. */
const UNHEARD = { resolve: () => {}, reject: () => {} } as const;
/** Most searches that wait for a thread; more are refused. */
const MAX_WAITING = 2000;
/** A search that has run over its limit gets this many milliseconds to stop by itself; then its thread is ended. */
const GRACE = 1000;

export class SearchPool {
  private readonly rules: PoolRules;
  private readonly threads: Thread[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly open = new Map<string, SegmentData>();
  private closed = false;

  constructor(rules: PoolRules) {
    this.rules = rules;
    for (let i = 0; i < rules.threads; i++) this.threads.push(this.start());
  }

  /** Makes every thread serve this content for the index; resolves when no thread uses the former content any more. */
  async serve(index: string, data: SegmentData): Promise<void> {
    this.open.set(index, data);
    await Promise.all(
      this.threads.map(
        (thread) =>
          new Promise<SearchAnswer>((resolve, reject) => {
            thread.first.push({ task: { kind: 'open', index, data }, resolve, reject });
            this.rehearse(thread, index);
            this.next(thread);
          }),
      ),
    );
  }

  /** The reply as UTF-8 JSON. Rejects with SearchRefused, or with the signal's reason. */
  async search(task: Extract<SearchTask, { kind: 'search' }>, signal?: AbortSignal) {
    signal?.throwIfAborted();
    if (this.waiting.length >= MAX_WAITING)
      throw new SearchRefused(
        429,
        'rejected_execution_exception',
        'too many searches wait already',
      );
    const answer = await new Promise<SearchAnswer>((resolve, reject) => {
      const one: Waiting = { task, resolve, reject };
      this.waiting.push(one);
      signal?.addEventListener('abort', () => this.giveUp(one, signal.reason), { once: true });
      for (const thread of this.threads) this.next(thread);
    });
    if (answer.kind === 'found') return answer.text;
    if (answer.kind === 'refused')
      throw new SearchRefused(answer.status, answer.type, answer.reason);
    if (answer.kind === 'damaged') {
      this.rules.onDamage(answer.index, new Error(answer.reason));
      const reason = 'a part of the index is damaged; it has to be rebuilt';
      throw new SearchRefused(503, 'no_shard_available_action_exception', reason);
    }
    throw answer.kind === 'failed' ? answer.error : new Error('a thread answered out of turn');
  }

  async close(): Promise<void> {
    this.closed = true;
    const error = new SearchRefused(503, 'node_closed_exception', 'the search is closing');
    for (const one of this.waiting.splice(0)) one.reject(error);
    for (const thread of this.threads) this.end(thread, error);
    await Promise.all(this.threads.map((thread) => thread.worker.terminate()));
  }

  private start(): Thread {
    const shared = new SharedArrayBuffer(4);
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: shared,
      name: 'isobar-search',
    });
    const thread: Thread = {
      worker,
      cancelled: new Int32Array(shared),
      current: null,
      timer: null,
      first: [],
      idle: [],
    };
    worker.on('message', (answer: SearchAnswer) => {
      const done = thread.current;
      this.release(thread);
      done?.resolve(answer);
      this.next(thread);
    });
    worker.on('error', (error) => this.replace(thread, error));
    worker.on('exit', () => this.replace(thread, new Error('a search thread ended')));
    return thread;
  }

  /** Gives a free thread its next task. */
  private next(thread: Thread): void {
    if (thread.current || this.closed) return;
    const one = thread.first.shift() ?? this.waiting.shift() ?? thread.idle.shift();
    if (!one) return;
    thread.current = one;
    Atomics.store(thread.cancelled, 0, 0);
    if (one.task.kind === 'search')
      thread.timer = setTimeout(() => this.stop(thread), one.task.milliseconds + GRACE);
    thread.worker.postMessage(one.task);
  }

  /**
   * Replaces the rehearsals of the former content that this thread has not run yet. A thread that replaces another gets none: a search
   * that ends threads would go on ending them.
   */
  private rehearse(thread: Thread, index: string): void {
    const tasks = this.rules.rehearsed(index).map((task) => ({ task, ...UNHEARD }));
    thread.idle = [...thread.idle.filter(({ task }) => task.index !== index), ...tasks];
  }

  private release(thread: Thread): void {
    if (thread.timer) clearTimeout(thread.timer);
    thread.timer = null;
    thread.current = null;
  }

  private giveUp(one: Waiting, reason: unknown): void {
    const place = this.waiting.indexOf(one);
    if (place >= 0) this.waiting.splice(place, 1);
    const running = this.threads.find((thread) => thread.current === one);
    if (running) Atomics.store(running.cancelled, 0, 1);
    one.reject(reason);
  }

  /** Ends a thread whose search did not stop by itself. */
  private stop(thread: Thread): void {
    const reason = `the search was stopped after ${this.rules.limit} ms; narrow it or ask for less`;
    this.replace(thread, new SearchRefused(408, 'search_timeout_exception', reason));
  }

  /** Starts a new thread in place of one that ended; the task of that one fails. */
  private replace(thread: Thread, error: unknown): void {
    const place = this.threads.indexOf(thread);
    if (place < 0 || this.closed) return;
    this.rules.onThreadDeath(error);
    const fresh = this.start();
    this.threads[place] = fresh;
    for (const [index, data] of this.open)
      fresh.first.push({ task: { kind: 'open', index, data }, ...UNHEARD });
    this.end(thread, error);
    void thread.worker.terminate();
    this.next(fresh);
  }

  private end(thread: Thread, error: unknown): void {
    const current = thread.current;
    this.release(thread);
    current?.reject(error);
    for (const one of thread.first.splice(0)) one.resolve({ kind: 'opened' }); // it uses nothing now
  }
}
