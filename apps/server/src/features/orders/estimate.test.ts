// What is learnt from finished orders: exact where the relation is linear, sane where it is not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { averageSeconds, estimate, learn, type Pace } from './estimate.ts';

const NOTHING: Pace = { n: 0, t: 0, ff: 0, fg: 0, gg: 0, ft: 0, gt: 0, over: 1.2 };

it('the estimate knows nothing before the first order', () => {
  expect(estimate(NOTHING, 10, 1e9)).toBeNull();
  expect(averageSeconds(NOTHING)).toBe(0);
});

it('the estimate learns the sums of what was seen, of which each order weighs more than the one before', () => {
  const first = learn(NOTHING, { files: 3, bytes: 2e9, seconds: 10 });
  expect(first).toEqual({ n: 1, t: 10, ff: 9, fg: 6, gg: 4, ft: 30, gt: 20, over: 1.2 });
  const second = learn(first, { files: 1, bytes: 5e9, seconds: 7 });
  const kept = second.n - 1; // what the first one still counts
  expect(kept).toBeGreaterThan(0.9);
  expect(kept).toBeLessThan(1);
  const expected = { t: 7, ff: 1, fg: 5, gg: 25, ft: 7, gt: 35 };
  for (const [name, sum] of Object.entries(expected) as [keyof typeof expected, number][])
    expect(second[name], name).toBeCloseTo(first[name] * kept + sum, 9);
});

it('the margin of an estimate is neither below 1 nor above 8', () => {
  const next = (over: number, seconds: number) =>
    learn({ ...NOTHING, n: 1, t: 5, ff: 100, ft: 50, over }, { files: 10, bytes: 0, seconds }).over;
  expect([next(7.9, 1000), next(1.001, 1)]).toEqual([8, 1]);
  expect(next(2, 10.1)).toBeCloseTo(2 * 1.33, 9);
  expect(next(2, 9.9)).toBeLessThan(2);
});

it('the estimate finds the seconds per file and per gigabyte', () => {
  let pace = NOTHING;
  for (const [files, bytes] of [
    [1, 1e6],
    [100, 5e9],
    [2000, 1e9],
    [10, 30e9],
  ] as const)
    pace = learn(pace, { files, bytes, seconds: 0.02 * files + 8e-9 * bytes });
  expect(estimate(pace, 500, 10e9)).toBeCloseTo(90, 3);
});

it('the estimate goes by bytes alone where these explain the time and files do not', () => {
  let pace = NOTHING;
  // Thousands of small files took hardly longer than none, while large ones took long: a fit of
  // both would make files speed it up.
  for (const [files, bytes, seconds] of [
    [3000, 1e9, 8],
    [10, 40e9, 400],
    [20, 60e9, 610],
  ] as const)
    pace = learn(pace, { files, bytes, seconds });
  const seconds = estimate(pace, 10, 50e9) ?? 0;
  expect(seconds).toBeGreaterThan(450);
  expect(seconds).toBeLessThan(550);
});

it('the estimate never says less than a second nor anything that is no number', () => {
  const order = fc.record({
    files: fc.integer({ min: 1, max: 20_000 }),
    bytes: fc.integer({ min: 0, max: 2e12 }),
    seconds: fc.double({ min: 0, max: 1e5, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 20 }), order, (past, next) => {
      const pace = past.reduce(learn, NOTHING);
      const seconds = estimate(pace, next.files, next.bytes);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(Number.isFinite(seconds)).toBe(true);
    }),
  );
});

it('the estimate learns how far orders of one size differ: nineteen of twenty end within what is promised', () => {
  // Of the same size, but a table takes five times as long as a copy.
  const order = (n: number) => ({ files: 10, bytes: 1e8, seconds: n % 3 === 0 ? 20 : 4 });
  const past = Array.from({ length: 200 }, (_, n) => order(n)).reduce(learn, NOTHING);
  let pace = past;
  let late = 0;
  for (let n = 0; n < 200; n += 1) {
    const promised = (estimate(pace, 10, 1e8) ?? 0) * pace.over;
    if (order(n).seconds > promised) late += 1;
    expect(promised).toBeLessThan(60);
    pace = learn(pace, order(n));
  }
  expect(late).toBeLessThanOrEqual(20);
});

it('the estimate is not carried away by one order that hung', () => {
  const calm = Array.from({ length: 50 }, () => ({ files: 10, bytes: 1e8, seconds: 4 }));
  const pace = learn(calm.reduce(learn, NOTHING), { files: 10, bytes: 1e8, seconds: 4000 });
  expect(pace.over).toBeLessThan(2);
  expect(estimate(pace, 10, 1e8)).toBeLessThan(8);
  expect(learn({ ...pace, over: 8 }, { files: 10, bytes: 1e8, seconds: 1e6 }).over).toBe(8);
});
