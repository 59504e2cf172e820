// The notes about times that repeat or decrease.
import { expect, it } from 'vitest';
import { countTimes, timesInWords } from './time-order.ts';

it.each([
  [[1, 2, 3], 0, 0, undefined],
  [[], 0, 0, undefined],
  [[1, 1, 0, Number.NaN, 0, 2], 2, 1, '2 times repeat the one before and 1 time is earlier'],
  [[5, 4, 3, 3], 1, 2, '1 time repeats the one before and 2 times are earlier'],
  [[5, Number.NaN, 4], 0, 1, '1 time is earlier than the one before; its rows'],
  [[5, Number.NaN, 5], 1, 0, '1 time repeats the one before; its rows'],
])('of %j: %d repeat, %d are earlier', (times, repeated, decreasing, words) => {
  const found = countTimes(Float64Array.from(times));
  expect(found).toEqual({ repeated, decreasing });
  const said = timesInWords(found);
  if (words === undefined) expect(said).toBeUndefined();
  else expect(said?.startsWith(words)).toBe(true);
});
