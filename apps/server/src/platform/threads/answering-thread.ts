// The thread's side of asked-thread.ts: the data that it was started with, and its answers.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Answer, Question } from './asked-thread.ts';

/** The port to the parent of this thread. Throws where the file does not run as a thread. */
export function threadPort(): MessagePort {
  if (!parentPort) throw new Error('This file only runs as a thread.');
  return parentPort;
}

/** The data that this thread was started with; the file that starts it names the same type. */
export const threadData = <T>(): T => workerData;

export interface Answering<A> {
  /** Several questions at once instead of one after the other. */
  readonly atOnce?: true;
  /** Memory that goes over with an answer instead of being copied. */
  readonly given?: (answer: A) => ArrayBufferLike | undefined;
}

/**
 * Answers every question of the thread that started this one. If `answer` throws, the message and
 * the stack of the error are passed on.
 */
export function answerQuestions<Q, A>(
  answer: (question: Q) => Promise<A>,
  { atOnce, given }: Answering<A> = {},
): void {
  const port = threadPort();
  const tell = (told: Answer<A>, memory?: ArrayBufferLike): void =>
    port.postMessage(told, memory instanceof ArrayBuffer ? [memory] : []);
  const take = async ({ id, question }: Question<Q>): Promise<void> => {
    tell({ id, begun: true });
    try {
      const answered = await answer(question);
      tell({ id, answer: answered }, given?.(answered));
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      tell({ id, failed: { message, stack } });
    }
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (question: Question<Q>) => {
    if (atOnce) void take(question);
    else last = last.then(() => take(question));
  });
}
