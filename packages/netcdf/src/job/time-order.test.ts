// The notes about times that repeat or decrease.
import { expect, it } from 'vitest';
import { countTimes, TimeOrder, timesInWords } from './time-order.ts';

it.each([
  [[1, 2, 3], 0, 0, undefined],
  [[], 0, 0, undefined],
  [[1, 1, 0, Number.NaN, 0, 2], 2, 1, '2 times repeat the one before and 1 time is earlier'],
  [[5, 4, 3, 3], 1, 2, '1 time repeats the one before and 2 times are earlier'],
  [[5, Number.NaN, 4], 0, 1, '1 time is earlier than the one before; its rows'],
  [[5, Number.NaN, 5], 1, 0, '1 time repeats the one before; its rows'],
])('the order of the times %j: %d repeat, %d are earlier', (times, repeated, decreasing, words) => {
  const found = countTimes(Float64Array.from(times));
  expect(found).toEqual({ repeated, decreasing });
  const said = timesInWords(found);
  if (words === undefined) expect(said).toBeUndefined();
  else expect(said?.startsWith(words)).toBe(true);
});

it('what repeats or is earlier is counted over the blocks of an input, and begins again with the next input', () => {
  const order = new TimeOrder();
  order.begin('day0');
  order.see(Float64Array.of(1, 2));
  order.see(Float64Array.of(Number.NaN)); // a block without times
  order.see(Float64Array.of(2, Number.NaN, 1));
  order.begin('day1');
  order.see(Float64Array.of(1, 3)); // equal to the last of the input before
  order.begin('day2');
  order.see(Float64Array.of(5, 4, 3));
  const first =
    'day0: 1 time repeats the one before and 1 time is earlier than the one before; its rows are in the order of the archive';
  const last =
    'day2: 2 times are earlier than the one before; its rows are in the order of the archive';
  expect(order.notes({ timelessRows: 0 })).toEqual([first, last]);
  const none = "no time, so no report's dates could be applied to them";
  expect(order.notes({ timelessRows: 1 }).at(-1)).toBe(`1 row has ${none}`);
  expect(order.notes({ timelessRows: 2 }).at(-1)).toBe(`2 rows have ${none}`);
});
