// The search threads: hands each search to the next free one, stops what runs too long, replaces a
// thread that died. Addresses with long searches get a thread of low priority while others make
// shorter ones.
import { Worker } from 'node:worker_threads';
import type { SegmentData } from '@isobar/search-engine/segment/segment-file.ts';
import { Asking, CALLS_HALF_LIFE_MS } from '../../platform/admission/asking.ts';
import { callerAddress, SERVER_ITSELF } from '../../platform/admission/caller.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import type { SearchAnswer, SearchTask, SearchThreadData } from './messages.ts';

export type PoolRules = {
  readonly threads: number;
  /** Milliseconds after which a search is stopped. */
  readonly limit: number;
  readonly onThreadDeath: (error: unknown) => void;
  /**
   * Searches that each thread runs after it has opened the index, as soon as it is idle: their
   * results are then cached before users ask.
   */
  readonly rehearsed: (index: string) => readonly SearchTask[];
  /** A search has found a part of the index that is not as it was written. */
  readonly onDamage: (index: string, error: unknown) => void;
};

type Waiting = {
  task: SearchTask;
  /** Who asked; only of searches. */
  readonly address?: string;
  /** When it was asked; only of searches. */
  readonly since?: number;
  /** It was stopped for a search of another address, and goes on as a long one. */
  isDisplaced?: boolean;
  readonly resolve: (answer: SearchAnswer) => void;
  readonly reject: (error: unknown) => void;
};
type Thread = {
  readonly worker: Worker;
  readonly cancelled: Int32Array;
  /** Whether it runs the searches of addresses with long ones, and no others. */
  readonly isForLong: boolean;
  /** The task that it is working on. */
  current: Waiting | null;
  /** When that was handed to it. */
  began: number;
  timer: NodeJS.Timeout | null;
  /** Indexes that it must open before it does anything else. */
  readonly first: Waiting[];
  /** Tasks that it gets only when no other task waits. */
  idle: Waiting[];
};

const closing = () => new SearchRefused(503, 'node_closed_exception', 'the search is closing');
/** For a task without a caller that waits for its answer. */
const UNHEARD = { resolve: () => {}, reject: () => {} } as const;
/** Most searches that wait for a thread; more are refused. */
const MAX_WAITING = 2000;
/**
 * Steps by which search threads give way to the thread that answers, and those for long searches to
 * all others.
 */
const STEPS = 3;
const STEPS_FOR_LONG = 13;
/**
 * A search that gives way may take this many times the limit, because others take the processors
 * from it.
 */
const LONGER = 3;
/**
 * A search that has waited so many milliseconds for threads that all work for others takes the
 * place of one of them.
 */
const PATIENCE_MS = 100;
/**
 * A search that has run over its limit gets this many milliseconds to stop by itself; then its
 * thread is ended.
 */
const GRACE = 1000;

