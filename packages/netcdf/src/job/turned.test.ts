// Jobs over variables that have time behind another dimension in some files or in all.
import { expect, it } from 'vitest';
import { DAY, day, FIRST, joined } from '../testing/made-days.ts';

it('variables with time behind another dimension are cut, masked and joined by their rows, with time first, and a note tells the order in the files', async () => {
  const turned = (number: number, dimensions: readonly string[], values: number[]) =>
    day(
      number,
      { turned: { type: 'float', dimensions, values, attributes: { missing_value: -9999 } } },
      { dimensions: { x: 2 }, timeIsFixed: true },
    );
  const files = [
    turned(0, ['x', 'time'], [1, 2, 3, 4, 5, 6]),
    turned(1, ['time', 'x'], [7, 10, 8, 11, 9, 12]),
  ];
  await joined(
    files,
    async (result, open) => {
      const dataset = await open(0);
      expect(dataset.variable('turned').dimensions).toEqual(['time', 'x']);
      expect(Array.from(await dataset.read('turned'), Number)).toEqual([
        ...[2, 5, -9999, -9999],
        ...[7, 10, 8, 11],
      ]);
      expect(result.files[0]?.notes).toEqual([
        'time is the first dimension here, and in the files (x, time): turned',
      ]);
    },
    {
      ranges: [[FIRST + 3600, FIRST + DAY + 7200]],
      masks: [{ variables: ['turned'], start: FIRST + 7200, end: FIRST + 7200 }],
    },
  );
});
