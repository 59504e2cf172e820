// What a search may cost: time, memory for what it finds, and bytes of its reply.
import { expect, it } from 'vitest';
import { Budget, illegal, MAX_REPLY, Refusal, stopped, tooLong } from './refusal.ts';

/** Set to 1 by another thread when the caller no longer waits. */
const cancelled = () => new Int32Array(new SharedArrayBuffer(4));
const HOUR = 3_600_000;

it('refusals have the status, type and reason that clients of the search service know', () => {
  expect([illegal('why'), stopped(500), tooLong(32 << 20)]).toMatchObject(
    [
      { status: 400, type: 'illegal_argument_exception', message: 'why', name: 'Refusal' },
      { status: 408, type: 'search_timeout_exception', message: /after 500 ms/ },
      { status: 413, type: 'content_too_long_exception', message: /longer than 32 MiB/ },
    ].map(({ message, ...rest }) => ({
      ...rest,
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    })),
  );
  expect(illegal('why')).toBeInstanceOf(Refusal);
});

it('a search is stopped when its time is over, and when its caller no longer waits', () => {
  expect(() => new Budget(HOUR).check()).not.toThrow();
  expect(() => new Budget(-1).check()).toThrow(/stopped after -1 ms/);
  const flag = cancelled();
  const budget = new Budget(HOUR, flag);
  expect(() => budget.check()).not.toThrow();
  flag[0] = 1;
  expect(() => budget.check()).toThrow(/stopped after 3600000 ms/);
});

it('the clock is read once in 131,072 steps', () => {
  const budget = new Budget(-1);
  expect(() => budget.work(131_072)).not.toThrow();
  expect(() => budget.work(1)).toThrow(/stopped/);
  expect(() => budget.work(131_072)).not.toThrow(); // it counts from the beginning again
  expect(() => budget.work(1)).toThrow(/stopped/);
});

it('what a search holds is bounded: an eighth of a byte for each document, and 512 bytes for each set', () => {
  const budget = new Budget(HOUR);
  const documents = 8 << 20; // a mebibyte
  for (let set = 0; set < 255; set++) budget.hold(documents);
  expect(() => budget.hold(documents)).toThrow(
    expect.objectContaining({ status: 400, type: 'too_many_clauses' }),
  );
  const small = new Budget(HOUR);
  for (let set = 0; set < 524_288; set++) small.hold(7);
  expect(() => small.hold(7)).toThrow(/fewer words/);
  const late = new Budget(-1);
  expect(() => late.hold(documents)).toThrow(/stopped/); // holding is work, too
});

it('a reply may have exactly as many bytes as are allowed', () => {
  const budget = new Budget(HOUR, null, 1000);
  budget.foresee(1000);
  expect(() => budget.foresee(1001)).toThrow(expect.objectContaining({ status: 413 }));
  budget.spend(600);
  budget.foresee(400);
  expect(() => budget.foresee(401)).toThrow(/longer than 0 MiB/);
  budget.spend(400);
  expect(() => budget.spend(1)).toThrow(expect.objectContaining({ status: 413 }));
  const usual = new Budget(HOUR);
  usual.spend(MAX_REPLY);
  expect(() => usual.spend(1)).toThrow(/longer than 32 MiB/);
});

it('each bucket takes 128 bytes of the reply', () => {
  const budget = new Budget(HOUR, null, 1280);
  budget.buckets(10);
  expect(() => budget.buckets(1)).toThrow(expect.objectContaining({ status: 413 }));
});
