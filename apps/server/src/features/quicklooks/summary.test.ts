// The summary of a day of an image: its colours.
import { cellsOf, IMAGE_BINS } from '@isobar/contract/quicklooks/day.ts';
import { expect, it } from 'vitest';
import { emptyImage } from './day-samples.ts';
import { summaryOf } from './summary.ts';

/** A lidar's counts: a high value near the ground, and ever fewer above. */
function imageOf(counts: (row: number) => number) {
  const rows = 50;
  const samples = emptyImage(
    rows,
    Int32Array.from({ length: rows }, (_, n) => rows - 1 - n),
  );
  for (let bin = 0; bin < IMAGE_BINS; bin++)
    for (let row = 0; row < rows; row++) samples.cells[bin * rows + row] = counts(row);
  const at = Float64Array.from({ length: rows }, (_, n) => n);
  const { samples: image } = summaryOf({
    ...{ longName: '', units: 'count/us', step: 180, every: 1, lone: [], samples },
    ...{ levels: { name: 'range', units: 'km', at }, classes: null, isVelocity: false },
  });
  return image?.kind === 'image' ? image : null;
}

it('the colours of a day are logarithmic where half of its values would have one colour, and most of them are used', () => {
  const crowded = imageOf((row) => 0.01 + ((row + 1) / 50) ** 9);
  expect(crowded?.range?.logarithmic).toBe(true);
  expect(crowded && new Set(cellsOf(crowded)).size).toBeGreaterThan(30);
  expect(imageOf((row) => 1 + row)?.range?.logarithmic).toBe(false);
});
