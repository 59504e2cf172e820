import { expect, it } from 'vitest';
import { sharedNext } from './shared.ts';

it('work that callers share begins after the question of each of them', async () => {
  let now = 0;
  let begun = 0;
  const ends: (() => void)[] = [];
  const ask = sharedNext(async () => {
    begun++;
    const seen = now;
    await new Promise<void>((resolve) => ends.push(resolve));
    return seen;
  });
  const first = ask();
  now = 1;
  const [second, third] = [ask(), ask()];
  expect(begun).toBe(1);
  ends.shift()?.();
  expect(await first).toBe(0);
  await expect.poll(() => ends.length).toBe(1);
  ends.shift()?.();
  expect(await Promise.all([second, third])).toEqual([1, 1]);
  expect(begun).toBe(2);
});

it('work that failed is done again for those who asked meanwhile', async () => {
  const fails = [true, false].values();
  const ask = sharedNext(async () => {
    if (fails.next().value) throw new Error('it failed');
    return 'done';
  });
  const first = ask();
  const second = ask();
  await expect(first).rejects.toThrow('it failed');
  expect(await second).toBe('done');
});
