// What was read of a day as what pictures are made from: a few thousand numbers, whatever the files
// hold. Pure.
import {
  type DaySummary,
  IMAGE_BINS,
  type ImageClass,
  type ImageDay,
  type LineDay,
  textOfCells,
  type ValueRange,
} from '@isobar/contract/quicklooks/day.ts';
import { byteOf } from '@isobar/contract/quicklooks/palette.ts';
import { imageRange, rangeBetween } from '@isobar/contract/quicklooks/ranges.ts';
import { type Ascent, digits } from '../../core/facts/ascents.ts';
import { type Axis, edgesOf, type Levels } from '../../core/facts/heights.ts';
import type { ImageBins, LineBins } from './day-samples.ts';

export type Profiles = {
  readonly kind: 'profile';
  readonly axis: Axis;
  readonly ascents: readonly Ascent[];
};

/** What is known of the day so far. */
export type ReadSoFar = {
  readonly longName: string;
  readonly units: string;
  /** Seconds; NaN while there are fewer than two samples. */
  readonly step: number;
  readonly every: number;
  /** Seconds since midnight of samples of an image that are alone in their file. */
  readonly lone: readonly number[];
  /** Null: no file so far holds the variable in a form that can be drawn. */
  readonly samples: LineBins | ImageBins | Profiles | null;
  /** The second axis of an image. */
  readonly levels: Levels | null;
  /** Of a mask, or of kinds: the values and their names. */
  readonly classes: readonly ImageClass[] | null;
  /** Whether it is a velocity towards or away from the instrument. */
  readonly isVelocity: boolean;
};

export function summaryOf(day: ReadSoFar): DaySummary {
  const { longName, units, step, every, samples } = day;
  return {
    longName: longName.slice(0, 300),
    units: units.slice(0, 100),
    step: Number.isNaN(step) ? null : digits(step),
    every,
    samples: samples && samplesOf(samples, day),
  };
}

function samplesOf(
  samples: NonNullable<ReadSoFar['samples']>,
  day: ReadSoFar,
): DaySummary['samples'] {
  const { levels, units } = day;
  if (samples.kind === 'line') return lineOf(samples);
  if (samples.kind === 'image') return levels && imageOf(samples, levels, units, day);
  return { ...samples, ascents: [...samples.ascents] };
}

const valuesOf = (list: Float64Array): (number | null)[] =>
  Array.from(list, (value) => (Number.isNaN(value) ? null : digits(value)));

function lineOf(line: LineBins): LineDay {
  const marks = (list: Float64Array): [number, number][] =>
    Array.from(list, (value, bin): [number, number] => [bin, value])
      .filter(([, value]) => !Number.isNaN(value))
      .map(([bin, value]) => [bin, digits(value)]);
  return {
    kind: 'line',
    low: valuesOf(line.low),
    high: valuesOf(line.high),
    bad: marks(line.bad),
    indeterminate: marks(line.indeterminate),
  };
}

function imageOf(
  image: ImageBins,
  levels: Levels,
  units: string,
  { classes, isVelocity }: Pick<ReadSoFar, 'classes' | 'isVelocity'>,
): ImageDay {
  const found = classes ? rangeOfClasses(classes, image.cells) : rangeOf(image.cells, units);
  const diverging = !classes && isVelocity;
  const range = found && diverging ? aroundZero(found) : found;
  const height = image.shown.length;
  const cells = new Uint8Array(IMAGE_BINS * height);
  if (range) {
    for (let bin = 0; bin < IMAGE_BINS; bin++) {
      for (let row = 0; row < height; row++) {
        const value = image.cells[bin * height + row] ?? Number.NaN; // within the cells
        if (!Number.isNaN(value)) cells[row * IMAGE_BINS + bin] = byteOf(value, range);
      }
    }
  }
  const [bottom, top] = edgesOf(levels.at);
  return {
    kind: 'image',
    axis: { name: levels.name, units: levels.units },
    bottom: digits(bottom),
    top: digits(top),
    range,
    ...(diverging && { diverging }),
    ...(classes && { classes: [...classes] }),
    width: IMAGE_BINS,
    height,
    cells: textOfCells(cells),
    bad: runsOf(image.bad),
    indeterminate: runsOf(image.indeterminate),
  };
}

const aroundZero = ({ low, high }: ValueRange): ValueRange => {
  const most = digits(Math.max(Math.abs(low), Math.abs(high)));
  return { low: -most, high: most, logarithmic: false };
};

/** Every class has a byte of its own; null without a value. */
function rangeOfClasses(classes: readonly ImageClass[], cells: Float32Array): ValueRange | null {
  if (cells.every(Number.isNaN)) return null;
  const values = classes.map(({ value }) => value);
  return { ...rangeBetween(Math.min(...values), Math.max(...values), true), logarithmic: false };
}

/** Estimated from a sample of the cells. */
function rangeOf(cells: Float32Array, units: string): ValueRange | null {
  const every = Math.max(1, Math.floor(cells.length / 50_000));
  const some: number[] = [];
  for (let i = 0; i < cells.length; i += every) {
    const value = cells[i] ?? Number.NaN; // within the list
    if (!Number.isNaN(value)) some.push(value);
  }
  // Where few cells have a value, a sample could miss them all.
  if (some.length === 0)
    some.push(...cells.filter((value) => !Number.isNaN(value)).slice(0, 50_000));
  const range = imageRange(some, units);
  if (!range) return null;
  const [low, high] = [digits(range.low), digits(range.high)];
  return range.logarithmic ? { low, high, logarithmic: true } : rangeBetween(low, high, true);
}

function runsOf(marks: Uint8Array): [number, number][] {
  const runs: [number, number][] = [];
  for (let bin = 0; bin < marks.length; bin++) {
    if (!marks[bin]) continue;
    const start = bin;
    while (marks[bin + 1]) bin++;
    runs.push([start, bin + 1]);
  }
  return runs;
}
