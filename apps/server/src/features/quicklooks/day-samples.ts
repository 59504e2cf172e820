// The samples of one day as bins of a plot: filled block by block, so that memory stays the same
// however many there are.
import { IMAGE_BINS, LINE_BINS } from '@isobar/contract/quicklooks/day.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import type { Quality } from '../../core/facts/measured-values.ts';
import { type Reach, reachOf, stepBetween } from '../../core/facts/sample-widths.ts';

/** NaN where there is nothing. Bad values are kept apart, so that they do not stretch the axis. */
export type LineBins = {
  readonly kind: 'line';
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly bad: Float64Array;
  readonly indeterminate: Float64Array;
};

/**
 * `levels`: how many the file has; `shown`: the level of each row of the picture, from the top.
 * `cells`: bin after bin, each with all rows of the picture. `bad` and `indeterminate`: 1 where
 * most samples of a bin failed a check like this.
 */
export type ImageBins = {
  readonly kind: 'image';
  readonly levels: number;
  readonly shown: Int32Array;
  readonly cells: Float32Array;
  readonly bad: Uint8Array;
  readonly indeterminate: Uint8Array;
};

export const emptyLine = (): LineBins => ({
  kind: 'line',
  low: new Float64Array(LINE_BINS).fill(Number.NaN),
  high: new Float64Array(LINE_BINS).fill(Number.NaN),
  bad: new Float64Array(LINE_BINS).fill(Number.NaN),
  indeterminate: new Float64Array(LINE_BINS).fill(Number.NaN),
});

export const emptyImage = (levels: number, shown: Int32Array): ImageBins => ({
  kind: 'image',
  levels,
  shown,
  cells: new Float32Array(IMAGE_BINS * shown.length).fill(Number.NaN),
  bad: new Uint8Array(IMAGE_BINS),
  indeterminate: new Uint8Array(IMAGE_BINS),
});

const BIN_SECONDS = DAY_SECONDS / IMAGE_BINS;

/** `second`: seconds since midnight. */
export function addToLine(line: LineBins, second: number, value: number, quality: Quality): void {
  const bin = Math.floor((second / DAY_SECONDS) * LINE_BINS);
  if (quality === 'bad') {
    line.bad[bin] = value;
    return;
  }
  if (quality === 'indeterminate') line.indeterminate[bin] = value;
  // a bin of the day
  const [low, high] = [line.low[bin] ?? Number.NaN, line.high[bin] ?? Number.NaN];
  if (!(value >= low)) line.low[bin] = value;
  if (!(value <= high)) line.high[bin] = value;
}

/** Fills the bins that a sample stands for. */
export function addToImage(
  image: ImageBins,
  second: number,
  { before, after }: Reach,
  row: {
    readonly values: ArrayLike<number>;
    /** How many have a value, and how many of these fail a check. */
    readonly present: number;
    readonly bad: number;
    readonly indeterminate: number;
  },
): void {
  const { shown, cells } = image;
  const first = Math.max(0, Math.floor((second - before) / BIN_SECONDS));
  const last = Math.min(IMAGE_BINS - 1, Math.ceil((second + after) / BIN_SECONDS) - 1);
  for (let bin = first; bin <= Math.max(first, last) && bin < IMAGE_BINS; bin++) {
    for (let at = 0; at < shown.length; at++) {
      const value = row.values[shown[at] as number] ?? Number.NaN; // a row has all levels
      if (!Number.isNaN(value)) cells[bin * shown.length + at] = value;
    }
    if (row.bad * 2 > row.present) image.bad[bin] = 1;
    else if (row.indeterminate * 2 > row.present) image.indeterminate[bin] = 1;
  }
}

/**
 * Files with one sample each do not show the step between samples. When all are read, their samples
 * are drawn as wide as the step between them.
 */
export function widenLone(image: ImageBins, seconds: readonly number[]): void {
  const step = stepBetween(seconds);
  if (Number.isNaN(step)) return;
  const { cells, shown } = image;
  const sorted = [...new Set(seconds)].sort((a, b) => a - b);
  const rowOf = (bin: number) => cells.subarray(bin * shown.length, (bin + 1) * shown.length);
  const drawn = new Set(sorted.map((second) => Math.floor(second / BIN_SECONDS)));
  for (const [at, second] of sorted.entries()) {
    const { before, after } = reachOf(sorted, at, step);
    const own = Math.floor(second / BIN_SECONDS);
    const first = Math.max(0, Math.floor((second - before) / BIN_SECONDS));
    const last = Math.min(IMAGE_BINS - 1, Math.ceil((second + after) / BIN_SECONDS) - 1);
    for (let bin = first; bin <= last; bin++) {
      if (drawn.has(bin) || !rowOf(bin).every(Number.isNaN)) continue;
      rowOf(bin).set(rowOf(own));
      image.bad[bin] = image.bad[own] ?? 0;
      image.indeterminate[bin] = image.indeterminate[own] ?? 0;
    }
  }
}
