// How long a wait is in words.
import { expect, it } from 'vitest';
import { durationInWords } from './duration.ts';

it.each([
  [0, '1 s'],
  [4.4, '4 s'],
  [89, '89 s'],
  [90, '2 minutes'],
  [5399, '90 minutes'],
  [5400, '2 hours'],
  [36 * 3600 - 1, '36 hours'],
  [36 * 3600, '2 days'],
])('a wait of %s seconds is %s', (seconds, text) => {
  expect(durationInWords(seconds)).toBe(text);
});
