// How inputs are divided into files: by their contents and by their size, with the reason of each
// new file.
import { expect, it } from 'vitest';
import { columnOf, surveyOf } from '../testing/made-part.ts';
import { runYielding } from '../yielding.ts';
import { planParts } from './plan.ts';
import type { Survey } from './survey.ts';

const input = (index: number, more: Partial<Survey> = {}) =>
  surveyOf({
    ...{ index, name: `day${index}`, firstTime: 100 * index, lastTime: 100 * index + 60 },
    ...{
      earliest: 100 * index,
      latest: 100 * index + 60,
      variables: [columnOf('time'), columnOf('a')],
    },
    ...more,
  });

/** Ten bytes for each record, a hundred for what has none. */
async function planned(surveys: readonly Survey[], maximumBytes: number) {
  const sizes = function* () {
    yield;
    return { record: 10, fixed: 100 };
  };
  const parts = await runYielding(planParts(surveys, maximumBytes, sizes));
  return parts.map(({ surveys: own, records, notes, isForSize }) => ({
    ...{ inputs: own.map(({ name }) => name), records, notes: [...notes], isForSize },
  }));
}

it('a file grows up to its maximum size, and the next one notes that it began for it', async () => {
  const days = [input(0), input(1), input(2)];
  expect(await planned(days, 160)).toEqual([
    { inputs: ['day0', 'day1', 'day2'], records: 6, notes: [], isForSize: false },
  ]);
  expect(await planned(days, 159)).toEqual([
    { inputs: ['day0', 'day1'], records: 4, notes: [], isForSize: false },
    {
      ...{ inputs: ['day2'], records: 2, isForSize: true },
      notes: ['a new file begins at day2: the file before would grow beyond 159 B'],
    },
  ]);
  expect(await planned([], 1)).toEqual([]);
});

it('a file that begins because its contents differ is not one that began for its size', async () => {
  const other = input(1, { timeVariable: 'when' });
  expect(await planned([input(0), other, input(2)], 1e6)).toEqual([
    { inputs: ['day0'], records: 2, notes: [], isForSize: false },
    {
      ...{ inputs: ['day1'], records: 2, isForSize: false },
      notes: ['a new file begins at day1: its time axis has another name'],
    },
    {
      ...{ inputs: ['day2'], records: 2, isForSize: false },
      notes: ['a new file begins at day2: its time axis has another name'],
    },
  ]);
});

it('a file spans the times of its inputs, and notes the first that begins before its predecessor ends', async () => {
  const early = input(1, { firstTime: 59, lastTime: 200, earliest: 59, latest: 200 });
  const [part] = await runYielding(planParts([input(0), early], 1e6));
  expect(part).toMatchObject({ firstTime: 0, lastTime: 200, earliest: 0, latest: 200 });
  expect(part?.notes).toEqual(['times of day1 begin before those of its predecessor end']);
  const [next] = await runYielding(planParts([input(0), input(1, { firstTime: 60 })], 1e6));
  expect(next?.notes).toEqual([]);
});
