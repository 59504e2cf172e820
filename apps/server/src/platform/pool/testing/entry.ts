// Tasks for the tests of the pool: some end, some never do, some fill the disk or the memory.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { Problem } from '@isobar/contract/problem.ts';
import { performTasks } from '../perform-tasks.ts';

interface Kind<Question, Answer, Event = never> {
  readonly question: Question;
  readonly answer: Answer;
  readonly event: Event;
}

export type TestTypes = {
  /** Answers its question after so many milliseconds. */
  readonly wait: Kind<{ readonly name: string; readonly ms: number }, string, string>;
  /** Answers its question after it has computed for so many milliseconds. */
  readonly compute: Kind<{ readonly name: string; readonly ms: number }, string>;
  /** Answers the number of its thread. */
  readonly thread: Kind<null, number>;
  /** Writes its files until it is ended; heeds no signal. */
  readonly fill: Kind<{ readonly outside: string }, never>;
  readonly spin: Kind<null, never>;
  readonly refuse: Kind<null, never>;
  readonly fail: Kind<null, never>;
  readonly grow: Kind<null, number>;
};

performTasks<TestTypes>({
  wait: async ({ name, ms }, { signal, tell }) => {
    tell(`began ${name}`);
    await sleep(ms, undefined, { signal });
    return name;
  },
  compute: async ({ name, ms }) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
    return name;
  },
  thread: async () => threadId,
  fill: async ({ outside }, { path }) => {
    const piece = Buffer.alloc(1 << 16);
    appendFileSync(outside, piece);
    for (;;) {
      appendFileSync(path('a'), piece);
      appendFileSync(path('b'), piece);
      await sleep(1);
    }
  },
  spin: async () => {
    for (;;);
  },
  refuse: async () => {
    throw new Problem('too-large', 'It is too large.');
  },
  fail: async () => {
    throw new Error('a detail of the inside');
  },
  grow: async () => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 1e5 }, (_, n) => n + kept.length));
  },
});
