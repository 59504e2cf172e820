// The worker pool: hands tasks to a few threads, fairly between owners, each with a deadline, and
// cleans up after those it ends.
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { callerAddress, currentCaller, ownersOf } from '../admission/caller.ts';
import { mainThread } from '../admission/main-thread.ts';
import { SpentTime } from '../admission/spent-time.ts';
import { removeFolder } from '../files/remove-folder.ts';
import { traced } from '../log/tracing.ts';
import type { KindRules, RunOptions, TaskTypes, Urgency } from './kinds.ts';
import type { TaskFailure } from './messages.ts';
import { PoolThread, type TaskEnd, type ThreadRules } from './pool-thread.ts';
import { WaitingTasks } from './waiting-tasks.ts';
import { bytesIn } from './work-folder.ts';

export interface PoolRules<T extends TaskTypes> extends ThreadRules {
  readonly threads: number;
  /** Where tasks write files; each has a folder below it while it runs. */
  readonly folder: string;
  readonly kinds: { readonly [K in keyof T]: KindRules };
  /**
   * Threads that one owner may keep busy while others ask this server for anything; absent: half of
   * the cores.
   */
  readonly shareBesideOthers?: number;
  /** Whether any other address asks this server now; absent: by its latest requests. */
  readonly hasOthers?: (owner: string) => boolean;
}

export type Pool<T extends TaskTypes> = Pick<TaskPool<T>, 'run' | 'quietFor' | 'warm' | 'close'>;

interface Task {
  readonly kind: string;
  readonly rules: KindRules;
  readonly owner: string;
  readonly charged: readonly string[];
  readonly urgency: () => Urgency;
  readonly question: unknown;
  readonly options: RunOptions<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Half of the time that an owner used is forgotten after so many milliseconds. */
const HALF_LIFE_MS = 20_000;
/** A thread that had nothing to do for so long is ended; one is kept. */
const IDLE_MS = 60_000;
const LOOK_MS = 250;
/** The other cores are left to the threads that answer everybody else. */
const HALF_OF_CORES = Math.max(1, Math.floor(availableParallelism() / 2));
const isOtherAsking = (owner: string): boolean => mainThread.hasOthers(owner);
/** No thread takes longer than this to load its code. */
const START_MS = 60_000;

export class TaskPool<T extends TaskTypes> {
  readonly #rules: PoolRules<T>;
  readonly #spent = new SpentTime(HALF_LIFE_MS);
  readonly #waiting = new WaitingTasks<Task>(this.#spent);
  readonly #running = new Map<PoolThread, Task>();
  readonly #idle: PoolThread[] = [];
  readonly #ending = new Set<Promise<void>>();
  /** Owner -> until when it begins no task of a kind that rests; only of owners that rest. */
  readonly #resting = new Map<string, number>();
  #lastSeen = Number.NEGATIVE_INFINITY;
  #next = 1;
  #closed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(rules: PoolRules<T>) {
    this.#rules = rules;
  }

