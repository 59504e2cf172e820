// The time promised when an order is placed follows from what was measured and from what is ahead
// of it.
import { expect, it } from 'vitest';
import { learn, type Pace } from './estimate.ts';
import { duration, fulfilment, waitFor } from './wait.ts';

const NOTHING: Pace = { n: 0, t: 0, ff: 0, fg: 0, gg: 0, ft: 0, gt: 0, over: 1.2 };
/** So far, every order took four seconds for ten files. */
const four = Array.from({ length: 6 }).reduce<Pace>(
  (known) => learn(known, { files: 10, bytes: 1e6, seconds: 4 }),
  NOTHING,
);

it('an order that takes four seconds says five', () => {
  expect(fulfilment(waitFor(four, 0, 10, 1e6))).toBe('It will be fulfilled within 5 seconds.');
});

it('the promised time of an order counts the orders ahead of it', () => {
  expect(fulfilment(waitFor(four, 1, 10, 1e6))).toBe(
    'It will be fulfilled within 10 seconds. 1 order is ahead of it.',
  );
  expect(fulfilment(waitFor(four, 100, 10, 1e6))).toContain(
    'within 10 minutes. 100 orders are ahead of it',
  );
});

it('before anything was measured it follows the size all the same', () => {
  expect(waitFor(NOTHING, 0, 3, 1e6).seconds).toBeLessThan(10);
  expect(waitFor(NOTHING, 0, 3, 1e11).seconds).toBeGreaterThan(3600);
});

it.each([
  [1, '5 seconds'],
  [5.1, '10 seconds'],
  [50, '1 minute'],
  [61, '2 minutes'],
  [3000, '1 hour'],
  [70_000, '1 day'],
  [200_000, '3 days'],
])('%d s are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});
