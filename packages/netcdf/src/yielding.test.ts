// Work that yields: several long pieces of it never add up, and the result is that of one run.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { inOneGo, runYielding, type Stepwise, turn } from './yielding.ts';

/** Keeps the thread busy in pieces of a millisecond and tells the number of pieces. */
function* busy(pieces: number, note: () => void): Stepwise<number> {
  for (let piece = 0; piece < pieces; piece++) {
    for (const until = performance.now() + 1; performance.now() < until; );
    note();
    yield;
  }
  return pieces;
}

it('work that yields yields to the event loop, however much work runs at once', async () => {
  let inThisIteration = 0;
  let most = 0;
  let working = true;
  const watch = async () => {
    while (working) {
      most = Math.max(most, inThisIteration);
      inThisIteration = 0;
      await nextTurn();
    }
  };
  const watching = watch();
  const note = () => {
    inThisIteration += 1;
  };
  const done = await Promise.all(Array.from({ length: 6 }, () => runYielding(busy(40, note))));
  working = false;
  await watching;
  expect(done).toEqual(Array.from({ length: 6 }, () => 40));
  // Five pieces fill an iteration and one more may be under way; six works at once would make
  // thirty of them.
  expect(most).toBeLessThanOrEqual(12);
});

it('work that yields does not wait while there is little of it', async () => {
  expect(inOneGo(busy(0, () => {}))).toBe(0);
  await vi.waitFor(async () => {
    await nextTurn();
    expect(turn()).toBeUndefined();
  });
});

it('work that yields fails as the work fails', async () => {
  function* failing(): Stepwise<never> {
    yield;
    throw new Error('nothing to be done');
  }
  await expect(runYielding(failing())).rejects.toThrow('nothing to be done');
});
