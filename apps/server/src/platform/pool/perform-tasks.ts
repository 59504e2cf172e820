// The thread's side of the pool: performs one task after the other, and reports what it answers and
// what it cost.
import { mkdirSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Problem } from '@isobar/contract/problem.ts';
import type { TaskTypes } from './kinds.ts';
import type { FromThread, TaskFailure, ToThread } from './messages.ts';

export interface TaskContext<Event> {
  /** Aborted when no caller waits for the answer any more, or when the deadline has passed. */
  readonly signal: AbortSignal;
  tell(event: Event): void;
  /** A path in the folder of this task, which the pool removes when the task has ended. */
  path(name: string): string;
}

export type Performers<T extends TaskTypes> = {
  readonly [K in keyof T]: (
    question: T[K]['question'],
    context: TaskContext<T[K]['event']>,
  ) => Promise<T[K]['answer']>;
};

/** The data that the pool was opened with; `T` must be the type that `openPool` was given. */
export const poolData = <T>(): T => workerData;

/**
 * Performs the tasks of the thread that started this one. Answers that are a Uint8Array go over
 * without being copied.
 */
export function performTasks<T extends TaskTypes>(performers: Performers<T>): void {
  if (!parentPort) throw new Error('This file only runs as a thread of the pool.');
  const port: MessagePort = parentPort;
  const running = new Map<number, AbortController>();
  port.on('message', (message: ToThread) => {
    if ('stop' in message) running.get(message.id)?.abort(new Error('The task was stopped.'));
    else void perform(message);
  });

  async function perform({ id, kind, question, folder }: Exclude<ToThread, { stop: true }>) {
    const send = (message: FromThread, memory: ArrayBuffer[] = []) =>
      port.postMessage(message, memory);
    const stopping = new AbortController();
    running.set(id, stopping);
    const before = process.threadCpuUsage();
    const cpuMs = () => {
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    send({ id, begun: true });
    try {
      const act = performers[kind];
      if (!act) throw new Error(`The pool knows no task ${kind}.`);
      const answer = await act(question, {
        signal: stopping.signal,
        tell: (event) => send({ id, event }),
        path: (name) => {
          mkdirSync(folder, { recursive: true });
          return `${folder}/${name}`;
        },
      });
      send({ id, answer, cpuMs: cpuMs() }, memoryOf(answer));
    } catch (error) {
      send({ id, failed: failureOf(error), cpuMs: cpuMs() });
    } finally {
      running.delete(id);
    }
  }
}

function failureOf(error: unknown): TaskFailure {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return error instanceof Problem ? { code: error.code, message, stack } : { message, stack };
}

/** Bytes that own all of their memory; small ones may share that of others. */
function memoryOf(answer: unknown): ArrayBuffer[] {
  const bytes =
    typeof answer === 'object' && answer !== null && 'bytes' in answer ? answer.bytes : answer;
  if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}
