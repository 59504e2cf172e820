// One day of a variable as it is drawn: made by the server from the files, and the source of every
// picture. Pure.
import * as z from 'zod/mini';
import { fromBase64, toBase64 } from './base64.ts';

/** Bins of a day: a line has one per minute, an image one per three minutes. */
export const LINE_BINS = 1440;
export const IMAGE_BINS = 480;
/** Rows of an image, from the highest level down. */
export const IMAGE_ROWS = 160;

/** Hatched or ringed times of an image: the first bin, and the one after the last. */
const run = z.tuple([z.number(), z.number()]);
const value = z.nullable(z.number());
/** Bin and value. */
const mark = z.tuple([z.number(), z.number()]);

const axis = z.object({ name: z.string(), units: z.string() });

const line = z.object({
  kind: z.literal('line'),
  /**
   * Lowest and highest value of each bin; null if it has none. Bad values are kept apart, so that
   * they do not stretch the axis.
   */
  low: z.array(value),
  high: z.array(value),
  bad: z.array(mark),
  indeterminate: z.array(mark),
});

const profile = z.object({
  kind: z.literal('profile'),
  axis,
  ascents: z.array(
    z.object({
      /** Seconds since midnight of the first sample. */
      start: z.number(),
      samples: z.number(),
      /** Heights in order of time, and the values there. */
      at: z.array(z.number()),
      values: z.array(value),
      /** Indexes of values that fail a check, and of suspect ones. */
      bad: z.array(z.number()),
      indeterminate: z.array(z.number()),
    }),
  ),
});

const range = z.object({ low: z.number(), high: z.number(), logarithmic: z.boolean() });

/** A value of a mask or a kind, and its name in the file. */
const imageClass = z.object({ value: z.number(), name: z.string() });
export type ImageClass = z.infer<typeof imageClass>;

const image = z.object({
  kind: z.literal('image'),
  axis,
  /** Outer edges of the levels. */
  bottom: z.number(),
  top: z.number(),
  /** Null: no value. */
  range: z.nullable(range),
  /** Whether the colours go away from 0 in two directions, as those of velocities do. */
  diverging: z.optional(z.boolean()),
  /** Where the values are classes: a mask, or kinds of cloud. */
  classes: z.optional(z.array(imageClass)),
  width: z.int().check(z.gte(1), z.lte(4096)),
  height: z.int().check(z.gte(1), z.lte(4096)),
  /**
   * Row by row from the top, one byte per cell, in base64: 0 is no value, 1 to 255 lie between the
   * ends of the range.
   */
  cells: z.string(),
  bad: z.array(run),
  indeterminate: z.array(run),
});

export const daySummary = z.object({
  longName: z.string(),
  units: z.string(),
  /** Usual number of seconds between samples; null with fewer than two. */
  step: z.nullable(z.number()),
  /** One in this many samples was read, where there are very many. */
  every: z.number(),
  /** Null: no file of the day has the variable in a form that can be drawn. */
  samples: z.nullable(z.union([line, profile, image])),
});

export type DaySummary = z.infer<typeof daySummary>;
export type LineDay = z.infer<typeof line>;
export type ProfileDay = z.infer<typeof profile>;
export type ImageDay = z.infer<typeof image>;
export type ValueRange = z.infer<typeof range>;

/**
 * A report in force that touches the day: seconds since midnight, both ends included; `subject`:
 * what it is about.
 */
const dayReport = z.object({
  id: z.string(),
  code: z.number(),
  from: z.number(),
  to: z.number(),
  subject: z.optional(z.string()),
});
export type DayReport = z.infer<typeof dayReport>;

/** What the service answers. `reports`: null if it is not known whether there are any. */
export const dayAnswer = z.extend(daySummary, { reports: z.nullable(z.array(dayReport)) });
export type DayAnswer = z.infer<typeof dayAnswer>;

/** A day without a value. */
export const emptyLineDay = (): LineDay => ({
  kind: 'line',
  low: new Array(LINE_BINS).fill(null),
  high: new Array(LINE_BINS).fill(null),
  bad: [],
  indeterminate: [],
});