  /**
   * The answer of a task. Throws Problem 'unavailable' when too many wait, 'timeout' when its
   * deadline has passed, the Problem that the task threw, or the signal's reason.
   */
  run<K extends keyof T & string>(
    kind: K,
    question: T[K]['question'],
    options: RunOptions<T[K]['event']> = {},
  ): Promise<T[K]['answer']> {
    return traced(`task ${kind}`, {}, () => this.#ask(kind, question, options));
  }

  #ask<K extends keyof T & string>(
    kind: K,
    question: T[K]['question'],
    options: RunOptions<T[K]['event']>,
  ): Promise<T[K]['answer']> {
    const rules = this.#rules.kinds[kind];
    const { urgency: told = 'seen', owner = callerAddress(), signal } = options;
    const urgency = typeof told === 'function' ? told : () => told;
    const caller = currentCaller();
    const charged = caller && options.owner === undefined ? ownersOf(caller) : [owner];
    if (urgency() === 'seen') this.#lastSeen = performance.now();
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.#closed) return reject(STOPPING());
      const full = () => new Problem('unavailable', rules.messages.full);
      if (!this.#waiting.hasPlace(kind, owner, rules.mostWaiting)) {
        const displaced = this.#waiting.displace(kind, owner);
        if (!displaced) return reject(full());
        displaced.reject(full());
      }
      const known = options as RunOptions<unknown>; // its events come from this very kind of task
      const asked = { kind, rules, owner, charged, urgency, question, options: known };
      const task: Task = { ...asked, resolve, reject };
      signal?.addEventListener('abort', () => this.#giveUp(task), { once: true });
      this.#waiting.add(task);
      this.#work();
    });
  }

  /** Seconds since a client last waited for a task. */
  quietFor(): number {
    return (performance.now() - this.#lastSeen) / 1000;
  }

  /**
   * Starts threads before tasks come, so that there are so many, as far as the pool may have them.
   */
  warm(threads = 1): void {
    const most = Math.min(threads, this.#rules.threads);
    while (!this.#closed && this.#running.size + this.#idle.length < most)
      this.#idle.push(this.#start());
  }

  /**
   * All who still wait are refused; resolves when the threads have ended and their files are gone.
   */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const task of this.#waiting.removeAll()) task.reject(STOPPING());
    for (const task of this.#running.values()) task.reject(STOPPING());
    await Promise.all([...this.#running.keys(), ...this.#idle].map((thread) => thread.end()));
    await Promise.all(this.#ending);
  }

  #work(): void {
    while (!this.#closed && this.#running.size < this.#rules.threads) {
      const task = this.#waiting.take((one) => this.#mayRun(one));
      if (!task) return;
      // What is made ready ahead is made so in each thread, one after the other; others go to the
      // thread that worked last.
      const idle = isAhead(task) ? this.#idle.shift() : this.#idle.pop();
      const thread = idle ?? this.#start();
      this.#running.set(thread, task);
      const ending = this.#perform(thread, task).finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
  }

  #mayRun(task: Task): boolean {
    if (!this.#hasRoom(task) || (task.rules.rests && this.#isResting(task.owner))) return false;
    const own = this.#count((one) => one.owner === task.owner);
    const { shareBesideOthers = HALF_OF_CORES, hasOthers = isOtherAsking } = this.#rules;
    if (own >= shareBesideOthers && hasOthers(task.owner)) return false;
    const half = Math.max(1, Math.floor(this.#rules.threads / 2));
    return own < half || !this.#waiting.hasOther(task.owner, (one) => this.#hasRoom(one));
  }

  #isResting(owner: string): boolean {
    return (this.#resting.get(owner) ?? 0) > performance.now();
  }

  #rest({ owner, rules }: Task, ms: number): void {
    const { hasOthers = isOtherAsking } = this.#rules;
    if (!rules.rests || ms <= 0 || this.#closed || !hasOthers(owner)) return;
    const until = performance.now() + ms;
    this.#resting.set(owner, until);
    setTimeout(() => {
      if (this.#resting.get(owner) === until) this.#resting.delete(owner);
      this.#work();
    }, ms).unref();
  }

  /**
   * Whether its kind allows one more. Long tasks, and those that no client waits for, leave one
   * thread free.
   */
  #hasRoom({ kind, rules, urgency }: Task): boolean {
    if (this.#count((one) => one.kind === kind) >= rules.mostRunning) return false;
    if (urgency() === 'ahead' && this.#count(isAhead) >= Math.max(1, rules.mostRunning - 1))
      return false;
    return !isLong({ rules }) || this.#count(isLong) < Math.max(1, this.#rules.threads - 1);
  }

  #count(isMeant: (task: Task) => boolean): number {
    let count = 0;
    for (const task of this.#running.values()) if (isMeant(task)) count++;
    return count;
  }

  #start(): PoolThread {
    const thread = new PoolThread(this.#rules, () => {
      const place = this.#idle.indexOf(thread);
      if (place >= 0) this.#idle.splice(place, 1);
    });
    return thread;
  }

  async #perform(thread: PoolThread, task: Task): Promise<void> {
    const { kind, rules, question, options } = task;
    const folder = join(this.#rules.folder, `${kind}-${this.#next++}`);
    const began = performance.now();
    const stop = (problem: Problem) => {
      task.reject(problem);
      thread.stop();
    };
    const late = () => stop(new Problem('timeout', rules.messages.slow));
    let deadline = setTimeout(late, START_MS);
    const watch = setInterval(async () => {
      if ((await bytesIn(folder)) > rules.mostFileBytes)
        stop(new Problem('too-large', 'It would take more room than one call may use.'));
    }, LOOK_MS);
    const end = await thread.run({
      kind,
      question,
      folder,
      onBegun: () => {
        clearTimeout(deadline);
        deadline = setTimeout(late, rules.deadlineMs);
      },
      onEvent: (event) => options.onEvent?.(event),
    });
    clearTimeout(deadline);
    clearInterval(watch);
    const used = 'cpuMs' in end ? end.cpuMs : performance.now() - began;
    for (const one of task.charged) this.#spent.add(one, used);
    this.#rest(task, performance.now() - began);
    await removeFolder(folder);
    if (end.is === 'forced')
      for (const path of options.leaves ?? []) await rm(path, { force: true });
    this.#running.delete(thread);
    if (end.is !== 'forced') this.#keep(thread);
    settle(task, end);
    this.#work();
  }

  #keep(thread: PoolThread): void {
    this.#idle.push(thread);
    this.#idleTimer ??= setTimeout(() => {
      this.#idleTimer = undefined;
      for (const idle of this.#idle.splice(1)) void idle.end();
    }, IDLE_MS).unref();
  }

  #giveUp(task: Task): void {
    task.reject(task.options.signal?.reason);
    if (this.#waiting.remove(task)) return;
    for (const [thread, running] of this.#running) if (running === task) thread.stop();
  }
}

const LONG_MS = 10_000;
const isLong = ({ rules }: Pick<Task, 'rules'>): boolean => rules.deadlineMs > LONG_MS;
const isAhead = ({ urgency }: Task): boolean => urgency() === 'ahead';

const STOPPING = () => new Problem('unavailable', 'The server is stopping.');

/** What was rejected before stays so. */
function settle({ rules, resolve, reject }: Task, end: TaskEnd): void {
  if (end.is === 'answer') resolve(end.answer);
  else if (end.is === 'failed') reject(errorOf(end.failed, rules));
  else reject(new Problem('unavailable', rules.messages.failed, { cause: end.cause }));
}

function errorOf({ code, message, stack }: TaskFailure, rules: KindRules): Problem {
  if (code) return new Problem(code, message);
  const cause = Object.assign(new Error(message), { stack });
  return new Problem('unexpected', rules.messages.failed, { cause });
}