export class SearchPool {
  private readonly rules: PoolRules;
  private readonly threads: Thread[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly longWaiting: Waiting[] = [];
  private readonly asking = new Asking(CALLS_HALF_LIFE_MS, () => performance.now());
  private readonly open = new Map<string, SegmentData>();
  private closed = false;
  private displacing: NodeJS.Timeout | undefined;

  constructor(rules: PoolRules) {
    this.rules = rules;
    for (let i = 0; i < rules.threads; i++) this.threads.push(this.start(false));
  }

  /**
   * Makes every thread serve this content for the index; resolves when no thread uses the former
   * content any more.
   */
  async serve(index: string, data: SegmentData): Promise<void> {
    this.open.set(index, data);
    await Promise.all(
      this.threads.map(
        (thread) =>
          new Promise<SearchAnswer>((resolve, reject) => {
            thread.first.push({ task: { kind: 'open', index, data }, resolve, reject });
            if (!thread.isForLong) this.rehearse(thread, index);
            this.next(thread);
          }),
      ),
    );
  }

  /** The reply as UTF-8 JSON. Rejects with SearchRefused, or with the signal's reason. */
  async search(task: Extract<SearchTask, { kind: 'search' }>, signal?: AbortSignal) {
    signal?.throwIfAborted();
    if (this.closed) throw closing();
    if (this.waiting.length + this.longWaiting.length >= MAX_WAITING)
      throw new SearchRefused(
        429,
        'rejected_execution_exception',
        'too many searches wait already',
      );
    const address = callerAddress();
    const isLong = this.asking.isLong(address);
    const answer = await new Promise<SearchAnswer>((resolve, reject) => {
      const one: Waiting = { task, address, since: performance.now(), resolve, reject };
      if (isLong) this.waitAsLong(one);
      else this.waiting.push(one);
      signal?.addEventListener('abort', () => this.giveUp(one, signal.reason), { once: true });
      for (const thread of this.threads) this.next(thread);
      if (this.waiting.length > 0)
        this.displacing ??= setInterval(() => this.displace(), PATIENCE_MS / 2).unref();
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
    clearInterval(this.displacing);
    const error = closing();
    for (const one of [...this.waiting.splice(0), ...this.longWaiting.splice(0)]) one.reject(error);
    for (const thread of this.threads) this.end(thread, error);
    await Promise.all(this.threads.map((thread) => thread.worker.terminate()));
  }

  /** The thread for long searches is started with the first of them, and opens every index. */
  private waitAsLong(one: Waiting): void {
    const { task } = one;
    one.isDisplaced = false;
    if (task.kind === 'search') one.task = { ...task, milliseconds: task.milliseconds * LONGER };
    this.longWaiting.push(one);
    if (this.threads.some(({ isForLong }) => isForLong) || this.closed) return;
    this.threads.push(this.opening(this.start(true)));
  }

  /**
   * Stops a search that all wait for, because one address, or a few, hold all threads: of those the
   * one that used most.
   */
  private displace(): void {
    const now = performance.now();
    const [first] = this.waiting;
    if (!first) {
      clearInterval(this.displacing);
      this.displacing = undefined;
      return;
    }
    if (now - (first.since ?? now) < PATIENCE_MS) return;
    let most: Thread | undefined;
    let used = 0;
    for (const thread of this.threads) {
      if (thread.isForLong) continue;
      const address = thread.current?.address;
      const isYoung = now - thread.began < PATIENCE_MS;
      // it will be free soon
      if (address === undefined || isYoung || thread.current?.isDisplaced) return;
      if (address === first.address) return;
      const own = this.asking.spent.of(address) + now - thread.began;
      if (own > used) [most, used] = [thread, own];
    }
    if (!most?.current) return;
    most.current.isDisplaced = true;
    Atomics.store(most.cancelled, 0, 1);
  }

  private start(isForLong: boolean): Thread {
    const shared = new SharedArrayBuffer(4);
    const steps = isForLong ? STEPS_FOR_LONG : STEPS;
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: { cancelled: shared, steps } satisfies SearchThreadData,
      name: 'isobar-search',
    });
    const thread: Thread = {
      worker,
      cancelled: new Int32Array(shared),
      isForLong,
      current: null,
      began: 0,
      timer: null,
      first: [],
      idle: [],
    };
    worker.on('message', (answer: SearchAnswer) => {
      const done = thread.current;
      this.release(thread);
      if (done?.isDisplaced && answer.kind === 'refused') this.waitAsLong(done);
      else done?.resolve(answer);
      for (const other of this.threads) this.next(other);
    });
    worker.on('error', (error) => this.replace(thread, error));
    worker.on('exit', () => this.replace(thread, new Error('a search thread ended')));
    return thread;
  }

  /** Gives a free thread its next task. */
  private next(thread: Thread): void {
    if (thread.current || this.closed) return;
    const waiting = thread.isForLong ? this.longWaiting : this.waiting;
    const one = thread.first.shift() ?? waiting.shift() ?? thread.idle.shift();
    if (!one) return;
    thread.current = one;
    thread.began = performance.now();
    Atomics.store(thread.cancelled, 0, 0);
    if (one.task.kind === 'search')
      thread.timer = setTimeout(() => this.stop(thread), one.task.milliseconds + GRACE);
    thread.worker.postMessage(one.task);
  }

  /**
   * Replaces the rehearsals of the former content that this thread has not run yet. A thread that
   * replaces another gets none: a search that ends threads would go on ending them.
   */
  private rehearse(thread: Thread, index: string): void {
    const tasks = this.rules.rehearsed(index).map((task) => ({ task, ...UNHEARD }));
    thread.idle = [...thread.idle.filter(({ task }) => task.index !== index), ...tasks];
  }

  private release(thread: Thread): void {
    if (thread.timer) clearTimeout(thread.timer);
    thread.timer = null;
    const address = thread.current?.address;
    if (address !== undefined && address !== SERVER_ITSELF) {
      this.asking.spent.add(address, performance.now() - thread.began);
      this.asking.note(address);
    }
    thread.current = null;
  }

  private giveUp(one: Waiting, reason: unknown): void {
    for (const waiting of [this.waiting, this.longWaiting]) {
      const place = waiting.indexOf(one);
      if (place >= 0) waiting.splice(place, 1);
    }
    one.isDisplaced = false;
    const running = this.threads.find((thread) => thread.current === one);
    if (running) Atomics.store(running.cancelled, 0, 1);
    one.reject(reason);
  }

  /** Ends a thread whose search did not stop by itself. */
  private stop(thread: Thread): void {
    const task = thread.current?.task;
    const limit = task?.kind === 'search' ? task.milliseconds : this.rules.limit;
    const reason = `the search was stopped after ${limit} ms; narrow it or ask for less`;
    this.replace(thread, new SearchRefused(408, 'search_timeout_exception', reason));
  }

  /** Starts a new thread in place of one that ended; the task of that one fails. */
  private replace(thread: Thread, error: unknown): void {
    const place = this.threads.indexOf(thread);
    if (place < 0 || this.closed) return;
    this.rules.onThreadDeath(error);
    const fresh = this.opening(this.start(thread.isForLong));
    this.threads[place] = fresh;
    this.end(thread, error);
    void thread.worker.terminate();
    this.next(fresh);
  }

  /** A thread whose first tasks open every index. */
  private opening(thread: Thread): Thread {
    for (const [index, data] of this.open)
      thread.first.push({ task: { kind: 'open', index, data }, ...UNHEARD });
    return thread;
  }

  private end(thread: Thread, error: unknown): void {
    const current = thread.current;
    this.release(thread);
    current?.reject(error);
    // it uses nothing now
    for (const one of thread.first.splice(0)) one.resolve({ kind: 'opened' });
  }
}
