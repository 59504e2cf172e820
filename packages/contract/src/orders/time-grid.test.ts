// Steps of a time grid: which divide a day, and what they are called.
import { expect, it } from 'vitest';
import { GRID_STEPS, isGridStep, stepInWords } from './time-grid.ts';

it.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [3600, '1 hour'],
  [10_800, '3 hours'],
  [86_400, '1 day'],
  [172_800, '2 days'],
])('a step of %i seconds is %s', (step, words) => {
  expect(stepInWords(step)).toBe(words);
});

it('a step is a number of whole seconds that divides a day', () => {
  expect([1, 90, 3600, 86_400].map(isGridStep)).toEqual([true, true, true, true]);
  expect([0, -60, 0.5, 7, 86_401, 172_800].map(isGridStep)).toEqual(Array(6).fill(false));
  expect(GRID_STEPS.every(isGridStep)).toBe(true);
});
