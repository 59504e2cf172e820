// Failures on their way out of the thread that writes months.
import { Problem } from '@isobar/contract/problem.ts';
import { expect, it } from 'vitest';
import { failureOf } from './month-threads.ts';

it('keep their names, and words for whoever asked', () => {
  expect(failureOf(new Problem('too-large', 'Order them.'))).toEqual({
    code: 'too-large',
    message: 'Order them.',
  });
  expect(failureOf(new Error('The files have no samples.'))).toEqual({
    code: 'bad-request',
    message: 'No table can be made of it. The files have no samples.',
  });
});
