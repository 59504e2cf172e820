// The share of a file inside of ranges, against a slow and obvious twin.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeRanges } from '../../core/catalogue/files.ts';
import { shareOf } from './forecast.ts';

const range = fc
  .tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 40 }))
  .map(([start, length]) => ({ start, end: start + length }));

it('the part of a file is what every range covers of it, whichever range is looked at first', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), range, (ranges, file) => {
      const merged = mergeRanges(ranges);
      const length = file.end - file.start;
      const covered = merged.reduce(
        (sum, { start, end }) =>
          sum + Math.max(0, Math.min(end, file.end) - Math.max(start, file.start)),
        0,
      );
      const touches = merged.some(({ start, end }) => start <= file.start && end >= file.start);
      const expected = length > 0 ? covered / length : Number(touches);
      expect(shareOf(file, merged)).toBeCloseTo(expected, 12);
    }),
    { numRuns: 1000 },
  );
});
