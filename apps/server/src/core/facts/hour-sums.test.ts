// The facts of each hour, of samples that are added one by one.
import { expect, it } from 'vitest';
import { HourSums } from './hour-sums.ts';

const START = 7200;
const sums = (hasLeast = true) => new HourSums(START, 2, hasLeast);

it('an instant is in the hour that it begins or follows, and outside of the run in none', () => {
  const instants = [7199, 7200, 10_799.9, 10_800, 14_399, 14_400, Number.NaN];
  expect(instants.map((at) => sums().hourOf(at))).toEqual([-1, 0, 0, 1, 1, -1, -1]);
});

it('each hour counts its own samples, and has the mean, least and largest of the valid ones', () => {
  const added = sums();
  added.addValid(0, 3, 3, false);
  added.addValid(0, -1, -1, true);
  added.addValid(0, 4, 4, true);
  added.addBad(0);
  added.addBad(0);
  added.addMissing(0);
  const { valid, bad, indeterminate, missing, mean, min, max } = added.finished();
  expect([valid, bad, indeterminate, missing].map(([hour]) => hour)).toEqual([3, 2, 2, 1]);
  expect([mean, min, max].map(([hour]) => hour)).toEqual([2, -1, 4]);
  expect([valid, bad, indeterminate, missing].map(([, hour]) => hour)).toEqual([0, 0, 0, 0]);
  expect([mean, min, max].map(([, hour]) => hour)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

it('a column of numbers counts by its mean and its largest, and has no least', () => {
  const added = sums(false);
  added.addValid(1, 2, 9, false);
  added.addValid(1, 4, 7, false);
  const { mean, min, max } = added.finished();
  expect([mean[1], min[1], max[1]]).toEqual([3, Number.NaN, 9]);
});