/** Bins of a small line, points of a small ascent, and cells of a small image. */
const SMALL = { bins: 240, points: 60, width: 120, height: 60 } as const;

/** Reduces a day to what a thumbnail shows. */
export function smallDay(day: DaySummary): DaySummary {
  const { samples } = day;
  if (!samples) return day;
  const rounded = day.step === null ? null : Math.round(day.step * 1000) / 1000;
  return { ...day, step: rounded, samples: smaller(samples) };
}

function smaller(samples: LineDay | ProfileDay | ImageDay): LineDay | ProfileDay | ImageDay {
  switch (samples.kind) {
    case 'line':
      return smallerLine(samples);
    case 'profile':
      return { ...samples, ascents: samples.ascents.map(thinned) };
    case 'image':
      return smallerImage(samples);
  }
}

function smallerLine(samples: LineDay): LineDay {
  const every = samples.low.length / SMALL.bins;
  if (every <= 1) return samples;
  const low: (number | null)[] = new Array(SMALL.bins).fill(null);
  const high: (number | null)[] = new Array(SMALL.bins).fill(null);
  samples.low.forEach((least, bin) => {
    const most = samples.high[bin] ?? null;
    if (least === null || most === null) return;
    const to = Math.floor(bin / every);
    low[to] = Math.min(low[to] ?? least, least);
    high[to] = Math.max(high[to] ?? most, most);
  });
  const marks = (all: LineDay['bad']): LineDay['bad'] =>
    [
      ...new Map(
        all.map(([bin, at]) => [Math.floor(bin / every), [Math.floor(bin / every), at] as const]),
      ).values(),
    ].map(([bin, at]) => [bin, at]);
  return {
    kind: 'line',
    low: low.map(short),
    high: high.map(short),
    bad: marks(samples.bad),
    indeterminate: marks(samples.indeterminate),
  };
}

/**
 * Four digits would tell apart more values than a thumbnail has pixels; two more are kept for
 * values that are close together.
 */
const short = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(6));

type Ascent = ProfileDay['ascents'][number];

function thinned(ascent: Ascent): Ascent {
  const every = Math.ceil(ascent.at.length / SMALL.points);
  if (every <= 1) return ascent;
  const last = ascent.at.length - 1;
  const kept = ascent.at.map((_, i) => i).filter((i) => i % every === 0 || i === last);
  const place = (i: number): number => (i === last ? kept.length - 1 : Math.floor(i / every));
  const marks = (all: readonly number[]): number[] => [...new Set(all.map(place))];
  return {
    ...ascent,
    at: kept.map((i) => ascent.at[i] ?? 0),
    values: kept.map((i) => ascent.values[i] ?? null),
    bad: marks(ascent.bad),
    indeterminate: marks(ascent.indeterminate),
  };
}

function smallerImage(image: ImageDay): ImageDay {
  const [across, down] = [image.width / SMALL.width, image.height / SMALL.height];
  if (across <= 1 || down <= 1) return image;
  const cells = cellsOf(image);
  const some = new Uint8Array(SMALL.width * SMALL.height);
  for (let row = 0; row < SMALL.height; row++) {
    const top = Math.floor((row + 0.5) * down) * image.width;
    for (let bin = 0; bin < SMALL.width; bin++) {
      // A few measurements in a mostly empty place must not be lost: the first neighbour that has a
      // value is taken.
      const left = Math.floor(bin * across);
      let at = left;
      while (cells[top + at] === 0 && at + 1 < Math.floor((bin + 1) * across)) at++;
      some[row * SMALL.width + bin] = cells[top + at] ?? 0;
    }
  }
  const runs = (all: ImageDay['bad']): ImageDay['bad'] =>
    all.map(([from, to]) => [Math.floor(from / across), Math.ceil(to / across)]);
  return {
    ...image,
    width: SMALL.width,
    height: SMALL.height,
    cells: textOfCells(some),
    bad: runs(image.bad),
    indeterminate: runs(image.indeterminate),
  };
}

/** The bytes of an image, exactly as many as its size demands. */
export const cellsOf = ({ cells, width, height }: ImageDay): Uint8Array =>
  fromBase64(cells, width * height);

export const textOfCells = toBase64;
