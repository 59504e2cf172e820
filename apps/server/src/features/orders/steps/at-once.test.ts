// Several items at once: never more than the limit, none started after a failure, and none still
// running when the failure is reported.
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { atOnce } from './at-once.ts';

it('a run of several items does all, so many at a time and no more', async () => {
  let [now, most] = [0, 0];
  const done: number[] = [];
  await atOnce(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    most = Math.max(most, ++now);
    await setImmediate();
    now--;
    done.push(item);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

it('a run of several items begins nothing after a failure, and waits for what is under way before it tells', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const run = atOnce(2, [1, 2, 3, 4], async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('the first');
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    ended.push(item);
  });
  await expect(run).rejects.toThrow('the first');
  expect([begun, ended]).toEqual([[1, 2], [2]]);
});

it('a run of several items has nothing to do where there is nothing', async () => {
  await atOnce(2, [], () => Promise.reject(new Error('never')));
});
