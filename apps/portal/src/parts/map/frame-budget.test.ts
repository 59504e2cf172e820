// Work divided over frames: in order, and no more in a frame than its share.
import { expect, it } from 'vitest';
import { withinFrameBudget } from './frame-budget.ts';

/** Time and frames that the test advances. */
function still() {
  const frames: (() => void)[] = [];
  let time = 0;
  const turns = withinFrameBudget(
    4,
    (then) => frames.push(then),
    () => time,
  );
  const done: string[] = [];
  const work = (name: string, ms: number) =>
    turns(() => {
      time += ms;
      done.push(name);
      return name;
    });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { frames, done, work, settled };
}

it('the frame budget does as much as fits into a frame, and the rest in the frames after it', async () => {
  const { frames, done, work, settled } = still();
  const all = Promise.all([work('a', 3), work('b', 3), work('c', 1), work('d', 5)]);
  await settled();
  expect([done.join(''), frames.length]).toEqual(['ab', 1]);
  frames.pop()?.();
  await settled();
  expect(done.join('')).toBe('abcd');
  expect(await all).toEqual(['a', 'b', 'c', 'd']);
});

it('the frame budget goes on after a piece that failed', async () => {
  const { work, settled, done } = still();
  const turns = withinFrameBudget(4, () => undefined);
  await expect(
    turns(() => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await turns(() => 'next')).toBe('next');
  void work('a', 1);
  await settled();
  expect(done).toEqual(['a']);
});
